/* spread.c: accesses that loops inside the judged one run through, and that ranges alone tell apart: in a[50 * i + j]
 * with j from 0 to 49 another i is another element, and in p[i * m + j] with j from 0 to m - 1. Sets of pairs of
 * iterations, of which isl could tell the same, take ten times the effort. An index is a sum of digits: the lowest one,
 * the next one times a factor, and so on (polynomials.c); if all but the highest are at least 0 and below the factor of
 * the next one, equal indices have equal digits. */
#include <isl/lp.h>
#include <stdlib.h>
#include <string.h>

#include "annotate_priv.h"

/* ---- the least value of a function ---- */
struct least {
    isl_aff *of;
    isl_val *value; /* NULL: the parts so far are empty */
};

/* Among fractions: no whole number is less. */
static isl_stat least_in_part(isl_basic_set *part, void *user)
{
    struct least *l = user;
    isl_val *v = isl_basic_set_min_lp_val(part, l->of);
    isl_basic_set_free(part);
    if (!v || isl_val_is_nan(v) == isl_bool_true) { /* there is nothing in it */
        isl_val_free(v);
        return v ? isl_stat_ok : isl_stat_error;
    }
    v = isl_val_ceil(v);
    l->value = l->value ? isl_val_min(l->value, v) : v;
    return isl_stat_ok;
}

/* No value of x on the domain is below *value, which is small; false: that is not known. Takes x. */
static bool find_least(isl_set *domain, isl_aff *x, long *value)
{
    struct least l = {.of = isl_aff_align_params(x, isl_set_get_space(domain))};
    domain = isl_set_align_params(isl_set_copy(domain), isl_aff_get_domain_space(l.of));
    bool ok = isl_set_foreach_basic_set(domain, least_in_part, &l) == isl_stat_ok && l.value &&
              isl_val_cmp_si(l.value, 1L << 60) < 0 && isl_val_cmp_si(l.value, -(1L << 60)) > 0;
    if (ok)
        *value = isl_val_get_num_si(l.value);
    isl_set_free(domain);
    isl_aff_free(l.of);
    isl_val_free(l.value);
    return ok;
}

/* ---- one digit of an index ---- */
struct digit { /* by·x + inside + constant + rest; x: the judged loop's variable; rest: the same for all iterations */
    long by, constant;
    isl_aff *inside; /* by variables of loops inside; NULL: 0 */
    struct sb rest;  /* as text */
};

static void drop_digit(struct digit *d)
{
    isl_aff_free(d->inside);
    sb_free(&d->rest);
}

static bool is_coefficient(const isl_aff *aff, enum isl_dim_type type, unsigned i, long *k)
{
    return is_whole(isl_aff_get_coefficient_val((isl_aff *)aff, type, (int)i), k);
}

static bool read_dimensions(const struct scope *s, isl_aff *aff, struct digit *d)
{
    bool inside = false;
    for (unsigned i = 0; i < (unsigned)isl_aff_dim(aff, isl_dim_in); i++) {
        long k;
        if (!is_coefficient(aff, isl_dim_in, i, &k))
            return false;
        if (i < s->judged && k)
            sb_printf(&d->rest, "%u:%ld ", i, k);
        d->by = i == s->judged ? k : d->by;
        inside |= i > s->judged && k;
    }
    d->inside = inside ? isl_aff_copy(aff) : NULL;
    return true;
}

static bool read_parameters(const struct scope *s, isl_aff *aff, struct digit *d)
{
    for (unsigned i = 0; i < (unsigned)isl_aff_dim(aff, isl_dim_param); i++) {
        long k;
        int number = is_coefficient(aff, isl_dim_param, i, &k) ? k ? poly_parameter(s, aff, i) : 0 : -1;
        if (number < 0)
            return false;
        if (k)
            sb_printf(&d->rest, "p%d:%ld ", number, k);
        if (k && d->inside)
            d->inside = isl_aff_set_coefficient_si(d->inside, isl_dim_param, (int)i, 0);
    }
    for (unsigned i = 0; d->inside && i <= s->judged; i++)
        d->inside = isl_aff_set_coefficient_si(d->inside, isl_dim_in, (int)i, 0);
    if (d->inside)
        d->inside = isl_aff_set_constant_si(d->inside, 0);
    return true;
}

/* false: it is no such sum, and holds nothing */
static bool read_digit(const struct scope *s, isl_pw_aff *x, struct digit *d)
{
    isl_aff *aff = poly_single(x);
    *d = (struct digit){0};
    bool ok = aff && is_whole(isl_aff_get_constant_val(aff), &d->constant) && read_dimensions(s, aff, d) &&
              read_parameters(s, aff, d);
    isl_aff_free(aff);
    if (!ok)
        drop_digit(d);
    return ok;
}

