/* digits.c: which part of an object a loop touches by indices that are sums of products: the digits of the least and of
 * the greatest of them (polynomials.c), and these numbers as C text. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "annotate_priv.h"

enum { LONGEST_NUMBERS = 220 }; /* of sections by products: three sizes are a lot of text */

struct chain { /* the factors of the digits, the lowest first: each has one more than the one before */
    unsigned n;
    struct term terms[MOST_TERMS];
    long times; /* all digits but the lowest are multiples of this: 5 in ((j * m) + i) * 5 + k */
};

/* the factor that b has and a has not, if that is all; -1: it is not */
static int one_more(const struct term *a, const struct term *b)
{
    struct term ratio;
    return term_ratio(a, b, &ratio) && ratio.n == 1 ? ratio.factors[0] : -1;
}

static bool add_terms(struct chain *c, const struct poly *p)
{
    for (unsigned i = 0; i < p->n; i++) {
        bool known = false;
        for (unsigned k = 0; k < c->n; k++)
            known |= term_same_factors(&c->terms[k], &p->terms[i]);
        if (!known && c->n == MOST_TERMS)
            return false;
        if (!known)
            c->terms[c->n++] = p->terms[i];
    }
    return true;
}

static long common(long a, long b) { return b ? common(b, a % b) : labs(a); }

/* The number that x is always a multiple of, as far as its text says; 0: it is 0 */
static long multiple_of(isl_pw_aff *x)
{
    static const enum isl_dim_type types[] = {isl_dim_param, isl_dim_in};
    isl_aff *aff = poly_single(x);
    long all = 0, k;
    if (!aff || isl_aff_dim(aff, isl_dim_div) != 0 || !is_whole(isl_aff_get_constant_val(aff), &all))
        all = 1;
    for (size_t t = 0; aff && all != 1 && t < sizeof types / sizeof *types; t++)
        for (int i = 0; i < (int)isl_aff_dim(aff, types[t]); i++)
            all = is_whole(isl_aff_get_coefficient_val(aff, types[t], i), &k) ? common(all, k) : 1;
    isl_aff_free(aff);
    return labs(all);
}

/* The same of all digits of p but the lowest one */
static long common_multiple(const struct chain *c, const struct poly *p, long so_far)
{
    for (unsigned i = 0; i < p->n; i++)
        if (!term_same_factors(&p->terms[i], &c->terms[0]))
            so_far = common(so_far, multiple_of(p->terms[i].coefficient));
    return so_far;
}

/* … and of what is carried into them */
static long common_carry(struct scope *s, const struct chain *c, const struct poly *p, long so_far)
{
    for (unsigned i = 0; i < p->n; i++)
        for (unsigned k = 0; k + 1 < c->n; k++) {
            int f = term_same_factors(&p->terms[i], &c->terms[k]) ? one_more(&c->terms[k], &c->terms[k + 1]) : -1;
            isl_aff *x = f >= 0 ? poly_single(p->terms[i].coefficient) : NULL;
            long by;
            for (unsigned d = 0; x && d < (unsigned)isl_aff_dim(x, isl_dim_param); d++)
                if (poly_parameter(s, x, d) == f &&
                    is_whole(isl_aff_get_coefficient_val(x, isl_dim_param, (int)d), &by))
                    so_far = common(so_far, by);
            isl_aff_free(x);
        }
    return so_far;
}

/* The digits of all indices into o; false: they are none */
static bool find_chain(struct scope *s, const struct object *o, struct chain *c)
{
    *c = (struct chain){0};
    for_each (struct touch, t, s->accesses) {
        if (!is_touch_of(s, t, o))
            continue;
        const struct poly *p = t->nsteps && !t->steps[0].is_member && !is_flexible(t) ? t->steps[0].index : NULL;
        if (!p || p->low || p->high || !add_terms(c, p))
            return false;
    }
    qsort(c->terms, c->n, sizeof *c->terms, term_by_degree);
    for (unsigned i = 0; i + 1 < c->n; i++)
        if (one_more(&c->terms[i], &c->terms[i + 1]) < 0)
            return false;
    for_each (struct touch, t, s->accesses)
        if (is_touch_of(s, t, o))
            c->times = common_carry(s, c, t->steps[0].index, common_multiple(c, t->steps[0].index, c->times));
    c->times = c->times ? c->times : 1;
    return c->n > 0;
}

