/* depend.c: do two iterations of a loop meet, that is: touch the same memory, one of them storing? For each two
 * accesses of one object: the pairs of iterations that reach the same place; a pair of different iterations in it is a
 * conflict. Accesses of different objects conflict where these may overlap. */
#include <string.h>

#include "annotate_priv.h"

/* isl's operations for a question, and for one that has had too few: the more such questions a file has that no effort
 * answers, the fewer, so that a file of riddles takes seconds, too. What is not answered is taken to meet. */
enum { FEW = 20000, MANY = 100000 };

static isl_map *pairs(struct scope *s, const struct touch *a, const struct touch *b, bool roughly, bool *vague)
{
    isl_map *m = isl_map_from_domain_and_range(known_domain(s, a->domain), known_domain(s, b->domain));
    for (unsigned i = 0; i < s->judged; i++)
        m = isl_map_equate(m, isl_dim_in, i, isl_dim_out, i);
    for (unsigned i = 0; i < a->nsteps && i < b->nsteps; i++) {
        const struct into *p = &a->steps[i], *q = &b->steps[i];
        if (p->is_member != q->is_member)
            break; /* two views of the same memory */
        if (p->is_member && !node_same_member(s->u, p->node, q->node))
            return isl_map_subtract(m, isl_map_copy(m)); /* two members */
        if (!p->is_member && p->index && q->index)
            m = poly_equal(s, m, p->index, q->index, roughly, vague);
    }
    return m;
}

static void measure(struct conflict *c, isl_map *m, unsigned judged)
{
    isl_set *d = isl_map_deltas(m);
    d = isl_set_project_out(d, isl_dim_set, judged + 1, (unsigned)isl_set_dim(d, isl_dim_set) - judged - 1);
    d = isl_set_project_out(d, isl_dim_set, 0, judged);
    d = isl_set_project_out(d, isl_dim_param, 0, (unsigned)isl_set_dim(d, isl_dim_param));
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(d));
    isl_aff *apart = isl_aff_var_on_domain(ls, isl_dim_set, 0);
    isl_val *low = isl_set_min_val(d, apart), *high = isl_set_max_val(d, apart);
    isl_aff_free(apart);
    isl_set_free(d);
    if (low && high && isl_val_is_int(low) == isl_bool_true && isl_val_eq(low, high) == isl_bool_true) {
        c->has_distance = true;
        c->distance = isl_val_get_num_si(low);
    }
    isl_val_free(low);
    isl_val_free(high);
}

/* Do two iterations meet whenever there are several? Takes neither. */
static bool always_meets(struct scope *s, isl_map *both, const struct touch *a, const struct touch *b)
{
    isl_map *any = isl_map_from_domain_and_range(known_domain(s, a->domain), known_domain(s, b->domain));
    for (unsigned i = 0; i < s->judged; i++)
        any = isl_map_equate(any, isl_dim_in, i, isl_dim_out, i);
    any = isl_map_order_lt(any, isl_dim_in, s->judged, isl_dim_out, s->judged);
    isl_set *x = isl_map_params(any), *y = isl_map_params(isl_map_copy(both));
    bool is = isl_set_is_subset(x, y) == isl_bool_true;
    isl_set_free(x);
    isl_set_free(y);
    return is;
}

static void limit(const struct scope *s, unsigned long operations)
{
    isl_ctx_reset_error(s->isl);
    isl_ctx_reset_operations(s->isl);
    isl_ctx_set_max_operations(s->isl, operations);
}

/* Both take part in reductions by the same operator: in what order does not matter. */
static bool only_reduce(const struct touch *a, const struct touch *b)
{
    return a->op && b->op && strcmp(a->op, b->op) == 0 && a->nsteps == b->nsteps;
}

struct apart {                /* pairs of different iterations; of a nest: that are not in order */
    isl_map *later, *earlier; /* the second one comes later, earlier */
    bool symmetric;           /* one of them comes with the other */
};

/* Takes m. */
static struct apart apart_in(struct scope *s, isl_map *m, const struct touch *a, const struct touch *b)
{
    bool symmetric = a->object == b->object && is_same_place(s, a, b);
    if (s->wave) {
        struct apart p = {.symmetric = symmetric};
        out_of_order(s, m, a, b, &p.later, &p.earlier);
        return p;
    }
    isl_map *later = isl_map_order_lt(isl_map_copy(m), isl_dim_in, s->judged, isl_dim_out, s->judged);
    isl_map *earlier = isl_map_order_gt(m, isl_dim_in, s->judged, isl_dim_out, s->judged);
    return (struct apart){later, earlier, symmetric};
}

