/* inline.c: the body of a function as it runs for one call: a copy of its tree with the arguments in place of the
 * parameters and with variables of its own, so that all that looks at the loop's body can look at the function's. A
 * parameter that the function stores to is a variable of its own whose value is not known. */
#include <string.h>

#include "annotate_priv.h"

enum { MOST_COPIES = 20000, DEEPEST_CALLS = 24 };

struct name { /* a local variable or parameter of the function */
    const struct var *old, *new;
    const struct node *argument; /* stands for it */
};
struct copier {
    struct scope *s;
    const struct func *f;
    VEC(struct name) names;
};

/* ---- may it be copied? ---- */
static bool is_straight(const struct node *n)
{
    if (is_assumption(n))
        return true;
    switch (n->kind) {
    case NODE_GOTO:
    case NODE_COMPUTED_GOTO:
    case NODE_LABEL:
    case NODE_ASM:
    case NODE_CONSTRUCT:
    case NODE_OTHER_STATEMENT:
    case NODE_ATOMIC:
    case NODE_OTHER_EXPRESSION:
    case NODE_STATEMENTS:
        return false;
    default:
        return !n->type || n->type->kind != TYPE_VLA;
    }
}

static bool is_variable_length(const struct var *v) { return v->dims.n > 0 || v->type->kind == TYPE_VLA; }

static bool may_copy(const struct scope *s, const struct node *call, const struct func *f)
{
    const struct node *top = s->loop;
    while (top->parent)
        top = top->parent;
    if (!f->tree || f->tree == top || f->is_variadic || f->noreturn || f->params.n + 1 != call->nkids ||
        s->inside.n >= DEEPEST_CALLS || s->copies > MOST_COPIES)
        return false;
    for_each_pointer (const struct func, g, s->inside)
        if (g == f)
            return false;
    for_each_pointer (const struct var, p, f->params)
        if (is_variable_length(p))
            return false;
    for (const struct node *n = f->tree; n; n = tree_next(f->tree, n))
        if ((!is_straight(n) && !(s->is_data && (is_in_user_construct(s->a, n) || is_wait(s->a, n)))) ||
            (n->kind == NODE_VARIABLE && n->var && is_variable_length(n->var)))
            return false;
    return true;
}

/* ---- arguments ---- */
static bool has_effect(const struct node *n)
{
    return n->kind == NODE_CALL || n->kind == NODE_ASSIGN || n->kind == NODE_COMPOUND_ASSIGN ||
           n->kind == NODE_INCREMENT || n->kind == NODE_STATEMENTS || n->kind == NODE_ATOMIC ||
           n->kind == NODE_OTHER_EXPRESSION || n->kind == NODE_LITERAL;
}

static bool same(const char *a, const char *b) { return a && b && strcmp(a, b) == 0; }

/* Does an argument of type `from` become a parameter of type `to` as it is? */
static bool same_view(const struct type *from, const struct type *to)
{
    if (to->kind == TYPE_POINTER)
        return (from->kind == TYPE_POINTER || type_is_array(from)) && from->elem && to->elem &&
               same(from->elem->canonical, to->elem->canonical);
    return same(from->canonical, to->canonical);
}

static const struct node *cast_to(struct scope *s, const struct type *t, const struct node *n)
{
    struct node *c = NEW(s->a->arena, struct node);
    *c = (struct node){.kind = NODE_CAST, .off = n->off, .at = n->at, .around = n->around, .type = t, .nkids = 1};
    c->kids = arena_alloc(s->a->arena, sizeof *c->kids);
    c->kids[0] = (struct node *)n;
    return c;
}

/* What may stand in the place of parameter p; NULL: a variable of its own must. */
static const struct node *argument(struct scope *s, const struct var *p, const struct node *arg)
{
    bool function = arg->kind == NODE_NAME && arg->func;
    if (p->written || p->addr_taken || p->type->is_volatile || tree_has(arg, has_effect) || !arg->type)
        return NULL;
    if (function || same_view(arg->type, p->type))
        return arg;
    bool numbers = type_is_arithmetic(arg->type) && type_is_arithmetic(p->type);
    bool pointers = arg->type->kind == TYPE_POINTER && p->type->kind == TYPE_POINTER;
    return numbers || pointers ? cast_to(s, p->type, arg) : NULL;
}

