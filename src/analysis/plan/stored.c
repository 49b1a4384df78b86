/* analysis/plan/stored.c: may a target region store to the data of a row of its map list? No pass: rows of which it is
 * certain that it does not carry that to the runtime. What came back unchanged from the others may come back changed in
 * another run (runtime/profile/moves.c).
 *
 * A store goes to a variable that the region names, to what a pointer that it names leads to, which the runtime sees by
 * that pointer's row, or to what a pointer found in memory leads to, which was attached there. Of what a function
 * stores, and of pointers that the region makes or takes from elsewhere, it is not known where it goes. */
#include "../analysis.h"

static bool is_pointer(const struct var *v) { return v->type && v->type->kind == TYPE_POINTER; }

/* Does the pointer, or what holds it, have the value that it had when the region began? */
static bool is_as_given(const struct analysis *a, const struct region *r, const struct var *v)
{
    return !slice_has(region_text(r), v->decl) && !(v->declare_target & VAR_NAMED) && !(v->is_global && v->func) &&
           !(access_in(a->unit, r->stmt, v) & (ACC_WRITE | ACC_ADDR));
}

static bool stores_by(const struct ref *x)
{
    return x->access & ACC_FAR_WRITE || (is_pointer(x->var) && x->access & ACC_ELEM_WRITE);
}

/* The variable whose name leads to the object; NULL: none does */
static const struct var *leads(const struct node *n)
{
    while (n && (n->kind == NODE_ARROW || n->kind == NODE_DEREFERENCE || n->kind == NODE_SUBSCRIPT ||
                 n->kind == NODE_MEMBER ||
                 (n->kind == NODE_BINARY && node_kid(n, 0) && node_kid(n, 0)->type &&
                  !type_is_arithmetic(node_kid(n, 0)->type))))
        n = node_uncast(node_kid(n, 0));
    return node_var(n);
}

static bool is_pointer_stored(const struct element *e)
{
    const struct type *t = e->node ? e->node->type : NULL;
    return !t || t->kind == TYPE_POINTER || t->has_pointers || t->has_unions;
}

static bool calls_storing(struct analysis *a, const struct ref *x)
{
    return !is_library_func(x->func) && (!x->is_call || facts_of(a, ON_DEVICE, x->func) & HAS_EFFECT);
}

bool stores_unseen(struct analysis *a, const struct region *r)
{
    const struct unit *u = a->unit;
    bool names = follows_names(a, r);
    if (u->requires_unified)
        return true;
    for_each_in (effect, x, u, r->stmt)
        if (x->kind == EFFECT_CALL || x->kind == EFFECT_ASM)
            return true;
    for_each_in (region, c, u, region_text(r))
        for_each_row (row, c, ATTRS_REDUCED)
            if (row->item && row->item->udr)
                return true;
    for_each_in (element, e, u, r->stmt)
        if (e->access & ACC_WRITE && !names && (is_pointer_stored(e) || !leads(e->node)))
            return true;
    for_each_in (ref, x, u, r->stmt)
        if (x->access & ACC_UNEVALUATED)
            continue;
        else if (x->func ? calls_storing(a, x) : stores_by(x) && !names && !is_as_given(a, r, x->var))
            return true;
    return false;
}

static bool is_cast_to_pointer(const struct node *n)
{
    while (n && !(n->kind == NODE_CAST && (!n->type || n->type->kind == TYPE_POINTER)))
        n = n->parent;
    return n != NULL;
}

/* Is it a pointer to const that stays one? */
static bool is_const_there(const struct ref *x)
{
    return is_pointer(x->var) && x->var->type->elem && x->var->type->elem->is_const && !is_cast_to_pointer(x->node);
}

/* Does a function of the program get its value alone, and gives none back that leads anywhere? (What functions store
 * by pointers stores_unseen has seen.) */
static bool is_looked_at(const struct ref *x)
{
    const struct node *n = x->node, *call = n->parent;
    while (call && call->kind == NODE_CAST)
        n = call, call = call->parent;
    const struct func *f = call && call->kind == NODE_CALL && n->place ? node_called(call) : NULL;
    return f && !is_library_func(f) && f->tree && (!call->type || !call->type->size || type_is_arithmetic(call->type));
}

/* member: of the variable, NULL: it is about all of that */
static bool may_store(struct analysis *a, const struct region *r, const struct var *v, const struct node *member)
{
    enum { STORES = ACC_WRITE | ACC_ADDR | ACC_ELEM_WRITE | ACC_FAR_WRITE };
    for_each_in (region, c, a->unit, region_text(r))
        for_each_row (row, c, ATTRS_REDUCED | ATTRS_LAST | ATTR_LINEAR)
            if (row->var == v)
                return true;
    for_each_in (ref, x, a->unit, r->stmt) {
        if (x->var != v || x->access & ACC_UNEVALUATED || is_other_member(a->unit, member, x))
            continue;
        bool goes_on = is_pointer(v) && x->access & ACC_READ && !(x->access & ACC_DEREF);
        if (!x->node || ((x->access & STORES || goes_on) && !is_const_there(x) && !is_looked_at(x)))
            return true;
    }
    return false;
}

bool may_store_to(struct analysis *a, const struct region *r, const struct var *v) { return may_store(a, r, v, NULL); }

/* What members point to has rows of its own, where the region goes by names alone: of `p->a[i]` p's structure is only
 * read. */
static bool may_store_to_structure(struct analysis *a, const struct region *r, const struct var *v)
{
    if (!follows_names(a, r))
        return true;
    for_each_in (ref, x, a->unit, r->stmt)
        if (x->var == v && x->access & (ACC_WRITE | ACC_ADDR | ACC_ELEM_WRITE) && !(x->access & ACC_UNEVALUATED))
            return true;
    return false;
}

bool may_store_to_row(struct analysis *a, const struct region *r, const struct mapping *m)
{
    if (m->part == PART_OBJECT && m->step == 0 && item_follows_var(m->item))
        return may_store_to_structure(a, r, m->var);
    bool is_item = m->part == PART_ITEM && m->item && m->item->var == m->var;
    return may_store(a, r, m->var, is_item ? member_of_item(m->item) : NULL);
}
