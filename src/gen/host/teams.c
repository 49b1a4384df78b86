/* gen/host/teams.c: teams on the initial device: a team is a core. Where the program can see how many teams there are,
 * each team that libomp forms runs one or several of those that the program asks for:
 *
 *     const int __gd_teams = …;
 *     #pragma omp teams num_teams(__gantry_host_num_teams(__gd_teams))
 *     {
 *         int __gd_team = -1;
 *         while (__gantry_host_next_team(&__gd_team, __gd_teams)) { … }
 *     }
 *
 * libomp does not know of these: distributed loops are run by the first team of each of libomp's, or divided by our own
 * code where dist_schedule says which team runs what. */
#include "host_priv.h"

/* a `loop` that binds to the teams around it: each team, a core, takes its share */
void team_share_of_loop(struct emit *e, const struct region *r)
{
    loop_bounds(e, r);
    pragma_with(e, r, "distribute",
                (const enum clause_kind[]){CLAUSE_PRIVATE, CLAUSE_LASTPRIVATE, CLAUSE_COLLAPSE, CLAUSE_NONE});
    loop_statement(e, r);
}

/* Clang 19 knows no `if` on teams (OpenMP 5.2): one team where it is false. */
const char *number_of_teams(struct emit *e, const struct region *r, const char *unset)
{
    const char *n = clause_text(e, region_clause(r, CLAUSE_NUM_TEAMS), unset);
    const struct clause *c = region_if(r, LEAF_TEAMS);
    return c ? arena_printf(e->u->arena, "(%s) ? (%s) : 1", text_of(e, c->expr), n) : n;
}

void declare_teams(struct emit *e, const struct region *r)
{
    const struct clause *c = region_clause(r, CLAUSE_NUM_TEAMS);
    if (!teams_are_seen(e->a, r))
        return;
    const char *n = number_of_teams(e, r, "");
    if (given(c->expr2))
        n = arena_printf(e->u->arena, "__gantry_host_teams_between(%s, %s)", text_of(e, c->expr2), n);
    out_open(e, "%s", "");
    out(e, "const int __gd_teams = %s;", n);
}

static void team_counts(struct emit *e, const struct region *r)
{
    const struct clause *limit = r->plan->thread_limit;
    const char *unset = "__gantry_host_teams()";
    const char *asked = teams_are_seen(e->a, r) ? "__gd_teams" : number_of_teams(e, r, unset);
    const char *n = e->one_team           ? "1"
                    : teams_meet(e->u, r) ? "__gantry_host_meeting_teams(__gd_meeting)"
                    : asked == unset      ? unset
                                          : arena_printf(e->u->arena, "__gantry_host_num_teams(%s)", asked);
    sb_printf(e->out, " num_teams(%s)", n);
    if (limit)
        sb_printf(e->out, " thread_limit(__gantry_host_thread_limit(%s, %s))", text_of(e, limit->expr), n);
}

/* the clauses of the constructs combined with teams */
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
        if (given(ds->expr))
            sb_printf(e->out, ", %s", text_of(e, ds->expr));
        sb_add(e->out, ")");
    }
}

void loop_by_clauses(struct emit *e, const struct region *r, unsigned leaves, bool steps, const enum clause_kind *kinds)
{
    loop_bounds(e, r);
    pragma_begin(e, name_of_leaves(e, r, leaves));
    host_clauses(e, r, kinds);
    loop_clauses_in_teams(e, r, leaves);
    if (steps)
        values_of_steps(e, r);
    pragma_end(e);
    loop_statement(e, r);
}

/* a `distribute parallel for` of its own, clause by clause, for the sake of its schedule */
void distributed_loop(struct emit *e, const struct region *r)
{
    unsigned leaves = r->leaves & ~(copies_beyond_lanes(r) ? LEAF_SIMD : 0);
    loop_by_clauses(e, r, leaves, false, (const enum clause_kind[]){CLAUSE_SHARED, CLAUSE_REDUCTION, CLAUSE_NONE});
}

