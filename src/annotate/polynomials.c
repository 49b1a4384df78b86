/* polynomials.c: integer values as sums of products. A term is an affine function of the variables of loops times
 * factors that do not change while the loop runs: i * n + j is j + (i)·n, (z * ny + y) * nx + x is x + (y)·nx +
 * (z)·nx·ny. The term without factors is the first one and always there.
 *
 * Two such values are compared digit by digit, as numbers are: if the difference of the terms without factors is
 * smaller than n, sums can only be equal where it is 0 and the terms with the factor n are equal (Maslov, PLDI 1992,
 * calls that delinearisation). Where it may be as large, the pair counts as equal. */
#include <isl/lp.h>
#include <stdlib.h>
#include <string.h>

#include "annotate_priv.h"

enum { MOST_RANGE = 1 << 30 };

/* ---- making and freeing ---- */
struct poly *poly_of_affine(struct scope *s, isl_pw_aff *x)
{
    if (!x)
        return NULL;
    struct poly *p = NEW(s->a->arena, struct poly);
    *p = (struct poly){.n = 1, .terms = {{.coefficient = x}}};
    return p;
}

void poly_free(struct poly *p)
{
    for (unsigned i = 0; p && i < p->n; i++)
        isl_pw_aff_free(p->terms[i].coefficient);
    if (p)
        p->n = 0;
}

struct poly *poly_of_range(struct scope *s, long low, long high)
{
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(s->domain));
    struct poly *p = poly_of_affine(s, isl_pw_aff_from_aff(isl_aff_zero_on_domain(ls)));
    p->low = low;
    p->high = high;
    return p;
}

static bool is_known(const struct poly *p) { return p->low == 0 && p->high == 0; }

bool poly_is_affine(const struct poly *p) { return p && p->n == 1 && is_known(p); }

isl_pw_aff *poly_take_affine(struct poly *p)
{
    isl_pw_aff *x = poly_is_affine(p) ? isl_pw_aff_copy(p->terms[0].coefficient) : NULL;
    poly_free(p);
    return x;
}

struct poly *poly_copy(struct scope *s, const struct poly *p)
{
    struct poly *c = NEW(s->a->arena, struct poly);
    *c = *p;
    for (unsigned i = 0; i < c->n; i++)
        c->terms[i].coefficient = isl_pw_aff_copy(c->terms[i].coefficient);
    return c;
}

struct poly *poly_lift(struct scope *s, struct poly *p)
{
    unsigned dims = (unsigned)isl_set_dim(s->domain, isl_dim_set);
    for (unsigned i = 0; p && i < p->n; i++) {
        isl_pw_aff **x = &p->terms[i].coefficient;
        unsigned has = (unsigned)isl_pw_aff_dim(*x, isl_dim_in);
        if (has < dims)
            *x = isl_pw_aff_add_dims(*x, isl_dim_in, dims - has);
    }
    return p;
}

/* ---- terms ---- */
bool term_same_factors(const struct term *a, const struct term *b)
{
    return a->n == b->n && memcmp(a->factors, b->factors, a->n * sizeof *a->factors) == 0;
}

bool poly_is_same(const struct poly *a, const struct poly *b)
{
    bool same = a == b || (a && b && a->n == b->n && a->low == b->low && a->high == b->high);
    for (unsigned i = 0; a != b && same && i < a->n; i++)
        same = term_same_factors(&a->terms[i], &b->terms[i]) &&
               isl_pw_aff_plain_is_equal(a->terms[i].coefficient, b->terms[i].coefficient) == isl_bool_true;
    return same;
}

static struct term *term_with(struct poly *p, const struct term *like)
{
    for (unsigned i = 0; i < p->n; i++)
        if (term_same_factors(&p->terms[i], like))
            return &p->terms[i];
    return NULL;
}

/* p plus a term; false: too many. Takes the term's coefficient. */
static bool add_term(struct poly *p, struct term t)
{
    struct term *same = term_with(p, &t);
    if (same) {
        same->coefficient = isl_pw_aff_add(same->coefficient, t.coefficient);
        return true;
    }
    if (p->n == MOST_TERMS) {
        isl_pw_aff_free(t.coefficient);
        return false;
    }
    p->terms[p->n++] = t;
    return true;
}