/* Whole multiples of what the next digit counts go there: of i - m + j * m they are i and j - 1. */
static void carry(struct scope *s, const struct chain *c, isl_pw_aff **digits)
{
    for (unsigned k = 0; k + 1 < c->n; k++) {
        int f = one_more(&c->terms[k], &c->terms[k + 1]);
        if (f >= FACTOR_OF_FRAME || isl_pw_aff_isa_aff(digits[k]) != isl_bool_true)
            continue;
        isl_aff *x = isl_pw_aff_as_aff(isl_pw_aff_copy(digits[k]));
        unsigned n = (unsigned)isl_aff_dim(x, isl_dim_param);
        for (unsigned i = 0; i < n; i++) {
            isl_val *v = isl_aff_get_coefficient_val(x, isl_dim_param, (int)i);
            bool moves = poly_parameter(s, x, i) == f && isl_val_is_int(v) == isl_bool_true;
            if (moves && isl_val_is_zero(v) == isl_bool_false) {
                isl_local_space *ls = isl_local_space_from_space(isl_aff_get_domain_space(x));
                digits[k + 1] =
                    isl_pw_aff_add(digits[k + 1], isl_pw_aff_from_aff(isl_aff_val_on_domain(ls, isl_val_copy(v))));
                x = isl_aff_set_coefficient_si(x, isl_dim_param, (int)i, 0);
            }
            isl_val_free(v);
        }
        isl_pw_aff_free(digits[k]);
        digits[k] = isl_pw_aff_from_aff(x);
    }
}

/* {[highest digit, …, lowest digit]}, by parameters */
static isl_set *digit_set(struct scope *s, const struct touch *t, const struct chain *c, bool carries)
{
    const struct poly *p = t->steps[0].index;
    isl_pw_aff *digits[MOST_TERMS];
    isl_map *all = NULL;
    for (unsigned k = 0; k < c->n; k++) {
        digits[k] = NULL;
        for (unsigned i = 0; i < p->n; i++)
            if (term_same_factors(&p->terms[i], &c->terms[k]))
                digits[k] = isl_pw_aff_copy(p->terms[i].coefficient);
        if (!digits[k])
            digits[k] = isl_pw_aff_scale_val(isl_pw_aff_copy(p->terms[0].coefficient), isl_val_zero(s->isl));
    }
    if (carries)
        carry(s, c, digits);
    for (unsigned k = c->n; k-- > 0;) {
        isl_map *m = isl_map_from_pw_aff(digits[k]);
        all = all ? isl_map_flat_range_product(all, m) : m;
    }
    all = isl_map_intersect_domain(all, known_domain(s, t->domain));
    unsigned dims = (unsigned)isl_map_dim(all, isl_dim_in);
    all = isl_map_project_out(all, isl_dim_in, s->judged, dims - s->judged);
    return isl_map_range(outer_as_parameters(s, all));
}

static isl_id *factor_id(struct scope *s, int f)
{
    return f < FACTOR_OF_FRAME ? isl_id_copy(s->parameters.v[f].id) : outer_id(s, (unsigned)f - FACTOR_OF_FRAME);
}

static isl_pw_aff *digit_of(isl_space *space, const struct chain *c, unsigned k)
{
    isl_local_space *ls = isl_local_space_from_space(isl_space_copy(space));
    return isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, c->n - 1 - k));
}

/* Takes digit. */
static isl_set *multiples(struct scope *s, isl_pw_aff *digit, long of)
{
    return isl_pw_aff_zero_set(isl_pw_aff_mod_val(digit, isl_val_int_from_si(s->isl, of)));
}

/* Sequences of digits that are numbers: each is at least 0 and smaller than what the next one counts, times what that
 * is a multiple of. */
static isl_set *proper(struct scope *s, isl_space *space, const struct chain *c)
{
    isl_set *set = isl_set_universe(isl_space_copy(space));
    for (unsigned k = 0; k + 1 < c->n; k++) {
        isl_id *id = factor_id(s, one_more(&c->terms[k], &c->terms[k + 1]));
        isl_space *with = isl_space_copy(space);
        if (isl_space_find_dim_by_id(with, isl_dim_param, id) < 0)
            with = isl_space_add_param_id(with, isl_id_copy(id));
        isl_pw_aff *most = isl_pw_aff_from_aff(isl_aff_param_on_domain_space_id(isl_space_copy(with), id));
        isl_local_space *ls = isl_local_space_from_space(with);
        isl_pw_aff *digit = isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, c->n - 1 - k));
        most = isl_pw_aff_scale_val(most, isl_val_int_from_si(s->isl, c->times));
        set = isl_set_intersect(set, poly_below(isl_pw_aff_copy(digit), most));
        set = isl_set_intersect(set, isl_pw_aff_nonneg_set(digit));
    }
    for (unsigned k = 1; c->times > 1 && k < c->n; k++)
        set = isl_set_intersect(set, multiples(s, digit_of(space, c, k), c->times));
    isl_space_free(space);
    return set;
}

