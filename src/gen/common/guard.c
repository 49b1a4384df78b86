/* gen/common/guard.c: sequential code that all lanes of a level run: one lane runs each statement with side effects and
 * broadcasts what it sets: to a thread's lanes by shuffles, to a team's by team-shared memory and a barrier:
 *     {   __gd_group_sync(crew);  if (__gd_lane(crew) == 0) { a[i] = x++; }  __gd_group_sync(crew);
 *         __gd_group_fetch(&x, sizeof x, crew);   }
 * The first synchronisation waits for lanes that still read what is about to change; it is left out directly after
 * another (analysis/plan/barriers.c). What other ways cost: docs/broadcast.md. */
#include "../gen_priv.h"

struct level_state level_enter(struct emit *e, const struct region *level, const struct guard *g, size_t n,
                               const char *crew, const char *control)
{
    struct level_state keep = {e->level, e->guards, e->nguards, e->crew, e->control, e->one_lane};
    e->level = level;
    e->guards = g;
    e->nguards = n;
    e->crew = crew;
    e->control = control;
    e->one_lane = false;
    return keep;
}

void level_leave(struct emit *e, struct level_state keep)
{
    e->level = keep.level;
    e->guards = keep.guards;
    e->nguards = keep.nguards;
    e->crew = keep.crew;
    e->control = keep.control;
    e->one_lane = keep.one_lane;
}

bool all_lanes_run(const struct emit *e)
{
    if (e->where == AT_SPMD_TEAM)
        return !e->one_lane;
    return e->level && e->level->plan->crew == CREW_TOGETHER && !e->one_lane;
}

static const char *level_sync(struct emit *e)
{
    return e->where == AT_SPMD_TEAM ? "__gd_spmd_barrier(0);"
                                    : arena_printf(e->u->arena, "__gd_group_sync(%s);", e->crew);
}

void guard_open(struct emit *e, bool sync)
{
    if (sync)
        out(e, "%s", level_sync(e));
    if (e->where == AT_SPMD_TEAM)
        out_open(e, "if (__gd_spmd_thread(1) == 0)");
    else
        out_open(e, "if (__gd_lane(%s) == 0)", e->crew);
    e->one_lane = true;
}

void guard_close(struct emit *e)
{
    const char *level = e->where == AT_SPMD_TEAM ? "__GD_EMU_TEAM" : "__GD_EMU_GROUP";
    e->one_lane = false;
    tell(e, "__gd_emu_place_give(%s);", level);
    out_close(e);
    out(e, "%s", level_sync(e));
    tell(e, "__gd_tell_take(%s, %s);", level,
         e->where == AT_SPMD_TEAM ? "__GD_MOST_LANES" : arena_printf(e->u->arena, "%s & __GD_SIZE_MASK", e->crew));
}

bool guard_begin(struct emit *e, bool one, bool sync)
{
    bool begun = one && all_lanes_run(e);
    if (begun)
        guard_open(e, sync);
    return begun;
}

void guard_end(struct emit *e, bool begun)
{
    if (begun)
        guard_close(e);
}

const struct guard *next_guard(struct emit *e, uint32_t from, uint32_t end)
{
    size_t n = all_lanes_run(e) ? e->nguards : 0;
    size_t i = table_from(e->guards, n, sizeof *e->guards, offsetof(struct guard, at.begin), from);
    return i < n && e->guards[i].at.end <= end ? &e->guards[i] : NULL;
}

/* ---- broadcasts ---- */

static const char *team_place(struct emit *e, const struct guard *g, const struct var *v)
{
    return arena_printf(e->u->arena, "__gd_sh->__gd_broadcast.g%u.%s", g->id, v->name);
}

void emit_broadcast_fields(struct emit *e, struct kernel *k, struct sb *fields)
{
    size_t before = fields->n;
    for_each (const struct guard, g, k->guards) {
        if (!g->sets.n)
            continue;
        sb_add(fields, fields->n > before ? "" : " union {");
        sb_add(fields, " struct {");
        for (size_t j = 0; j < g->sets.n; j++)
            sb_printf(fields, " %s;", storage_field(e, g->sets.v[j], g->sets.v[j]->name));
        sb_printf(fields, " } g%u;", g->id);
    }
    sb_add(fields, fields->n > before ? " } __gd_broadcast;" : "");
}

static void leave_values(struct emit *e, const struct guard *g)
{
    for (size_t i = 0; e->where == AT_SPMD_TEAM && i < g->sets.n; i++)
        out(e, "__builtin_memcpy((void *)&%s, (const void *)&%s, sizeof %s);", team_place(e, g, g->sets.v[i]),
            g->sets.v[i]->name, g->sets.v[i]->name);
}

static void take_values(struct emit *e, const struct guard *g)
{
    for (size_t i = 0; i < g->sets.n; i++) {
        const char *v = g->sets.v[i]->name;
        if (e->where == AT_SPMD_TEAM)
            out(e, "__builtin_memcpy((void *)&%s, (const void *)&%s, sizeof %s);", v, team_place(e, g, g->sets.v[i]),
                v);
        else
            out(e, "__gd_group_fetch((void *)&%s, sizeof %s, %s);", v, v, e->crew);
    }
}

/* ---- guarded statements ---- */

static void emit_initialisers(struct emit *e, const struct guard *g)
{
    for_each_pointer (const struct var, v, e->u->vars) {
        if (v->is_global || v->stmt.begin != g->at.begin || !given(v->init))
            continue;
        out(e, "{ %s = %s; __builtin_memcpy((void *)&%s, (const void *)&__gd_init, sizeof __gd_init); }",
            type_declare(e->u->arena, v->type, "__gd_init"), text_of(e, v->init), name_of(e, v));
    }
}

/* The variables are declared for all lanes, without their values. */
static void emit_declarators(struct emit *e, const struct guard *g)
{
    const struct unit *u = e->u;
    emit_local_decl_at(e, g->at.begin);
    for_each_pointer (const struct var, v, u->vars) {
        if (v->stmt.begin != g->at.begin || !given(v->stmt) || v->is_extern)
            continue;
        const char *place = v->is_global ? NULL : shared_place(e, v, NULL);
        if (place)
            declare_at_place(e, v, place);
        else if (v->is_global)
            out(e, "static %s = %s;", type_declare(u->arena, v->type, v->name), text_or(e, v->init, "{0}"));
        else
            out(e, "%s;", declare_aligned(e, v, v->name));
    }
}

void emit_guard(struct emit *e, const struct guard *g)
{
    if (g->is_decl)
        emit_declarators(e, g);
    else
        out_open(e, "%s", "");
    guard_open(e, g->unsynced == WHY_NONE);
    if (g->is_decl)
        emit_initialisers(e, g);
    else
        emit_block(e, g->at);
    leave_values(e, g);
    guard_close(e);
    take_values(e, g);
    if (!g->is_decl)
        out_close(e);
}
