/* extent.c: which part of each object a loop touches: the first and the last element as functions of the parameters and
 * of the variables of the loops around it, and as C expressions in the user's own names. */
#include <isl/ast.h>
#include <isl/ast_build.h>
#include <isl/union_map.h>
#include <stdlib.h>
#include <string.h>

#include "annotate_priv.h"

enum { LONGEST_SECTION = 80 };
#define BROKEN "\1" /* in place of what cannot be said */

/* ---- C text of isl's expressions ---- */
static void print_expr(struct scope *s, isl_ast_expr *e, struct sb *b, bool wide);

static void print_id(struct scope *s, isl_id *id, struct sb *b, bool wide)
{
    const struct node *n = isl_id_get_user(id);
    if (!n) { /* the variable of a loop around */
        sb_add(b, isl_id_get_name(id));
    } else {
        bool simple =
            n->kind == NODE_NAME || n->kind == NODE_ARROW || n->kind == NODE_MEMBER || n->kind == NODE_SUBSCRIPT;
        const char *text = node_text(s, n);
        sb_printf(b, "%s%s%s%s", wide && n->type->size < 8 ? "(long)" : "", simple ? "" : "(", text ? text : BROKEN,
                  simple ? "" : ")");
    }
    isl_id_free(id);
}

static const char *spelling(enum isl_ast_expr_op_type t)
{
    static const struct {
        enum isl_ast_expr_op_type type;
        const char *text;
    } rows[] = {{isl_ast_expr_op_add, " + "},      {isl_ast_expr_op_sub, " - "},       {isl_ast_expr_op_mul, " * "},
                {isl_ast_expr_op_div, " / "},      {isl_ast_expr_op_pdiv_q, " / "},    {isl_ast_expr_op_pdiv_r, " % "},
                {isl_ast_expr_op_and, " && "},     {isl_ast_expr_op_and_then, " && "}, {isl_ast_expr_op_or, " || "},
                {isl_ast_expr_op_or_else, " || "}, {isl_ast_expr_op_eq, " == "},       {isl_ast_expr_op_le, " <= "},
                {isl_ast_expr_op_lt, " < "},       {isl_ast_expr_op_ge, " >= "},       {isl_ast_expr_op_gt, " > "},
                {isl_ast_expr_op_zdiv_r, " % "}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].type == t)
            return rows[i].text;
    return NULL;
}

/* Is x, an operand of e, clear without parentheses? Sums within comparisons and choices are, and comparisons that
 * choose. */
static bool binds_tighter(isl_ast_expr *e, isl_ast_expr *x)
{
    enum isl_ast_expr_op_type o = isl_ast_expr_op_get_type(e), i = isl_ast_expr_op_get_type(x);
    bool sum = i == isl_ast_expr_op_add || i == isl_ast_expr_op_sub || i == isl_ast_expr_op_mul;
    bool compares = i == isl_ast_expr_op_le || i == isl_ast_expr_op_lt || i == isl_ast_expr_op_ge ||
                    i == isl_ast_expr_op_gt || i == isl_ast_expr_op_eq;
    bool chooses = o == isl_ast_expr_op_cond || o == isl_ast_expr_op_select;
    bool outer_compares = o == isl_ast_expr_op_le || o == isl_ast_expr_op_lt || o == isl_ast_expr_op_ge ||
                          o == isl_ast_expr_op_gt || o == isl_ast_expr_op_eq;
    return (sum && (chooses || outer_compares)) || (compares && chooses) ||
           (i == isl_ast_expr_op_mul && (o == isl_ast_expr_op_add || o == isl_ast_expr_op_sub));
}

static void print_arg(struct scope *s, isl_ast_expr *e, int i, struct sb *b, bool wide)
{
    isl_ast_expr *x = isl_ast_expr_get_op_arg(e, i);
    bool inner = isl_ast_expr_get_type(x) == isl_ast_expr_op && !binds_tighter(e, x);
    sb_add(b, inner ? "(" : "");
    print_expr(s, x, b, wide);
    sb_add(b, inner ? ")" : "");
    isl_ast_expr_free(x);
}