/* Are there sizes for which all sequences of x are numbers? */
static bool is_proper_for_some(const isl_set *x, const isl_set *numbers)
{
    isl_set *wrong = isl_set_params(isl_set_subtract(isl_set_copy((isl_set *)x), isl_set_copy((isl_set *)numbers)));
    isl_set *right = isl_set_subtract(isl_set_params(isl_set_copy((isl_set *)x)), wrong);
    bool some = isl_set_is_empty(right) == isl_bool_false;
    isl_set_free(right);
    return some;
}

/* The same of the digits of t, by their ranges; false: that is not known */
static bool has_proper_ranges(struct scope *s, const struct touch *t, const struct chain *c)
{
    const struct poly *p = t->steps[0].index;
    isl_set *domain = known_domain(s, t->domain);
    unsigned found = 0;
    bool ok = c->times == 1;
    for (unsigned k = 0; ok && k + 1 < c->n; k++)
        for (unsigned i = 0; ok && i < p->n; i++) {
            bool is = term_same_factors(&p->terms[i], &c->terms[k]);
            found += is;
            ok = !is || is_proper_digit(s, domain, p->terms[i].coefficient, one_more(&c->terms[k], &c->terms[k + 1]));
        }
    isl_set_free(domain);
    return ok && found + 1 == c->n;
}

/* Digits are carried where they are no numbers as they stand: not of j * m + m - 1, where that is m and -1 more.
 * *are_numbers, if given, stays true where they surely are. */
static isl_set *proper_digits(struct scope *s, const struct touch *t, const struct chain *c, bool *are_numbers)
{
    isl_set *x = digit_set(s, t, c, false);
    if (has_proper_ranges(s, t, c))
        return x;
    if (are_numbers)
        *are_numbers = false;
    isl_set *numbers = proper(s, isl_set_get_space(x), c);
    if (isl_set_is_subset(x, numbers) == isl_bool_false) {
        isl_set *carried = digit_set(s, t, c, true);
        isl_set *aligned = isl_set_align_params(isl_set_copy(numbers), isl_set_get_space(carried));
        bool better = is_proper_for_some(carried, aligned) || !is_proper_for_some(x, numbers);
        isl_set_free(aligned);
        isl_set_free(better ? x : carried);
        x = better ? carried : x;
    }
    isl_set_free(numbers);
    return x;
}

/* ---- sums of products as C text ---- */
struct product {
    struct term term; /* its factors; no coefficient */
    const char *text; /* and one more: an expression in parentheses; NULL: none */
    long times;
};
struct sum {
    unsigned n;
    struct product products[4 * MOST_TERMS];
};

static bool add_product(struct sum *x, const struct term *t, int f, long times)
{
    struct term with = *t;
    if (f >= 0 && with.n == MOST_FACTORS)
        return false;
    if (f >= 0) { /* factors ascend */
        unsigned k = with.n++;
        for (; k > 0 && with.factors[k - 1] > f; k--)
            with.factors[k] = with.factors[k - 1];
        with.factors[k] = f;
    }
    for (unsigned i = 0; i < x->n; i++)
        if (!x->products[i].text && term_same_factors(&x->products[i].term, &with)) {
            x->products[i].times += times;
            return true;
        }
    if (x->n == sizeof x->products / sizeof *x->products)
        return false;
    x->products[x->n++] = (struct product){with, NULL, times};
    return true;
}

/* … times what `text` says */
static bool add_text(struct sum *x, const struct term *t, const char *text, long times)
{
    for (unsigned i = 0; i < x->n; i++)
        if (x->products[i].text && strcmp(x->products[i].text, text) == 0 &&
            term_same_factors(&x->products[i].term, t)) {
            x->products[i].times += times;
            return true;
        }
    if (x->n == sizeof x->products / sizeof *x->products)
        return false;
    x->products[x->n++] = (struct product){*t, text, times};
    return true;
}

static int factor_of(struct scope *s, isl_aff *aff, unsigned place)
{
    int f = poly_parameter(s, aff, place);
    isl_space *space = isl_aff_get_domain_space(aff);
    isl_id *id = isl_space_get_dim_id(space, isl_dim_param, place);
    for (unsigned d = 0; f < 0 && d < s->judged; d++) {
        isl_id *own = outer_id(s, d);
        if (own == id)
            f = FACTOR_OF_FRAME + (int)d;
        isl_id_free(own);
    }
    isl_id_free(id);
    isl_space_free(space);
    return f;
}

/* Adds sign · t · digit, a function of parameters of which nothing is known but its text. Takes digit. */
static bool add_digit_text(struct scope *s, struct sum *x, const struct term *t, isl_pw_aff *digit, isl_set *some,
                           long sign)
{
    if (s->is_data) /* all of several regions has a shorter text, in a smaller range of statements */
        return isl_pw_aff_free(digit), false;
    const char *text = digit ? text_where(s, digit, isl_set_copy(some)) : NULL;
    return text && add_text(x, t, arena_printf(s->a->arena, "(%s)", text), sign);
}