static bool is_zero(isl_pw_aff *x)
{
    isl_aff *aff = poly_single(x);
    if (aff) { /* the same sum everywhere */
        bool zero = isl_aff_plain_is_zero(aff) == isl_bool_true;
        isl_aff_free(aff);
        return zero;
    }
    isl_set *some = isl_pw_aff_non_zero_set(isl_pw_aff_copy(x));
    bool zero = isl_set_is_empty(some) == isl_bool_true;
    isl_set_free(some);
    return zero;
}

/* terms whose coefficient is 0 go */
static struct poly *tidy(struct poly *p)
{
    unsigned n = 1;
    for (unsigned i = 1; i < p->n; i++) {
        if (is_zero(p->terms[i].coefficient))
            isl_pw_aff_free(p->terms[i].coefficient);
        else
            p->terms[n++] = p->terms[i];
    }
    p->n = n;
    return p;
}

static struct poly *give_up(struct poly *a, struct poly *b)
{
    poly_free(a);
    poly_free(b);
    return NULL;
}

struct poly *poly_add(struct poly *a, struct poly *b, bool subtract)
{
    if (!a || !b)
        return give_up(a, b);
    bool fits = !__builtin_add_overflow(a->low, subtract ? -b->high : b->low, &a->low) &&
                !__builtin_add_overflow(a->high, subtract ? -b->low : b->high, &a->high);
    for (unsigned i = 0; i < b->n; i++) {
        struct term t = b->terms[i];
        t.coefficient = isl_pw_aff_copy(t.coefficient);
        if (subtract)
            t.coefficient = isl_pw_aff_neg(t.coefficient);
        fits = add_term(a, t) && fits;
    }
    poly_free(b);
    return fits ? tidy(a) : give_up(a, NULL);
}

/* false: the limits would become too large */
static bool scale_range(struct poly *p, isl_val *by)
{
    if (is_known(p))
        return true;
    long k = isl_val_cmp_si(by, MOST_RANGE) < 0 && isl_val_cmp_si(by, -MOST_RANGE) > 0 ? isl_val_get_num_si(by) : 0;
    long low = (k < 0 ? p->high : p->low) * k, high = (k < 0 ? p->low : p->high) * k;
    p->low = low;
    p->high = high;
    return k != 0 && low >= -MOST_RANGE && high <= MOST_RANGE;
}

struct poly *poly_scale(struct poly *p, isl_val *by)
{
    if (p && !scale_range(p, by)) {
        isl_val_free(by);
        return give_up(p, NULL);
    }
    for (unsigned i = 0; p && i < p->n; i++)
        p->terms[i].coefficient = isl_pw_aff_scale_val(p->terms[i].coefficient, isl_val_copy(by));
    isl_val_free(by);
    return p;
}

/* ---- products ---- */
static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static bool multiply_factors(struct term *t, const struct term *by)
{
    if (t->n + by->n > MOST_FACTORS)
        return false;
    memcpy(t->factors + t->n, by->factors, by->n * sizeof *by->factors);
    t->n += by->n;
    qsort(t->factors, t->n, sizeof *t->factors, by_number);
    return true;
}

isl_aff *poly_single(isl_pw_aff *x)
{
    isl_pw_aff *c = isl_pw_aff_coalesce(isl_pw_aff_copy(x));
    isl_aff *aff = isl_pw_aff_isa_aff(c) == isl_bool_true ? isl_pw_aff_as_aff(c) : (isl_pw_aff_free(c), NULL);
    if (aff && isl_aff_dim(aff, isl_dim_div) > 0) {
        isl_aff_free(aff);
        return NULL;
    }
    return aff;
}

/* isl_pw_aff_lt_set, which takes ten times as long */
isl_set *poly_below(isl_pw_aff *x, isl_pw_aff *y)
{
    isl_pw_aff *room = isl_pw_aff_sub(y, x);
    return isl_pw_aff_nonneg_set(isl_pw_aff_add_constant_val(room, isl_val_int_from_si(isl_pw_aff_get_ctx(room), -1)));
}

int poly_parameter(const struct scope *s, isl_aff *aff, unsigned place)
{
    isl_space *space = isl_aff_get_domain_space(aff);
    isl_id *id = isl_space_get_dim_id(space, isl_dim_param, place);
    isl_space_free(space);
    int number = -1;
    for (size_t i = 0; i < s->parameters.n; i++)
        if (s->parameters.v[i].id == id)
            number = (int)i;
    isl_id_free(id);
    return number;
}