/* min, max: of two, and more by nesting */
static void print_extreme(struct scope *s, isl_ast_expr *e, int from, const char *test, struct sb *b, bool wide)
{
    if (from + 1 == isl_ast_expr_get_op_n_arg(e)) {
        print_arg(s, e, from, b, wide);
        return;
    }
    struct sb rest = {0};
    print_extreme(s, e, from + 1, test, &rest, wide);
    sb_addc(b, '(');
    print_arg(s, e, from, b, wide);
    sb_printf(b, " %s (%s) ? ", test, rest.s);
    print_arg(s, e, from, b, wide);
    sb_printf(b, " : (%s))", rest.s);
    sb_free(&rest);
}

static bool is_int(isl_ast_expr *e, int i)
{
    isl_ast_expr *x = isl_ast_expr_get_op_arg(e, i);
    bool is = isl_ast_expr_get_type(x) == isl_ast_expr_int;
    isl_ast_expr_free(x);
    return is;
}

/* Could the sum or product of int be beyond int, though the user's own expressions are not? */
static bool is_wide(isl_ast_expr *e, enum isl_ast_expr_op_type t)
{
    bool sum = t == isl_ast_expr_op_add || t == isl_ast_expr_op_sub;
    return t == isl_ast_expr_op_mul || (sum && !is_int(e, 0) && !is_int(e, 1));
}

static const char *opposite(enum isl_ast_expr_op_type t)
{
    return t == isl_ast_expr_op_le   ? " > "
           : t == isl_ast_expr_op_lt ? " >= "
           : t == isl_ast_expr_op_ge ? " < "
           : t == isl_ast_expr_op_gt ? " <= "
                                     : NULL;
}

/* c ? 0 : x is easier to read as !c ? x : 0 */
static bool print_turned(struct scope *s, isl_ast_expr *e, struct sb *b, bool wide)
{
    isl_ast_expr *c = isl_ast_expr_get_op_arg(e, 0);
    bool op = is_int(e, 1) && !is_int(e, 2) && isl_ast_expr_get_type(c) == isl_ast_expr_op;
    const char *sign = op ? opposite(isl_ast_expr_op_get_type(c)) : NULL;
    if (sign) {
        print_arg(s, c, 0, b, wide);
        sb_add(b, sign);
        print_arg(s, c, 1, b, wide);
        sb_add(b, " ? ");
        print_arg(s, e, 2, b, wide);
        sb_add(b, " : ");
        print_arg(s, e, 1, b, wide);
    }
    isl_ast_expr_free(c);
    return sign != NULL;
}

static void print_op(struct scope *s, isl_ast_expr *e, struct sb *b, bool wide)
{
    enum isl_ast_expr_op_type t = isl_ast_expr_op_get_type(e);
    int n = isl_ast_expr_get_op_n_arg(e);
    wide |= is_wide(e, t);
    if (t == isl_ast_expr_op_max || t == isl_ast_expr_op_min) {
        print_extreme(s, e, 0, t == isl_ast_expr_op_max ? ">" : "<", b, wide);
    } else if (t == isl_ast_expr_op_minus) {
        sb_addc(b, '-');
        print_arg(s, e, 0, b, wide);
    } else if (t == isl_ast_expr_op_cond || t == isl_ast_expr_op_select) {
        if (print_turned(s, e, b, wide))
            return;
        print_arg(s, e, 0, b, wide);
        sb_add(b, " ? ");
        print_arg(s, e, 1, b, wide);
        sb_add(b, " : ");
        print_arg(s, e, 2, b, wide);
    } else if (spelling(t) && n == 2) {
        print_arg(s, e, 0, b, wide);
        sb_add(b, spelling(t));
        print_arg(s, e, 1, b, wide);
    } else {
        sb_add(b, BROKEN);
    }
}

static void print_expr(struct scope *s, isl_ast_expr *e, struct sb *b, bool wide)
{
    switch (isl_ast_expr_get_type(e)) {
    case isl_ast_expr_op:
        print_op(s, e, b, wide);
        return;
    case isl_ast_expr_id:
        print_id(s, isl_ast_expr_get_id(e), b, wide);
        return;
    case isl_ast_expr_int: {
        isl_val *v = isl_ast_expr_get_val(e);
        if (isl_val_cmp_si(v, 1L << 62) > 0 || isl_val_cmp_si(v, -(1L << 62)) < 0)
            sb_add(b, BROKEN); /* of arithmetic that wraps */
        else
            sb_printf(b, "%ld", isl_val_get_num_si(v));
        isl_val_free(v);
        return;
    }
    default:
        sb_add(b, BROKEN);
    }
}