/* Adds sign · t · digit, a function of parameters where they are in `some`, to the sum. Takes digit. */
static bool add_digit(struct scope *s, struct sum *x, const struct term *t, isl_pw_aff *digit, isl_set *some, long sign)
{
    isl_aff *aff = digit ? poly_single(digit) : NULL;
    if (!aff)
        return add_digit_text(s, x, t, digit, some, sign);
    isl_pw_aff_free(digit);
    long k;
    bool ok = is_whole(isl_aff_get_constant_val(aff), &k) && add_product(x, t, -1, sign * k);
    for (int i = 0; ok && i < isl_aff_dim(aff, isl_dim_param); i++) {
        ok = is_whole(isl_aff_get_coefficient_val(aff, isl_dim_param, i), &k);
        int f = ok && k ? factor_of(s, aff, (unsigned)i) : 0;
        ok = ok && f >= 0 && (k == 0 || add_product(x, t, f, sign * k));
    }
    isl_aff_free(aff);
    return ok;
}

static bool add_factor(struct scope *s, struct sb *b, int f, bool cast)
{
    if (f >= FACTOR_OF_FRAME) {
        const struct var *v = s->frames[f - FACTOR_OF_FRAME].loop->iv;
        sb_printf(b, "%s%s", cast ? "(long)" : "", v->name);
        return has_name_here(s, v);
    }
    const struct node *n = s->parameters.v[f].node;
    const char *text = asked_text(s, n);
    bool simple = n->kind == NODE_NAME || n->kind == NODE_ARROW || n->kind == NODE_MEMBER || n->kind == NODE_SUBSCRIPT;
    sb_printf(b, "%s%s%s%s", cast ? "(long)" : "", simple ? "" : "(", text ? text : "", simple ? "" : ")");
    return text != NULL;
}

static bool print_product(struct scope *s, struct sb *b, const struct product *p)
{
    long k = p->times;
    bool ok = true;
    sb_add(b, b->n ? (k < 0 ? " - " : " + ") : k < 0 ? "-" : "");
    k = labs(k);
    unsigned n = p->term.n + (p->text != NULL);
    if (!n || k != 1)
        sb_printf(b, "%ld%s", k, !n ? "" : " * ");
    for (unsigned i = 0; ok && i < p->term.n; i++) {
        sb_add(b, i ? " * " : "");
        ok = add_factor(s, b, p->term.factors[i], n > 1 && i == 0);
    }
    if (p->text)
        sb_printf(b, "%s%s", p->term.n ? " * " : "", p->text);
    return ok;
}

/* products first, positive ones before the others */
static int by_look(const void *a, const void *b)
{
    const struct product *x = a, *y = b;
    if ((x->times < 0) != (y->times < 0))
        return (x->times < 0) - (y->times < 0);
    return (int)y->term.n + (y->text != NULL) - (int)x->term.n - (x->text != NULL);
}

static const char *sum_text(struct scope *s, struct sum *x)
{
    struct sb b = {0};
    bool ok = true;
    qsort(x->products, x->n, sizeof *x->products, by_look);
    for (unsigned i = 0; ok && i < x->n; i++)
        if (x->products[i].times)
            ok = print_product(s, &b, &x->products[i]);
    if (b.n == 0)
        sb_addc(&b, '0');
    const char *text = sb_take(&b, s->a->arena);
    return ok ? text : NULL;
}

struct whole {
    isl_pw_aff *of, *found;
};

/* Has the function of this piece the values of all others, too? */
static isl_stat try_piece(isl_set *domain, isl_aff *aff, void *user)
{
    struct whole *w = user;
    isl_set_free(domain);
    isl_pw_aff *x = isl_pw_aff_from_aff(aff);
    isl_pw_aff *here = isl_pw_aff_intersect_domain(isl_pw_aff_copy(x), isl_pw_aff_domain(isl_pw_aff_copy(w->of)));
    bool same = !w->found && isl_pw_aff_is_equal(here, w->of) == isl_bool_true;
    isl_pw_aff_free(here);
    if (same)
        w->found = x;
    else
        isl_pw_aff_free(x);
    return isl_stat_ok;
}

/* Is there nothing that the set could say of a function? n is 3, and so is n + 1 4. */
static bool has_no_equations(isl_set *some)
{
    isl_basic_set *hull = isl_set_affine_hull(isl_set_copy(some));
    bool none = isl_basic_set_plain_is_universe(hull) == isl_bool_true;
    isl_basic_set_free(hull);
    return none;
}

