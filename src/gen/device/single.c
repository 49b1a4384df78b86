/* gen/device/single.c: the kernel of a loop with `#pragma ompx single_launch`. All threads of all teams run the user's
 * loop, with parameters and local variables in place of the host's; a target region in it becomes a call of its phase,
 * the function that its own kernel calls too:
 *
 *     __GD_KERNEL NAME(struct __gd_env __gd_env, struct NAME__out *__gd_out, struct __gd_places __gd_places,
 *                      double *__gd_p0, double *a, double *b, double err, int it)
 *     {
 *         …
 *         while (err > tol && it < max) {
 *             { cell = err  __gd_league_barrier  REGION__phase(…)  __gd_league_barrier  err = cell }
 *             it++;
 *         }
 *         if (first thread of all) __gd_out->it = it;
 *     }
 */
#include "../gen_priv.h"
#include "../../../include/gantry_abi.h"

static struct single *writing(const struct emit *e, const struct region *r)
{
    for (; r; r = r->parent) {
        struct single *s = r->dir == DIR_SINGLE_LAUNCH ? single_of(e->a, r) : NULL;
        if (s && s->name == e->k->name)
            return s;
    }
    return NULL;
}

static const char *first_thread(void) { return "__gd_team() == 0 && __gd_spmd_thread(1) == 0"; }

/* ---- a phase ---- */
static const char *crew_of_phase(struct emit *e, const struct kernel *k)
{
    return k->tight ? crew_of(e, k->parallel) : "1";
}

/* The only phase has its threads from the beginning; where there are several, each says anew how many lanes they have.
 */
static bool several_sizes(const struct emit *e, const struct single *s)
{
    if (s->phases.n == 1)
        return false;
    for_each (const struct phase, h, s->phases)
        for_each_in (region, r, e->u, region_text(h->kernel->region))
            if (r->plan && r->plan->crew != CREW_ALONE)
                return true;
    return false;
}

static const char *turn_of(struct emit *e, size_t cell) { return arena_printf(e->u->arena, "__gd_t%zu", cell); }

static const char *cell_of(struct emit *e, const struct phase_parameter *x)
{
    return arena_printf(e->u->arena, "__gd_out->%s[%s]", single_cell_name(e, x->index), turn_of(e, x->index));
}

/* The cells of a variable take turns, so that none is set while threads still read what the phase before has left. */
static void fill_cells(struct emit *e, const struct phase *h)
{
    bool wait = false;
    for_each (const struct phase_parameter, x, h->parameters) {
        if (x->bring != BRING_CELL)
            continue;
        out(e, "%s ^= 1;", turn_of(e, x->index));
        if (x->flags & GANTRY_MAP_TO)
            out(e, "if (%s) %s = %s;", first_thread(), cell_of(e, x), x->var->name);
        wait |= (x->flags & GANTRY_MAP_TO) && !x->in_turn;
    }
    if (wait)
        out(e, "__gd_league_barrier(&__gd_env);");
}

static const char *argument(struct emit *e, const struct single *s, const struct phase_parameter *x)
{
    struct arena *a = e->u->arena;
    const char *name = x->var->name;
    switch (x->bring) {
    case BRING_VALUE:
        return name;
    case BRING_ROW:
        return single_row_name(e, x->index);
    case BRING_POINTER:
        return arena_printf(a, "(%s)__gd_placed(&__gd_places, (const void *)%s)", type_declare(a, x->var->type, ""),
                            name);
    case BRING_CELL:
        return arena_printf(a, "&%s", cell_of(e, x));
    }
    (void)s;
    return name;
}

/* The region's own teams: each team of the launch is some of them, one after the other. */
static void emit_virtual_teams(struct emit *e, const struct single *s, const struct kernel *k, const char *call)
{
    out(e, "const __gd_u32 __gd_all = %s, __gd_by = __gd_nteams();",
        k->has_teams ? clause_text(e, region_clause(k->teams, CLAUSE_NUM_TEAMS), "1") : "1");
    out_open(e, "for (__gd_u32 __gd_one = __gd_team(); __gd_one < __gd_all; __gd_one += __gd_by)");
    out(e, "__gd_virtual_team(&__gd_env, %s__mode, %s, __gd_one, __gd_all);", s->name, crew_of_phase(e, k));
    out(e, "%s__phase(__gd_env%s);", k->name, call);
    out_close(e);
    out(e, "__gd_virtual_teams_end();");
}

static void emit_phase(struct emit *e, const struct single *s, const struct phase *h)
{
    struct sb call = {0};
    const struct kernel *k = h->kernel;
    for_each (const struct phase_parameter, x, h->parameters)
        sb_printf(&call, ", %s", argument(e, s, x));
    out_open(e, "%s", "");
    fill_cells(e, h);
    if (several_sizes(e, s))
        out(e, "__gd_spmd_region(&__gd_env, %s__mode, %s);", s->name, crew_of_phase(e, k));
    if (h->virtual_teams)
        emit_virtual_teams(e, s, k, call.s ? call.s : "");
    else
        out(e, "%s%s__phase(__gd_env%s);", k->has_teams ? "" : "if (__gd_team() == 0) ", k->name, call.s ? call.s : "");
    out(e, "__gd_league_barrier(&__gd_env);");
    for_each (const struct phase_parameter, x, h->parameters)
        if (x->bring == BRING_CELL && (x->flags & GANTRY_MAP_FROM))
            out(e, "%s = %s;", x->var->name, cell_of(e, x));
    out_close(e);
    sb_free(&call);
}