/* What the loops inside add to it, from *low to *high; false: that is not known */
static bool find_range(isl_set *domain, const struct digit *d, long *low, long *high)
{
    long below = 0;
    *low = 0;
    bool ok = !d->inside || (find_least(domain, isl_aff_copy(d->inside), low) &&
                             find_least(domain, isl_aff_neg(isl_aff_copy(d->inside)), &below));
    *high = -below;
    return ok;
}

/* ---- two indices ---- */
struct reach { /* an index, where it is reached */
    isl_set *domain;
    unsigned n;
    struct term digits[MOST_TERMS]; /* the lowest first; their coefficients are the index's */
};

static bool read_reach(const struct poly *p, isl_set *domain, struct reach *r)
{
    if (!p || p->low || p->high)
        return false;
    *r = (struct reach){.domain = domain, .n = p->n};
    memcpy(r->digits, p->terms, p->n * sizeof *p->terms);
    qsort(r->digits, r->n, sizeof *r->digits, term_by_degree);
    return true;
}

/* The factor by which the next digit counts more; -1: there are several. */
static int next_factor(const struct term *digit, const struct term *next)
{
    struct term ratio;
    return term_ratio(digit, next, &ratio) && ratio.n == 1 ? ratio.factors[0] : -1;
}

bool is_proper_digit(const struct scope *s, isl_set *domain, isl_pw_aff *digit, int f)
{
    isl_aff *x = poly_single(digit);
    isl_aff *most = x ? poly_single_factor(s, isl_aff_get_domain_space(x), f) : NULL;
    long least = -1, room = 0;
    bool ok = x && find_least(domain, isl_aff_copy(x), &least) && least >= 0 &&
              find_least(domain, isl_aff_sub(most, x), &room) && room >= 1;
    if (!x || least < 0) {
        isl_aff_free(x);
        isl_aff_free(most);
    }
    return ok;
}

/* Are the digits of both equal in no two iterations? */
static bool decides(const struct scope *s, const struct reach *a, const struct reach *b, unsigned k)
{
    struct digit x, y;
    long low[2], high[2];
    if (!read_digit(s, a->digits[k].coefficient, &x))
        return false;
    if (!read_digit(s, b->digits[k].coefficient, &y))
        return drop_digit(&x), false;
    bool ok = x.by == y.by && x.rest.n == y.rest.n && (!x.rest.n || memcmp(x.rest.s, y.rest.s, x.rest.n) == 0) &&
              find_range(a->domain, &x, &low[0], &high[0]) && find_range(b->domain, &y, &low[1], &high[1]);
    if (ok) { /* by times how far the iterations are apart is between these */
        long least = low[1] - high[0] + y.constant - x.constant, most = high[1] - low[0] + y.constant - x.constant;
        ok = x.by ? least > -labs(x.by) && most < labs(x.by) : least > 0 || most < 0;
    }
    drop_digit(&x);
    drop_digit(&y);
    return ok;
}

/* Are equal indices equal digit by digit? */
static bool have_digits(const struct scope *s, const struct reach *a, const struct reach *b, bool same)
{
    bool ok = a->n == b->n;
    for (unsigned k = 0; ok && k < a->n; k++)
        ok = term_same_factors(&a->digits[k], &b->digits[k]);
    for (unsigned k = 0; ok && k + 1 < a->n; k++) {
        int f = next_factor(&a->digits[k], &a->digits[k + 1]);
        ok = f >= 0 && is_proper_digit(s, a->domain, a->digits[k].coefficient, f) &&
             (same || is_proper_digit(s, b->domain, b->digits[k].coefficient, f));
    }
    return ok;
}

static bool is_apart(const struct scope *s, const struct reach *a, const struct reach *b, bool same)
{
    for (unsigned k = a->n; k-- > 0 && a->n == b->n;)
        if (decides(s, a, b, k))
            return have_digits(s, a, b, same);
    return false;
}

/* Indices before the last one of both do not matter: where one is not equal, nothing is. */
bool spread_apart(struct scope *s, const struct touch *a, const struct touch *b)
{
    bool apart = false, same = is_same_place(s, a, b);
    isl_set *x = known_domain(s, a->domain), *y = known_domain(s, b->domain);
    for (unsigned i = 0; !apart && i < a->nsteps && i < b->nsteps; i++) {
        const struct into *p = &a->steps[i], *q = &b->steps[i];
        struct reach v, w;
        if (p->is_member != q->is_member || (p->is_member && !node_same_member(s->u, p->node, q->node)))
            break;
        apart =
            !p->is_member && read_reach(p->index, x, &v) && read_reach(q->index, y, &w) && is_apart(s, &v, &w, same);
    }
    isl_set_free(x);
    isl_set_free(y);
    return apart;
}