static isl_stat take_piece(isl_set *domain, isl_aff *aff, void *user)
{
    isl_set_free(domain);
    *(isl_aff **)user = aff;
    return isl_stat_ok;
}

/* x where it is one function, of which nothing could be left out; NULL: it is not, and x stays. Else takes x. */
static isl_pw_aff *single(isl_pw_aff *x)
{
    isl_aff *aff = NULL;
    if (isl_pw_aff_n_piece(x) != 1 || isl_pw_aff_foreach_piece(x, take_piece, &aff) != isl_stat_ok)
        return NULL;
    if (isl_aff_dim(aff, isl_dim_div) != 0)
        return isl_aff_free(aff), NULL;
    isl_pw_aff_free(x);
    return isl_pw_aff_from_aff(aff);
}

/* x, where the parameters are in `some`, on which x is known: as one function, if it is one. 0 where n is 1, else n -
 * 1, is n - 1. is_free: `some` has no equations. */
static isl_pw_aff *simplified(isl_pw_aff *x, isl_set *some, bool is_free)
{
    isl_pw_aff *whole = is_free ? single(x) : NULL;
    if (whole)
        return whole;
    x = isl_pw_aff_coalesce(isl_pw_aff_gist_params(x, isl_set_copy(some)));
    struct whole w = {.of = x};
    if (isl_pw_aff_isa_aff(x) != isl_bool_true) {
        w.of = x = isl_pw_aff_gist_params(x, isl_set_copy(some)); /* of pieces that have become one */
        if (isl_pw_aff_isa_aff(x) != isl_bool_true)
            isl_pw_aff_foreach_piece(x, try_piece, &w);
    }
    if (!w.found)
        return x;
    isl_pw_aff_free(x);
    return w.found;
}

/* The section from the least to the greatest number with these digits. Takes all. */
static bool find_number_section(struct scope *s, struct extent *e, const struct chain *c, isl_set *all)
{
    isl_set *some = isl_set_params(isl_set_copy(all));
    some = isl_set_coalesce(isl_set_intersect(some, usual_parameters(s)));
    isl_pw_multi_aff *low = isl_set_lexmin_pw_multi_aff(isl_set_copy(all));
    isl_pw_multi_aff *high = isl_set_lexmax_pw_multi_aff(all);
    struct sum first = {0}, length = {0};
    const struct term one = {0};
    bool ok = low && high && add_product(&length, &one, -1, 1), is_free = ok && has_no_equations(some);
    for (unsigned k = 0; ok && k < c->n; k++) {
        isl_pw_aff *l = isl_pw_multi_aff_get_pw_aff(low, (int)(c->n - 1 - k));
        isl_pw_aff *h = isl_pw_multi_aff_get_pw_aff(high, (int)(c->n - 1 - k));
        l = simplified(l, some, is_free);
        h = simplified(h, some, is_free);
        ok = add_digit(s, &first, &c->terms[k], isl_pw_aff_copy(l), some, 1) &&
             add_digit(s, &length, &c->terms[k], l, some, -1) && add_digit(s, &length, &c->terms[k], h, some, 1);
    }
    isl_pw_multi_aff_free(low);
    isl_pw_multi_aff_free(high);
    const char *condition = ok ? set_text(s, some) : (isl_set_free(some), NULL);
    const char *text = condition ? sum_text(s, &length) : NULL;
    e->low = text ? sum_text(s, &first) : NULL;
    if (!e->low || has_type_limits(e->low) || has_type_limits(text) ||
        length_to_read(e->low) + length_to_read(text) + length_to_read(condition) > LONGEST_NUMBERS ||
        strchr(e->low, '[') || strchr(text, '[') || strchr(condition, '['))
        return false;
    e->length = *condition ? arena_printf(s->a->arena, "%s ? %s : 0", condition, text) : text;
    e->some = text;
    spell_section(s, e);
    return true;
}

/* x where it has a value, 0 elsewhere. Takes x. */
static isl_pw_aff *or_zero(isl_pw_aff *x)
{
    isl_set *none = isl_set_complement(isl_pw_aff_domain(isl_pw_aff_copy(x)));
    isl_aff *zero = isl_aff_zero_on_domain(isl_local_space_from_space(isl_set_get_space(none)));
    return isl_pw_aff_coalesce(isl_pw_aff_union_add(x, isl_pw_aff_alloc(none, zero)));
}

static isl_pw_aff *plus_one(isl_pw_aff *x)
{
    isl_aff *one = isl_aff_zero_on_domain(isl_local_space_from_space(isl_pw_aff_get_domain_space(x)));
    return isl_pw_aff_add(x, isl_pw_aff_from_aff(isl_aff_add_constant_si(one, 1)));
}