static isl_bool is_none(const struct apart *p)
{
    isl_bool empty = isl_map_is_empty(p->later);
    return empty == isl_bool_true && !p->symmetric ? isl_map_is_empty(p->earlier) : empty;
}

static void apart_free(struct apart *p)
{
    isl_map_free(p->later);
    isl_map_free(p->earlier);
}

/* What is known of two iterations that meet, where somebody asks: whether others do always, where the user says that
 * they do not; how far apart they are, where that keeps the loop serial: of symmetric pairs each comes both ways. Frees
 * the pairs. */
static void describe(struct scope *s, struct conflict *c, struct apart *p, bool unknown)
{
    const struct touch *a = c->first, *b = c->second;
    isl_map *both = p->symmetric ? (isl_map_free(p->earlier), p->later) : isl_map_union(p->later, p->earlier);
    bool known = c->why != LOOP_TOO_COMPLEX, asserted = are_independent(s, a->object, b->object);
    c->certain = asserted && !unknown && known && a->must && b->must && always_meets(s, both, a, b);
    if (known && !p->symmetric && (asserted || !only_reduce(a, b)) && a->domain &&
        isl_set_dim(a->domain, isl_dim_set) == isl_set_dim(b->domain, isl_dim_set))
        measure(c, both, s->judged);
    else
        isl_map_free(both);
}

/* Are there two different iterations, a's and b's, in m? Takes m. *answered: within the operations that were allowed */
static bool meets(struct scope *s, struct conflict *c, isl_map *m, const struct touch *a, const struct touch *b,
                  bool unknown, bool *answered)
{
    for (unsigned i = 0; i < a->nsteps || i < b->nsteps; i++)
        unknown |= (i < a->nsteps && !a->steps[i].is_member && !a->steps[i].index) ||
                   (i < b->nsteps && !b->steps[i].is_member && !b->steps[i].index);
    struct apart p = apart_in(s, m, a, b);
    isl_bool empty = is_none(&p);
    *answered = isl_ctx_last_error(s->isl) != isl_error_quota;
    if (empty == isl_bool_true) {
        apart_free(&p);
        return false;
    }
    limit(s, FEW); /* what is said besides */
    c->first = a;
    c->second = b;
    c->why = empty == isl_bool_error ? LOOP_TOO_COMPLEX
             : unknown               ? LOOP_UNKNOWN_PLACE
             : a->write && b->write  ? LOOP_OUTPUT
                                     : LOOP_FLOW;
    describe(s, c, &p, unknown);
    return true;
}

static bool is_same_pair(const struct pair *p, const struct object *a, const struct object *b)
{
    return (p->a == a && p->b == b) || (p->a == b && p->b == a);
}

static void keep_apart(struct scope *s, pair_list *apart, struct object *a, struct object *b)
{
    for_each (struct pair, p, *apart)
        if (is_same_pair(p, a, b))
            return;
    vec_push(s->a->arena, apart, (struct pair){.a = a, .b = b});
}

/* scalars.c decides about variables by their names */
static bool is_scalar(const struct touch *t)
{
    return t->object->kind == OBJECT_VARIABLE && type_is_scalar(t->object->var->type) && !t->far &&
           t->node->kind == NODE_NAME;
}

/* No block is freed twice, and no variable at all. */
static bool is_apart_from_free(const struct touch *a, const struct touch *b)
{
    return (a->frees && (b->frees || b->object->kind == OBJECT_VARIABLE)) ||
           (b->frees && a->object->kind == OBJECT_VARIABLE);
}

static void note_element(struct scope *s, element_list *elements, const struct touch *t)
{
    for_each (struct reduced_element, e, *elements)
        if (e->store == t->store)
            return;
    vec_push(s->a->arena, elements, (struct reduced_element){.object = t->object, .op = t->op, .store = t->store});
}

static bool is_waived(const struct scope *s, const struct object *a, const struct object *b)
{
    for_each (struct pair, p, s->waived)
        if (is_same_pair(p, a, b))
            return true;
    return false;
}

