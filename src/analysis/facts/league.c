/* analysis/facts/league.c: regions that are written for the numbers of teams and threads that they ask for, like
 * kernels in CUDA: they ask who they are and not how many there are, so that with fewer some of their work would not be
 * done. On a device they get these numbers. On the initial device the answer decides how the region is printed
 * (gen/host/league.c). */
#include "../analysis.h"

#include <string.h>

/* Does code in s, or what it calls, call the routine `name`? */
static bool asks(struct unit *u, struct slice s, const char *name, int depth)
{
    for (size_t i = unit_ref_from(u, s.begin); i < u->refs.n && u->refs.v[i].off < s.end; i++) {
        const struct func *f = ref_host_func(&u->refs.v[i]);
        if (!f || (u->refs.v[i].access & ACC_UNEVALUATED))
            continue;
        if (!strcmp(f->name, name) || (f->def.begin < f->def.end && depth <= 16 && asks(u, f->def, name, depth + 1)))
            return true;
    }
    return false;
}

static bool teams_are_counted_on(struct unit *u, const struct region *teams)
{
    return region_clause(teams, CLAUSE_NUM_TEAMS) && asks(u, teams->stmt, "omp_get_team_num", 0) &&
           !asks(u, teams->stmt, "omp_get_num_teams", 0);
}

/* team * omp_get_num_threads() + thread reaches everything only with all threads of all teams */
bool threads_are_counted_on(struct unit *u, const struct region *teams, const struct region *r)
{
    return (r->leaves & LEAF_PARALLEL) && !is_nested_parallel(r) && asks(u, r->stmt, "omp_get_thread_num", 0) &&
           (region_clause(r, CLAUSE_NUM_THREADS) || region_thread_limit(teams)) &&
           (!asks(u, r->stmt, "omp_get_num_threads", 0) || teams_are_counted_on(u, teams));
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
        counts |= threads_are_counted_on(u, teams, r);
    }
    return counts;
}
