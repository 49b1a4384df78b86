/* analysis/facts/league.c: can a program notice how many teams run? And: does a region rely on the numbers of teams and
 * threads that its clauses ask for, as CUDA kernels do? Such code asks for the number of its team or thread but not how
 * many there are: with fewer, a part of the work would not be done. A device provides the numbers asked for. On the
 * initial device, which may have fewer threads, the answer decides how the region is printed (gen/host/league.c). */
#include "../analysis.h"

/* Does code in s, or a function that it calls, ask for one of these numbers? `what`: ASKS_… */
static bool asks(struct analysis *a, struct slice s, unsigned what) { return facts_in(a, ON_HOST, s) & what; }

static bool relies_on_num_teams(struct analysis *a, const struct region *teams)
{
    return region_clause(teams, CLAUSE_NUM_TEAMS) && asks(a, teams->stmt, ASKS_TEAM_NUM) &&
           !asks(a, teams->stmt, ASKS_NUM_TEAMS);
}

/* A region that asks for the number of threads may still rely on the number of teams: team * omp_get_num_threads() +
 * thread reaches all elements only if all teams run. */
bool relies_on_num_threads(struct analysis *a, const struct region *teams, const struct region *r)
{
    return (r->leaves & LEAF_PARALLEL) && !is_nested_parallel(r) && asks(a, r->stmt, ASKS_THREAD_NUM) &&
           (region_clause(r, CLAUSE_NUM_THREADS) || teams->plan->thread_limit) &&
           (!asks(a, r->stmt, ASKS_NUM_THREADS) || relies_on_num_teams(a, teams));
}

bool relies_on_league(struct analysis *a, struct kernel *k)
{
    const struct unit *u = a->unit;
    const struct region *teams = k->teams;
    bool counts = false;
    if (is_resident(k)) /* as many teams as fit, which all run at the same time */
        return false;
    if (teams && (facts_of_callees(a, ON_HOST, teams->stmt) & SHARES_IN_TEAMS)) /* as a construct of its own, below */
        return false;
    for (size_t i = 0; teams && i < u->regions.n; i++) {
        const struct region *r = u->regions.v[i];
        if (r->pragma_at.begin < teams->pragma_at.begin || r->pragma_at.begin >= teams->stmt.end)
            continue;
        if (r->leaves & (LEAF_DISTRIBUTE | LEAF_LOOP)) /* shares its iterations among whatever teams there are */
            return false;
        counts |= relies_on_num_threads(a, teams, r);
    }
    return counts;
}

/* If teams share all iterations, and the code does not ask which team runs it, nobody can notice their number. */
bool teams_are_seen(struct analysis *a, const struct region *teams)
{
    bool shares = teams->leaves & (LEAF_DISTRIBUTE | LEAF_LOOP);
    if (region_clause(teams, CLAUSE_RESIDENT)) /* the program cannot count on any number */
        return false;
    return region_clause(teams, CLAUSE_NUM_TEAMS) && (!shares || asks_identity(a, teams->stmt, true));
}