static void emit_in_loop(struct emit *e, const struct region *r)
{
    const struct single *s = writing(e, r);
    const struct phase *h = phase_of(s, r);
    if (h)
        emit_phase(e, s, h);
    else if (given(r->stmt))
        emit_block(e, r->stmt);
    else
        out(e, ";"); /* taskwait: every phase has been waited for */
}

/* ---- the kernel ---- */
static void emit_out_struct(struct emit *e, const struct single *s)
{
    out_open(e, "struct %s__out", s->name);
    for (size_t i = 0; i < s->cells.n; i++)
        out(e, "%s;", storage_field(e, s->cells.v[i], arena_printf(e->u->arena, "%s[2]", single_cell_name(e, i))));
    for_each_pointer (const struct var, v, s->stored)
        out(e, "%s;", storage_field(e, v, v->name));
    out_close_with(e, "};");
}

static const char *of_row(struct emit *e, const struct single *s, size_t row, const char *name)
{
    const struct capture *c = s->rows.v[row].capture;
    bool address = captured_by_address(c) && !is_vla(c->var);
    if (is_local_type(c->var)) /* it has no name here; the phase takes a pointer */
        return arena_printf(e->u->arena, "void *%s", name);
    return (address ? type_declare_pointer : type_declare)(e->u->arena, c->var->type, name);
}

/* `, DECLARATION` for each parameter; names false: types alone, in __GD_ARGUMENT */
static char *parameters(struct emit *e, const struct single *s, bool names)
{
    struct sb list = {0};
    unsigned n = 1;
#define PARAMETER(...)                                                                                                 \
    do {                                                                                                               \
        const char *text_ = arena_printf(e->u->arena, __VA_ARGS__);                                                    \
        if (names)                                                                                                     \
            sb_printf(&list, ", %s", text_);                                                                           \
        else                                                                                                           \
            sb_printf(&list, ", __GD_ARGUMENT(%u, %s)", n++, text_);                                                   \
    } while (0)
    if (single_has_out(s))
        PARAMETER("struct %s__out *%s", s->name, names ? "__gd_out" : "");
    if (s->places)
        PARAMETER("struct __gd_places%s", names ? " __gd_places" : "");
    for (size_t i = 0; i < s->rows.n; i++)
        if (single_row_used(s, i))
            PARAMETER("%s", of_row(e, s, i, names ? single_row_name(e, i) : ""));
    for_each_pointer (const struct var, v, s->values)
        PARAMETER("%s", type_declare(e->u->arena, v->type, names ? v->name : ""));
#undef PARAMETER
    return sb_take(&list, e->u->arena);
}

static void emit_results(struct emit *e, const struct single *s)
{
    if (!s->stored.n)
        return;
    out_open(e, "if (%s)", first_thread());
    for_each_pointer (const struct var, v, s->stored)
        out(e, "__gd_out->%s = %s;", v->name, v->name);
    out_close(e);
}

static void emit_single_launch(struct emit *e, const struct single *s)
{
    out(e, "/* gantry: the loop of %s:%d, %s [%s] */", file_string(e, s->region->loc.file), s->region->loc.line,
        why_text(s->why), why_id(s->why));
    if (single_has_out(s))
        emit_out_struct(e, s);
    out(e, "extern const __gd_u32 %s__mode;", s->name);
    out_open(e, "__GD_KERNEL %s(struct __gd_env __gd_env%s)", s->name, parameters(e, s, true));
    out(e, "if (!__gd_spmd_begin(&__gd_env, %s__mode, %s)) return;", s->name,
        s->phases.n == 1 ? crew_of_phase(e, s->phases.v[0].kernel) : "1");
    if (several_sizes(e, s))
        out(e, "__gd_spmd_barrier(0);");
    for (size_t i = 0; i < s->cells.n; i++)
        out(e, "__gd_u32 %s = 0;", turn_of(e, i));
    emit_local_decls(e, s->region->stmt, NULL, 0);
    emit_block(e, s->region->stmt);
    emit_results(e, s);
    out(e, "__gd_spmd_end();");
    out_close(e);
    out(e, "#ifdef __GANTRY_EMULATED__");
    out_open(e, "__attribute__((used)) void %s__entry(void **__gd_arguments)", s->name);
    out(e, "%s(*(struct __gd_env *)__gd_arguments[0]%s);", s->name, parameters(e, s, false));
    out_close(e);
    out(e, "#endif");
}

static void emit_single_variant(struct emit *e, const struct single *s)
{
    struct kernel stands = {.region = s->region, .name = s->name, .mode = MODE_SPMD};
    struct emit own = *e;
    own.k = &stands;
    own.fn = NULL;
    own.where = AT_SPMD_PAR;
    own.indent = 0;
    own.crew = "1";
    own.control = "0";
    own.emit_construct = emit_in_loop;
    emit_single_launch(&own, s);
}

void emit_singles(struct emit *e)
{
    for_each_pointer (struct single, s, e->a->singles) {
        if (s->why != WHY_SINGLE)
            continue;
        emit_single_variant(e, s);
        for (size_t v = 1; v < s->variants.n; v++) {
            single_become(e->a, s, v);
            emit_single_variant(e, s);
        }
        single_become(e->a, s, 0);
    }
}
