/* advise/alias.c: what else may lead to the memory of a variable, and what the host does with it: for findings about
 * data that could stay on the device. */
#include "advise.h"

#include <string.h>

enum { DEEPEST = 4 }; /* calls that are followed */

/* Where the address that the name leads to goes: NULL: nowhere, the name is only followed or compared. CALL: an
 * argument of it. Else what stores, returns or otherwise hands it on. *arg: the argument. */
static const struct node *handed(const struct node *n, const struct node **arg)
{
    for (const struct node *p = n->parent; p; n = p, p = p->parent)
        switch (p->kind) {
        case NODE_SUBSCRIPT:
            if (n->place != 0)
                return NULL;
            /* fallthrough */
        case NODE_DEREFERENCE:
        case NODE_MEMBER:
        case NODE_ARROW:
            if (!type_is_array(p->type) && !(p->parent && p->parent->kind == NODE_ADDRESS) &&
                !(p->parent && p->parent->kind == NODE_MEMBER))
                return NULL;
            break;
        case NODE_ADDRESS:
        case NODE_CAST:
            break;
        case NODE_BINARY:
            if (!p->type || p->type->kind != TYPE_POINTER)
                return NULL;
            break;
        case NODE_CONDITIONAL:
        case NODE_COMMA:
            if (n->place == 0)
                return NULL;
            break;
        case NODE_CALL:
            *arg = n;
            return p;
        case NODE_ASSIGN:
        case NODE_COMPOUND_ASSIGN:
            return n->place == 0 ? NULL : p;
        case NODE_UNARY:
        case NODE_SIZEOF:
        case NODE_EXPRESSION:
        case NODE_IF:
        case NODE_WHILE:
        case NODE_DO:
        case NODE_FOR:
            return NULL;
        default:
            return p;
        }
    return NULL;
}

static const struct var *param_of(const struct node *call, const struct node *arg)
{
    const struct func *f = node_called(call);
    return f && arg->place > 0 && arg->place <= f->params.n ? f->params.v[arg->place - 1] : NULL;
}

static bool is_foreign(const struct func *f) { return is_library_func(f) || f->in_system_header; }

/* Does the function with this parameter keep the address, or hand it to somebody who may? */
static bool keeps(const struct unit *u, const struct node *call, const struct node *arg, int depth)
{
    const struct func *f = node_called(call);
    const struct var *v = param_of(call, arg);
    if (!f || arg->place == 0)
        return true;
    if (is_foreign(f) && !f->tree)
        return call->type && call->type->kind == TYPE_POINTER && call->parent->kind != NODE_EXPRESSION;
    return !f->tree || !v || depth == DEEPEST || is_led_away(u, v, f->body, depth + 1);
}

bool is_led_away(const struct unit *u, const struct var *v, struct slice within, int depth)
{
    for_each_in (ref, x, u, within) {
        if (x->var != v || x->access & ACC_UNEVALUATED || (x->node && x->node->listed))
            continue;
        const struct node *arg = NULL, *to = x->node ? handed(x->node, &arg) : NULL;
        bool returned = to && to->kind == NODE_RETURN && depth == 0; /* a caller gets what a called function returns */
        if (!x->node || (to && !returned && (to->kind != NODE_CALL || keeps(u, to, arg, depth))))
            return true;
    }
    return false;
}

static bool is_heap_call(const struct node *n)
{
    const struct func *f = node_called(node_uncast(n));
    return f && (!strcmp(f->name, "malloc") || !strcmp(f->name, "calloc") || !strcmp(f->name, "aligned_alloc"));
}

/* Does every value of the pointer come from the heap? */
bool is_from_heap(const struct unit *u, const struct var *v)
{
    struct slice all = v->func ? v->func->body : (struct slice){0, u->len};
    const struct node *init = initialiser_of(u, v);
    bool any = init && !(init->constant && init->value == 0);
    if (v->is_param || (v->is_global && !v->is_static) || (any && !is_heap_call(init)))
        return false;
    for_each_in (ref, x, u, all) {
        if (x->var != v || !(x->access & ACC_WRITE))
            continue;
        const struct node *to = x->node ? x->node->parent : NULL;
        if (!to || to->kind != NODE_ASSIGN || to->kids[0] != x->node)
            return false;
        const struct node *value = node_uncast(to->kids[1]);
        if (!is_heap_call(value) && !(value->constant && value->value == 0))
            return false;
        any = true;
    }
    return any;
}

bool is_own_memory(const struct unit *u, const struct var *v)
{
    struct slice all = v->func ? v->func->body : (struct slice){0, u->len};
    bool array = type_is_array(v->type) && !v->is_param && !v->is_thread_local;
    return (array || is_from_heap(u, v)) && !v->is_extern && !is_led_away(u, v, all, 0);
}

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
        if (x->var && x->var != v && x->node && !in_device_code(u, x->off) && handed(x->node, &arg) && arg &&
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
    if (!f || keeps(a->unit, call, arg, 0) || !strcmp(f->name, "free") || !strcmp(f->name, "realloc"))
        return USE_UNKNOWN;
    if (f->tree)
        note_callee(&c, f);
    each_callee(a, ON_HOST, call->at, note_callee, &c);
    return c.device ? USE_UNKNOWN : reads_only(param_of(call, arg)) ? USE_READ : USE_READ | USE_WRITE;
}

enum host_use host_use_of(struct analysis *a, const struct ref *x)
{
    const struct node *arg = NULL, *to = x->node ? handed(x->node, &arg) : NULL;
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

/* May a function of the user's that the host calls in s use v, or what it leads to, without getting it from s? */
bool calls_reach(struct analysis *a, const struct var *v, bool own, struct slice s)
{
    const struct unit *u = a->unit;
    struct callees c = {.u = u, .v = v};
    bool only_named = (own && v->func && !v->is_global) || v->type->is_restrict;
    for_each_in (effect, e, u, s)
        if (e->kind != EFFECT_STORE && e->kind != EFFECT_VOLATILE && !in_device_code(u, e->off) && !only_named)
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
