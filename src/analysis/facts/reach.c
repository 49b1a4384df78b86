/* analysis/facts/reach.c: which functions and constant tables of this file the device needs: those that target regions
 * and declare target functions name, and those that these name in turn. Functions that have no device version are
 * reported. needs: nothing but the front end. sets: func.on_device, region.on_device, analysis.funcs (file order),
 * analysis.device_vars; VAR_CONSTEXPR, VAR_CONSTANT and VAR_REACHED in var.declare_target. */
#include "../analysis.h"

static void reach_slice(struct analysis *a, struct slice s);

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

static bool is_constant_table(struct unit *u, const struct var *v, int depth)
{
    const struct type *t = v->type;
    while (t->kind == TYPE_ARRAY && t->elem)
        t = t->elem;
    bool points = t->kind == TYPE_POINTER || t->has_pointers;
    if (!v->is_global || v->is_thread_local || !keeps_its_value(v, t) || t->is_volatile || t->is_atomic ||
        v->init.begin == v->init.end || in_device_text(v) || (v->func && t->unnameable) || depth > 8 ||
        (depth == 0 && (!points || v->declare_target || named_in_a_clause(u, v))))
        return false;
    for (size_t i = unit_ref_from(u, v->init.begin); i < u->refs.n && u->refs.v[i].off < v->init.end; i++) {
        const struct ref *r = &u->refs.v[i];
        if (r->access & ACC_UNEVALUATED)
            continue;
        if (r->func ? r->func->def.begin == r->func->def.end && !r->func->declare_target && !is_library_func(r->func)
                    : r->var != v && !r->var->declare_target && !is_constant_table(u, r->var, depth + 1))
            return false;
    }
    return true;
}

static void find_constant_tables(struct unit *u)
{
    for (size_t i = 0; i < u->vars.n; i++)
        if (u->vars.v[i]->is_constexpr && !u->vars.v[i]->declare_target)
            u->vars.v[i]->declare_target = VAR_CONSTEXPR;
        else if (is_constant_table(u, u->vars.v[i], 0))
            u->vars.v[i]->declare_target = VAR_CONSTANT;
}

static void reach_table(struct analysis *a, struct var *v)
{
    if (v->declare_target != VAR_CONSTANT)
        return;
    v->declare_target |= VAR_REACHED;
    for (size_t i = unit_ref_from(a->unit, v->init.begin); i < a->unit->refs.n && a->unit->refs.v[i].off < v->init.end;
         i++)
        if (a->unit->refs.v[i].var == v && !(a->unit->refs.v[i].access & ACC_UNEVALUATED)) {
            diag(a->unit->diag, DIAG_ERROR, v->loc, "GN0694",
                 "'%s', used in device code, holds its own address, which PTX cannot express: hold numbers of elements "
                 "instead, "
                 "or map it and set the pointers in a region",
                 v->name);
            break;
        }
    reach_slice(a, v->init);
}

bool is_table_of_block(struct analysis *a, const struct var *v)
{
    bool reached = v->func && (v->declare_target & VAR_REACHED);
    for (size_t i = 0; reached && i < a->unit->regions.n; i++)
        if (a->unit->regions.v[i]->func == v->func && (a->unit->regions.v[i]->leaves & LEAF_TARGET))
            return true;
    return false;
}

static void reach_func(struct analysis *a, struct func *f)
{
    if (f->on_device || f->def.begin == f->def.end)
        return;
    f->on_device = true;
    reach_slice(a, f->def);
}

static void report_missing(struct analysis *a, const struct ref *r)
{
    struct func *f = r->func;
    struct loc at = unit_place(a->unit, r->off);
    if (f->in_system_header)
        diag(a->unit->diag, DIAG_ERROR, at, "GN0501",
             "'%s' has no device version: it cannot be called in a target region", f->name);
    else
        diag(a->unit->diag, DIAG_ERROR, at, "GN0502",
             "'%s' is used in a target region, but it is neither defined in this file nor 'declare target'", f->name);
    if (f->loc.file && !f->in_system_header)
        diag(a->unit->diag, DIAG_NOTE, f->loc, NULL,
             "declared here: put '#pragma omp declare target' before and 'end declare target' after it");
}