/* `s->n > 0 ? 1 : 0` elements of s: where the length is worked out by a member of the first element, that is there. */
static bool is_surely_one(const struct extent *e)
{
    size_t n = strlen(e->length), of = strlen(e->object->name);
    const char *choice = strstr(e->length, " ? ");
    if (!e->read || strcmp(e->low, "0") != 0 || !choice || n - (size_t)(choice - e->length) != strlen(" ? 1 : 0") ||
        (strcmp(choice, " ? 1 : 0") != 0 && strcmp(choice, " ? 0 : 1") != 0) || strpbrk(e->length, "&|"))
        return false;
    for (const char *p = e->length; (p = strstr(p, e->object->name)) && p < choice; p += of) {
        bool begins = p == e->length || !strchr(".>_", p[-1]);
        if (begins && (p == e->length || !isalnum((unsigned char)p[-1])) && strncmp(p + of, "->", 2) == 0)
            return true;
    }
    return false;
}

/* x without the constraints that hold anyway, by what is known of the parameters, or do not matter, where `length` is
 * 0. Takes x. */
static isl_set *without_known(struct scope *s, isl_set *x, isl_pw_aff *length)
{
    isl_set *known = usual_parameters(s), *may = isl_set_copy(x);
    may = isl_set_union(may, isl_set_params(isl_pw_aff_zero_set(isl_pw_aff_copy(length))));
    isl_basic_set *one = isl_set_simple_hull(isl_set_remove_divs(isl_set_copy(x)));
    isl_constraint_list *all = isl_basic_set_get_constraint_list(one);
    int n = (int)isl_constraint_list_n_constraint(all);
    isl_set *left = NULL;
    bool gone[32] = {false};
    if (n > 0 && n <= (int)(sizeof gone / sizeof *gone))
        for (int i = 0; i <= n; i++) { /* the last time with all that are needed */
            isl_basic_set *rest = isl_basic_set_universe(isl_basic_set_get_space(one));
            for (int k = 0; k < n; k++)
                if (k != i && !gone[k])
                    rest = isl_basic_set_add_constraint(rest, isl_constraint_list_get_constraint(all, k));
            isl_set *here = isl_set_from_basic_set(rest);
            isl_set *both = isl_set_intersect(isl_set_copy(here), isl_set_copy(known));
            bool same = isl_set_is_subset(both, may) == isl_bool_true;
            isl_set_free(both);
            if (i < n)
                gone[i] = same;
            left = i == n && same ? here : (isl_set_free(here), NULL);
        }
    isl_constraint_list_free(all);
    isl_basic_set_free(one);
    isl_set_free(known);
    isl_set_free(may);
    if (!left)
        return x;
    isl_set_free(x);
    return left;
}

/* Where e's section is not empty it has this first element, and this length, as e->some has it, if it is one
 * everywhere. Takes low and some. */
static void find_by_condition(struct scope *s, struct extent *e, isl_pw_aff *low, isl_pw_aff *length, isl_set *some)
{
    isl_pw_aff *first = simplified(low, some, false);
    const char *then = e->some ? e->some : text_where(s, isl_pw_aff_copy(length), isl_set_copy(some));
    e->low = text_where(s, first, isl_set_copy(some));
    const char *condition = plain_set_text(s, without_known(s, isl_set_coalesce(some), length));
    size_t n = condition ? strlen(condition) : 0; /* as it is where nothing else is known */
    if (n > 5 && strcmp(condition + n - 5, " >= 1") == 0 && !strpbrk(condition, "&|"))
        condition = arena_printf(s->a->arena, "%.*s > 0", (int)(n - 5), condition);
    e->length = !condition || !then ? NULL
                : *condition ? arena_printf(s->a->arena, e->some ? "%s ? %s : 0" : "%s ? (%s) : 0", condition, then)
                             : then;
}

