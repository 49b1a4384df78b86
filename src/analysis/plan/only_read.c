/* analysis/plan/only_read.c: what a kernel only reads. If the launch finds that it lies apart from all that the kernel
 * stores to (runtime/host/apart.c, from the present table), loads of it may be done early, together and once, by
 * instructions for memory that nobody changes: loops that gain have two forms, of which the launch's answer takes one.
 * Each store must go to what a row of the map list leads to, by its name alone: then the rows tell all. Nothing is
 * assumed of pointers that are found in memory, of those that the region makes, and of what functions store. A region
 * in which threads may wait for others' data, by flags or locks, reads what changes while it runs.
 * needs: sharing, lower, calls, dataenv, mode.
 * sets: capture.only_read. */
#include "../analysis.h"

static bool is_pointer(const struct var *v) { return v->type->kind == TYPE_POINTER; }

/* Does the store lead to the memory of a row, whose name is that of the variable? */
static bool leads_to_row(const struct analysis *a, const struct kernel *k, const struct ref *x)
{
    const struct capture *c = find_capture(k, x->var);
    if (slice_has(region_text(k->region), x->var->decl) || owner_at(a->unit, x->off, x->var))
        return !is_pointer(x->var); /* its own memory */
    if (c && is_pointer(x->var))
        return c->how == CAP_POINTER && !(access_in(a->unit, k->region->stmt, x->var) & (ACC_WRITE | ACC_ADDR));
    return c ? c->how != CAP_DEVPTR : !x->var->is_global;
}

static bool is_hidden_store(struct analysis *a, const struct kernel *k, const struct ref *x)
{
    if (x->access & ACC_UNEVALUATED)
        return false;
    if (x->func)
        return facts_of(a, ON_DEVICE, x->func) & ANY_EFFECT;
    bool stores = x->access & (is_pointer(x->var) ? ACC_ELEM_WRITE : ACC_WRITE | ACC_ELEM_WRITE | ACC_ADDR);
    return x->access & ACC_FAR_WRITE || (stores && !leads_to_row(a, k, x));
}

/* The variable that the access begins with, by subscripts, members and arrows alone */
static const struct var *begins_with(const struct node *n)
{
    while (n && (n->kind == NODE_SUBSCRIPT || n->kind == NODE_MEMBER || n->kind == NODE_ARROW ||
                 n->kind == NODE_DEREFERENCE))
        n = node_kid(n, 0);
    return node_var(n);
}

/* Constructs in which threads wait for what others store */
static bool may_wait(const struct region *r)
{
    switch (r->dir) {
    case DIR_FLUSH:
    case DIR_CRITICAL:
    case DIR_ORDERED:
        return true;
    case DIR_ATOMIC:
        return r->clauses && (r->clauses->next || r->clauses->kind != CLAUSE_UPDATE);
    default:
        return false;
    }
}

static bool is_atomic(const struct node *n) { return n->kind == NODE_ATOMIC; }

static bool stores_are_known(struct analysis *a, const struct kernel *k)
{
    const struct unit *u = a->unit;
    const struct region *r = k->region;
    if (k->mode != MODE_SPMD || stores_unseen(a, r) || reaches_tasks(a, r->stmt) || tree_has(r->tree, is_atomic))
        return false;
    for_each_in (region, c, u, region_text(r))
        if (may_wait(c))
            return false;
    for_each_in (element, e, u, r->stmt)
        if (e->access & ACC_WRITE && !begins_with(e->node))
            return false;
    for_each_in (ref, x, u, r->stmt)
        if (is_hidden_store(a, k, x))
            return false;
    return true;
}

/* It is reached by a parameter that the runtime knows the memory of. */
static bool is_row(const struct capture *c)
{
    const struct type *t = c->var->type;
    if (c->how == CAP_POINTER)
        return t->elem && !t->elem->is_volatile;
    return c->how == CAP_ADDRESS && t->kind == TYPE_ARRAY && !t->is_volatile;
}

void pass_only_read(struct analysis *a)
{
    bool on = a->options.apart && !a->options.check && !a->options.debuggable;
    for_each_pointer (struct kernel, k, a->kernels)
        if (on && stores_are_known(a, k))
            for_each (struct capture, c, k->captures)
                c->only_read = is_row(c) && !owner_at(a->unit, k->region->stmt.begin, c->var) &&
                               !may_store_to(a, k->region, c->var);
}
