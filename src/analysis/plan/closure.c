/* analysis/plan/closure.c: the external declarations that device C
 * needs: the types, prototypes, constants, declare target variables and device functions that device code names, and
 * what these name in turn.
 * needs: reach, lower, dataenv.
 * sets: analysis.chunks, in file order. */
#include "../analysis.h"

#include <stdlib.h>
#include <string.h>

struct closure {
    struct analysis *a;
    unsigned char *wanted; /* for each chunk: 0 not needed, 1 its text, 2 only the declarations that it refers to */
};

static void want_chunk(struct closure *c, uint32_t chunk);

static bool is_captured(struct analysis *a, const struct var *v)
{
    for_each_pointer (struct single, s, a->singles)
        for_each_pointer (const struct var, w, s->values)
            if (w == v)
                return true;
    for (size_t i = 0; i < a->kernels.n; i++)
        if (find_capture(a->kernels.v[i], v))
            return true;
    return false;
}

static const struct ref *ref_at(const struct unit *u, uint32_t off)
{
    size_t i = unit_ref_from(u, off);
    return i < u->refs.n && u->refs.v[i].off == off ? &u->refs.v[i] : NULL;
}

/* `struct point {…} p;` declares the type together with the variable: then the text is needed for the type */
static bool declares_type_too(const struct unit *u, const struct var *v) { return u->chunks.v[v->chunk].defines_type; }

/* Kernels get what they capture as parameters, but the functions that they call do not. */
static bool is_in_device_function(const struct analysis *a, uint32_t off)
{
    for_each_pointer (struct dfunc, d, a->funcs)
        if (slice_has(d->func->def, off))
            return true;
    return false;
}

static bool comes_as_parameter(struct closure *c, const struct ref *r)
{
    bool by_name = is_in_device_function(c->a, r->off) && !(r->access & ACC_UNEVALUATED);
    return !by_name && is_captured(c->a, r->var) && !declares_type_too(c->a->unit, r->var);
}

static void follow(struct closure *c, struct slice s)
{
    const struct unit *u = c->a->unit;
    for_each_in (region, r, u, s) /* reductions declared by the user that s uses */
        for (const struct clause *k = r->clauses; k; k = k->next)
            for_each (const struct item, it, k->items)
                if (it->udr)
                    follow(c, it->udr->probe);
    for (size_t i = unit_use_from(u, s.begin); i < u->uses.n && u->uses.v[i].off < s.end; i++) {
        uint32_t chunk = u->uses.v[i].chunk;
        const struct ref *r = ref_at(u, u->uses.v[i].off);
        bool var = r && r->var && r->var->is_global && !r->var->declare_target;
        if (var && comes_as_parameter(c, r)) {
            if (!c->wanted[chunk]) {
                c->wanted[chunk] = 2;
                follow(c, u->chunks.v[chunk].text);
            }
            continue;
        }
        want_chunk(c, chunk);
    }
}

/* the types that a declaration names, but not what its initialisers call */
static void follow_types(struct closure *c, struct slice s)
{
    const struct unit *u = c->a->unit;
    for (size_t i = unit_use_from(u, s.begin); i < u->uses.n && u->uses.v[i].off < s.end; i++)
        if (!ref_at(u, u->uses.v[i].off))
            want_chunk(c, u->uses.v[i].chunk);
}

static void want_chunk(struct closure *c, uint32_t chunk)
{
    const struct unit *u = c->a->unit;
    if (chunk >= u->chunks.n || c->wanted[chunk] == 1)
        return;
    c->wanted[chunk] = 1;
    const struct chunk *k = &u->chunks.v[chunk];
    if (k->kind == CHUNK_FUNC && !(k->func && k->func->on_device))
        follow(c, (struct slice){k->text.begin, k->func ? k->func->body.begin : k->text.end}); /* prototype only */
    else
        follow(c, k->text);
}

static void follow_declaration(struct closure *c, const struct var *v)
{
    const struct unit *u = c->a->unit;
    if (v->chunk != UINT32_MAX && v->chunk < u->chunks.n) {
        follow_types(c, u->chunks.v[v->chunk].text);
        if (declares_type_too(u, v))
            want_chunk(c, v->chunk);
    } else if (given(v->stmt)) {
        follow_types(c, v->stmt);
    } else if (v->func) {
        follow_types(c, (struct slice){v->func->def.begin, v->func->body.begin});
    }
}

/* A device function may name a variable of static storage only when it is declare target or a constant. */
static void check_globals(struct analysis *a, const struct func *f)
{
    const struct unit *u = a->unit;
    for_each_in (ref, r, u, f->def) {
        const struct var *v = r->var;
        if (!v || !v->is_global || v->func || v->declare_target || (r->access & ACC_UNEVALUATED))
            continue;
        const struct type *t = v->type;
        bool constant = t->is_const || (t->kind == TYPE_ARRAY && t->elem && t->elem->is_const);
        for (const struct type *e = t; e && e->kind == TYPE_ARRAY; e = e->elem)
            constant |= e->elem && e->elem->is_const;
        if (constant && given(v->init))
            continue;
        diag(u->diag, DIAG_ERROR, unit_place(u, r->off), "GN0506",
             "'%s' is used in device function '%s', but it is not 'declare target'", v->name, f->name);
        diag(u->diag, DIAG_NOTE, v->loc, NULL, "declared here: add '#pragma omp declare target to(%s)' after it",
             v->name);
    }
}

void pass_closure(struct analysis *a)
{
    const struct unit *u = a->unit;
    struct closure c = {a, calloc(u->chunks.n + 1, 1)};
    for_each_pointer (struct kernel, k, a->kernels) {
        follow(&c, k->region->stmt);
        follow(&c, k->region->pragma_at);
        for (size_t j = 0; j < k->captures.n; j++)
            follow_declaration(&c, k->captures.v[j].var);
        struct slice s = region_text(k->region); /* private ones are declared again too */
        for_each_in (ref, x, u, s)
            if (x->var && !x->var->is_global && !slice_has(k->region->stmt, x->var->decl))
                follow_declaration(&c, x->var);
    }
    for_each_pointer (struct single, s, a->singles) {
        if (s->why != WHY_SINGLE)
            continue;
        follow(&c, s->region->stmt);
        for_each_pointer (const struct var, v, s->values)
            follow_declaration(&c, v);
    }
    for (size_t i = 0; i < a->funcs.n; i++) {
        check_globals(a, a->funcs.v[i]->func);
        want_chunk(&c, a->funcs.v[i]->func->chunk);
    }
    for (size_t i = 0; i < u->vars.n; i++)
        if (is_table_of_block(a, u->vars.v[i]) || (u->vars.v[i]->is_constexpr && u->vars.v[i]->func && a->kernels.n))
            follow(&c, u->vars.v[i]->stmt);
    for (size_t i = 0; i < a->device_vars.n; i++)
        want_chunk(&c, a->device_vars.v[i]->chunk);
    for (uint32_t i = 0; i < u->chunks.n; i++)
        if (c.wanted[i] == 1 || u->chunks.v[i].kind == CHUNK_PRAGMA)
            vec_push(u->arena, &a->chunks, i);
    free(c.wanted);
}
