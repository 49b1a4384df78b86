/* unsteady.c: values in memory that statements change while they are looked at for their data. Variables that are
 * stored to by name vary anyway (values.c); this is about stores by pointers and by functions called. */
#include "collect_priv.h"
#include "data_priv.h"

/* Can an lvalue of type t be in the memory of one of type o, if they are not of one object? */
static bool may_alias(const struct type *t, const struct type *o)
{
    if (!t || !o || !type_is_scalar(t) || !type_is_scalar(o) || (t->kind == TYPE_INT && t->size == 1))
        return true;
    return t->kind == o->kind && t->size == o->size;
}

static bool is_memory_operand(const struct node *n)
{
    if (n->constant || n->unevaluated || !n->type || !type_is_scalar(n->type))
        return false;
    return n->kind == NODE_NAME ? n->var && !n->func && is_memory(n->var)
                                : n->kind == NODE_SUBSCRIPT || n->kind == NODE_DEREFERENCE || n->kind == NODE_ARROW ||
                                      n->kind == NODE_MEMBER;
}

/* Of the same object, do they go into other members of it? */
static bool are_other_members(const struct attempt *t, const struct touch *x, const struct touch *y)
{
    for (unsigned i = 0; i < x->nsteps && i < y->nsteps; i++)
        if (x->steps[i].is_member && y->steps[i].is_member &&
            !node_same_member(t->a->u, x->steps[i].node, y->steps[i].node))
            return true;
    return false;
}

/* Does x store what y reads? What regions store is told apart by their own tests. */
static bool is_store_to(const struct attempt *t, const struct touch *x, const struct touch *y)
{
    if (!x->write || x->map || x->frees) /* what is freed is not read behind that */
        return false;
    bool variables = x->object->kind == OBJECT_VARIABLE && y->object->kind == OBJECT_VARIABLE;
    if (variables ? x->object->var == y->object->var : objects_overlap(x->object, y->object) == OVERLAP_SAME)
        return !are_other_members(t, x, y);
    return objects_overlap(x->object, y->object) == OVERLAP_MAYBE && !x->region &&
           (x->whole || may_alias(x->node->type, y->node->type));
}

static bool is_stored_to(const struct attempt *t, const struct touch *read)
{
    for_each (struct touch, x, t->s.accesses)
        if (is_store_to(t, x, read))
            return true;
    return false;
}

static bool is_unsteady(const struct attempt *t, const struct node *n)
{
    bool known = false;
    struct object o = {.kind = n->kind == NODE_NAME ? OBJECT_VARIABLE : OBJECT_UNKNOWN, .var = n->var};
    for_each (struct touch, x, t->s.accesses)
        if (n->kind != NODE_NAME && !x->write && !x->whole && x->node->kind == n->kind &&
            tree_equal(t->a->u, x->node, n)) {
            if (is_stored_to(t, x))
                return true;
            known = true;
        }
    return !known && is_stored_to(t, &(struct touch){.object = &o, .node = n});
}

static void add_unsteady(struct attempt *t, const struct node *n)
{
    for (const struct node *m = n; m; m = tree_next(n, m))
        if (is_memory_operand(m) && is_unsteady(t, m))
            vec_push(t->a->arena, &t->unsteady, m);
}

bool find_unsteady(struct attempt *t)
{
    const size_t before = t->unsteady.n;
    for_each (struct parameter, p, t->s.parameters)
        add_unsteady(t, p->node);
    for_each_pointer (struct object, o, t->s.objects)
        if (o->kind == OBJECT_POINTEE)
            add_unsteady(t, o->pointer);
    return t->unsteady.n > before;
}