/* The section from the least to the greatest element. Takes all. */
bool find_section(struct scope *s, struct extent *e, isl_set *all)
{
    all = isl_set_coalesce(all);
    isl_pw_aff *low = isl_set_dim_min(isl_set_copy(all), 0), *high = isl_set_dim_max(all, 0);
    if (!low || !high) {
        isl_pw_aff_free(low);
        isl_pw_aff_free(high);
        return false;
    }
    isl_pw_aff *length = plus_one(isl_pw_aff_sub(isl_pw_aff_copy(high), isl_pw_aff_copy(low)));
    isl_pw_aff_free(high);
    length = isl_pw_aff_intersect_params(length, usual_parameters(s)); /* where it is 0, `low` does not matter */
    isl_set *some = isl_pw_aff_domain(isl_pw_aff_copy(length));
    isl_pw_aff *any = simplified(isl_pw_aff_copy(length), some, false);
    length = isl_pw_aff_gist_params(or_zero(isl_pw_aff_coalesce(length)), usual_parameters(s));
    isl_pw_aff *lowest = isl_pw_aff_copy(low);
    low = isl_pw_aff_gist_params(isl_pw_aff_coalesce(low), usual_parameters(s));
    e->low = expression_text(s, low);
    e->length = expression_text(s, length);
    bool single = isl_pw_aff_isa_aff(any) == isl_bool_true;
    e->some = single ? text_where(s, isl_pw_aff_copy(any), isl_set_copy(some)) : NULL;
    /* of data that stays a test may say where it is not empty, which leaves shorter texts (held.c) */
    const size_t longest = s->is_data ? LONGEST_OF_DATA : LONGEST_SECTION;
    if (!s->is_data && (!e->low || has_type_limits(e->low) || !e->length || has_type_limits(e->length) ||
                        strchr(e->length, '[') || length_to_read(e->low) + length_to_read(e->length) > longest))
        find_by_condition(s, e, isl_pw_aff_copy(lowest), any, isl_set_copy(some));
    isl_pw_aff_free(lowest);
    isl_pw_aff_free(any);
    isl_set_free(some);
    if (!e->low || !e->length)
        return false;
    if (has_type_limits(e->low) || has_type_limits(e->length))
        return false;
    if (length_to_read(e->low) + length_to_read(e->length) > longest || strchr(e->low, '[') || strchr(e->length, '['))
        return false; /* nobody could read it, or it is read from memory */
    if (is_surely_one(e))
        e->length = e->some = "1";
    spell_section(s, e);
    return true;
}

/* Rows of variable length: their number is the highest digit, if the others are what the type says. Takes all. */
static bool find_row_section(struct scope *s, struct extent *e, const struct chain *c, isl_set *all)
{
    unsigned inside = 0;
    for (const struct type *t = e->object->elem; type_is_array(t); t = t->elem)
        inside++;
    if (inside + 1 != c->n) {
        isl_set_free(all);
        return false;
    }
    return find_section(s, e, isl_set_project_out(all, isl_dim_set, 1, c->n - 1));
}

/* Is anything touched under conditions that are not understood, and nowhere else? */
static bool has_loose(const struct scope *s, const struct object *o)
{
    for_each (struct touch, t, s->accesses) {
        bool firm = !t->loose || !is_touch_of(s, t, o);
        for (const struct touch *x = s->accesses.v; !firm && x < s->accesses.v + s->accesses.n; x++)
            firm = !x->loose && is_touch_of(s, x, o) && is_same_place(s, x, t);
        if (!firm)
            return true;
    }
    return false;
}

static bool has_digits(const struct chain *c, const struct touch *t)
{
    const struct poly *p = t->nsteps && !t->steps[0].is_member && !is_flexible(t) ? t->steps[0].index : NULL;
    bool has = p && !p->low && !p->high && t->object->kind != OBJECT_UNKNOWN && t->object->kind != OBJECT_ROWS;
    for (unsigned i = 0; has && i < p->n; i++) {
        bool found = false;
        for (unsigned k = 0; k < c->n; k++)
            found |= term_same_factors(&c->terms[k], &p->terms[i]);
        has = found;
    }
    return has;
}

/* The same of all other memory, where it is touched in any case */
static isl_set *firm_of_others(struct scope *s, const struct object *o, const struct chain *c)
{
    isl_set *all = NULL;
    for_each (struct touch, t, s->accesses) {
        if (!t->must || t->loose || is_touch_of(s, t, o) || !has_digits(c, t))
            continue;
        isl_set *x = proper_digits(s, t, c, NULL);
        all = all ? isl_set_union(all, x) : x;
    }
    return all;
}

/* Is what o is touched at only where data says so there? */
static bool is_there(struct scope *s, const struct object *o, const struct chain *c)
{
    isl_set *firm = NULL, *doubtful = NULL;
    bool sure = true;
    for_each (struct touch, t, s->accesses)
        sure &= t->must || !is_touch_of(s, t, o);
    if (sure)
        return true;
    for_each (struct touch, t, s->accesses) {
        if (!is_touch_of(s, t, o) || is_again(s, o, t, false))
            continue;
        isl_set **sort = t->must ? &firm : &doubtful, *x = proper_digits(s, t, c, NULL);
        *sort = *sort ? isl_set_union(*sort, x) : x;
    }
    isl_set *others = doubtful ? firm_of_others(s, o, c) : NULL;
    bool is = is_taken_to_be(s, o, doubtful, firm, others);
    isl_set_free(firm);
    isl_set_free(others);
    return is;
}