/* ---- copies ---- */
static const struct var *copy_of(struct copier *c, const struct var *v, const struct node *arg)
{
    struct var *new = NEW(c->s->a->arena, struct var);
    *new = *v;
    new->decl = c->s->loop->at.begin; /* declared in the loop, as far as anybody asks */
    if (given(v->loop))
        new->loop = c->s->loop->at;
    if (v->is_param) {
        new->is_param = false;
        new->written = true;
        new->value = NULL;
    }
    vec_push(c->s->a->arena, &c->names, (struct name){v, new, arg});
    return new;
}

static const struct name *name_of(struct copier *c, const struct var *v)
{
    for_each (struct name, x, c->names)
        if (x->old == v)
            return x;
    if (!v || v->func != c->f || v->is_global)
        return NULL;
    copy_of(c, v, NULL);
    return &c->names.v[c->names.n - 1];
}

/* (&v)->x, of an argument &v, is v.x. */
static void lead_back(struct node *n)
{
    struct node *p = n->kind == NODE_ARROW ? n->kids[0] : NULL;
    struct node *v = p && p->kind == NODE_ADDRESS ? p->kids[0] : NULL;
    if (!v || v->kind != NODE_NAME || !v->var || v->var->type->kind != TYPE_RECORD)
        return;
    n->kind = NODE_MEMBER;
    n->kids[0] = v;
    v->parent = n;
    v->place = 0;
}

static struct node *copy(struct copier *c, const struct node *n, const struct node *parent, unsigned place)
{
    bool names = n->kind == NODE_NAME || n->kind == NODE_VARIABLE;
    const struct name *name = names && n->var ? name_of(c, n->var) : NULL;
    if (name && name->argument) { /* names in it are the caller's */
        struct copier whole = {.s = c->s};
        return copy(&whole, name->argument, parent, place);
    }
    struct node *new = NEW(c->s->a->arena, struct node);
    *new = *n;
    new->parent = parent;
    new->place = place;
    c->s->copies++;
    if (name)
        new->var = name->new;
    new->kids = arena_alloc(c->s->a->arena, (n->nkids ? n->nkids : 1) * sizeof *new->kids);
    for (unsigned i = 0; i < n->nkids; i++)
        new->kids[i] = n->kids[i] ? copy(c, n->kids[i], new, i) : NULL;
    lead_back(new);
    if (n->kind == NODE_VARIABLE && name && n->nkids && n->var->value == n->kids[0])
        ((struct var *)name->new)->value = new->kids[0];
    return new;
}

const struct node *inlined(struct scope *s, const struct node *call, const struct func *f)
{
    for_each (struct inlined, x, s->inlined)
        if (x->call == call)
            return x->body;
    struct inlined x = {.call = call};
    if (may_copy(s, call, f)) {
        struct copier c = {.s = s, .f = f};
        for (unsigned i = 0; i < f->params.n; i++)
            copy_of(&c, f->params.v[i], argument(s, f->params.v[i], call->kids[i + 1]));
        x.body = copy(&c, f->tree, NULL, 0);
    }
    vec_push(s->a->arena, &s->inlined, x);
    return x.body;
}

/* ---- functions that are an expression ---- */
const struct node *inlined_value(struct scope *s, const struct node *call)
{
    const struct func *f = call->kind == NODE_CALL ? called_function(call) : NULL;
    const struct node *sole = f && f->tree ? node_sole(f->tree) : NULL;
    if (!sole || sole->kind != NODE_RETURN || !sole->nkids || !sole->kids[0] || !s->loop)
        return NULL;
    const struct node *body = inlined(s, call, f);
    const struct node *result = body ? node_sole(body)->kids[0] : NULL;
    if (!result || !result->type || !f->result || tree_has(result, has_effect))
        return NULL;
    return same_view(result->type, f->result)                                  ? result
           : type_is_arithmetic(result->type) && type_is_arithmetic(f->result) ? cast_to(s, f->result, result)
                                                                               : NULL;
}

/* ---- who is called ---- */
/* The function that a call leads to: by its name, or by a local pointer that has one value in all its life. */
const struct func *called_function(const struct node *call)
{
    const struct func *f = node_called(call);
    const struct node *callee = node_kid(call, 0);
    while (callee && callee->kind == NODE_DEREFERENCE)
        callee = callee->kids[0];
    const struct var *v = f ? NULL : node_var(callee);
    if (v && !v->is_global && !v->is_param && !v->written && !v->addr_taken && v->value)
        callee = v->value;
    if (!f && callee && callee->kind == NODE_ADDRESS)
        callee = callee->kids[0];
    return f ? f : callee && callee->kind == NODE_NAME ? callee->func : NULL;
}