/* Do two iterations meet at a place of both? */
static bool meet_within(struct scope *s, struct conflict *c, const struct touch *a, const struct touch *b,
                        unsigned long operations, bool *answered)
{
    bool vague = false;
    *c = (struct conflict){0};
    limit(s, operations);
    isl_map *m = pairs(s, a, b, false, &vague);
    bool met = meets(s, c, m, a, b, vague, answered);
    limit(s, 0);
    return met;
}

static bool has_products(const struct touch *t)
{
    for (unsigned i = 0; i < t->nsteps; i++)
        if (t->steps[i].index && t->steps[i].index->n > 1)
            return true;
    return false;
}

/* Sums of products are compared for much less effort where it does not matter which digits are 0 for some pairs only,
 * and most never meet. */
static bool surely_apart(struct scope *s, const struct touch *a, const struct touch *b)
{
    bool vague = false;
    if (!has_products(a) || !has_products(b))
        return false;
    limit(s, FEW);
    struct apart p = apart_in(s, pairs(s, a, b, true, &vague), a, b);
    bool none = is_none(&p) == isl_bool_true;
    apart_free(&p);
    limit(s, 0);
    return none;
}

static bool meet(struct scope *s, struct conflict *c, const struct touch *a, const struct touch *b)
{
    *c = (struct conflict){0};
    if (surely_apart(s, a, b))
        return false;
    bool answered, met = meet_within(s, c, a, b, FEW, &answered);
    unsigned long many = s->a->riddles < 8 ? MANY >> s->a->riddles : 0;
    if (answered || many <= FEW)
        return met;
    met = meet_within(s, c, a, b, many, &answered);
    s->a->riddles += !answered;
    return met;
}

/* Places that no two iterations reach both, as far as they have been asked for: the same answer holds for all accesses
 * of these. */
struct places {
    size_t a, b;
};
struct settled {
    VEC(struct places) rows;
};

static bool is_settled(const struct settled *x, struct places p)
{
    for_each (struct places, q, x->rows)
        if (q->a == p.a && q->b == p.b)
            return true;
    return false;
}

/* One row, of which it is not known which, and rows of the same table */
static bool is_among(const struct scope *s, const struct object *one, const struct object *rows)
{
    return rows->kind == OBJECT_ROWS && one->kind == OBJECT_POINTEE && one->table &&
           is_of_table(s, one, rows->table, rows->way, rows->nway);
}

static bool is_nowhere_apart(const struct scope *s, const struct object *a, const struct object *b)
{
    return is_anywhere(a) || is_anywhere(b) || is_among(s, a, b) || is_among(s, b, a);
}

bool find_conflict(struct scope *s, struct conflict *c, pair_list *apart, element_list *elements)
{
    struct settled settled = {0};
    if (!s->plain)
        find_plain(s);
    for (size_t i = 0; i < s->accesses.n; i++)
        for (size_t k = i; k < s->accesses.n && !s->plain[i].is_repeated; k++) {
            if (s->plain[k].is_repeated)
                continue;
            const struct touch *a = &s->accesses.v[i], *b = &s->accesses.v[k];
            if ((!a->write && !b->write) || a->before || b->before || a->object->scratch || b->object->scratch ||
                (is_scalar(a) && is_scalar(b)) || is_apart_from_free(a, b) || is_waived(s, a->object, b->object))
                continue;
            enum overlap o = objects_overlap(a->object, b->object);
            if (o == OVERLAP_NEVER)
                continue;
            if (o == OVERLAP_MAYBE && is_nowhere_apart(s, a->object, b->object)) {
                *c = (struct conflict){.first = a, .second = b, .why = LOOP_OVERLAP};
                return true;
            }
            if (o == OVERLAP_MAYBE && are_independent(s, a->object, b->object))
                continue;
            if (o == OVERLAP_MAYBE) {
                keep_apart(s, apart, a->object, b->object);
                continue;
            }
            if (a->object->kind == OBJECT_ROWS)
                keep_apart(s, apart, a->object, a->object);
            struct places p = {s->plain[i].place, s->plain[k].place};
            if (plainly_apart(s, i, k) || is_settled(&settled, p))
                continue;
            bool met = (s->wave || !spread_apart(s, a, b)) && meet(s, c, a, b);
            if (!met)
                vec_push(s->a->arena, &settled.rows, p);
            if (met && (s->wave || !only_reduce(a, b) ||
                        (!c->certain && !c->has_distance && are_independent(s, a->object, b->object))))
                return true;
            if (met) {
                note_element(s, elements, a);
                note_element(s, elements, b);
                *c = (struct conflict){0};
            }
        }
    return false;
}