bool find_digits(struct scope *s, struct extent *e)
{
    struct chain c;
    isl_set *all = NULL, *stored = NULL;
    bool are_numbers = true;
    if (!find_chain(s, e->object, &c) || c.n < 2 || has_loose(s, e->object) || !is_there(s, e->object, &c))
        return false;
    for_each (struct touch, t, s->accesses) {
        bool stores = !e->read && always_stores(t);
        if (!is_touch_of(s, t, e->object) || is_again(s, e->object, t, stores))
            continue;
        isl_set *x = proper_digits(s, t, &c, &are_numbers);
        if (stores)
            stored = stored ? isl_set_union(stored, isl_set_copy(x)) : isl_set_copy(x);
        all = all ? isl_set_union(all, x) : x;
    }
    isl_set *numbers = proper(s, isl_set_get_space(all), &c);
    bool ok = are_numbers || isl_set_is_subset(all, numbers) == isl_bool_true, rows = type_is_array(e->object->elem);
    if (ok && stored && !rows) { /* all numbers from the least to the greatest one */
        isl_set *h = isl_set_intersect(range_hull(all), isl_set_copy(numbers));
        h = isl_set_intersect_params(h, usual_parameters(s));
        e->covered = isl_set_is_subset(h, stored) == isl_bool_true;
        isl_set_free(h);
    }
    isl_set_free(stored);
    isl_set_free(numbers);
    if (!ok)
        isl_set_free(all);
    return ok && (rows ? find_row_section(s, e, &c, all) : find_number_section(s, e, &c, all));
}

/* ---- where indices are what they look like ---- */
bool is_no_test(isl_set *x)
{
    bool outer = false;
    for (unsigned i = 0; !outer && (int)i < (int)isl_set_dim(x, isl_dim_param); i++) {
        isl_id *id = isl_set_get_dim_id(x, isl_dim_param, i);
        outer = isl_set_involves_dims(x, isl_dim_param, i, 1) == isl_bool_true && !isl_id_get_user(id);
        isl_id_free(id);
    }
    return outer || isl_set_is_empty(x) != isl_bool_false;
}

/* The parameters for which x holds for some values of the variables of the loops around. Takes x. */
static isl_set *for_some_around(isl_set *x)
{
    for (int i = (int)isl_set_dim(x, isl_dim_param); i-- > 0;) {
        isl_id *id = isl_set_get_dim_id(x, isl_dim_param, (unsigned)i);
        if (!isl_id_get_user(id))
            x = isl_set_project_out(x, isl_dim_param, (unsigned)i, 1);
        isl_id_free(id);
    }
    return x;
}

/* A test need not hold where nothing happens: where without the parts of that kind. Takes where. */
static isl_set *where_used(isl_set *where, isl_set *all)
{
    isl_basic_set_list *parts = isl_set_get_basic_set_list(where);
    isl_set *used = NULL;
    for (int i = 0; i < (int)isl_basic_set_list_n_basic_set(parts); i++) {
        isl_set *x = isl_set_from_basic_set(isl_basic_set_list_get_basic_set(parts, i));
        if (isl_set_is_disjoint(x, all) == isl_bool_true)
            isl_set_free(x);
        else
            used = used ? isl_set_union(used, x) : x;
    }
    isl_basic_set_list_free(parts);
    if (!used)
        return where;
    isl_set_free(where);
    return used;
}

isl_set *where_proper(struct scope *s, const struct object *o)
{
    struct chain c;
    isl_set *wrong = NULL, *all = NULL;
    if (!find_chain(s, o, &c) || c.n < 2)
        return NULL;
    for_each (struct touch, t, s->accesses) {
        if (!is_touch_of(s, t, o) || is_again(s, o, t, false))
            continue;
        isl_set *x = proper_digits(s, t, &c, NULL), *numbers = proper(s, isl_set_get_space(x), &c);
        isl_set *here = isl_set_params(isl_set_copy(x)), *not = isl_set_params(isl_set_subtract(x, numbers));
        all = all ? isl_set_union(all, here) : here;
        wrong = wrong ? isl_set_union(wrong, not) : not;
    }
    isl_set *always = isl_set_complement(for_some_around(isl_set_copy(wrong)));
    isl_set *where = isl_set_complement(isl_set_coalesce(isl_set_gist(wrong, isl_set_copy(all))));
    if (is_no_test(where)) { /* it speaks of variables that change: one that holds for all their values */
        isl_set_free(where);
        where = isl_set_gist(isl_set_copy(always), for_some_around(isl_set_copy(all)));
    }
    isl_set_free(always);
    where = where_used(isl_set_coalesce(where), all);
    isl_set_free(all);
    return where;
}