/* Combiners and initialisers of declare reduction, as used by clauses in s, are device code too. */
static void reach_reductions(struct analysis *a, struct slice s)
{
    struct unit *u = a->unit;
    for (size_t i = 0; u->udrs.n && i < u->regions.n; i++)
        for (struct clause *c = u->regions.v[i]->clauses; c; c = c->next)
            for (size_t k = 0; k < c->items.n && slice_has(s, u->regions.v[i]->pragma_at.begin); k++)
                if (c->items.v[k].udr)
                    reach_slice(a, c->items.v[k].udr->probe);
}

static void report_host_only(struct analysis *a, const struct ref *r)
{
    diag(a->unit->diag, DIAG_ERROR, unit_place(a->unit, r->off), "GN0641",
         "'%s' is used in device code, but its 'declare target' says device_type(host)", r->func->name);
    diag(a->unit->diag, DIAG_NOTE, r->func->loc, NULL, "'%s' is declared here", r->func->name);
}

static void reach_slice(struct analysis *a, struct slice s)
{
    struct unit *u = a->unit;
    reach_reductions(a, s);
    for (size_t i = unit_ref_from(u, s.begin); i < u->refs.n && u->refs.v[i].off < s.end; i++) {
        struct ref *r = &u->refs.v[i];
        if (r->var)
            reach_table(a, r->var);
        if (!r->func || (r->access & ACC_UNEVALUATED) || is_library_func(r->func))
            continue;
        if (r->func->host_only && !r->func->declare_target)
            report_host_only(a, r);
        else if (r->func->def.begin != r->func->def.end)
            reach_func(a, r->func);
        else if (!r->func->declare_target)
            report_missing(a, r);
    }
}

static bool is_device_text(const struct unit *u, uint32_t off)
{
    for (size_t i = 0; i < u->regions.n; i++)
        if ((u->regions.v[i]->leaves & LEAF_TARGET) && slice_has(u->regions.v[i]->stmt, off))
            return true;
    for (size_t i = 0; i < u->funcs.n; i++)
        if (u->funcs.v[i]->on_device && slice_has(u->funcs.v[i]->def, off))
            return true;
    return false;
}

/* NVIDIA GPUs have no long double: Clang would silently compute in double. */
static void check_long_double(struct analysis *a)
{
    struct unit *u = a->unit;
    for (size_t i = 0; i < u->vars.n; i++) {
        const struct var *v = u->vars.v[i];
        bool inside = (v->declared_in && v->declared_in->on_device) || (v->func && v->func->on_device);
        for (const struct type *t = inside && !v->is_global ? v->type : NULL; t; t = t->elem)
            if (t->is_long_double) {
                diag(u->diag, DIAG_ERROR, v->loc, "GN0692",
                     "'%s' in device code has type long double, which GPUs do not have: use double", v->name);
                break;
            }
    }
}

/* The same for expressions; the first one in each line is reported. */
void check_long_double_expressions(struct analysis *a)
{
    struct unit *u = a->unit;
    int line = 0;
    for (size_t i = 0; i < u->long_doubles.n; i++) {
        const struct long_double *e = &u->long_doubles.v[i];
        if (e->loc.line != line && is_device_text(u, e->off))
            diag(u->diag, DIAG_ERROR, e->loc, "GN0692",
                 "device code has an expression of type long double, which GPUs do not have: use double");
        line = e->loc.line;
    }
}

void pass_device_functions(struct analysis *a)
{
    struct unit *u = a->unit;
    find_constant_tables(u);
    for (size_t i = 0; i < u->regions.n; i++)
        if (u->regions.v[i]->leaves & LEAF_TARGET) {
            reach_slice(a, u->regions.v[i]->stmt);
            reach_reductions(a, u->regions.v[i]->pragma_at);
        }
    for (size_t i = 0; i < u->funcs.n; i++)
        if (u->funcs.v[i]->declare_target)
            reach_func(a, u->funcs.v[i]);
    for (size_t i = 0; i < u->funcs.n; i++)
        if (u->funcs.v[i]->on_device && !is_library_func(u->funcs.v[i])) {
            struct dfunc *d = NEW(u->arena, struct dfunc);
            d->func = u->funcs.v[i];
            vec_push(u->arena, &a->funcs, d);
        }
    for (size_t i = 0; i < u->vars.n; i++)
        if (u->vars.v[i]->declare_target & VAR_NAMED)
            vec_push(u->arena, &a->device_vars, u->vars.v[i]);
    /* orphaned constructs in those functions are device constructs too */
    for (size_t i = 0; i < u->regions.n; i++)
        if (u->regions.v[i]->func && u->regions.v[i]->func->on_device)
            u->regions.v[i]->on_device = true;
    check_long_double(a);
}
