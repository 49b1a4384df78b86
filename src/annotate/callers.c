/* callers.c: what the callers of a function know: how many elements there are where a pointer parameter leads to, as an
 * expression of other parameters, if it is the same one in all calls. `double *x = malloc(rows * sizeof *x); …
 * product(rows, x);` is x[0:n] in `static void product(int n, double *x)`. All calls must be in sight, and be calls by
 * the function's name. */
#include <string.h>

#include "callers_priv.h"

enum { DEEPEST = 6, MOST_ALLOCATORS = 3, MOST_CALLS = 64, MOST_SIZES = 12, MOST_OF_ARENA = 24 };

struct look {
    struct annotation *a;
    const struct func *in;
    const struct node *place; /* a call, or a loop, in this function */
    uint32_t from;            /* where the expression is evaluated; its value is asked for at the place */
    unsigned depth;
};

/* ---- numbers at a place ---- */
/* From l->from to the end of the place, and of the loops around it that do not run l->from again */
static struct slice until_place(const struct look *l)
{
    struct slice at = {l->from, l->place->at.end};
    for (const struct node *n = node_loop(l->place); n && !slice_has(n->at, l->from); n = node_loop(n))
        at.end = n->at.end;
    return at;
}

/* Does v keep its value all that time? */
static bool is_steady(const struct var *v, void *more)
{
    const struct look *l = more;
    if (!is_plain_variable(v) || v->func != l->in)
        return false;
    if (!v->written)
        return true;
    for_each_in (ref, r, l->a->u, until_place(l))
        if (r->var == v && (r->access & (ACC_WRITE | ACC_ADDR)))
            return false;
    return true;
}

/* v, or what its initialiser says, if that is still so */
static bool value_of_variable(const struct var *v, void *more, struct number *out)
{
    const struct look *l = more;
    struct look inside = {l->a, l->in, l->place, v->decl, l->depth + 1};
    const struct node *value = is_plain_variable(v) && !v->written && !v->is_param ? v->value : NULL;
    if (value && value->type && l->depth < DEEPEST && keeps_number(value->type, v->type) &&
        number_of(value, is_steady, &inside, out) && number_replace(out, value_of_variable, &inside))
        return true;
    *out = number_variable(v);
    return true;
}

/* The value of n at the place in variables whose values nothing in the function says; false: not known */
static bool number_at(const struct look *l, const struct node *n, struct number *out)
{
    struct look here = *l;
    return number_of(n, is_steady, &here, out) && number_replace(out, value_of_variable, &here);
}

/* ---- blocks ---- */
static bool has_call(const struct unit *u, const struct func *f, const char *const *names, size_t n)
{
    for_each_in (ref, r, u, f->def)
        for (size_t i = 0; r->func && i < n; i++)
            if (strcmp(r->func->name, names[i]) == 0)
                return true;
    return false;
}

/* The call that allocates the block that f returns, in any case a new one; NULL: it is no such function */
static const struct node *block_returned(struct annotation *a, const struct func *f)
{
    static const char *const ends[] = {"free", "realloc", "reallocarray"};
    const struct node *call = NULL;
    if (!f->tree || f->is_variadic || has_jumps(f) || has_call(a->u, f, ends, sizeof ends / sizeof *ends))
        return NULL;
    for (const struct node *n = f->tree; n; n = tree_next(f->tree, n)) {
        if (n->kind != NODE_RETURN)
            continue;
        const struct node *value = call || !node_kid(n, 0) ? NULL : node_uncast(n->kids[0]);
        const struct var *v = node_var(value);
        if (v && v->func == f && !v->is_param && !v->written && !v->addr_taken && !v->is_static)
            value = node_uncast(v->value);
        if (!value || value->kind != NODE_CALL)
            return NULL;
        call = value;
    }
    return call;
}

static bool is_own_parameter(const struct var *v, void *more)
{
    return v->is_param && v->func == more && is_plain_variable(v) && !v->written;
}

struct replaced { /* parameters of a function by the arguments of a call */
    const struct look *look;
    const struct func *f;
    const struct node *call;
};

static bool raw_argument(const struct var *p, void *more, struct number *out)
{
    const struct replaced *r = more;
    struct look here = *r->look;
    for (unsigned i = 0; i < r->f->params.n; i++)
        if (r->f->params.v[i] == p) {
            const struct node *arg = r->call->kids[i + 1];
            return arg->type && keeps_number(arg->type, p->type) && number_of(arg, is_steady, &here, out);
        }
    return false;
}

