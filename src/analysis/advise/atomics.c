/* advise/atomics.c: variables that all iterations of a loop update by atomic or critical, and nothing else in the loop
 * reads: a reduction gives each lane a copy of its own. */
#include "advise.h"
#include "../../../include/gantry_abi.h"

#include <string.h>

struct updated { /* a variable or an element */
    const struct var *var;
    const char *item; /* of the reduction: "sum", "sum[0:1]" */
    enum op op;
    bool keeps; /* something stands against a reduction */
    VEC(const struct region *) by;
};
typedef VEC(struct updated) updated_list;

static enum op op_of_atomic(const struct unit *u, const struct atomic *t)
{
    const struct node *by = given(t->e) ? unit_node(u, t->e) : NULL;
    if (t->kind != ATOMIC_UPDATE || t->bit_field || (t->compare && (t->rel == COMPARE_EQ || t->keep != KEEP_NOTHING)))
        return OP_NONE;
    if (t->compare)
        return (t->rel == COMPARE_LT) != t->reversed ? OP_MAX : OP_MIN;
    if (t->op != OP_NONE && t->xtype && !sums_in_parts(t->xtype, by, t->op))
        return OP_NONE;
    if (t->op == OP_SUB)
        return t->reversed ? OP_NONE : OP_ADD;
    return t->op == OP_ADD || t->op == OP_MUL || t->op == OP_AND || t->op == OP_OR || t->op == OP_XOR ? t->op : OP_NONE;
}

/* the assignment that is all that a critical construct does, perhaps under a condition; NULL: it does something else */
static const struct node *only_store(const struct region *q)
{
    const struct node *n = node_sole(inner_statement(q));
    if (n && n->kind == NODE_IF && !node_kid(n, 2))
        n = node_sole(n->kids[1]);
    n = n && n->kind == NODE_EXPRESSION ? node_kid(n, 0) : NULL;
    return n && (n->kind == NODE_ASSIGN || n->kind == NODE_COMPOUND_ASSIGN || n->kind == NODE_INCREMENT) ? n : NULL;
}

static unsigned names_of(const struct unit *u, const struct region *q, const struct var *v)
{
    unsigned n = 0;
    for_each_in (ref, r, u, q->stmt)
        n += r->var == v;
    return n;
}

/* By which operation the store updates what it stores to, if q names that nowhere else */
static enum op op_of_store(const struct unit *u, const struct region *q, const struct node *store)
{
    unsigned names = 0;
    const struct node *x = store->kids[0];
    const struct var *v = node_var(x) ? node_var(x) : node_var(node_kid(x, 0));
    enum op op = v && (v == node_var(x) || store->kind != NODE_ASSIGN) ? update_by(u, store, v, &names) : OP_NONE;
    if (op != OP_NONE && !sums_in_parts(x->type, node_kid(store, 1), op))
        return OP_NONE;
    return op != OP_NONE && names_of(u, q, v) == names ? op : OP_NONE;
}

/* An order that others may rely on, or a name that is a lock for other code, too */
static bool is_plain(const struct unit *u, const struct region *q)
{
    static const enum clause_kind harmless[] = {CLAUSE_UPDATE, CLAUSE_COMPARE, CLAUSE_RELAXED, CLAUSE_HINT};
    for (const struct clause *c = q->clauses; c; c = c->next) {
        size_t i = 0, n = sizeof harmless / sizeof *harmless;
        while (i < n && harmless[i] != c->kind)
            i++;
        if (i == n)
            return false;
    }
    return q->dir == DIR_CRITICAL || region_clause(q, CLAUSE_RELAXED) || u->atomic_default == CLAUSE_NONE ||
           u->atomic_default == CLAUSE_RELAXED;
}

/* What q updates, and by which operation; NULL: it does something else */
static const struct node *updated(const struct unit *u, const struct region *q, enum op *op)
{
    if (!is_plain(u, q))
        return NULL;
    if (q->dir == DIR_ATOMIC) {
        *op = q->atomic ? op_of_atomic(u, q->atomic) : OP_NONE;
        return *op == OP_NONE ? NULL : unit_node(u, q->atomic->x);
    }
    const struct node *store = q->dir == DIR_CRITICAL ? only_store(q) : NULL;
    *op = store ? op_of_store(u, q, store) : OP_NONE;
    return *op == OP_NONE ? NULL : store->kids[0];
}

/* The list item for x, a variable or an element with a constant number; NULL: it is something else */
static const char *item_for(struct advice *ad, const struct node *x, const struct var **v)
{
    const struct type *t = x->type;
    if (!t || !type_is_arithmetic(t) || t->kind == TYPE_COMPLEX || t->kind == TYPE_BOOL || t->is_volatile ||
        t->is_atomic || t->is_long_double)
        return NULL;
    *v = node_var(x);
    if (*v)
        return (*v)->name;
    *v = x->kind == NODE_SUBSCRIPT || x->kind == NODE_DEREFERENCE ? node_var(x->kids[0]) : NULL;
    if (!*v || (x->kind == NODE_SUBSCRIPT && !(x->kids[1]->constant && x->kids[1]->value >= 0)))
        return NULL;
    long long number = x->kind == NODE_SUBSCRIPT ? (long long)x->kids[1]->value : 0;
    return arena_printf(ad->arena, "%s[%lld:1]", (*v)->name, number);
}

static bool has_own_clause(const struct region *r, const struct var *v)
{
    return sharing_of(r, v, ATTRS_ALL & ~(ATTR_MAPPED | ATTR_SHARED)) || is_said_shared(r, v);
}