/* The variables of the loops around become parameters. Takes m. */
static isl_map *outer_as_parameters(struct scope *s, isl_map *m)
{
    for (unsigned i = 0; i < s->judged; i++) {
        isl_id *id = isl_id_alloc(s->isl, s->frames[i].loop->iv->name, NULL);
        unsigned at = (unsigned)isl_map_dim(m, isl_dim_param);
        m = isl_map_move_dims(m, isl_dim_param, at, isl_dim_in, 0, 1);
        m = isl_map_set_dim_id(m, isl_dim_param, at, id);
    }
    return m;
}

/* What is known of the parameters and of the variables of the loops around, and that they are not so large that no
 * memory would do. */
static isl_set *usual(struct scope *s)
{
    isl_set *around = isl_map_params(outer_as_parameters(s, isl_map_from_domain(isl_set_copy(s->around))));
    isl_set *known = isl_set_coalesce(isl_set_intersect(isl_set_copy(s->context), around));
    unsigned n = (unsigned)isl_set_dim(known, isl_dim_param);
    for (unsigned i = 0; i < n; i++)
        known = isl_set_upper_bound_val(known, isl_dim_param, i, isl_val_int_from_si(s->isl, 1L << 60));
    return known;
}

/* NULL: x has no expression in C. Takes x. */
static const char *c_text(struct scope *s, isl_pw_aff *x)
{
    isl_ast_build *build = isl_ast_build_from_context(usual(s));
    isl_ast_expr *e = isl_ast_build_expr_from_pw_aff(build, x);
    isl_ast_build_free(build);
    if (!e)
        return NULL;
    struct sb b = {0};
    print_expr(s, e, &b, false);
    isl_ast_expr_free(e);
    const char *text = sb_take(&b, s->a->arena);
    return strstr(text, BROKEN) ? NULL : text;
}

/* ---- the elements that accesses touch ---- */
/* {element}, by parameters. NULL: not known */
static isl_set *elements(struct scope *s, const struct touch *t)
{
    if (!t->nsteps || t->steps[0].is_member || !poly_is_affine(t->steps[0].index))
        return NULL;
    isl_map *m = isl_map_from_pw_aff(isl_pw_aff_copy(t->steps[0].index->terms[0].coefficient));
    m = isl_map_intersect_domain(m, isl_set_copy(t->domain));
    m = isl_map_intersect_params(m, isl_set_copy(s->context));
    unsigned dims = (unsigned)isl_map_dim(m, isl_dim_in);
    m = isl_map_project_out(m, isl_dim_in, s->judged, dims - s->judged);
    return isl_map_range(outer_as_parameters(s, m));
}

/* The structure ends with an array whose length its type does not say: its size says nothing of it. */
static bool is_flexible(const struct touch *t)
{
    for (unsigned i = 1; i < t->nsteps; i++) {
        const struct node *array = t->steps[i].is_member ? NULL : node_kid(t->steps[i].node, 0);
        if (array && type_is_array(array->type) && array->type->count <= 0)
            return true;
    }
    return false;
}

struct touched {
    isl_set *all, *stored; /* stored: in any case */
    bool known;
};

static void gather(struct scope *s, const struct object *o, struct touched *t)
{
    *t = (struct touched){.known = true};
    for_each (struct touch, x, s->accesses) {
        if (x->object != o)
            continue;
        isl_set *e = is_flexible(x) ? NULL : elements(s, x);
        if (!e) {
            t->known = false;
            continue;
        }
        if (x->write && x->must && x->nsteps == 1)
            t->stored = t->stored ? isl_set_union(t->stored, isl_set_copy(e)) : isl_set_copy(e);
        t->all = t->all ? isl_set_union(t->all, e) : e;
    }
}

