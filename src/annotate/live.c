/* live.c: who has the address of a block, and does anybody read it afterwards? */
#include <string.h>

#include "annotate_priv.h"

enum { DEEPEST = 6 };

enum usage {
    USE_POINTER, /* its address is compared, or the block freed */
    USE_CONTENT,
    USE_CAPTURE, /* somebody else may have its address from then on */
};

static enum usage usage_of(struct annotation *a, const var_list *group, const struct ref *r, unsigned depth);

/* ---- what happens to a block's address ---- */
static bool is_pointer(const struct node *n)
{
    return !n->type || n->type->kind == TYPE_POINTER || type_is_array(n->type);
}

static bool is_held_by(struct annotation *a, const struct func *f, const struct var *p, unsigned depth)
{
    var_list alone = {0};
    vec_push(a->arena, &alone, p);
    if (!f->tree || p->addr_taken || depth > DEEPEST)
        return true;
    for_each_in (ref, r, a->u, f->def)
        if (r->var == p && r->off != p->decl && usage_of(a, &alone, r, depth) == USE_CAPTURE)
            return true;
    return false;
}

/* A variable of a function that is called, which keeps the address no longer than the call takes */
static bool is_called_ones(struct annotation *a, const struct var *v, unsigned depth)
{
    return depth > 0 && !v->is_global && v->func && !is_held_by(a, v->func, v, depth + 1);
}

static enum usage as_argument(struct annotation *a, const struct node *call, unsigned place, unsigned depth)
{
    const struct func *f = node_called(call);
    if (!f || place == 0)
        return USE_CAPTURE;
    if (given(f->def)) {
        bool known = place <= f->params.n && f->params.n + 1 == call->nkids;
        return known && !is_held_by(a, f, f->params.v[place - 1], depth + 1) ? USE_CONTENT : USE_CAPTURE;
    }
    if (strcmp(f->name, "free") == 0)
        return USE_POINTER;
    bool stores, result = call->parent && call->parent->kind == NODE_EXPRESSION;
    return is_host_function(f->name, &stores) && (result || !f->result || f->result->kind != TYPE_POINTER)
               ? USE_CONTENT
               : USE_CAPTURE;
}

static enum usage as_operand(const struct node *p)
{
    static const enum operator comparisons[] = {
        OPERATOR_EQ,
        OPERATOR_NE,
        OPERATOR_LT,
        OPERATOR_LE,
        OPERATOR_GT,
        OPERATOR_GE,
        OPERATOR_LAND,
        OPERATOR_LOR
    };
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++)
        if (p->operator== comparisons[i])
            return USE_POINTER;
    return USE_CAPTURE;
}

/* n, an address in the block, as an operand of its parent; sets *next where the parent is another such address */
static enum usage in_parent(struct annotation *a, const var_list *group, const struct node *n, const struct node **next,
                            unsigned depth)
{
    const struct node *p = n->parent;
    *next = NULL;
    if (!p)
        return USE_CAPTURE;
    switch (p->kind) {
    case NODE_SUBSCRIPT:
    case NODE_DEREFERENCE:
    case NODE_ARROW:
    case NODE_MEMBER:
        if (type_is_array(p->type) || (p->parent && p->parent->kind == NODE_ADDRESS) ||
            (p->parent && p->parent->kind == NODE_MEMBER))
            *next = p;
        return USE_CONTENT;
    case NODE_ADDRESS:
    case NODE_CAST:
        *next = p;
        return USE_POINTER;
    case NODE_BINARY:
        if ((p->operator== OPERATOR_ADD || p->operator== OPERATOR_SUB) && is_pointer(p)) {
            *next = p;
            return USE_POINTER;
        }
        return p->operator== OPERATOR_SUB ? USE_POINTER : as_operand(p);
    case NODE_UNARY:
        return p->operator== OPERATOR_LNOT ? USE_POINTER : USE_CAPTURE;
    case NODE_IF:
    case NODE_WHILE:
    case NODE_SIZEOF:
        return USE_POINTER;
    case NODE_CONDITIONAL:
        *next = n->place ? p : NULL;
        return USE_POINTER;
    case NODE_ASSIGN:
        if (n->place == 0)
            return USE_POINTER;
        return has_var(group, node_var(p->kids[0])) ? USE_POINTER : USE_CAPTURE;
    case NODE_VARIABLE:
        return has_var(group, p->var) ? USE_POINTER : is_called_ones(a, p->var, depth) ? USE_CONTENT : USE_CAPTURE;
    case NODE_CALL:
        return as_argument(a, p, n->place, depth);
    default:
        return USE_CAPTURE;
    }
}

