/* gen/host/teams.c: teams on the initial device: a team is a core. */
#include "host_priv.h"

/* a `loop` that binds to the teams around it: each team, a core, takes its share */
void team_share_of_loop(struct emit *e, const struct region *r)
{
    loop_bounds(e, r);
    pragma_begin(e, "distribute");
    host_clauses(e, r, (const enum clause_kind[]){CLAUSE_PRIVATE, CLAUSE_LASTPRIVATE, CLAUSE_COLLAPSE, CLAUSE_NONE});
    pragma_end(e);
    loop_statement(e, r);
}

/* Clang 19 knows no `if` on teams (OpenMP 5.2): one team where it is false. */
const char *number_of_teams(struct emit *e, const struct region *r, const char *unset)
{
    const struct clause *teams = region_clause(r, CLAUSE_NUM_TEAMS);
    const char *n = teams ? text_of(e, teams->expr) : unset;
    for (const struct clause *c = r->clauses; c; c = c->next)
        if (c->kind == CLAUSE_IF && (c->applies_to == LEAF_NONE || c->applies_to == LEAF_TEAMS))
            return arena_printf(e->u->arena, "(%s) ? (%s) : 1", text_of(e, c->expr), n);
    return n;
}

static void team_counts(struct emit *e, const struct region *r)
{
    const struct clause *limit = region_thread_limit(r);
    const char *unset = "__gantry_host_teams()", *asked = number_of_teams(e, r, unset);
    const char *n = asked == unset ? unset : arena_printf(e->u->arena, "__gantry_host_num_teams(%s)", asked);
    sb_printf(e->out, " num_teams(%s)", n);
    if (limit)
        sb_printf(e->out, " thread_limit(__gantry_host_thread_limit(%s, %s))", text_of(e, limit->expr), n);
}

/* what is combined with teams, and its clauses */
void loop_clauses_in_teams(struct emit *e, const struct region *r, unsigned leaves)
{
    static const enum clause_kind kinds[] = {CLAUSE_PRIVATE,  CLAUSE_FIRSTPRIVATE, CLAUSE_LASTPRIVATE, CLAUSE_COLLAPSE,
                                             CLAUSE_SCHEDULE, CLAUSE_NUM_THREADS,  CLAUSE_LINEAR,      CLAUSE_NONE};
    const struct clause *ds = region_clause(r, CLAUSE_DIST_SCHEDULE);
    host_clauses(e, r, kinds);
    if (leaves & LEAF_SIMD)
        host_clauses(e, r, (const enum clause_kind[]){CLAUSE_SIMDLEN, CLAUSE_SAFELEN, CLAUSE_NONE});
    if (leaves & LEAF_PARALLEL)
        host_clauses(e, r, (const enum clause_kind[]){CLAUSE_IF, CLAUSE_NONE});
    if (ds) {
        sb_add(e->out, " dist_schedule(static");
        if (ds->expr.end > ds->expr.begin)
            sb_printf(e->out, ", %s", text_of(e, ds->expr));
        sb_add(e->out, ")");
    }
}

/* a `distribute parallel for` of its own, clause by clause, for the sake of its schedule */
void distributed_loop(struct emit *e, const struct region *r)
{
    unsigned leaves = r->leaves & ~(reduces_beyond_lanes(r) ? LEAF_SIMD : 0);
    char buf[128];
    loop_bounds(e, r);
    pragma_begin(e, directive_name(leaves, r->dir, buf, sizeof buf));
    host_clauses(e, r, (const enum clause_kind[]){CLAUSE_SHARED, CLAUSE_REDUCTION, CLAUSE_NONE});
    loop_clauses_in_teams(e, r, leaves);
    pragma_end(e);
    loop_statement(e, r);
}

/* libomp reduces over the threads around a league of one team, which may be at other things: it hangs, or gives the
 * sum to one of them. So each team adds its own copy to the original. */
static void reducing_teams(struct emit *e, const struct region *r)
{
    unsigned leaves = r->leaves & ~(LEAF_TARGET | LEAF_TEAMS | (reduces_beyond_lanes(r) ? LEAF_SIMD : 0));
    char buf[128];
    if (leaves & LEAF_LOOP) /* each team, a core, takes its share */
        leaves = LEAF_DISTRIBUTE;
    pragma_begin(e, "teams");
    host_clauses(e, r, (const enum clause_kind[]){CLAUSE_SHARED, CLAUSE_NONE});
    if (!leaves)
        host_clauses(e, r, (const enum clause_kind[]){CLAUSE_PRIVATE, CLAUSE_FIRSTPRIVATE, CLAUSE_NONE});
    team_counts(e, r);
    pragma_end(e);
    team_copies_begin(e, r, ATTRS_REDUCED);
    loop_bounds(e, r);
    if (leaves) {
        pragma_begin(e, directive_name(leaves, r->dir, buf, sizeof buf));
        loop_clauses_in_teams(e, r, leaves);
        if (leaves != LEAF_DISTRIBUTE)
            host_clauses(e, r, (const enum clause_kind[]){CLAUSE_REDUCTION, CLAUSE_NONE});
        pragma_end(e);
    }
    loop_statement(e, r);
    team_copies_end(e, r, ATTRS_REDUCED, "omp_get_team_num(), omp_get_num_teams()");
}

/* nothing may stand between a target and its teams: what counts the loops comes after both */
static void counted_teams(struct emit *e, const struct region *r)
{
    unsigned leaves = r->plan->leaves & ~LEAF_TEAMS;
    char buf[128];
    pragma_begin(e, "teams");
    host_clauses(e, r, (const enum clause_kind[]){CLAUSE_SHARED, CLAUSE_NONE});
    team_counts(e, r);
    pragma_end(e);
    loop_bounds(e, r);
    pragma_begin(e, directive_name(leaves, r->dir, buf, sizeof buf));
    loop_clauses_in_teams(e, r, leaves);
    pragma_end(e);
    loop_statement(e, r);
}

/* teams, and what is combined with it, as a directive of its own; the counts fit the cores there are */
void teams_directive(struct emit *e, const struct region *r)
{
    char buf[128];
    if (r == e->host_league) {
        emit_league(e, r);
        return;
    }
    if (sharing_first(r, ATTRS_REDUCED)) {
        reducing_teams(e, r);
        return;
    }
    if (is_counted(r)) {
        counted_teams(e, r);
        return;
    }
    pragma_begin(e, directive_name(r->leaves & ~LEAF_TARGET, r->dir, buf, sizeof buf));
    host_clauses(e, r, (const enum clause_kind[]){CLAUSE_SHARED, CLAUSE_NONE});
    loop_clauses_in_teams(e, r, r->leaves);
    team_counts(e, r);
    pragma_end(e);
    emit_block(e, r->stmt);
}
