/* analysis/plan/tallies.c: which arrays does a loop only update by atomics, as a histogram does? On the initial device
 * each thread may then add to a copy of its own, and add that to the array at the end: relaxed atomics promise no order
 * that anybody could see. No pass: in_place.c asks.
 *
 * The updates must all be the same associative operation on integers, without a capture, and nothing else in the loop
 * may wait for other threads, or touch the array: by proof, or by a look at addresses before the loop (apart.c). Which
 * element an update is about is known at run time only. What lies outside the array, as far as its length is known, is
 * updated where it is; so is everything where the array is long, or has few updates. */
#include "../analysis.h"

/* What all updates of a loop do, SUB being ADD; NONE: not what copies may be made for. */
static enum op operation_of(const struct atomic *t)
{
    if (t->kind != ATOMIC_UPDATE || t->bit_field || (t->compare && (t->rel == COMPARE_EQ || t->keep != KEEP_NOTHING)))
        return OP_NONE;
    if (t->compare)
        return (t->rel == COMPARE_LT) != t->reversed ? OP_MAX : OP_MIN;
    switch (t->op) {
    case OP_SUB:
        return t->reversed ? OP_NONE : OP_ADD;
    case OP_ADD:
    case OP_AND:
    case OP_OR:
    case OP_XOR:
        return t->op;
    default:
        return OP_NONE;
    }
}

/* a flush, or an order that others may rely on, comes with other clauses */
static bool is_relaxed(const struct unit *u, const struct region *r)
{
    static const enum clause_kind harmless[] = {CLAUSE_UPDATE, CLAUSE_COMPARE, CLAUSE_RELAXED, CLAUSE_HINT};
    enum { N = sizeof harmless / sizeof *harmless };
    for (const struct clause *c = r->clauses; c; c = c->next) {
        size_t i = 0;
        while (i < N && harmless[i] != c->kind)
            i++;
        if (i == N)
            return false;
    }
    return region_clause(r, CLAUSE_RELAXED) || u->atomic_default == CLAUSE_NONE || u->atomic_default == CLAUSE_RELAXED;
}

static bool is_plain_integer(const struct type *t)
{
    return t && t->kind == TYPE_INT && t->size <= 8 && !t->is_volatile && !t->is_atomic;
}

static bool is_same(const struct type *a, const struct type *b)
{
    return a->size == b->size && a->is_signed == b->is_signed;
}

/* A wider operand of an extreme would be compared as it is, and stored without its upper half. */
static bool fits(const struct unit *u, const struct atomic *t)
{
    const struct node *e = given(t->e) ? unit_node(u, t->e) : NULL;
    if (!e)
        return !given(t->e);
    return t->compare ? is_plain_integer(e->type) && is_same(e->type, t->xtype)
                      : e->type && (e->type->kind == TYPE_INT || e->type->kind == TYPE_BOOL);
}

/* The variable whose elements x is one of: an array, or a pointer to numbers; NULL: it is something else. */
static const struct var *array_of(const struct node *x)
{
    const struct node *object = x;
    while (object->kind == NODE_SUBSCRIPT && (object == x || type_is_array(object->type)))
        object = node_kid(object, 0);
    const struct var *v = object == x ? NULL : node_var(object);
    return v && !v->type->is_volatile && !v->is_thread_local ? v : NULL;
}

/* the section that the region maps, if that gives the array's length */
static const struct item *section_of(const struct unit *u, const struct capture *c)
{
    const struct item *it = c->item;
    if (!it || !it->is_name || it->nsections != 1 || !c->clause || c->clause->kind != CLAUSE_MAP)
        return NULL;
    const struct section *s = it->sections;
    bool plain = s->has_colon && given(s->length) && !given(s->stride);
    return plain && is_plain_value(u, s->lower) && is_plain_value(u, s->length) ? it : NULL;
}

/* May each thread have a copy of the array that v is, or leads to? Sets the tally's length. */
static bool has_length(const struct unit *u, const struct region *r, struct tally *t)
{
    const struct capture *c = find_capture(r->plan->kernel, t->var);
    const struct type *element = t->var->type;
    if ((!c && !t->var->is_global) || sharing_of(r, t->var, ATTRS_OWN))
        return false;
    if (element->kind == TYPE_POINTER) {
        t->item = c ? section_of(u, c) : NULL;
        element = element->elem;
        t->count = t->item && t->item->sections->length_const ? t->item->sections->length_value : -1;
        if (!t->item || !is_plain_integer(element))
            return false;
    } else {
        while (element && element->kind == TYPE_ARRAY)
            element = element->elem;
        if (!is_plain_integer(element) || t->var->type->size <= 0)
            return false;
        t->count = t->var->type->size / element->size;
    }
    return is_same(element, t->element) && t->count <= TALLY_BYTES / element->size && t->count != 0;
}

static void note_tally(struct analysis *a, const struct region *r, const struct region *atomic, const struct node *x,
                       enum op op, struct look *look)
{
    struct in_place *p = &r->plan->place;
    struct tally t = {.var = array_of(x), .element = atomic->atomic->xtype, .op = op};
    size_t i = 0;
    while (i < p->tallies.n && p->tallies.v[i].var != t.var)
        i++;
    if (!t.var || (i == p->tallies.n && (i == MOST_TALLIES || !has_length(a->unit, r, &t))))
        return;
    if (i == p->tallies.n) {
        vec_push(a->unit->arena, &p->tallies, t);
        vec_push(a->unit->arena, &look->places, ((struct look_place){x, 0}));
    }
    atomic->plan->tally = (unsigned)i + 1;
}

/* Is the loop's body without other constructs? Each of them might wait for other threads. */
static bool has_only_updates(const struct unit *u, const struct region *r)
{
    const struct region *q = r->child;
    while (q && q->dir == DIR_ATOMIC && q->atomic && q->atomic->kind == ATOMIC_UPDATE && is_relaxed(u, q))
        q = q->sibling;
    return r->child && !q;
}

/* Updates that differ from the first one must be apart from the arrays, as other accesses are. */
static bool is_like(const struct unit *u, const struct atomic *first, const struct atomic *t)
{
    return operation_of(t) != OP_NONE && operation_of(t) == operation_of(first) && is_plain_integer(first->xtype) &&
           is_plain_integer(t->xtype) && is_same(t->xtype, first->xtype) && fits(u, t);
}

void find_tallies(struct analysis *a, const struct region *r)
{
    struct in_place *p = &r->plan->place;
    struct look look = {0};
    update_list updates = {0};
    if (!r->plan->kernel || !has_only_updates(a->unit, r))
        return;
    for (const struct region *q = r->child; q; q = q->sibling)
        if (is_like(a->unit, r->child->atomic, q->atomic)) {
            const struct node *x = unit_node(a->unit, q->atomic->x);
            vec_push(a->unit->arena, &updates, ((struct update){q, x}));
            note_tally(a, r, q, x, operation_of(q->atomic), &look);
        }
    look.nstores = look.places.n;
    if (p->tallies.n && updates_are_apart(a, r, &updates, &look)) {
        p->tally_look = look;
        p->tally_why = WHY_PLACE_TALLY;
        return;
    }
    p->tallies.n = 0;
    for (size_t i = 0; i < updates.n; i++)
        updates.v[i].atomic->plan->tally = 0;
}
