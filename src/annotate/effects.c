/* effects.c: what a function of the user's does besides computing a result, with all functions that it may reach: which
 * variables of static storage duration it reads and stores to, whether it reads memory through pointers, and whether
 * it does more. Functions that call themselves do what their bodies say. */
#include "../tables/tables.h"
#include "annotate_priv.h"

/* the variable that an lvalue is a part of, reached through no pointer; NULL: through one */
static const struct var *root(const struct node *n)
{
    while (n && (n->kind == NODE_MEMBER || (n->kind == NODE_SUBSCRIPT && type_is_array(n->kids[0]->type))))
        n = n->kids[0];
    return node_var(n);
}

bool has_var(const var_list *l, const struct var *v)
{
    for_each_pointer (const struct var, x, *l)
        if (x == v)
            return true;
    return false;
}

static void add_var(struct arena *a, var_list *l, const struct var *v)
{
    if (!has_var(l, v))
        vec_push(a, l, v);
}

/* ---- one function ---- */
static void names(struct arena *a, struct effects *e, const struct node *n)
{
    const struct var *v = n->var;
    if (!v || n->constant || !v->is_global)
        return;
    if (v->type->is_volatile || v->type->is_atomic || v->is_thread_local)
        e->acts = e->is_unknown = true;
    add_var(a, &e->read, v);
}

static void stores(struct arena *a, struct effects *e, const struct node *n)
{
    const struct var *v = root(n->kids[0]);
    if (v && !v->is_global)
        return;
    e->acts = true;
    if (v)
        add_var(a, &e->written, v);
}

static bool takes_pointer(const struct node *call)
{
    for (unsigned i = 1; i < call->nkids; i++)
        if (call->kids[i]->type && (call->kids[i]->type->kind == TYPE_POINTER || type_is_array(call->kids[i]->type)))
            return true;
    return false;
}

/* Functions that the file defines are visited where they are named. */
static void calls(struct effects *e, const struct node *n)
{
    const struct func *f = node_called(n);
    if (f && given(f->def))
        return;
    const struct library_row *row = f ? library_find(f->name) : NULL;
    if (!row || row->effect != LIBRARY_COMPUTES || row->place == LIBRARY_HOST)
        e->acts = e->is_unknown = true;
    else if (takes_pointer(n))
        e->reads = true;
}

static void look_at(struct arena *a, struct effects *e, const struct node *n)
{
    switch (n->kind) {
    case NODE_ASSIGN:
    case NODE_COMPOUND_ASSIGN:
    case NODE_INCREMENT:
        stores(a, e, n);
        return;
    case NODE_NAME:
        names(a, e, n);
        return;
    case NODE_DEREFERENCE:
    case NODE_ARROW:
        e->reads = true;
        return;
    case NODE_SUBSCRIPT:
        e->reads |= !type_is_array(n->kids[0]->type) && !type_is_array(n->kids[1]->type);
        return;
    case NODE_CALL:
        calls(e, n);
        return;
    case NODE_ATOMIC:
    case NODE_OTHER_EXPRESSION:
    case NODE_OTHER_STATEMENT:
    case NODE_ASM:
    case NODE_CONSTRUCT:
    case NODE_COMPUTED_GOTO:
        e->acts = e->is_unknown = true;
        return;
    default:
        if (n->type && (n->type->is_volatile || n->type->is_atomic))
            e->acts = e->is_unknown = true;
    }
}

/* ---- all that it reaches ---- */
struct visit {
    struct annotation *a;
    struct effects *e;
    VEC(const struct func *) path;
};

static bool is_in(const struct func *const *v, size_t n, const struct func *f)
{
    for (size_t i = 0; i < n; i++)
        if (v[i] == f)
            return true;
    return false;
}

static void visit(struct visit *w, const struct func *f)
{
    struct effects *e = w->e;
    if (is_in(w->path.v, w->path.n, f))
        e->is_recursive = true;
    if (is_in(e->reached.v, e->reached.n, f))
        return;
    vec_push(w->a->arena, &e->reached, f);
    if (!f->tree || f->is_variadic || f->noreturn) {
        e->acts = e->is_unknown = true;
        return;
    }
    e->by_pointer |= f->has_indirect_calls;
    vec_push(w->a->arena, &w->path, f);
    for (const struct node *n = f->tree; n; n = tree_next(f->tree, n)) {
        if (n->unevaluated)
            continue;
        look_at(w->a->arena, e, n);
        if (n->kind == NODE_NAME && n->func && given(n->func->def))
            visit(w, n->func);
    }
    w->path.n--;
}

const struct effects *effects_of(struct annotation *a, const struct func *f)
{
    if (!a->effects)
        a->effects = arena_alloc(a->arena, a->u->funcs.n * sizeof *a->effects);
    struct effects **e = &a->effects[f->id];
    if (!*e) {
        struct visit w = {.a = a, .e = NEW(a->arena, struct effects)};
        visit(&w, f);
        *e = w.e;
    }
    return *e;
}

bool only_computes(const struct effects *e)
{
    if (e->acts || e->reads)
        return false;
    for_each_pointer (const struct var, v, e->read)
        if (!v->type->is_const)
            return false;
    return true;
}
