/* analysis/facts/league.c: regions that are written for the numbers of teams and threads that they ask for, like
 * kernels in CUDA: they ask who they are and not how many there are, so that with fewer some of their work would not be
 * done. On a device they get these numbers. On the initial device the answer decides how the region is printed
 * (gen/host/league.c). */
#include "../analysis.h"

/* Does code in s, or what it calls, ask that? (ASKS_…) */
static bool asks(struct analysis *a, struct slice s, unsigned what) { return facts_in(a, ON_HOST, s) & what; }

static bool teams_are_counted_on(struct analysis *a, const struct region *teams)
{
    return region_clause(teams, CLAUSE_NUM_TEAMS) && asks(a, teams->stmt, ASKS_TEAM_NUM) &&
           !asks(a, teams->stmt, ASKS_NUM_TEAMS);
}

/* team * omp_get_num_threads() + thread reaches everything only with all threads of all teams */
bool threads_are_counted_on(struct analysis *a, const struct region *teams, const struct region *r)
{
    return (r->leaves & LEAF_PARALLEL) && !is_nested_parallel(r) && asks(a, r->stmt, ASKS_THREAD_NUM) &&
           (region_clause(r, CLAUSE_NUM_THREADS) || region_thread_limit(teams)) &&
           (!asks(a, r->stmt, ASKS_NUM_THREADS) || teams_are_counted_on(a, teams));
}

bool numbers_are_counted_on(struct analysis *a, struct kernel *k)
{
    struct unit *u = a->unit;
    const struct region *teams = k->teams;
    bool counts = false;
    for (size_t i = 0; teams && i < u->regions.n; i++) {
        const struct region *r = u->regions.v[i];
        if (r->pragma_at.begin < teams->pragma_at.begin || r->pragma_at.begin >= teams->stmt.end)
            continue;
        if (r->leaves & (LEAF_DISTRIBUTE | LEAF_LOOP)) /* shares its iterations among whatever teams there are */
            return false;
        counts |= threads_are_counted_on(a, teams, r);
    }
    return counts;
}
