/* analysis/reach.c: which functions of this file the device needs.
 * needs: regions, refs.  sets: func.on_device, analysis.funcs (file order), analysis.device_vars.  breaks: nothing. */
#include "analysis.h"

#include <string.h>

static void reach_slice(struct analysis *a, struct slice s);

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
    struct loc at = unit_loc(a->unit, r->off);
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

static void report_host_only(struct analysis *a, const struct ref *r)
{
    diag(a->unit->diag, DIAG_ERROR, unit_loc(a->unit, r->off), "GN0641",
         "'%s' is used in device code, but its 'declare target' says device_type(host)", r->func->name);
    diag(a->unit->diag, DIAG_NOTE, r->func->loc, NULL, "'%s' is declared here", r->func->name);
}

static void reach_slice(struct analysis *a, struct slice s)
{
    struct unit *u = a->unit;
    for (size_t i = unit_ref_from(u, s.begin); i < u->refs.n && u->refs.v[i].off < s.end; i++) {
        struct ref *r = &u->refs.v[i];
        if (!r->func || (r->access & ACC_UNEVALUATED) || !strcmp(r->func->name, "__gp") ||
            is_device_library(r->func->name))
            continue;
        if (r->func->host_only && !r->func->declare_target)
            report_host_only(a, r);
        else if (r->func->def.begin != r->func->def.end)
            reach_func(a, r->func);
        else if (!r->func->declare_target)
            report_missing(a, r);
    }
}

void pass_device_functions(struct analysis *a)
{
    struct unit *u = a->unit;
    for (size_t i = 0; i < u->regions.n; i++)
        if (u->regions.v[i]->leaves & LEAF_TARGET)
            reach_slice(a, u->regions.v[i]->stmt);
    for (size_t i = 0; i < u->funcs.n; i++)
        if (u->funcs.v[i]->declare_target)
            reach_func(a, u->funcs.v[i]);
    for (size_t i = 0; i < u->funcs.n; i++)
        if (u->funcs.v[i]->on_device && !is_device_library(u->funcs.v[i]->name)) {
            struct dfunc *d = NEW(u->arena, struct dfunc);
            d->func = u->funcs.v[i];
            vec_push(u->arena, &a->funcs, d);
        }
    for (size_t i = 0; i < u->vars.n; i++)
        if (u->vars.v[i]->declare_target)
            vec_push(u->arena, &a->device_vars, u->vars.v[i]);
    /* orphaned constructs in those functions are device constructs too */
    for (size_t i = 0; i < u->regions.n; i++)
        if (u->regions.v[i]->func && u->regions.v[i]->func->on_device)
            u->regions.v[i]->on_device = true;
}