/* The bytes that the call allocates, as it says; false: not known */
static bool allocated_bytes(const struct look *l, const struct node *call, unsigned depth, struct number *out)
{
    const struct func *f = call && call->kind == NODE_CALL ? node_called(call) : NULL;
    struct look here = *l;
    struct number size;
    if (!f || depth > MOST_ALLOCATORS)
        return false;
    if (!given(f->def) && strcmp(f->name, "malloc") == 0 && call->nkids == 2)
        return number_of(call->kids[1], is_steady, &here, out);
    if (!given(f->def) && strcmp(f->name, "calloc") == 0 && call->nkids == 3)
        return number_of(call->kids[1], is_steady, &here, out) && number_of(call->kids[2], is_steady, &here, &size) &&
               number_multiply(out, &size);
    const struct node *inner = given(f->def) && f->params.n + 1 == call->nkids ? block_returned(l->a, f) : NULL;
    const struct func *g = inner ? node_called(inner) : NULL;
    if (!g || g == f)
        return false;
    /* in the function's own parameters, which nobody stores to */
    struct look inside = {l->a, f, inner, inner->at.begin, 0};
    struct replaced r = {l, f, call};
    if (!allocated_bytes(&inside, inner, depth + 1, out) || !number_replace(out, value_of_variable, &inside))
        return false;
    for (unsigned i = 0; i < out->n; i++)
        for (unsigned k = 0; k < out->parts[i].n; k++)
            if (!is_own_parameter(out->parts[i].vars[k], (void *)f))
                return false;
    return number_replace(out, raw_argument, &r);
}

static bool is_freed(const struct look *l, const struct var *v)
{
    for_each_in (ref, r, l->a->u, until_place(l)) {
        const struct node *p = r->var == v && r->node ? r->node->parent : NULL;
        while (p && p->kind == NODE_CAST)
            p = p->parent;
        const struct func *f = p && p->kind == NODE_CALL ? node_called(p) : NULL;
        if (f && (strcmp(f->name, "free") == 0 || strncmp(f->name, "realloc", 7) == 0))
            return true;
    }
    return false;
}

/* The bytes of the block that v, a local pointer, leads to the first byte of at the place; false: not known */
static bool bytes_of_block(struct look *l, const struct var *v, struct number *out)
{
    const struct node *value = v->func == l->in && !v->is_static ? only_value(l->a, v) : NULL;
    if (!value || has_jumps(l->in) || (v->written && !runs_first(value->parent, l->place)))
        return false;
    l->from = v->written ? value->at.begin : v->decl;
    return !is_freed(l, v) && allocated_bytes(l, node_uncast(value), 0, out);
}

/* ---- calls ---- */
static bool is_in_construct(const struct node *n)
{
    for (; n; n = n->parent)
        if (n->kind == NODE_CONSTRUCT && !is_assumption(n))
            return true;
    return false;
}

/* Can a function be called by what a declaration of the file says, and no call? */
bool has_hidden_calls(struct annotation *a)
{
    static const char *const words[] = {"cleanup", "alias", "ifunc", "weakref", "symver"};
    if (a->knows_hidden_calls)
        return a->has_hidden_calls;
    a->knows_hidden_calls = true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *found = strstr(a->u->text, words[i]);
        for (; found && !a->has_hidden_calls; found = strstr(found + 1, words[i])) {
            uint32_t chunk = unit_chunk_at(a->u, (uint32_t)(found - a->u->text));
            a->has_hidden_calls = chunk != UINT32_MAX && !a->u->chunks.v[chunk].in_system_header;
        }
    }
    return a->has_hidden_calls;
}

/* ref number i + 1 of the unit is the first one of the function, or the one after number i; 0: there is none */
static void find_refs(struct annotation *a)
{
    const struct unit *u = a->u;
    if (a->first_ref)
        return;
    a->first_ref = arena_alloc(a->arena, (u->funcs.n + 1) * sizeof *a->first_ref);
    a->ref_after = arena_alloc(a->arena, (u->refs.n + 1) * sizeof *a->ref_after);
    for (size_t i = u->refs.n; i-- > 0;)
        if (u->refs.v[i].func) {
            a->ref_after[i] = a->first_ref[u->refs.v[i].func->id];
            a->first_ref[u->refs.v[i].func->id] = i + 1;
        }
}