/* ---- distributed loops, where a team of libomp's runs several of the program's ---- */

/* NULL: it is that of a caller */
static const struct region *teams_around(const struct region *r)
{
    while (r && !(r->leaves & LEAF_TEAMS))
        r = r->parent;
    return r;
}

/* Is the teams construct that of a caller, or one whose program can tell teams apart? */
static bool may_run_several(struct emit *e, const struct region *r)
{
    return !teams_around(r) || teams_are_seen(e->a, teams_around(r));
}

/* expression of dist_schedule(static, n), or empty */
static struct slice chunk_of(const struct region *r)
{
    const struct clause *c = region_clause(r, CLAUSE_DIST_SCHEDULE);
    return c ? c->expr : (struct slice){0};
}

static bool can_be_by_hand(const struct region *r)
{
    return !sharing_first(r, ATTRS_LAST | ATTR_LINEAR) && !holds_cancel(r) && !scan_of(r);
}

static bool is_shared_in_chunks(const struct region *r)
{
    return chunk_of(r).end > chunk_of(r).begin && can_be_by_hand(r);
}

/* dist_schedule(static, n) assigns iterations to teams: chunks by the number of the team. Else a team has one chunk. */
static void chunks_of_team(struct emit *e, const struct region *r, unsigned leaves)
{
    static const enum clause_kind in_chunk[] = {CLAUSE_PRIVATE,  CLAUSE_FIRSTPRIVATE, CLAUSE_REDUCTION,
                                                CLAUSE_SCHEDULE, CLAUSE_NUM_THREADS,  CLAUSE_IF,
                                                CLAUSE_SIMDLEN,  CLAUSE_SAFELEN,      CLAUSE_NONE};
    int mark = e->indent;
    out_open(e, "%s", "");
    emit_bounds(e, r);
    if (chunk_of(r).end > chunk_of(r).begin)
        out(e, "const unsigned long __gd_size = %s;", text_of(e, chunk_of(r)));
    else
        out(e, "const unsigned long __gd_teams = (unsigned long)omp_get_num_teams(), __gd_size = __gd_n / __gd_teams + "
               "(__gd_n %% __gd_teams != 0);");
    out_open(e, "for (unsigned long __gd_from, __gd_to, __gd_next = (unsigned long)omp_get_team_num() * __gd_size; "
                "__gd_host_turn(&__gd_next, __gd_n, __gd_size, omp_get_num_teams(), &__gd_from, &__gd_to);)");
    if (leaves & LEAF_PARALLEL) {
        pragma_with(e, r, name_of_leaves(e, r, leaves & ~LEAF_DISTRIBUTE), in_chunk);
    } else {
        if (r->child && teams_around(r)) { /* Clang takes few constructs directly in teams */
            pragma(e, "parallel num_threads(1)");
            out_open(e, "%s", "");
        }
        private_copies(e, r);
    }
    out_open(e, "for (unsigned long __gd_k = __gd_from; __gd_k < __gd_to; __gd_k++)");
    host_iteration(e, r);
    out_close_to(e, mark);
}

/* A function's distributed loop may be called by teams that libomp knows nothing of (league.c). */
bool distributed_by_hand(struct emit *e, const struct region *r)
{
    unsigned leaves = r->plan ? r->plan->leaves : 0;
    bool ours = is_shared_in_chunks(r) || (!teams_around(r) && can_be_by_hand(r));
    if (!(leaves & LEAF_DISTRIBUTE) || (leaves & LEAF_TEAMS) || !ours || !may_run_several(e, r))
        return false;
    chunks_of_team(e, r, leaves & ~(copies_beyond_lanes(r) ? LEAF_SIMD : 0));
    return true;
}

bool distributed_once(struct emit *e, const struct region *r)
{
    unsigned leaves = r->plan ? r->plan->leaves : 0;
    if (!(leaves & LEAF_DISTRIBUTE) || (leaves & LEAF_TEAMS) || !may_run_several(e, r))
        return false;
    out_open(e, "if (__gantry_host_first_team())");
    return true;
}