bool is_whole(isl_val *v, long *x)
{
    bool whole =
        isl_val_is_int(v) == isl_bool_true && isl_val_cmp_si(v, 1L << 30) < 0 && isl_val_cmp_si(v, -(1L << 30)) > 0;
    *x = whole ? isl_val_get_num_si(v) : 0;
    isl_val_free(v);
    return whole;
}

/* x as a number and multiples of factors: of parameters, and of the variables of loops around the judged one. */
bool poly_split(struct scope *s, isl_pw_aff *x, struct factor_sum *out)
{
    *out = (struct factor_sum){0};
    isl_aff *aff = poly_single(x);
    bool ok = aff && is_whole(isl_aff_get_constant_val(aff), &out->constant);
    for (unsigned kind = 0; ok && kind < 2; kind++) {
        enum isl_dim_type type = kind ? isl_dim_in : isl_dim_param;
        for (unsigned i = 0; ok && i < (unsigned)isl_aff_dim(aff, type); i++) {
            long k;
            ok = is_whole(isl_aff_get_coefficient_val(aff, type, (int)i), &k);
            if (!ok || k == 0)
                continue;
            int f = !kind ? poly_parameter(s, aff, i) : FACTOR_OF_FRAME + (int)i;
            ok = out->n < MOST_TERMS && f >= 0 && (!kind || (s->is_judging && i < s->judged));
            if (ok) {
                out->factor[out->n] = f;
                out->times[out->n++] = k;
            }
        }
    }
    isl_aff_free(aff);
    return ok;
}

/* Adds `t` times by times the factor f (-1: none) to p. */
static bool add_multiple(struct scope *s, struct poly *p, const struct term *t, long by, int f)
{
    struct term m = *t;
    struct term factor = {.n = f >= 0, .factors = {f}};
    if (by == 0)
        return true;
    if (!multiply_factors(&m, &factor))
        return false;
    m.coefficient = isl_pw_aff_scale_val(isl_pw_aff_copy(t->coefficient), isl_val_int_from_si(s->isl, by));
    return add_term(p, m);
}

static struct poly *zero_like(struct scope *s, const struct poly *p)
{
    isl_val *none = isl_val_zero(s->isl);
    return poly_of_affine(s, isl_pw_aff_scale_val(isl_pw_aff_copy(p->terms[0].coefficient), none));
}

/* Adds a times the term t to p: t's coefficient is a sum of factors. */
static bool add_product(struct scope *s, struct poly *p, const struct poly *a, const struct term *t)
{
    struct factor_sum sum;
    bool ok = poly_split(s, t->coefficient, &sum);
    for (unsigned i = 0; ok && i < a->n; i++) {
        struct term m = a->terms[i];
        ok = multiply_factors(&m, t) && add_multiple(s, p, &m, sum.constant, -1);
        for (unsigned k = 0; ok && k < sum.n; k++)
            ok = add_multiple(s, p, &m, sum.times[k], sum.factor[k]);
    }
    return ok;
}

static bool all_split(struct scope *s, const struct poly *p)
{
    struct factor_sum sum;
    bool ok = true;
    for (unsigned i = 0; ok && i < p->n; i++)
        ok = poly_split(s, p->terms[i].coefficient, &sum);
    return ok;
}

struct poly *poly_multiply(struct scope *s, struct poly *a, struct poly *b)
{
    if (!a || !b)
        return give_up(a, b);
    for (unsigned turn = 0; turn < 2; turn++) {
        struct factor_sum number;
        if (b->n == 1 && is_known(b) && poly_split(s, b->terms[0].coefficient, &number) && number.n == 0) {
            poly_free(b);
            return poly_scale(a, isl_val_int_from_si(s->isl, number.constant));
        }
        struct poly *t = a;
        a = b;
        b = t;
    }
    if (!is_known(a) || !is_known(b))
        return give_up(a, b);
    if (!all_split(s, b)) {
        struct poly *t = a;
        a = b;
        b = t;
    }
    struct poly *p = zero_like(s, a);
    bool ok = all_split(s, b);
    for (unsigned i = 0; ok && i < b->n; i++)
        ok = add_product(s, p, a, &b->terms[i]);
    give_up(a, b);
    return ok ? tidy(p) : give_up(p, NULL);
}