bool is_plain_call(struct annotation *a, const struct ref *r)
{
    const struct node *call = r->node ? r->node->parent : NULL;
    if (!r->is_call || r->on_host || !call || call->kind != NODE_CALL || call->kids[0] != r->node ||
        is_in_construct(call))
        return false;
    const struct func *in = unit_func_around(a->u, call->at.begin);
    return in && in->tree && !has_jumps(in);
}

/* All calls of f in this file; false as for find_calls */
static bool find_own_calls(struct annotation *a, const struct func *f, call_list *all)
{
    if (!has_known_callers(a, f) || !f->tree || f->is_variadic || f->indirect || f->declare_target ||
        has_hidden_calls(a))
        return false;
    find_refs(a);
    for (size_t i = a->first_ref[f->id]; i; i = a->ref_after[i - 1]) {
        const struct ref *r = &a->u->refs.v[i - 1];
        if (r->node && r->node->unevaluated)
            continue;
        if (!is_plain_call(a, r) || r->node->parent->nkids != f->params.n + 1 || all->n == MOST_CALLS)
            return false;
        vec_push(a->arena, all, r->node->parent);
    }
    return true;
}

bool find_calls(struct annotation *a, const struct func *f, call_list *all)
{
    return !is_declared_elsewhere(a, f) && find_own_calls(a, f, all) && all->n > 0;
}

/* ---- what one call passes ---- */
struct passed {
    struct look look;
    const struct func *f;
    number_list lengths, plain; /* of the block, in elements; plain: in variables whose values nothing says */
};

static const struct number_list *lengths_of(struct annotation *a, const struct var *p);

static void add_length(struct passed *c, struct number bytes, int64_t size)
{
    struct number plain = bytes;
    if (!number_replace(&plain, value_of_variable, &c->look) || !number_divide(&plain, size))
        return;
    vec_push(c->look.a->arena, &c->lengths, number_divide(&bytes, size) ? bytes : plain);
    vec_push(c->look.a->arena, &c->plain, plain);
}

/* … where argument `arg` leads to, whose elements have `size` bytes */
static void find_lengths(struct passed *c, const struct node *arg, int64_t size)
{
    const struct var *v = node_var(node_uncast(arg));
    struct number bytes;
    if (v && v->type->kind == TYPE_ARRAY && v->type->size > 0) {
        bytes = number_constant(v->type->size - v->type->size % size);
        add_length(c, bytes, size);
    } else if (v && v->is_param && v->type->kind == TYPE_POINTER) {
        const struct number_list *known = lengths_of(c->look.a, v);
        for_each (struct number, x, known->all) {
            bytes = number_constant(v->type->elem->size);
            if (number_multiply(&bytes, x))
                add_length(c, bytes, size);
        }
    } else if (v && v->type->kind == TYPE_POINTER && bytes_of_block(&c->look, v, &bytes)) {
        add_length(c, bytes, size);
    }
}

/* The value of the argument for p, a number that f does not change */
static bool argument_of(const struct var *p, void *more, struct number *out)
{
    const struct passed *c = more;
    struct look here = c->look;
    here.from = here.place->at.begin;
    for (unsigned i = 0; i < c->f->params.n && is_plain_variable(p) && !p->written; i++)
        if (c->f->params.v[i] == p) {
            const struct node *arg = here.place->kids[i + 1];
            return arg->type && keeps_number(arg->type, p->type) && number_at(&here, arg, out);
        }
    return false;
}

/* ---- expressions in the parameters ---- */
/* The parameter whose argument has the value of v */
static bool parameter_for(const struct var *v, void *more, struct number *out)
{
    struct passed *c = more;
    struct look here = c->look;
    struct number value, other;
    if (!value_of_variable(v, &here, &value))
        return false;
    for_each_pointer (const struct var, p, c->f->params)
        if (argument_of(p, c, &other) && number_is_same(&value, &other)) {
            *out = number_variable(p);
            return true;
        }
    return false;
}

static void add_said(struct annotation *a, number_list *all, const struct number *x)
{
    for_each (struct number, y, *all)
        if (number_is_same(x, y))
            return;
    if (all->n < MOST_OF_ARENA)
        vec_push(a->arena, all, *x);
}

