/* plain.c: accesses as rows of numbers, for the questions that need no isl: most pairs of accesses that a body has are
 * the same element of the same iteration (a[i] and a[i]), or elements that are never the same (a[i][3] and a[i][4]).
 * An index is by·x + constant + rest: x is the variable of the judged loop; the rest is made of what does not change
 * while that runs, and kept as text, which is compared. */
#include <stdlib.h>
#include <string.h>

#include "annotate_priv.h"

/* ---- one index ---- */
/* k times dimension i of a coefficient. false: a loop inside changes it, or it is a multiple of the judged loop's
 * variable where `by` is NULL */
static bool add_dimension(const struct scope *s, struct sb *rest, unsigned i, long k, long *by)
{
    if (k == 0)
        return true;
    if (i < s->judged)
        sb_printf(rest, "%u:%ld ", i, k);
    else if (by && i == s->judged)
        *by = k;
    else
        return false;
    return true;
}

static bool add_coefficient(const struct scope *s, struct sb *rest, isl_pw_aff *x, long *by, long *constant)
{
    isl_aff *aff = poly_single(x);
    bool ok = aff && is_whole(isl_aff_get_constant_val(aff), constant);
    for (unsigned i = 0; ok && i < (unsigned)isl_aff_dim(aff, isl_dim_in); i++) {
        long k;
        ok = is_whole(isl_aff_get_coefficient_val(aff, isl_dim_in, (int)i), &k) && add_dimension(s, rest, i, k, by);
    }
    for (unsigned i = 0; ok && i < (unsigned)isl_aff_dim(aff, isl_dim_param); i++) {
        long k;
        ok = is_whole(isl_aff_get_coefficient_val(aff, isl_dim_param, (int)i), &k);
        int number = ok && k ? poly_parameter(s, aff, i) : 0;
        ok = ok && number >= 0;
        if (ok && k)
            sb_printf(rest, "p%d:%ld ", number, k);
    }
    isl_aff_free(aff);
    return ok;
}

/* The index with its rest as text; false: it is no such sum. */
static bool read_index(const struct scope *s, const struct poly *p, struct plain_index *x, struct sb *rest)
{
    bool ok =
        p && p->low == 0 && p->high == 0 && add_coefficient(s, rest, p->terms[0].coefficient, &x->by, &x->constant);
    for (unsigned t = 1; ok && t < p->n; t++) {
        long constant;
        for (unsigned f = 0; f < p->terms[t].n; f++)
            sb_printf(rest, "*%d", p->terms[t].factors[f]);
        sb_addc(rest, '(');
        ok = add_coefficient(s, rest, p->terms[t].coefficient, NULL, &constant);
        sb_printf(rest, "%ld)", constant);
    }
    return ok;
}

static struct plain_index index_of(struct scope *s, const struct poly *p)
{
    struct plain_index x = {0};
    struct sb rest = {0};
    x.known = read_index(s, p, &x, &rest);
    x.rest = rest.n ? sb_take(&rest, s->a->arena) : "";
    return x;
}

/* ---- accesses that are the same to every question ---- */
bool is_same_place(const struct scope *s, const struct touch *a, const struct touch *b)
{
    bool same = a->domain == b->domain && a->nsteps == b->nsteps;
    for (unsigned i = 0; same && i < a->nsteps; i++) {
        const struct into *x = &a->steps[i], *y = &b->steps[i];
        same = x->is_member == y->is_member &&
               (x->is_member ? node_same_member(s->u, x->node, y->node) : poly_is_same(x->index, y->index));
    }
    return same;
}

/* Does each iteration that makes it store to the whole element? */
bool always_stores(const struct touch *t) { return t->write && t->must && t->nsteps == 1; }

/* Links each access with the one before it that has the same domain: only those may be of the same place. */
static void link_domains(struct scope *s)
{
    size_t n = s->accesses.n, size = 16;
    while (size < 2 * n)
        size *= 2;
    size_t *last = calloc(size, sizeof *last); /* of each row: an access and 1; 0: none */
    s->before = arena_alloc(s->a->arena, (n + 1) * sizeof *s->before);
    s->nbefore = n;
    for (size_t m = 0; m < n; m++) {
        const isl_set *domain = s->accesses.v[m].domain;
        size_t i = (size_t)hash_bytes(0, &domain, sizeof domain) & (size - 1);
        while (last[i] && s->accesses.v[last[i] - 1].domain != domain)
            i = (i + 1) & (size - 1);
        s->before[m] = last[i];
        last[i] = m + 1;
    }
    free(last);
}

