/* effects.c: what a function of the user's does besides computing a result, with all functions that it may reach: which
 * variables of static storage duration it reads and stores to, whether it reads memory through pointers, and whether
 * it does more. Functions that call themselves do what their bodies say. Those of other files do what summaries of
 * these files say: lines of words, written by effects_write and read by effects_know. */
#include <string.h>

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

bool ends_program(const struct func *f)
{
    return f && !given(f->def) && (strcmp(f->name, "__assert_fail") == 0 || strcmp(f->name, "abort") == 0);
}

/* Functions that the file defines are visited where they are named. */
static void calls(struct arena *a, struct effects *e, const struct node *n)
{
    const struct func *f = node_called(n);
    if (f && (given(f->def) || ends_program(f)))
        return;
    const struct library_row *row = f ? library_find(f->name) : NULL;
    if (f && !row) {
        vec_push(a, &e->outside, f->name);
        return;
    }
    if (!row || row->effect != LIBRARY_COMPUTES || row->place == LIBRARY_HOST)
        e->acts = e->is_unknown = true;
    else if (takes_pointer(n))
        e->reads = true;
}

static void look_at(struct arena *a, struct effects *e, const struct node *n)
{
    if (is_assumption(n))
        return;
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
        calls(a, e, n);
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

static struct effects *own_effects(struct annotation *a, const struct func *f)
{
    struct visit w = {.a = a, .e = NEW(a->arena, struct effects)};
    visit(&w, f);
    return w.e;
}

/* ---- functions of other files ---- */
static bool is_external(const struct func *f) { return given(f->def) && !f->is_static && !f->is_inline; }

/* function NAME FILE:LINE, then a word a line: acts, reads, circles, pointer, variable NAME, calls NAME */
void effects_write(struct annotation *a, FILE *out)
{
    for_each_pointer (const struct func, f, a->u->funcs) {
        if (!is_external(f) || f->in_system_header)
            continue;
        const struct effects *e = own_effects(a, f);
        bool reads = e->reads;
        struct loc loc = unit_loc(a->u, f->name_off);
        fprintf(out, "function %s %s:%d\n", f->name, loc.file, loc.line);
        for_each_pointer (const struct var, v, e->read) {
            bool named = !v->is_static && !v->func;
            if (named && !v->type->is_const)
                fprintf(out, "variable %s\n", v->name);
            reads |= !named && v->addr_taken; /* who has its address can store there */
        }
        for (size_t i = 0; i < e->outside.n; i++)
            fprintf(out, "calls %s\n", e->outside.v[i]);
        fprintf(out, "%s%s%s%s", e->acts ? "acts\n" : "", reads ? "reads\n" : "", e->is_recursive ? "circles\n" : "",
                e->by_pointer ? "pointer\n" : "");
    }
}

static void know_line(struct annotation *a, const char *word, const char *name, const char *place)
{
    if (strcmp(word, "function") == 0) {
        struct known k = {.name = name, .place = place};
        for_each (struct known, x, a->known)
            if (strcmp(x->name, name) == 0) /* two programs? */
                x->acts = k.acts = true;
        vec_push(a->arena, &a->known, k);
        return;
    }
    struct known *k = a->known.n ? &a->known.v[a->known.n - 1] : NULL;
    if (!k)
        return;
    if (strcmp(word, "variable") == 0)
        vec_push(a->arena, &k->variables, name);
    else if (strcmp(word, "calls") == 0)
        vec_push(a->arena, &k->calls, name);
    k->acts |= strcmp(word, "acts") == 0;
    k->reads |= strcmp(word, "reads") == 0;
    k->circles |= strcmp(word, "circles") == 0;
    k->by_pointer |= strcmp(word, "pointer") == 0;
}

void effects_know(struct annotation *a, char *text)
{
    char *line, *rest = text;
    while ((line = strtok_r(rest, "\n", &rest))) {
        char *name = strchr(line, ' '), *place = name ? strchr(name + 1, ' ') : NULL;
        if (name)
            *name++ = 0;
        if (place)
            *place++ = 0;
        know_line(a, line, name, place);
    }
}

static const struct known *known_function(const struct annotation *a, const char *name)
{
    for_each (const struct known, k, a->known)
        if (strcmp(k->name, name) == 0)
            return k;
    return NULL;
}

static const struct var *variable_named(const struct unit *u, const char *name)
{
    for_each_pointer (const struct var, v, u->vars)
        if (v->is_global && !v->is_static && !v->func && strcmp(v->name, name) == 0)
            return v;
    return NULL;
}

static void go_outside(struct annotation *a, struct effects *e, const char *name)
{
    const struct known *k = known_function(a, name);
    for_each (const struct known *, x, e->elsewhere)
        if (*x == k)
            return;
    if (!k || k->acts) {
        e->acts = e->is_unknown = true;
        return;
    }
    vec_push(a->arena, &e->elsewhere, k);
    e->reads |= k->reads;
    e->is_recursive |= k->circles;
    e->by_pointer |= k->by_pointer;
    for (size_t i = 0; i < k->variables.n; i++) {
        const struct var *v = variable_named(a->u, k->variables.v[i]);
        if (v)
            add_var(a->arena, &e->read, v);
        else /* it has no name here, but pointers may lead there */
            e->reads = true;
    }
    for (size_t i = 0; i < k->calls.n; i++) {
        const struct library_row *row = library_find(k->calls.v[i]);
        if (!row)
            go_outside(a, e, k->calls.v[i]);
    }
}

const struct effects *effects_of(struct annotation *a, const struct func *f)
{
    if (!a->effects)
        a->effects = arena_alloc(a->arena, a->u->funcs.n * sizeof *a->effects);
    struct effects **e = &a->effects[f->id];
    if (!*e) {
        *e = given(f->def) ? own_effects(a, f) : NEW(a->arena, struct effects);
        if (!given(f->def))
            go_outside(a, *e, f->name);
        for (size_t i = 0; i < (*e)->outside.n; i++)
            go_outside(a, *e, (*e)->outside.v[i]);
    }
    return *e;
}

bool is_known_elsewhere(const struct annotation *a, const struct func *f)
{
    return f && !given(f->def) && !f->is_static && !library_find(f->name) && known_function(a, f->name);
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