/* parameters, and such with a constant beside it, that are the length */
static void add_parameters(struct passed *c, const struct number *length, bool alone, number_list *all)
{
    for_each_pointer (const struct var, p, c->f->params) {
        struct number rest = *length, value, sum = number_variable(p);
        if (argument_of(p, c, &value) && number_add(&rest, &value, -1) && number_is_constant(&rest) &&
            alone == !rest.n && (alone || !number_is_constant(&value)) && number_add(&sum, &rest, 1))
            add_said(c->look.a, all, &sum);
    }
}

/* … and products of two or three of them */
static void add_products(struct passed *c, const struct number *length, const struct number *so_far,
                         const struct number *value, unsigned from, unsigned factors, number_list *all)
{
    for (unsigned i = from; i < c->f->params.n; i++) {
        struct number product = *so_far, its = *value, other, name = number_variable(c->f->params.v[i]);
        if (!argument_of(c->f->params.v[i], c, &other) || number_is_constant(&other) ||
            !number_multiply(&product, &name) || !number_multiply(&its, &other))
            continue;
        if (factors > 1 && number_is_same(&its, length))
            add_said(c->look.a, all, &product);
        if (factors < 3)
            add_products(c, length, &product, &its, i, factors + 1, all);
    }
}

static void add_expressions(struct passed *c, number_list *all)
{
    const struct number one = number_constant(1);
    for (size_t i = 0; i < c->lengths.n; i++) {
        struct number x = c->lengths.v[i], y = c->plain.v[i];
        add_parameters(c, &c->plain.v[i], true, all);
        if (!number_is_constant(&y))
            add_products(c, &c->plain.v[i], &one, &one, 0, 1, all);
        if (number_replace(&x, parameter_for, c))
            add_said(c->look.a, all, &x);
        if (number_replace(&y, parameter_for, c))
            add_said(c->look.a, all, &y);
        add_parameters(c, &c->plain.v[i], false, all);
    }
}

/* Is x, of f's parameters, the length in this call? */
static bool is_length(struct passed *c, const struct number *x)
{
    struct number value = *x;
    if (!number_replace(&value, argument_of, c))
        return false;
    for_each (struct number, y, c->plain)
        if (number_is_same(&value, y))
            return true;
    return false;
}

void lengths_passed(struct annotation *a, const struct node *call, const struct func *f, unsigned at, int64_t size,
                    number_list *out)
{
    struct passed c = {{a, unit_func_around(a->u, call->at.begin), call, call->at.begin, 0}, f, {0}, {0}};
    number_list all = {0};
    find_lengths(&c, call->kids[at + 1], size);
    add_expressions(&c, &all);
    for_each (struct number, x, all)
        if (out->n < MOST_SIZES && is_length(&c, x))
            vec_push(a->arena, out, *x);
}

static bool is_said(const number_list *all, const struct number *x)
{
    for_each (struct number, y, *all)
        if (number_is_same(x, y))
            return true;
    return false;
}

static void find_said(struct annotation *a, const struct var *p, number_list *out)
{
    call_list calls = {0};
    foreign_list foreign = {0};
    VEC(struct passed) passed = {0};
    number_list all = {0};
    int64_t size = p->type->elem ? p->type->elem->size : 0;
    if (size <= 0 || p->written || p->addr_taken || !find_own_calls(a, p->func, &calls) ||
        !find_foreign(a, p, &foreign))
        return;
    for_each (const struct node *, call, calls) {
        struct passed c = {
            {a, unit_func_around(a->u, (*call)->at.begin), *call, (*call)->at.begin, 0}, p->func, {0}, {0}};
        for (unsigned i = 0; i < p->func->params.n; i++)
            if (p->func->params.v[i] == p)
                find_lengths(&c, (*call)->kids[i + 1], size);
        if (!c.plain.n)
            return;
        vec_push(a->arena, &passed, c);
    }
    for_each (struct passed, c, passed)
        add_expressions(c, &all);
    for (size_t i = 0; foreign.n && i < foreign.v[0].n; i++)
        add_said(a, &all, &foreign.v[0].v[i]);
    for_each (struct number, x, all) {
        bool is = out->n < MOST_SIZES;
        for_each (struct passed, c, passed)
            is = is && is_length(c, x);
        for_each (number_list, l, foreign)
            is = is && is_said(l, x);
        if (is)
            vec_push(a->arena, out, *x);
    }
}