/* Has an access of o before this one touched the same, by a store if this is one that counts? */
bool is_again(struct scope *s, const struct object *o, const struct touch *t, bool stores)
{
    if (s->nbefore != s->accesses.n)
        link_domains(s);
    for (size_t k = s->before[t - s->accesses.v]; k; k = s->before[k - 1]) {
        const struct touch *x = &s->accesses.v[k - 1];
        if (is_touch_of(s, x, o) && (!stores || always_stores(x)) && (!x->loose || t->loose) && (x->must || !t->must) &&
            is_same_place(s, x, t))
            return true;
    }
    return false;
}

/* Accesses that are parts of reductions are different ones: each update is written down for itself. */
static bool is_like(const struct touch *a, const struct touch *b)
{
    return !a->op && !b->op && a->write == b->write && a->must == b->must && a->before == b->before &&
           a->frees == b->frees && a->far == b->far && (a->node->kind == NODE_NAME) == (b->node->kind == NODE_NAME);
}

static uint64_t hash_place(const struct scope *s, size_t m)
{
    const struct touch *t = &s->accesses.v[m];
    uint64_t h = hash_bytes(0, &t->object, sizeof t->object);
    for (unsigned i = 0; i < t->nsteps; i++) {
        const struct plain_index *x = &s->plain[m].steps[i];
        h = hash_bytes(h, &x->by, sizeof x->by);
        h = hash_bytes(h, &x->constant, sizeof x->constant);
    }
    return h;
}

/* Of accesses of one place: is one before m like it? Else m becomes the last one of their list. */
static bool repeats(struct scope *s, size_t place, size_t m)
{
    size_t k = place;
    while (!is_like(&s->accesses.v[k], &s->accesses.v[m])) {
        if (!s->plain[k].like) {
            s->plain[k].like = m + 1;
            return false;
        }
        k = s->plain[k].like - 1;
    }
    return true;
}

static void find_places(struct scope *s)
{
    size_t n = s->accesses.n, size = 16;
    while (size < n)
        size *= 2;
    size_t *first = calloc(size, sizeof *first); /* of each row: a place and 1; 0: none */
    for (size_t m = 0; m < n; m++) {
        size_t *at = &first[hash_place(s, m) & (size - 1)];
        while (*at && !(s->accesses.v[*at - 1].object == s->accesses.v[m].object &&
                        is_same_place(s, &s->accesses.v[*at - 1], &s->accesses.v[m])))
            at = &s->plain[*at - 1].next;
        s->plain[m].place = *at ? *at - 1 : m;
        s->plain[m].is_repeated = *at && repeats(s, *at - 1, m);
        if (!*at)
            *at = m + 1;
    }
    free(first);
}

void find_plain(struct scope *s)
{
    s->plain = arena_alloc(s->a->arena, (s->accesses.n + 1) * sizeof *s->plain);
    for (size_t m = 0; m < s->accesses.n; m++) {
        const struct touch *t = &s->accesses.v[m];
        struct plain_index *steps = arena_alloc(s->a->arena, (t->nsteps + 1) * sizeof *steps);
        for (unsigned i = 0; i < t->nsteps; i++)
            steps[i] = t->steps[i].is_member ? (struct plain_index){0} : index_of(s, t->steps[i].index);
        s->plain[m] = (struct plain){.steps = steps};
    }
    find_places(s);
}

/* ---- the answer ---- */
/* by·x + constant of one iteration is by·y + constant of another one: never? in_one: nor in the same one */
static bool are_apart(const struct plain_index *x, const struct plain_index *y, bool in_one)
{
    if (!x->known || !y->known || x->by != y->by || strcmp(x->rest, y->rest) != 0)
        return false;
    long between = x->constant - y->constant;
    return between == 0 ? x->by != 0 && !in_one : x->by == 0 || between % x->by != 0;
}

bool plainly_apart(const struct scope *s, size_t m, size_t n)
{
    const struct touch *a = &s->accesses.v[m], *b = &s->accesses.v[n];
    for (unsigned i = 0; i < a->nsteps && i < b->nsteps; i++) {
        if (a->steps[i].is_member != b->steps[i].is_member)
            return false; /* two views of the same memory */
        if (a->steps[i].is_member && !node_same_member(s->u, a->steps[i].node, b->steps[i].node))
            return true; /* two members */
        if (!a->steps[i].is_member && are_apart(&s->plain[m].steps[i], &s->plain[n].steps[i], s->wave))
            return true;
    }
    return false;
}
