/* analysis/facts/heap.c: does an array, or memory of the heap, have one name alone? Where its address goes is followed
 * through expressions and calls; what is stored, or cannot be seen, has another name. */
#include "../analysis.h"

#include <string.h>

enum { DEEPEST = 4 }; /* calls that are followed */

const struct node *address_handed(const struct node *n, const struct node **arg)
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

const struct var *argument_param(const struct node *call, const struct node *arg)
{
    const struct func *f = node_called(call);
    return f && arg->place > 0 && arg->place <= f->params.n ? f->params.v[arg->place - 1] : NULL;
}

static bool is_foreign(const struct func *f) { return is_library_func(f) || f->in_system_header; }

static bool is_led_away(const struct unit *u, const struct var *v, struct slice within, int depth);

bool address_kept(const struct unit *u, const struct node *call, const struct node *arg, int depth)
{
    const struct func *f = node_called(call);
    const struct var *v = argument_param(call, arg);
    if (!f || arg->place == 0)
        return true;
    if (is_foreign(f) && !f->tree)
        return call->type && call->type->kind == TYPE_POINTER && call->parent->kind != NODE_EXPRESSION;
    return !f->tree || !v || depth == DEEPEST || is_led_away(u, v, f->body, depth + 1);
}

static bool is_led_away(const struct unit *u, const struct var *v, struct slice within, int depth)
{
    for_each_in (ref, x, u, within) {
        if (x->var != v || x->access & ACC_UNEVALUATED || (x->node && x->node->listed))
            continue;
        const struct node *arg = NULL, *to = x->node ? address_handed(x->node, &arg) : NULL;
        /* what a called function returns goes to its caller; of what else the function is over, and so is its loop */
        bool returned = to && to->kind == NODE_RETURN && depth == 0 && v->func && !v->is_static;
        if (!x->node || (to && !returned && (to->kind != NODE_CALL || address_kept(u, to, arg, depth))))
            return true;
    }
    return false;
}

static bool is_heap_call(const struct node *n)
{
    const struct func *f = node_called(node_uncast(n));
    return f && (!strcmp(f->name, "malloc") || !strcmp(f->name, "calloc") || !strcmp(f->name, "aligned_alloc"));
}

bool is_from_heap(const struct unit *u, const struct var *v)
{
    struct slice all = v->func ? v->func->body : (struct slice){0, u->len};
    const struct node *init = given(v->init) ? unit_node(u, v->init) : NULL;
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