/* ---- ranges ---- */
static isl_pw_aff *factor_here(const struct scope *s, isl_space *space, int f)
{
    if (f >= FACTOR_OF_FRAME) {
        isl_local_space *ls = isl_local_space_from_space(space);
        return isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)(f - FACTOR_OF_FRAME)));
    }
    isl_id *id = s->parameters.v[f].id;
    if (isl_space_find_dim_by_id(space, isl_dim_param, id) < 0)
        space = isl_space_add_param_id(space, isl_id_copy(id));
    return isl_pw_aff_from_aff(isl_aff_param_on_domain_space_id(space, isl_id_copy(id)));
}

isl_aff *poly_single_factor(const struct scope *s, isl_space *space, int f)
{
    return isl_pw_aff_as_aff(factor_here(s, space, f));
}

/* The least and the greatest value of a function, part by part of where it is asked for: a piece of the function's own,
 * the domain, and what is known of the parameters. As sets these would be intersected by their whole numbers, which
 * takes very much longer than all else here. */
struct bounds {
    isl_set *domain, *context;
    isl_basic_set *piece, *part;
    isl_aff *aff;
    isl_val *low, *high; /* NULL: of no part yet */
};

/* *all becomes the greater (the less) of itself and x, a whole number; takes x. */
static bool add_bound(isl_val **all, isl_val *x, bool greatest)
{
    bool ok = isl_val_is_int(x) == isl_bool_true;
    *all = !*all ? x : greatest ? isl_val_max(*all, x) : isl_val_min(*all, x);
    return ok;
}

/* Among fractions: whole numbers lie between these bounds. */
static isl_stat bound_part(isl_basic_set *known, void *bounds)
{
    struct bounds *b = bounds;
    known = isl_basic_set_intersect_params(isl_basic_set_copy(b->part), isl_basic_set_params(known));
    isl_val *low = isl_basic_set_min_lp_val(known, b->aff);
    bool ok = low, none = ok && isl_val_is_nan(low) == isl_bool_true; /* there is nothing in it */
    if (ok && !none)
        ok = add_bound(&b->low, isl_val_ceil(low), false) &&
             add_bound(&b->high, isl_val_floor(isl_basic_set_max_lp_val(known, b->aff)), true);
    else
        isl_val_free(low);
    isl_basic_set_free(known);
    return ok ? isl_stat_ok : isl_stat_error;
}

static isl_stat bound_domain(isl_basic_set *domain, void *bounds)
{
    struct bounds *b = bounds;
    b->part = isl_basic_set_intersect(domain, isl_basic_set_copy(b->piece));
    isl_stat stat = isl_set_foreach_basic_set(b->context, bound_part, b);
    isl_basic_set_free(b->part);
    return stat;
}

static isl_stat bound_piece_part(isl_basic_set *piece, void *bounds)
{
    struct bounds *b = bounds;
    b->piece = piece;
    isl_stat stat = isl_set_foreach_basic_set(b->domain, bound_domain, b);
    isl_basic_set_free(piece);
    return stat;
}

static isl_stat bound_piece(isl_set *piece, isl_aff *aff, void *bounds)
{
    struct bounds *b = bounds;
    b->aff = aff;
    isl_stat stat = isl_set_foreach_basic_set(piece, bound_piece_part, b);
    isl_set_free(piece);
    isl_aff_free(aff);
    return stat;
}

static bool is_below_2_62(isl_val *x, __int128 *value)
{
    bool ok = x && isl_val_cmp_si(x, 1L << 62) <= 0 && isl_val_cmp_si(x, -(1L << 62)) >= 0;
    if (ok)
        *value = isl_val_get_num_si(x);
    return ok;
}

/* Bounds of x on the domain, if they are below 2^62; takes x. */
static bool range_of(const struct scope *s, isl_pw_aff *x, __int128 *low, __int128 *high)
{
    x = isl_pw_aff_align_params(x, isl_set_get_space(s->domain));
    x = isl_pw_aff_align_params(x, isl_set_get_space(s->context));
    struct bounds b = {.domain = isl_set_align_params(isl_set_copy(s->domain), isl_pw_aff_get_space(x)),
                       .context = isl_set_align_params(isl_set_copy(s->context), isl_pw_aff_get_space(x))};
    bool ok = isl_pw_aff_foreach_piece(x, bound_piece, &b) == isl_stat_ok && is_below_2_62(b.low, low) &&
              is_below_2_62(b.high, high);
    isl_set_free(b.domain);
    isl_set_free(b.context);
    isl_val_free(b.low);
    isl_val_free(b.high);
    isl_pw_aff_free(x);
    return ok;
}