/* from the least to the greatest element */
static isl_set *hull(isl_set *x)
{
    isl_space *space = isl_set_get_space(x);
    isl_set *up = isl_set_apply(isl_set_copy(x), isl_map_lex_le(isl_space_copy(space)));
    isl_set *down = isl_set_apply(isl_set_copy(x), isl_map_lex_ge(space));
    return isl_set_intersect(up, down);
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

static bool find_section(struct scope *s, struct extent *e, isl_set *all)
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
    length = isl_pw_aff_intersect_params(length, usual(s)); /* where it is 0, `low` does not matter */
    length = isl_pw_aff_gist_params(or_zero(isl_pw_aff_coalesce(length)), usual(s));
    low = isl_pw_aff_gist_params(isl_pw_aff_coalesce(low), usual(s));
    e->low = c_text(s, low);
    e->length = c_text(s, length);
    if (!e->low || !e->length)
        return false;
    if (strlen(e->low) + strlen(e->length) > LONGEST_SECTION || strchr(e->low, '[') || strchr(e->length, '['))
        return false; /* nobody could read it, or it is read from memory */
    e->item = arena_printf(s->a->arena, "%s[%s:%s]", e->object->name, e->low, e->length);
    return true;
}

/* ---- elements whose index is a sum of products: their digits (polynomials.c) ---- */
struct chain { /* the factors of the digits, the lowest first: each has one more than the one before */
    unsigned n;
    struct term terms[MOST_TERMS];
};

static bool same_factors(const struct term *a, const struct term *b)
{
    return a->n == b->n && memcmp(a->factors, b->factors, a->n * sizeof *a->factors) == 0;
}

static int by_degree(const void *a, const void *b)
{
    const struct term *x = a, *y = b;
    return (int)x->n - (int)y->n;
}

/* the factor that b has and a has not, if that is all; -1: it is not */
static int one_more(const struct term *a, const struct term *b)
{
    int more = -1;
    unsigned i = 0;
    if (b->n != a->n + 1)
        return -1;
    for (unsigned k = 0; k < b->n; k++) {
        if (i < a->n && a->factors[i] == b->factors[k])
            i++;
        else
            more = b->factors[k];
    }
    return i == a->n ? more : -1;
}

static bool add_terms(struct chain *c, const struct poly *p)
{
    for (unsigned i = 0; i < p->n; i++) {
        bool known = false;
        for (unsigned k = 0; k < c->n; k++)
            known |= same_factors(&c->terms[k], &p->terms[i]);
        if (!known && c->n == MOST_TERMS)
            return false;
        if (!known)
            c->terms[c->n++] = p->terms[i];
    }
    return true;
}

/* The digits of all indices into o; false: they are none */
static bool find_chain(struct scope *s, const struct object *o, struct chain *c)
{
    *c = (struct chain){0};
    for_each (struct touch, t, s->accesses) {
        if (t->object != o)
            continue;
        const struct poly *p = t->nsteps && !t->steps[0].is_member && !is_flexible(t) ? t->steps[0].index : NULL;
        if (!p || p->low || p->high || !add_terms(c, p))
            return false;
    }
    qsort(c->terms, c->n, sizeof *c->terms, by_degree);
    for (unsigned i = 0; i + 1 < c->n; i++)
        if (one_more(&c->terms[i], &c->terms[i + 1]) < 0)
            return false;
    return c->n > 0;
}

/* {[highest digit, …, lowest digit]}, by parameters */
static isl_set *digit_set(struct scope *s, const struct touch *t, const struct chain *c)
{
    const struct poly *p = t->steps[0].index;
    isl_map *all = NULL;
    for (unsigned k = c->n; k-- > 0;) {
        isl_pw_aff *x = NULL;
        for (unsigned i = 0; i < p->n; i++)
            if (same_factors(&p->terms[i], &c->terms[k]))
                x = isl_pw_aff_copy(p->terms[i].coefficient);
        if (!x)
            x = isl_pw_aff_scale_val(isl_pw_aff_copy(p->terms[0].coefficient), isl_val_zero(s->isl));
        isl_map *m = isl_map_from_pw_aff(x);
        all = all ? isl_map_flat_range_product(all, m) : m;
    }
    all = isl_map_intersect_domain(all, isl_set_copy(t->domain));
    all = isl_map_intersect_params(all, isl_set_copy(s->context));
    unsigned dims = (unsigned)isl_map_dim(all, isl_dim_in);
    all = isl_map_project_out(all, isl_dim_in, s->judged, dims - s->judged);
    return isl_map_range(outer_as_parameters(s, all));
}