/* the constructs that teams is combined with */
static unsigned leaves_in_teams(const struct region *r)
{
    unsigned leaves = is_counted(r) ? r->plan->leaves & ~LEAF_TEAMS : r->leaves & ~(LEAF_TARGET | LEAF_TEAMS);
    if (leaves & LEAF_LOOP) /* each team, a core, takes its share */
        return LEAF_DISTRIBUTE;
    return leaves & ~(copies_beyond_lanes(r) ? LEAF_SIMD : 0);
}

static void combined_loop(struct emit *e, const struct region *r, unsigned leaves)
{
    loop_bounds(e, r);
    pragma_begin(e, name_of_leaves(e, r, leaves));
    loop_clauses_in_teams(e, r, leaves);
    if (leaves != LEAF_DISTRIBUTE)
        host_clauses(e, r, (const enum clause_kind[]){CLAUSE_REDUCTION, CLAUSE_NONE});
    pragma_end(e);
    loop_statement(e, r);
}

static void statement_of_team(struct emit *e, const struct region *r, unsigned leaves)
{
    bool several = teams_are_seen(e->a, r);
    if (!leaves) {
        emit_block(e, r->stmt);
    } else if (several && is_shared_in_chunks(r)) {
        chunks_of_team(e, r, leaves);
    } else {
        if (several)
            out_open(e, "if (__gantry_host_first_team())");
        combined_loop(e, r, leaves);
        if (several)
            out_close(e);
    }
}

/* Teams that the program can tell apart, or that reduce: for a league of one team libomp reduces over the threads
 * around it, which may run other code: it hangs, or gives the sum to one of them. So each team adds its own copy to the
 * original. No code may be between a target and its teams: declarations of loop bounds come after both. */
static void teams_apart(struct emit *e, const struct region *r)
{
    unsigned leaves = leaves_in_teams(r);
    bool several = teams_are_seen(e->a, r), reduces = sharing_first(r, ATTRS_REDUCED);
    int mark = e->indent;
    pragma_begin(e, "teams");
    host_clauses(e, r, (const enum clause_kind[]){CLAUSE_SHARED, CLAUSE_NONE});
    if (!leaves && !several)
        host_clauses(e, r, (const enum clause_kind[]){CLAUSE_PRIVATE, CLAUSE_FIRSTPRIVATE, CLAUSE_NONE});
    team_counts(e, r);
    pragma_end(e);
    if (several) {
        out_open(e, "%s", "");
        out(e, "int __gd_team = -1;");
        out_open(e, "while (__gantry_host_next_team(&__gd_team, __gd_teams))");
        if (!leaves)
            private_copies(e, r);
    }
    if (reduces)
        team_copies_begin(e, r, ATTRS_REDUCED);
    statement_of_team(e, r, leaves);
    if (reduces)
        team_copies_end(e, r, ATTRS_REDUCED, "omp_get_team_num(), omp_get_num_teams()");
    out_close_to(e, mark);
}

/* teams, and what is combined with it, as a directive of its own; the counts fit the cores there are */
void teams_directive(struct emit *e, const struct region *r)
{
    int mark = e->indent;
    if (r == e->host_league) {
        emit_league(e, r);
        return;
    }
    if (!e->host_in_place) /* else it was done before the target */
        declare_teams(e, r);
    if (teams_are_seen(e->a, r) || sharing_first(r, ATTRS_REDUCED) || is_counted(r)) {
        teams_apart(e, r);
    } else {
        pragma_begin(e, name_of_leaves(e, r, r->leaves & ~LEAF_TARGET));
        host_clauses(e, r, (const enum clause_kind[]){CLAUSE_SHARED, CLAUSE_NONE});
        loop_clauses_in_teams(e, r, r->leaves);
        team_counts(e, r);
        pragma_end(e);
        emit_block(e, r->stmt);
    }
    out_close_to(e, mark);
}