static bool times(__int128 *low, __int128 *high, __int128 l, __int128 h)
{
    __int128 v[4] = {*low * l, *low * h, *high * l, *high * h};
    const __int128 limit = (__int128)1 << 64;
    *low = *high = v[0];
    for (int i = 1; i < 4; i++) {
        *low = v[i] < *low ? v[i] : *low;
        *high = v[i] > *high ? v[i] : *high;
    }
    return *low > -limit && *high < limit;
}

bool poly_is_between(const struct scope *s, const struct poly *p, __int128 low, __int128 high)
{
    __int128 least = p->low, most = p->high;
    for (unsigned i = 0; i < p->n; i++) {
        const struct term *t = &p->terms[i];
        __int128 l, h;
        if (!range_of(s, isl_pw_aff_copy(t->coefficient), &l, &h))
            return false;
        for (unsigned k = 0; k < t->n; k++) {
            __int128 fl, fh;
            isl_pw_aff *f = factor_here(s, isl_set_get_space(s->domain), t->factors[k]);
            if (!range_of(s, f, &fl, &fh) || !times(&l, &h, fl, fh))
                return false;
        }
        least += l;
        most += h;
    }
    return least >= low && most <= high;
}

/* ---- equality ---- */
struct digits {     /* of a difference, by factors: the lowest first */
    long low, high; /* and a number between these */
    unsigned n;
    struct term terms[2 * MOST_TERMS]; /* coefficients are functions of the pairs */
};

static isl_pw_aff *on_pairs(const isl_space *pairs, isl_pw_aff *x, bool second)
{
    isl_space *space = isl_space_copy((isl_space *)pairs);
    return isl_pw_aff_pullback_multi_aff(x, second ? isl_multi_aff_range_map(space) : isl_multi_aff_domain_map(space));
}

static void add_digits(struct digits *d, const isl_space *pairs, const struct poly *p, bool second)
{
    for (unsigned i = 0; i < p->n; i++) {
        struct term t = p->terms[i];
        t.coefficient = on_pairs(pairs, isl_pw_aff_copy(t.coefficient), second);
        if (second)
            t.coefficient = isl_pw_aff_neg(t.coefficient);
        unsigned k = 0;
        while (k < d->n && !term_same_factors(&d->terms[k], &t))
            k++;
        if (k < d->n)
            d->terms[k].coefficient = isl_pw_aff_add(d->terms[k].coefficient, t.coefficient);
        else
            d->terms[d->n++] = t;
    }
}

static bool is_zero_on(isl_pw_aff *x, isl_set *pairs)
{
    isl_set *some = isl_pw_aff_non_zero_set(isl_pw_aff_copy(x));
    bool zero = isl_set_is_disjoint(some, pairs) == isl_bool_true;
    isl_set_free(some);
    return zero;
}

/* Digits that are 0 for all pairs go; roughly: those that are 0 for any. A single one says that by itself. */
static void drop_zeros(struct digits *d, isl_set *pairs, bool roughly)
{
    unsigned n = 0;
    if (d->n == 1 && d->terms[0].n == 0)
        return;
    for (unsigned i = 0; i < d->n; i++) {
        isl_pw_aff *x = d->terms[i].coefficient;
        bool zero = roughly ? is_zero(x) : is_zero_on(x, pairs);
        if (zero && (d->terms[i].n > 0 || (d->low == 0 && d->high == 0)))
            isl_pw_aff_free(d->terms[i].coefficient);
        else
            d->terms[n++] = d->terms[i];
    }
    d->n = n;
}

int term_by_degree(const void *a, const void *b)
{
    const struct term *x = a, *y = b;
    return (int)x->n - (int)y->n;
}