static isl_id *factor_id(struct scope *s, int f)
{
    return f < FACTOR_OF_FRAME ? isl_id_copy(s->parameters.v[f].id)
                               : isl_id_alloc(s->isl, s->frames[f - FACTOR_OF_FRAME].loop->iv->name, NULL);
}

/* Sequences of digits that are numbers: each is at least 0 and smaller than what the next one counts. */
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
        set = isl_set_intersect(set, isl_pw_aff_lt_set(isl_pw_aff_copy(digit), most));
        set = isl_set_intersect(set, isl_pw_aff_nonneg_set(digit));
    }
    isl_space_free(space);
    return set;
}

/* ---- sums of products as C text ---- */
struct product {
    struct term term; /* its factors; no coefficient */
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
        if (same_factors(&x->products[i].term, &with)) {
            x->products[i].times += times;
            return true;
        }
    if (x->n == sizeof x->products / sizeof *x->products)
        return false;
    x->products[x->n++] = (struct product){with, times};
    return true;
}

static int factor_of(struct scope *s, isl_aff *aff, unsigned place)
{
    isl_space *space = isl_aff_get_domain_space(aff);
    isl_id *id = isl_space_get_dim_id(space, isl_dim_param, place);
    isl_space_free(space);
    int f = -1;
    for (size_t i = 0; i < s->parameters.n; i++)
        if (s->parameters.v[i].id == id)
            f = (int)i;
    for (unsigned d = 0; f < 0 && d < s->judged; d++)
        if (strcmp(isl_id_get_name(id), s->frames[d].loop->iv->name) == 0)
            f = FACTOR_OF_FRAME + (int)d;
    isl_id_free(id);
    return f;
}

static bool is_small_whole(isl_val *v, long *x)
{
    bool whole =
        isl_val_is_int(v) == isl_bool_true && isl_val_cmp_si(v, 1L << 30) < 0 && isl_val_cmp_si(v, -(1L << 30)) > 0;
    *x = whole ? isl_val_get_num_si(v) : 0;
    isl_val_free(v);
    return whole;
}

/* Adds sign · t · digit, a function of parameters with one piece, to the sum. */
static bool add_digit(struct scope *s, struct sum *x, const struct term *t, isl_pw_aff *digit, long sign)
{
    if (!digit || isl_pw_aff_isa_aff(digit) != isl_bool_true)
        return isl_pw_aff_free(digit), false;
    isl_aff *aff = isl_pw_aff_as_aff(digit);
    long k;
    bool ok = aff && isl_aff_dim(aff, isl_dim_div) == 0 && is_small_whole(isl_aff_get_constant_val(aff), &k) &&
              add_product(x, t, -1, sign * k);
    for (int i = 0; ok && i < isl_aff_dim(aff, isl_dim_param); i++) {
        ok = is_small_whole(isl_aff_get_coefficient_val(aff, isl_dim_param, i), &k);
        int f = ok && k ? factor_of(s, aff, (unsigned)i) : 0;
        ok = ok && f >= 0 && (k == 0 || add_product(x, t, f, sign * k));
    }
    isl_aff_free(aff);
    return ok;
}

static bool add_factor(struct scope *s, struct sb *b, int f, bool cast)
{
    if (f >= FACTOR_OF_FRAME) {
        sb_printf(b, "%s%s", cast ? "(long)" : "", s->frames[f - FACTOR_OF_FRAME].loop->iv->name);
        return true;
    }
    const struct node *n = s->parameters.v[f].node;
    const char *text = node_text(s, n);
    bool simple = n->kind == NODE_NAME || n->kind == NODE_ARROW || n->kind == NODE_MEMBER || n->kind == NODE_SUBSCRIPT;
    sb_printf(b, "%s%s%s%s", cast ? "(long)" : "", simple ? "" : "(", text ? text : BROKEN, simple ? "" : ")");
    return text != NULL;
}

