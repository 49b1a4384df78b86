/* analysis/facts/reach.c: the functions and variables that the device needs, as the front end found them
 * (front/rules/reach.c): rows for the passes after this one. What a device cannot have is reported.
 * needs: nothing but the front end.
 * sets: analysis.funcs (file order), analysis.device_vars. */
#include "../analysis.h"

bool is_table_of_block(struct analysis *a, const struct var *v)
{
    bool reached = v->func && (v->declare_target & VAR_REACHED);
    for (size_t i = 0; reached && i < a->unit->regions.n; i++)
        if (a->unit->regions.v[i]->func == v->func && (a->unit->regions.v[i]->leaves & LEAF_TARGET))
            return true;
    return false;
}

static void report_missing(struct analysis *a, const struct ref *r)
{
    const struct func *f = r->func;
    struct loc at = unit_place(a->unit, r->off);
    if (f->in_system_header)
        diag(a->unit->diag, DIAG_ERROR, at, "GN0501",
             "'%s' has no device version: it cannot be called in a target region, only before or after it",
             library_spelling(f->name));
    else
        diag(a->unit->diag, DIAG_ERROR, at, "GN0502",
             "'%s' is used in a target region, but it is neither defined in this file nor 'declare target'", f->name);
    if (f->loc.file && !f->in_system_header)
        diag(a->unit->diag, DIAG_NOTE, f->loc, NULL,
             "declared here: put '#pragma omp declare target' before and 'end declare target' after it");
}

static void report_host_only(struct analysis *a, const struct ref *r)
{
    diag(a->unit->diag, DIAG_ERROR, unit_place(a->unit, r->off), "GN0641",
         "'%s' is used in device code, but its 'declare target' says device_type(host)", r->func->name);
    diag(a->unit->diag, DIAG_NOTE, r->func->loc, NULL, "'%s' is declared here", r->func->name);
}

/* Reports the functions named in s, and in the combiners and initialisers of its reductions, that the device lacks. In
 * functions it is the device link that reports them, if a kernel gets there. */
static void check_names(struct analysis *a, struct slice s)
{
    const struct unit *u = a->unit;
    for_each_in (ref, r, u, s) {
        if (!r->func || (r->access & ACC_UNEVALUATED) || is_library_func(r->func))
            continue;
        if (r->func->host_only && !r->func->declare_target)
            report_host_only(a, r);
        else if (!given(r->func->def) && !r->func->declare_target)
            report_missing(a, r);
    }
}

static void check_reductions(struct analysis *a, struct slice s)
{
    const struct unit *u = a->unit;
    for_each_in (region, r, u, s)
        for_each_row (row, r, ATTRS_ALL)
            if (row->item && row->item->udr)
                check_names(a, row->item->udr->probe);
}

/* PTX cannot express a table that holds its own address. */
static void check_table(struct analysis *a, const struct var *v)
{
    const struct unit *u = a->unit;
    for_each_in (ref, x, u, v->init)
        if (x->var == v && !(x->access & ACC_UNEVALUATED)) {
            diag(u->diag, DIAG_ERROR, v->loc, "GN0694",
                 "'%s', used in device code, holds its own address, which PTX cannot express: hold numbers of elements "
                 "instead, "
                 "or map it and set the pointers in a region",
                 v->name);
            return;
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
    const struct unit *u = a->unit;
    for_each_pointer (const struct var, v, u->vars) {
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
    const struct unit *u = a->unit;
    int line = 0;
    for_each (const struct long_double, e, u->long_doubles) {
        if (e->loc.line != line && is_device_text(u, e->off))
            diag(u->diag, DIAG_ERROR, e->loc, "GN0692",
                 "device code has an expression of type long double, which GPUs do not have: use double");
        line = e->loc.line;
    }
}

void pass_device_functions(struct analysis *a)
{
    const struct unit *u = a->unit;
    for_each_pointer (const struct region, r, u->regions)
        if (r->leaves & LEAF_TARGET) {
            check_names(a, r->stmt);
            check_reductions(a, r->stmt);
            check_reductions(a, r->pragma_at);
        }
    for_each_pointer (const struct func, f, u->funcs)
        if (f->on_device && !is_library_func(f)) {
            struct dfunc *d = NEW(u->arena, struct dfunc);
            d->func = f;
            vec_push(u->arena, &a->funcs, d);
        }
    for_each_pointer (const struct var, v, u->vars) {
        if (v->declare_target & VAR_NAMED)
            vec_push(u->arena, &a->device_vars, v);
        if (v->declare_target & VAR_REACHED)
            check_table(a, v);
    }
    check_long_double(a);
}