/* The factors of `b` that `a` lacks; false: a has others */
bool term_ratio(const struct term *a, const struct term *b, struct term *ratio)
{
    unsigned i = 0;
    *ratio = (struct term){0};
    for (unsigned k = 0; k < b->n; k++)
        if (i < a->n && a->factors[i] == b->factors[k])
            i++;
        else
            ratio->factors[ratio->n++] = b->factors[k];
    return i == a->n && ratio->n > 0;
}

/* the greatest number that divides all multiples in x, 1 where that is not known */
static long content_of(isl_pw_aff *x)
{
    isl_aff *aff = poly_single(x);
    long g = 0, k;
    bool ok = aff && is_whole(isl_aff_get_constant_val(aff), &g);
    for (unsigned kind = 0; ok && kind < 2; kind++)
        for (int i = 0; ok && i < isl_aff_dim(aff, kind ? isl_dim_in : isl_dim_param); i++) {
            ok = is_whole(isl_aff_get_coefficient_val(aff, kind ? isl_dim_in : isl_dim_param, i), &k);
            for (k = labs(k), g = labs(g); k;) {
                long r = g % k;
                g = k;
                k = r;
            }
        }
    isl_aff_free(aff);
    return ok && g ? labs(g) : 1;
}

static isl_pw_aff *number(const struct scope *s, const isl_space *space, long x)
{
    isl_local_space *ls = isl_local_space_from_space(isl_space_copy((isl_space *)space));
    return isl_pw_aff_from_aff(isl_aff_val_on_domain(ls, isl_val_int_from_si(s->isl, x)));
}

/* Pairs for which the digit may be 0, with the number that is not known added to it. */
static isl_set *may_be_zero(const struct scope *s, const isl_space *space, const struct digits *d, unsigned i)
{
    isl_pw_aff *x = d->terms[i].coefficient;
    if (i > 0 || (d->low == 0 && d->high == 0))
        return isl_pw_aff_zero_set(isl_pw_aff_copy(x));
    isl_set *above = isl_pw_aff_ge_set(isl_pw_aff_copy(x), number(s, space, -d->high));
    return isl_set_intersect(above, isl_pw_aff_le_set(isl_pw_aff_copy(x), number(s, space, -d->low)));
}

/* Pairs for which the digit may be as large as `step` times the product of the factors, or the product is not
 * positive. */
static isl_set *too_large(const struct scope *s, const isl_space *space, const struct digits *d, unsigned i,
                          const struct term *ratio, long step)
{
    isl_pw_aff *most = isl_pw_aff_copy(d->terms[i].coefficient), *least = isl_pw_aff_copy(most);
    if (i == 0) {
        most = isl_pw_aff_add(most, number(s, space, d->high));
        least = isl_pw_aff_add(least, number(s, space, d->low));
    }
    isl_set *all = NULL;
    for (unsigned f = 0; f < ratio->n; f++) { /* each factor alone would do, if the others are positive */
        isl_pw_aff *r = factor_here(s, isl_space_copy((isl_space *)space), ratio->factors[f]);
        r = isl_pw_aff_scale_val(r, isl_val_int_from_si(s->isl, step));
        isl_set *bad = isl_pw_aff_ge_set(isl_pw_aff_copy(most), isl_pw_aff_copy(r));
        bad = isl_set_union(bad, isl_pw_aff_le_set(isl_pw_aff_copy(least), isl_pw_aff_neg(r)));
        for (unsigned k = 0; k < ratio->n; k++) {
            isl_pw_aff *other = factor_here(s, isl_space_copy((isl_space *)space), ratio->factors[k]);
            isl_set *positive = isl_pw_aff_pos_set(other);
            if (k != f)
                bad = isl_set_union(bad, isl_set_complement(positive));
            else
                isl_set_free(positive);
        }
        all = all ? isl_set_intersect(all, bad) : bad;
    }
    isl_pw_aff_free(most);
    isl_pw_aff_free(least);
    return all;
}

/* Pairs for which the digits from number i on add up to 0; NULL: not known. */
static isl_set *sum_is_zero(const struct scope *s, const isl_space *space, const struct digits *d, unsigned i)
{
    isl_set *zero = may_be_zero(s, space, d, i);
    struct term ratio;
    if (i + 1 == d->n)
        return zero; /* times factors, which may be 0: too_large has those pairs */
    isl_set *rest = NULL;
    if (term_ratio(&d->terms[i], &d->terms[i + 1], &ratio))
        rest = sum_is_zero(s, space, d, i + 1);
    if (!rest) {
        isl_set_free(zero);
        return NULL;
    }
    long step = 0;
    for (unsigned k = i + 1; k < d->n; k++) {
        long c = content_of(d->terms[k].coefficient);
        for (long r; c; c = r) {
            r = step % c;
            step = c;
        }
    }
    isl_set *large = too_large(s, space, d, i, &ratio, step ? step : 1);
    return isl_set_union(large, isl_set_intersect(zero, rest));
}