static enum usage usage_of(struct annotation *a, const var_list *group, const struct ref *r, unsigned depth)
{
    enum usage most = USE_POINTER;
    if (!r->node || depth > DEEPEST)
        return USE_CAPTURE;
    if (r->node->unevaluated)
        return USE_POINTER;
    if (r->node->listed) /* by a clause of the user's: what it leads to is copied */
        return USE_CONTENT;
    for (const struct node *n = r->node; n;) {
        const struct node *next;
        enum usage one = in_parent(a, group, n, &next, depth);
        most = one > most ? one : most;
        n = next;
    }
    return most;
}

/* ---- blocks that nobody else knows ---- */
static bool is_fresh_call(struct annotation *a, const struct node *n, unsigned depth);

/* f returns a block that it has just allocated, and keeps no pointer to it. */
static bool returns_fresh(struct annotation *a, const struct func *f, unsigned depth)
{
    bool some = false;
    for (const struct node *n = f->tree; n; n = tree_next(f->tree, n)) {
        if (n->kind != NODE_RETURN || !node_kid(n, 0))
            continue;
        const struct node *value = node_uncast(n->kids[0]);
        const struct var *v = node_var(value);
        some = true;
        if (value->constant || is_fresh_call(a, value, depth))
            continue;
        if (!v || v->is_global || v->is_param || v->written || v->addr_taken || !is_fresh_call(a, v->value, depth))
            return false;
        var_list alone = {0};
        vec_push(a->arena, &alone, v);
        for_each_in (ref, r, a->u, f->def) {
            bool returned = r->node && r->node->parent && r->node->parent->kind == NODE_RETURN;
            if (r->var == v && r->off != v->decl && !returned && usage_of(a, &alone, r, depth) == USE_CAPTURE)
                return false;
        }
    }
    return some;
}

static bool is_fresh_call(struct annotation *a, const struct node *n, unsigned depth)
{
    static const char *const names[] = {"malloc", "calloc", "aligned_alloc"};
    const struct node *call = n ? node_uncast(n) : NULL;
    const struct func *f = call && call->kind == NODE_CALL ? node_called(call) : NULL;
    if (!f || depth > DEEPEST)
        return false;
    if (given(f->def))
        return returns_fresh(a, f, depth + 1);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(f->name, names[i]) == 0)
            return true;
    return false;
}

bool is_fresh(struct annotation *a, const struct node *n) { return is_fresh_call(a, n, 0); }

/* The one assignment to v; NULL: there are others, or v changes in another way. */
static const struct node *only_assignment(const struct annotation *a, const struct var *v)
{
    const struct node *only = NULL;
    for_each_in (ref, r, a->u, v->func->def) {
        if (r->var != v || r->off == v->decl || !(r->access & (ACC_WRITE | ACC_ADDR)))
            continue;
        const struct node *p = r->node && r->node->place == 0 ? r->node->parent : NULL;
        if (only || !p || p->kind != NODE_ASSIGN)
            return NULL;
        only = p;
    }
    return only;
}

/* The value that v has wherever it leads to something: its first one; or, if that is none or a null pointer, what the
 * one assignment to it stores, whenever that runs. NULL: there may be others. */
const struct node *only_value(const struct annotation *a, const struct var *v)
{
    if (v->is_global || v->is_param || v->addr_taken || !v->value || !v->func || !v->func->tree)
        return NULL;
    if (!v->written)
        return v->value;
    const struct node *only = only_assignment(a, v), *first = node_uncast(v->value);
    bool none = only && (v->value == only->kids[1] || (first->constant && first->value == 0));
    return none ? only->kids[1] : NULL;
}