/* How many elements there are where parameter p leads to, each time that its function is called: all expressions of
 * other parameters that say so */
static const struct number_list *lengths_of(struct annotation *a, const struct var *p)
{
    static const struct number_list none;
    enum { DEEPEST_CHAIN = 40 };
    for_each (struct told, t, a->told)
        if (t->param == p)
            return t->lengths ? t->lengths : &none; /* NULL: it calls itself, or others that call it */
    if (a->telling == DEEPEST_CHAIN)
        return &none;
    size_t at = a->told.n;
    vec_push(a->arena, &a->told, (struct told){p, NULL});
    struct number_list *found = NEW(a->arena, struct number_list);
    a->telling++;
    find_said(a, p, &found->all);
    a->telling--;
    a->told.v[at].lengths = found;
    return found;
}

/* ---- sections ---- */
static bool has_names(struct scope *s, const struct number *x)
{
    for (unsigned i = 0; i < x->n; i++)
        for (unsigned k = 0; k < x->parts[i].n; k++)
            if (!has_name_here(s, x->parts[i].vars[k]))
                return false;
    return true;
}

static const char *text_of_number(struct scope *s, const struct number *x)
{
    const char *text = has_names(s, x) ? number_text(s->a->arena, x) : NULL;
    return text && length_to_read(text) <= LONGEST_SECTION / 3 ? text : NULL;
}

const struct var *parameter_of(const struct scope *s, const struct object *o)
{
    const struct var *p = o->kind == OBJECT_POINTEE ? o->var : NULL;
    bool is = p && p->is_param && p->func == unit_func_around(s->u, s->loop->at.begin) && !p->written &&
              !p->addr_taken && p->type->kind == TYPE_POINTER && p->type->elem && p->type->elem->size > 0 && o->elem &&
              o->elem->size == p->type->elem->size;
    return is ? p : NULL;
}

static const char *text_of_one(struct scope *s, const number_list *all, bool *is_number)
{
    for_each (struct number, x, *all) {
        const char *text = text_of_number(s, x);
        *is_number = number_is_constant(x);
        if (text)
            return text;
    }
    return NULL;
}

const char *told_length(struct scope *s, const struct object *o, bool *is_number)
{
    const struct var *p = parameter_of(s, o);
    return p ? text_of_one(s, &lengths_of(s->a, p)->all, is_number) : NULL;
}

const char *length_at_call(struct annotation *a, const struct var *p, const struct node *call, const struct var **of)
{
    struct scope s = {.a = a, .u = a->u, .loop = call};
    struct passed c = {{a, unit_func_around(a->u, call->at.begin), call, call->at.begin, 0}, p->func, {0}, {0}};
    const struct node *arg = NULL;
    bool is_number;
    for (unsigned i = 0; i < p->func->params.n; i++)
        arg = p->func->params.v[i] == p ? call->kids[i + 1] : arg;
    find_lengths(&c, arg, p->type->elem->size);
    const char *text = text_of_one(&s, &c.lengths, &is_number);
    const struct var *v = node_var(node_uncast(arg));
    bool carried = !text && v && v->is_param && !v->written && !v->addr_taken && v->type->kind == TYPE_POINTER &&
                   v->type->elem && v->type->elem->size == p->type->elem->size;
    *of = carried ? v : NULL;
    return text;
}

const char *block_length(struct scope *s, const struct object *o, bool *is_number)
{
    const struct var *v = o->kind == OBJECT_POINTEE && o->var && !o->var->is_param ? o->var : NULL;
    const struct func *f = unit_func_around(s->u, s->loop->at.begin);
    struct look l = {s->a, f, s->loop, 0, 0};
    struct number bytes;
    if (!v || !f || !o->elem || o->elem->size <= 0 || !bytes_of_block(&l, v, &bytes))
        return NULL;
    struct number length = bytes, plain = bytes;
    bool ok = number_divide(&length, o->elem->size) ||
              (number_replace(&plain, value_of_variable, &l) && number_divide(&plain, o->elem->size));
    const struct number *x = number_divide(&bytes, o->elem->size) ? &length : &plain;
    *is_number = number_is_constant(x);
    return ok ? text_of_number(s, x) : NULL;
}
