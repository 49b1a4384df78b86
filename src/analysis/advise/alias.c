/* advise/alias.c: what else may lead to the memory of a variable, and what the host does with it: for findings about
 * data that could stay on the device. */
#include "advise.h"

#include <string.h>

/* ---- what leads to an element ---- */

/* The variable that n is a part of, or whose value leads to it in one step; NULL: a loaded pointer or a call does */
static const struct var *root_of(const struct node *n)
{
    bool followed = false;
    for (;;) {
        switch (n->kind) {
        case NODE_NAME:
            return n->var;
        case NODE_ARROW:
        case NODE_DEREFERENCE:
        case NODE_SUBSCRIPT:
            if (n->kind != NODE_SUBSCRIPT || !type_is_array(n->kids[0]->type)) {
                if (followed)
                    return NULL;
                followed = true;
            }
            break;
        case NODE_BINARY:
            if (n->kids[1]->type && n->kids[1]->type->kind == TYPE_POINTER) {
                n = n->kids[1];
                continue;
            }
            break;
        case NODE_MEMBER:
        case NODE_ADDRESS:
        case NODE_CAST:
            break;
        default:
            return NULL;
        }
        n = n->kids[0];
        if (followed && (n->kind == NODE_MEMBER || n->kind == NODE_ARROW || n->kind == NODE_SUBSCRIPT) &&
            !type_is_array(n->type))
            return NULL;
    }
}

/* May w, or what it points to, be a part of what v leads to? own: nothing but v leads there. */
static bool may_meet(const struct var *v, bool own, const struct var *w)
{
    if (w == v || own)
        return false;
    if (!w)
        return true;
    bool arrays = type_is_array(v->type) && !v->is_param && type_is_array(w->type) && !w->is_param;
    bool number = w->type->kind != TYPE_POINTER && !type_is_array(w->type);
    return !arrays && !number && !v->type->is_restrict && !w->type->is_restrict;
}

bool may_be_reached(const struct unit *u, const struct var *v, bool own, struct slice s)
{
    for_each_in (element, e, u, s)
        if (!in_device_code(u, e->off) && may_meet(v, own, root_of(e->node)))
            return true;
    for_each_in (ref, x, u, s) { /* addresses that calls get */
        const struct node *arg = NULL;
        if (x->var && x->var != v && x->node && !in_device_code(u, x->off) && address_handed(x->node, &arg) && arg &&
            may_meet(v, own, x->var))
            return true;
    }
    return false;
}

bool in_device_code(const struct unit *u, uint32_t off)
{
    for (const struct region *r = unit_region_around(u, off); r; r = r->parent)
        if (r->leaves & LEAF_TARGET)
            return true;
    return in_a_pragma(u, off);
}

/* ---- what the host does with it ---- */

struct callees {
    const struct unit *u;
    const struct var *v;
    bool device, named;
};
static void note_callee(void *ctx, const struct func *f)
{
    struct callees *c = ctx;
    if (!f->tree)
        return;
    for_each_in (region, r, c->u, f->body)
        c->device |= (r->leaves & LEAF_TARGET) || directive_rows[r->dir].class == CLASS_DATA;
    c->named |= unit_ref_to(c->u, f->body, c->v) != NULL;
}

static bool reads_only(const struct var *param)
{
    return param && param->type->kind == TYPE_POINTER && param->type->elem && param->type->elem->is_const;
}

static enum host_use use_by_call(struct analysis *a, const struct node *call, const struct node *arg)
{
    const struct func *f = node_called(call);
    struct callees c = {.u = a->unit};
    if (!f || address_kept(a->unit, call, arg, 0) || !strcmp(f->name, "free") || !strcmp(f->name, "realloc"))
        return USE_UNKNOWN;
    if (f->tree)
        note_callee(&c, f);
    each_callee(a, ON_HOST, call->at, note_callee, &c);
    return c.device ? USE_UNKNOWN : reads_only(argument_param(call, arg)) ? USE_READ : USE_READ | USE_WRITE;
}

enum host_use host_use_of(struct analysis *a, const struct ref *x)
{
    const struct node *arg = NULL, *to = x->node ? address_handed(x->node, &arg) : NULL;
    if (x->access & ACC_UNEVALUATED)
        return USE_NONE;
    if (!x->node || (to && !arg) || (x->access & (ACC_FAR_READ | ACC_FAR_WRITE)) ||
        ((x->access & ACC_WRITE) && !type_is_array(x->var->type)))
        return USE_UNKNOWN;
    if (to)
        return use_by_call(a, to, arg);
    if (x->access & ACC_ADDR)
        return USE_UNKNOWN;
    unsigned use = USE_NONE;
    if (x->access & ACC_ELEM_READ)
        use |= USE_READ;
    if (x->access & (ACC_ELEM_WRITE | ACC_WRITE))
        use |= USE_WRITE;
    return (enum host_use)use;
}

/* Is x a function that somebody gets to call, as qsort does, or one that ends the program, whose last functions may
 * look at v? */
static bool runs_others(struct analysis *a, const struct ref *x, const struct var *v, bool own)
{
    bool evaluated = x->func && !(x->access & ACC_UNEVALUATED) && !in_device_code(a->unit, x->off);
    return evaluated && (!x->is_call || (runs_last_functions(x->func) && may_be_read_at_exit(a->unit, v, own)));
}

/* May a function of the user's that the host calls in s use v, or what it leads to, without getting it from s? */
bool calls_reach(struct analysis *a, const struct var *v, bool own, struct slice s)
{
    const struct unit *u = a->unit;
    struct callees c = {.u = u, .v = v};
    bool only_named = (own && v->func && !v->is_global) || v->type->is_restrict;
    for_each_in (effect, e, u, s)
        if (e->kind != EFFECT_STORE && e->kind != EFFECT_VOLATILE && !in_device_code(u, e->off) && !only_named)
            return true;
    for_each_in (ref, x, u, s)
        if (!only_named && runs_others(a, x, v, own))
            return true;
    for_each_in (call, x, u, s) {
        if (only_named || in_device_code(u, x->off))
            continue;
        if (!own || !x->func->tree || facts_of(a, ON_HOST, x->func) & (CALLS_POINTER | CALLS_UNSEEN))
            return true;
        note_callee(&c, x->func);
        each_callee(a, ON_HOST, x->func->body, note_callee, &c);
    }
    return c.named;
}