static bool find_new(struct annotation *a, const struct var *v)
{
    var_list group = {0};
    if (v->is_global || v->is_param || v->addr_taken || !v->value || !v->func || !v->func->tree)
        return false;
    if (only_value(a, v))
        return is_fresh(a, only_value(a, v));
    function_exchanges(a, v, &group);
    for_each_pointer (const struct var, x, group)
        if (!x->value || (!is_fresh(a, x->value) && !has_var(&group, node_var(node_uncast(x->value)))))
            return false;
    return group.n > 0;
}

/* v has led to a new block since it was declared: to the same one, or to one of those that it is exchanged with. */
bool leads_to_new(struct annotation *a, const struct var *v)
{
    for_each (struct newness, x, a->newness)
        if (x->var == v)
            return x->is_new;
    struct newness n = {v, v && find_new(a, v)};
    vec_push(a->arena, &a->newness, n);
    return n.is_new;
}

/* ---- after the statements ---- */
static bool has_goto(const struct node *n) { return n->kind == NODE_GOTO || n->kind == NODE_COMPUTED_GOTO; }

/* May r run after the statements, with what they have left there? If they set all of it first (`filled`), what stands
 * in them has its own. */
static bool is_after(const struct node *all, const struct ref *r, bool filled)
{
    if (r->off >= all->at.end)
        return true;
    if (slice_has(all->at, r->off) && filled)
        return false;
    for (const struct node *l = node_loop(all); l; l = node_loop(l))
        if (slice_has(l->at, r->off) && !slice_has(l->at, r->var->decl))
            return true;
    return false;
}

/* Its storage ends with the function, and only `group` has its address. */
static bool is_own(struct annotation *a, const struct object *o, const var_list *group)
{
    for_each_pointer (const struct var, v, *group) {
        bool block = o->kind == OBJECT_POINTEE;
        if (v->is_global || v->is_param || !v->func || !v->func->tree || (block && v->addr_taken))
            return false;
        const struct node *value = only_value(a, v) ? only_value(a, v) : v->value;
        if (block && (!value || (!is_fresh(a, value) && !has_var(group, node_var(node_uncast(value))))))
            return false;
        for_each_in (ref, r, a->u, v->func->def)
            if (r->var == v && r->off != v->decl && usage_of(a, group, r, 0) == USE_CAPTURE)
                return false;
    }
    return true;
}

/* Is one of them exchanged with another one later? Then any may lead to what this one leads to. */
static bool is_moved_after(struct annotation *a, const struct node *all, const struct func *f, const var_list *group)
{
    for_each_in (ref, r, a->u, f->def) {
        const struct node *n = r->node, *p = n ? n->parent : NULL;
        for (; p && p->kind == NODE_CAST; p = p->parent)
            n = p;
        if (p && has_var(group, r->var) && is_after(all, r, false) &&
            ((p->kind == NODE_ASSIGN && n->place == 1) || p->kind == NODE_VARIABLE))
            return true;
    }
    return false;
}

bool find_readers(struct annotation *a, const struct node *all, const struct object *o, bool filled, ref_list *readers)
{
    var_list group = {0};
    if (!o->var || !o->var->func || !o->var->func->tree)
        return false;
    function_exchanges(a, o->var, &group);
    if (!group.n && o->kind == OBJECT_POINTEE && !only_value(a, o->var))
        return false;
    if (!group.n)
        vec_push(a->arena, &group, o->var);
    if (!is_own(a, o, &group) || tree_has(o->var->func->tree, has_goto))
        return false;
    bool moves = is_moved_after(a, all, o->var->func, &group);
    for_each_in (ref, r, a->u, o->var->func->def)
        if ((r->var == o->var || (moves && has_var(&group, r->var))) && is_after(all, r, filled) &&
            usage_of(a, &group, r, 0) != USE_POINTER)
            vec_push(a->arena, readers, r);
    return true;
}

bool is_content_live(struct annotation *a, const struct node *all, const struct object *o, bool filled)
{
    ref_list readers = {0};
    return !find_readers(a, all, o, filled, &readers) || readers.n;
}
