/* rules/reach.c: what of this file the device
 * needs: the functions that target regions and declare target name, and what these name in turn; and of which tables
 * of constants device code has a copy of its own.
 * needs: clang_read; device.c has read declare target.
 * sets: func.on_device, region.on_device, unit.has_device_code; VAR_CONSTEXPR, VAR_CONSTANT and VAR_REACHED in
 * var.declare_target. */
#include "../front_private.h"

/* ---- tables of constants with pointers in them ----
 * Mapping such a table would copy host addresses. So device code gets a table of its own, if all that the table points
 * to exists there: functions, string literals, other such tables. */

static bool named_in_a_clause(const struct unit *u, const struct var *v)
{
    for (size_t i = 0; i < u->regions.n; i++)
        for (const struct clause *c = u->regions.v[i]->clauses; c; c = c->next)
            for (size_t k = 0; k < c->items.n; k++)
                if (c->items.v[k].var == v)
                    return true;
    return false;
}

/* Is it a static variable of a block inside a target region? Device code is a copy of that text, and declares it. */
static bool in_device_text(const struct var *v)
{
    for (const struct region *r = v->func ? v->declared_in : NULL; r; r = r->parent)
        if (r->leaves & LEAF_TARGET)
            return true;
    return false;
}

/* Does it never change? It is const, or static and never stored to. */
static bool keeps_its_value(const struct var *v, const struct type *element)
{
    return element->is_const || (v->is_static && !v->written && !v->addr_taken);
}

static bool is_constant_table(const struct unit *u, const struct var *v, int depth)
{
    const struct type *t = v->type;
    while (t->kind == TYPE_ARRAY && t->elem)
        t = t->elem;
    bool points = t->kind == TYPE_POINTER || t->has_pointers;
    if (!v->is_global || v->is_thread_local || !keeps_its_value(v, t) || t->is_volatile || t->is_atomic ||
        v->init.begin == v->init.end || in_device_text(v) || (v->func && t->unnameable) || depth > 8 ||
        (depth == 0 && (!points || v->declare_target || named_in_a_clause(u, v))))
        return false;
    for (const struct ref *r = ref_first(u, v->init); r; r = ref_next(u, v->init, r)) {
        if (r->access & ACC_UNEVALUATED)
            continue;
        if (r->func ? r->func->def.begin == r->func->def.end && !r->func->declare_target && !is_library_func(r->func)
                    : r->var != v && !r->var->declare_target && !is_constant_table(u, r->var, depth + 1))
            return false;
    }
    return true;
}

static void find_constant_tables(const struct unit *u)
{
    for (size_t i = 0; i < u->vars.n; i++)
        if (u->vars.v[i]->is_constexpr && !u->vars.v[i]->declare_target)
            unfinished(u->vars.v[i])->declare_target = VAR_CONSTEXPR;
        else if (is_constant_table(u, u->vars.v[i], 0))
            unfinished(u->vars.v[i])->declare_target = VAR_CONSTANT;
}

/* ---- from the regions on ---- */
struct worklist {
    const struct unit *u;
    struct arena *arena;
    VEC(struct slice) todo;
};

static void need_func(struct worklist *w, struct func *fn)
{
    if (fn->on_device)
        return;
    fn->on_device = true;
    vec_push(w->arena, &w->todo, fn->body);
}

static void need_table(struct worklist *w, struct var *v)
{
    if (v->declare_target != VAR_CONSTANT)
        return;
    v->declare_target |= VAR_REACHED;
    vec_push(w->arena, &w->todo, v->init);
}

static void need_names(struct worklist *w, struct slice s)
{
    for (const struct ref *r = ref_first(w->u, s); r; r = ref_next(w->u, s, r)) {
        if (r->func)
            need_func(w, unfinished(r->func));
        if (r->var && !(r->access & ACC_UNEVALUATED))
            need_table(w, unfinished(r->var));
    }
}

/* what the combiners and initialisers of the reductions in s call */
static void need_reductions(struct worklist *w, struct slice s)
{
    for (size_t i = 0; w->u->udrs.n && i < w->u->regions.n; i++)
        for (const struct clause *c = w->u->regions.v[i]->clauses; c; c = c->next)
            for (size_t k = 0; k < c->items.n && slice_has(s, w->u->regions.v[i]->pragma_at.begin); k++)
                if (c->items.v[k].udr)
                    need_names(w, c->items.v[k].udr->probe);
}

static void need_slice(struct worklist *w, struct slice s)
{
    need_names(w, s);
    need_reductions(w, s);
}

static void need_all(struct worklist *w)
{
    const struct unit *u = w->u;
    for (size_t i = 0; i < u->funcs.n; i++)
        if (u->funcs.v[i]->declare_target)
            need_func(w, unfinished(u->funcs.v[i]));
    for (size_t i = 0; i < u->vars.n; i++)
        if ((u->vars.v[i]->declare_target & VAR_NAMED) && u->vars.v[i]->chunk != UINT32_MAX)
            need_slice(w, u->chunks.v[u->vars.v[i]->chunk].text);
    for (size_t i = 0; i < u->regions.n; i++)
        if (u->regions.v[i]->leaves & LEAF_TARGET) {
            need_slice(w, u->regions.v[i]->stmt);
            need_reductions(w, u->regions.v[i]->pragma_at);
        }
    while (w->todo.n)
        need_slice(w, w->todo.v[--w->todo.n]);
}

void reach_mark(struct front *f)
{
    struct unit *u = f->unit;
    struct worklist w = {.u = u, .arena = f->arena};
    find_constant_tables(u);
    need_all(&w);
    for (size_t i = 0; i < u->regions.n; i++) {
        struct region *r = unfinished(u->regions.v[i]);
        bool in_device_func = r->func && r->func->on_device;
        r->on_device = r->leaves & LEAF_TARGET || (r->parent && r->parent->on_device) || in_device_func;
        u->has_device_code |= r->leaves & LEAF_TARGET || directive_rows[r->dir].class == CLASS_DATA || in_device_func;
    }
    for (size_t i = 0; i < u->funcs.n; i++)
        u->has_device_code |= u->funcs.v[i]->declare_target;
    for (size_t i = 0; i < u->vars.n; i++)
        u->has_device_code |= (u->vars.v[i]->declare_target & VAR_NAMED) != 0;
}
