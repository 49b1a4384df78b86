/* gen/host/lanes.c: under -fcheck the host's simd loops tell of their iterations (runtime/check/host_lanes.c):
 *
 *     { const struct gantry_shared __gd_shared[] = {{&t, sizeof t}};
 *       __gantry_lanes(0, __builtin_frame_address(0), 1, __gd_shared);
 *     #pragma omp simd
 *       for (…) { __gantry_lane(); body }
 *       __gantry_lanes_end(); }
 *
 * Where the threads of a team share the loop each tells of its own share, from its first iteration to the end of that,
 * which libomp is told of:
 *
 *     { const struct gantry_shared __gd_shared[] = {{&t, sizeof t}};
 *       const unsigned long __gd_safelen = 0;
 *     #pragma omp parallel for simd schedule(static) shared(__gd_shared, __gd_safelen)
 *       for (…) { __gantry_lane_of_share(__gd_safelen, __builtin_frame_address(0), 1, __gd_shared); body } }
 *
 * What iterations share and store to is named: its address has gone out then, so that Clang's pass looks at accesses to
 * local variables, too, and it is known from the copies that lie beside it. */
#include "host_priv.h"

static bool is_shared(const struct region *r, const struct ref *x)
{
    const struct var *v = x->var;
    unsigned stores = ACC_WRITE | (v && v->type->kind == TYPE_POINTER ? 0 : ACC_ELEM_WRITE);
    return v && (x->access & stores) && !v->is_global && !v->is_register && !v->is_thread_local &&
           !slice_has(r->stmt, v->decl) && !is_loop_variable(r, r->nloops, v) && !sharing_of(r, v, ATTRS_ALL);
}

void lanes_begin(struct emit *e, const struct region *r)
{
    VEC(const struct var *) named = {0};
    const struct clause *safelen = region_clause(r, CLAUSE_SAFELEN);
    out_open(e, "%s", "");
    struct sb rows = {0};
    for_each_in (ref, x, e->u, r->stmt) {
        size_t i = 0;
        while (i < named.n && named.v[i] != x->var)
            i++;
        if (i < named.n || !is_shared(r, x))
            continue;
        vec_push(e->u->arena, &named, x->var);
        sb_printf(&rows, "{&%s, sizeof %s}, ", name_of(e, x->var), name_of(e, x->var));
    }
    out(e, "const struct gantry_shared __gd_shared[] = {%s{0, 0}};", rows.s ? rows.s : "");
    sb_free(&rows);
    const char *apart = safelen ? text_of(e, safelen->expr) : "0";
    if (lanes_condition(r))
        apart = arena_printf(e->u->arena, "(%s) ? %s : 1", text_of(e, lanes_condition(r)->expr), apart);
    if (tells_shares(r))
        out(e, "const unsigned long __gd_safelen = %s;", apart);
    else
        out(e, "__gantry_lanes(%s, __builtin_frame_address(0), %zu, __gd_shared);", apart, named.n);
    e->lanes_of = r;
}

const char *lanes_clause(const struct emit *e, const struct region *r)
{
    return e->lanes_of == r && tells_shares(r) && (r->leaves & LEAF_PARALLEL) ? " shared(__gd_shared, __gd_safelen)"
                                                                              : "";
}

void lanes_end(struct emit *e, const struct region *r)
{
    if (!tells_shares(r))
        out(e, "__gantry_lanes_end();");
    out_close(e);
}