static bool print_product(struct scope *s, struct sb *b, const struct product *p)
{
    long k = p->times;
    bool ok = true;
    sb_add(b, b->n ? (k < 0 ? " - " : " + ") : k < 0 ? "-" : "");
    k = labs(k);
    if (!p->term.n || k != 1)
        sb_printf(b, "%ld%s", k, !p->term.n ? "" : " * ");
    for (unsigned i = 0; ok && i < p->term.n; i++) {
        sb_add(b, i ? " * " : "");
        ok = add_factor(s, b, p->term.factors[i], p->term.n > 1 && i == 0);
    }
    return ok;
}

/* products first, positive ones before the others */
static int by_look(const void *a, const void *b)
{
    const struct product *x = a, *y = b;
    if ((x->times < 0) != (y->times < 0))
        return (x->times < 0) - (y->times < 0);
    return (int)y->term.n - (int)x->term.n;
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

/* as C: where the set of parameters is not empty; "": everywhere; NULL: there is no such text. Takes the set. */
static const char *condition_text(struct scope *s, isl_set *params)
{
    params = isl_set_coalesce(isl_set_gist_params(params, usual(s)));
    bool always = isl_set_plain_is_universe(params) == isl_bool_true;
    isl_ast_build *build = isl_ast_build_from_context(usual(s));
    isl_ast_expr *e = always ? NULL : isl_ast_build_expr_from_set(build, params);
    isl_ast_build_free(build);
    if (always)
        return isl_set_free(params), "";
    struct sb b = {0};
    if (e)
        print_expr(s, e, &b, false);
    isl_ast_expr_free(e);
    const char *text = sb_take(&b, s->a->arena);
    return e && !strstr(text, BROKEN) ? text : NULL;
}

/* The section from the least to the greatest number with these digits. Takes all. */
static bool find_number_section(struct scope *s, struct extent *e, const struct chain *c, isl_set *all)
{
    isl_set *some = isl_set_params(isl_set_copy(all));
    some = isl_set_coalesce(isl_set_intersect(some, usual(s)));
    isl_pw_multi_aff *low = isl_set_lexmin_pw_multi_aff(isl_set_copy(all));
    isl_pw_multi_aff *high = isl_set_lexmax_pw_multi_aff(all);
    struct sum first = {0}, length = {0};
    const struct term one = {0};
    bool ok = low && high && add_product(&length, &one, -1, 1);
    for (unsigned k = 0; ok && k < c->n; k++) {
        isl_pw_aff *l = isl_pw_multi_aff_get_pw_aff(low, (int)(c->n - 1 - k));
        isl_pw_aff *h = isl_pw_multi_aff_get_pw_aff(high, (int)(c->n - 1 - k));
        l = isl_pw_aff_coalesce(isl_pw_aff_gist_params(l, isl_set_copy(some)));
        h = isl_pw_aff_coalesce(isl_pw_aff_gist_params(h, isl_set_copy(some)));
        ok = add_digit(s, &first, &c->terms[k], isl_pw_aff_copy(l), 1) && add_digit(s, &length, &c->terms[k], l, -1) &&
             add_digit(s, &length, &c->terms[k], h, 1);
    }
    isl_pw_multi_aff_free(low);
    isl_pw_multi_aff_free(high);
    const char *condition = ok ? condition_text(s, some) : (isl_set_free(some), NULL);
    const char *text = condition ? sum_text(s, &length) : NULL;
    e->low = text ? sum_text(s, &first) : NULL;
    if (!e->low || strlen(e->low) + strlen(text) + strlen(condition) > LONGEST_SECTION || strchr(e->low, '[') ||
        strchr(text, '[') || strchr(condition, '['))
        return false;
    e->length = *condition ? arena_printf(s->a->arena, "%s ? %s : 0", condition, text) : text;
    e->item = arena_printf(s->a->arena, "%s[%s:%s]", e->object->name, e->low, e->length);
    return true;
}

static bool find_digits(struct scope *s, struct extent *e)
{
    struct chain c;
    isl_set *all = NULL, *stored = NULL;
    if (!find_chain(s, e->object, &c) || c.n < 2)
        return false;
    for_each (struct touch, t, s->accesses) {
        if (t->object != e->object)
            continue;
        isl_set *x = digit_set(s, t, &c);
        if (t->write && t->must && t->nsteps == 1)
            stored = stored ? isl_set_union(stored, isl_set_copy(x)) : isl_set_copy(x);
        all = all ? isl_set_union(all, x) : x;
    }
    isl_set *numbers = proper(s, isl_set_get_space(all), &c);
    bool ok = isl_set_is_subset(all, numbers) == isl_bool_true;
    if (ok && stored) { /* all numbers from the least to the greatest one */
        isl_set *h = isl_set_intersect(hull(all), isl_set_copy(numbers));
        e->covered = isl_set_is_subset(h, stored) == isl_bool_true;
        isl_set_free(h);
    }
    isl_set_free(stored);
    isl_set_free(numbers);
    if (!ok)
        isl_set_free(all);
    return ok && find_number_section(s, e, &c, all);
}

static bool find_extent(struct scope *s, struct extent *e)
{
    const struct object *o = e->object;
    struct touched t;
    if (o->kind == OBJECT_UNKNOWN)
        return false;
    e->read = o->read;
    e->written = o->written;
    if (o->kind == OBJECT_VARIABLE && o->var->type->size > 0) {
        e->item = o->var->name;
        return has_name_here(s, o->var);
    }
    if (o->far && e->root && e->root->is_global)
        return false;                                   /* the function finds the pointer in the variable */
    if (!o->elem || !o->name || type_is_array(o->elem)) /* indices count the elements of its rows */
        return false;
    gather(s, o, &t);
    bool ok = t.known && t.all;
    if (!t.known) {
        isl_set_free(t.all);
        isl_set_free(t.stored);
        return find_digits(s, e);
    }
    if (ok && t.stored) {
        isl_set *h = hull(t.all);
        e->covered = isl_set_is_subset(h, t.stored) == isl_bool_true;
        isl_set_free(h);
    }
    isl_set_free(t.stored);
    if (!ok)
        isl_set_free(t.all);
    return ok && find_section(s, e, t.all);
}

const char *trips_text(struct scope *s)
{
    isl_set *x = isl_set_intersect_params(isl_set_copy(s->fails), isl_set_copy(s->context));
    isl_map *m = isl_map_from_domain(x);
    m = isl_map_move_dims(m, isl_dim_out, 0, isl_dim_in, s->judged, 1);
    x = isl_map_range(outer_as_parameters(s, m));
    isl_pw_aff *least = isl_set_dim_min(isl_set_coalesce(x), 0);
    if (!least)
        return NULL;
    least = isl_pw_aff_coalesce(isl_pw_aff_intersect_params(least, usual(s)));
    isl_set *domain = isl_set_coalesce(isl_set_intersect(usual(s), isl_pw_aff_domain(isl_pw_aff_copy(least))));
    const char *text = c_text(s, isl_pw_aff_gist_params(least, domain));
    return text && strlen(text) <= 2 * LONGEST_SECTION ? text : NULL;
}

static bool is_scalar_variable(const struct object *o)
{
    return o->kind == OBJECT_VARIABLE && type_is_scalar(o->var->type);
}

/* the variable with which the item begins */
static const struct var *root_of(const struct object *o)
{
    const struct node *n = o->pointer;
    while (!o->var && n && n->nkids && n->kind != NODE_NAME)
        n = n->kids[0];
    return o->var ? o->var : node_var(n);
}

/* A pointer and what is found where it leads cannot both be mapped by sections that not all compilers take. */
static bool is_only_root(const extent_list *extents, const struct extent *e)
{
    for_each (struct extent, x, *extents)
        if (x->root == e->root && !(x->object->elem && x->object->elem->kind == TYPE_RECORD) &&
            !(e->object->elem && e->object->elem->kind == TYPE_RECORD))
            return false;
    return true;
}

bool find_extents(struct scope *s, extent_list *extents)
{
    bool all = true;
    for_each_pointer (struct object, o, s->objects) {
        if ((!o->read && !o->written) || (is_scalar_variable(o) && !o->far))
            continue;
        struct extent e = {.object = o, .root = root_of(o)};
        if (find_extent(s, &e) && is_only_root(extents, &e))
            vec_push(s->a->arena, extents, e);
        else
            all = false;
    }
    return all;
}