/* Are the first digit's factors positive? Where there is no digit without factors, the product could be 0. */
static isl_set *not_positive(const struct scope *s, const isl_space *space, const struct term *t)
{
    isl_set *bad = isl_set_empty(isl_space_copy((isl_space *)space));
    for (unsigned i = 0; i < t->n; i++) {
        isl_pw_aff *f = factor_here(s, isl_space_copy((isl_space *)space), t->factors[i]);
        bad = isl_set_union(bad, isl_pw_aff_zero_set(f));
    }
    return bad;
}

/* The digit with t's factors and f; NULL: there is none */
static struct term *digit_with(struct digits *d, const struct term *t, int f)
{
    struct term want = *t, by = {.n = 1, .factors = {f}};
    if (!multiply_factors(&want, &by))
        return NULL;
    for (unsigned i = 0; i < d->n; i++)
        if (term_same_factors(&d->terms[i], &want))
            return &d->terms[i];
    return NULL;
}

/* Moves multiples of factors into the digits of these: m - 1 is the digit -1 and 1 more of m. false: there are none */
static bool carry(const struct scope *s, struct digits *d)
{
    bool moved = false;
    for (unsigned i = 0; i < d->n; i++) {
        isl_aff *aff = poly_single(d->terms[i].coefficient);
        for (unsigned k = 0; aff && k < (unsigned)isl_aff_dim(aff, isl_dim_param); k++) {
            long by;
            bool whole = is_whole(isl_aff_get_coefficient_val(aff, isl_dim_param, (int)k), &by);
            int f = poly_parameter(s, aff, k);
            struct term *to = whole && by && f >= 0 ? digit_with(d, &d->terms[i], f) : NULL;
            if (!to)
                continue;
            isl_space *space = isl_pw_aff_get_domain_space(to->coefficient);
            isl_pw_aff *part = factor_here(s, isl_space_copy(space), f);
            part = isl_pw_aff_scale_val(part, isl_val_int_from_si(s->isl, by));
            d->terms[i].coefficient = isl_pw_aff_sub(d->terms[i].coefficient, part);
            to->coefficient = isl_pw_aff_add(to->coefficient, number(s, space, by));
            isl_space_free(space);
            moved = true;
        }
        isl_aff_free(aff);
    }
    return moved;
}

/* Of the pairs, those whose digits may add up to 0. */
static isl_set *equal_by(const struct scope *s, struct digits *d, isl_set *pairs, bool roughly)
{
    drop_zeros(d, pairs, roughly);
    qsort(d->terms, d->n, sizeof *d->terms, term_by_degree);
    isl_space *space = isl_set_get_space(pairs);
    isl_set *equal = d->n ? sum_is_zero(s, space, d, 0) : NULL;
    if (equal)
        equal = isl_set_union(equal, not_positive(s, space, &d->terms[0]));
    isl_space_free(space);
    return equal ? isl_set_intersect(pairs, equal) : pairs;
}

isl_map *poly_equal(struct scope *s, isl_map *pairs, const struct poly *a, const struct poly *b, bool roughly,
                    bool *vague)
{
    isl_space *space = isl_map_get_space(pairs);
    struct digits d = {.low = a->low - b->high, .high = a->high - b->low};
    add_digits(&d, space, a, false);
    add_digits(&d, space, b, true);
    isl_space_free(space);
    isl_set *set = equal_by(s, &d, isl_map_wrap(pairs), roughly);
    *vague |= d.n > 1 || (d.n == 1 && d.terms[0].n > 0) || d.low || d.high;
    if (carry(s, &d)) /* both are right, and either may say more */
        set = equal_by(s, &d, set, roughly);
    for (unsigned i = 0; i < d.n; i++)
        isl_pw_aff_free(d.terms[i].coefficient);
    return isl_set_unwrap(set);
}