/* Do its values come to the device, and go back to where they were? Then a reduction's result does, too. */
static bool comes_back(const struct kernel *k, const struct region *loop, const struct var *v)
{
    enum { both = GANTRY_MAP_TO | GANTRY_MAP_FROM };
    const struct capture *c = find_capture(k, v);
    if (!c || has_own_clause(loop, v) || (loop != k->region && has_own_clause(k->region, v)))
        return false;
    if (c->how == CAP_POINTER && (c->map & GANTRY_MAP_LOOKUP))
        return true;
    return (c->how == CAP_ADDRESS || c->how == CAP_POINTER) && (c->map & both) == both;
}

static struct updated *known(updated_list *list, const struct var *v, const char *item, enum op op)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->v[i].var == v && list->v[i].op == op && !strcmp(list->v[i].item, item))
            return &list->v[i];
    return NULL;
}

static void note(struct advice *ad, const struct region *q, updated_list *list)
{
    enum op op;
    const struct var *v = NULL;
    const struct node *x = updated(ad->a->unit, q, &op);
    const char *item = x ? item_for(ad, x, &v) : NULL;
    if (!item)
        return;
    struct updated *up = known(list, v, item, op);
    if (!up) {
        vec_push(ad->arena, list, ((struct updated){.var = v, .item = item, .op = op}));
        up = &list->v[list->n - 1];
    }
    vec_push(ad->arena, &up->by, q);
}

static bool is_updated_at(const struct updated *up, uint32_t off)
{
    for (size_t i = 0; i < up->by.n; i++)
        if (slice_has(up->by.v[i]->stmt, off))
            return true;
    return false;
}

/* Does anything else in the loop, another operation or another element of the same object too, name it? */
static bool has_other_uses(const struct unit *u, const struct region *loop, const struct updated *up)
{
    for_each_in (ref, r, u, loop->stmt)
        if (r->var == up->var && !is_updated_at(up, r->off))
            return true;
    return false;
}

/* teams: the construct that makes the teams, whose copies are summed, too, where the loop's own does not; or NULL */
static void report(struct advice *ad, const struct region *loop, const struct region *teams, const updated_list *list)
{
    struct sb names = {0}, clauses = {0};
    const struct updated *first = NULL;
    for_each (const struct updated, up, *list)
        if (!up->keeps) {
            first = first ? first : up;
            sb_printf(&names, "%s'%s'", names.n ? ", " : "", up->item);
            sb_printf(&clauses, "%sreduction(%s: %s)", clauses.n ? " " : "", op_name(up->op), up->item);
        }
    if (!first)
        return;
    struct finding *f = finding_add(ad, FOUND_ATOMIC, loop, first->by.v[0]->loc);
    f->certain = true;
    f->cost = WARP_LANES;
    f->text = arena_printf(ad->arena, "iterations update %s by '%s', one after the other", sb_take(&names, ad->arena),
                           first->by.v[0]->dir == DIR_ATOMIC ? "atomic" : "critical");
    f->costs = arena_printf(
        ad->arena, "the %d updates of a warp wait for each other; a reduction makes one for each team", WARP_LANES);
    const char *more = sb_take(&clauses, ad->arena);
    if (teams)
        edit_directive(ad, f, teams, (struct rewrite_of){.leaves = teams->leaves, .more = more});
    edit_directive(ad, f, loop, (struct rewrite_of){.leaves = loop->leaves, .more = more});
    for_each (const struct updated, up, *list)
        for (size_t i = 0; !up->keeps && i < up->by.n; i++)
            edit_delete(ad, f, up->by.v[i]);
}

/* The construct around r that makes the teams, if r shares its loops among all their threads and is all it does */
static const struct region *teams_around(const struct kernel *k, const struct region *r)
{
    enum { makes = LEAF_TARGET | LEAF_TEAMS, shares = LEAF_DISTRIBUTE | LEAF_PARALLEL | LEAF_FOR };
    bool direct = r->parent == k->region && k->region->leaves == makes && !(r->plan->leaves & LEAF_TEAMS);
    return direct && (r->plan->leaves & shares) == shares && sole_child(k->region) == r ? k->region : NULL;
}

/* The construct whose loops all threads of all teams share, and which reduces over them all */
static bool reduces_all(const struct kernel *k, const struct region *r)
{
    enum { threads = LEAF_PARALLEL | LEAF_FOR };
    bool outermost = r == k->region || (r->parent == k->region && !(k->region->leaves & ~(unsigned)LEAF_TARGET)) ||
                     teams_around(k, r);
    return outermost && r->dir == DIR_COMBINED && r->nloops && (r->plan->leaves & threads) == threads &&
           (!k->has_teams || r->plan->leaves & LEAF_TEAMS || teams_around(k, r)) &&
           (r == k->region || !region_clause(r, CLAUSE_NOWAIT));
}

static void find_in(struct advice *ad, const struct kernel *k, const struct region *r)
{
    updated_list list = {0};
    for (const struct region *q = r->child; q; q = q->sibling)
        note(ad, q, &list);
    for (size_t i = 0; i < list.n; i++)
        list.v[i].keeps = !comes_back(k, r, list.v[i].var) || has_other_uses(ad->a->unit, r, &list.v[i]);
    report(ad, r, teams_around(k, r), &list);
}

void find_atomics(struct advice *ad, const struct kernel *k)
{
    for_each_in (region, r, ad->a->unit, region_text(k->region))
        if (r->plan && reduces_all(k, r))
            find_in(ad, k, r);
}
