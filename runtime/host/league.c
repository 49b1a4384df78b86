/* league.c: teams on the initial device that are not libomp's, and the two routines whose answers that changes.
 *
 * Teams that run one after the other, each with many threads (src/gen/host/league.c): one such region runs at a time,
 * and its threads, which libomp knows by no number of a team, find the team's here.
 *
 * More teams than libomp forms (src/gen/host/teams.c): each of libomp's runs several, one after the other. Such teams
 * have one thread, to which their number belongs. */
#include "host.h"

static pthread_mutex_t running = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int league_team, league_teams; /* league_teams: 0 where none runs */
static int levels_before;                     /* under the mutex: max-active-levels-var, -1: not changed */

static _Thread_local bool leads_league; /* it runs the sequential code of such teams */

/* A target region inside a parallel region of the host may still have parallel regions with several threads. */
static void allow_one_more_level(void)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    levels_before = -1;
    if (libomp && libomp->omp_get_active_level() >= libomp->omp_get_max_active_levels()) {
        levels_before = libomp->omp_get_max_active_levels();
        libomp->omp_set_max_active_levels(libomp->omp_get_active_level() + 1);
    }
}

static void restore_levels(void)
{
    if (levels_before >= 0)
        gantry_libomp()->omp_set_max_active_levels(levels_before);
}

/* The condition of the loop over teams: called before each team, and once after the last, when it returns 0. */
int gantry_host_league(int team, int teams)
{
    teams = teams > 0 ? teams : 1;
    if (team == 0) {
        pthread_mutex_lock(&running);
        allow_one_more_level();
    }
    leads_league = team < teams;
    atomic_store(&league_team, team);
    atomic_store(&league_teams, team < teams ? teams : 0);
    if (team < teams)
        return 1;
    restore_levels();
    pthread_mutex_unlock(&running);
    return 0;
}

static _Thread_local struct {
    int team, teams; /* teams: 0 where libomp has formed them all */
    int limit;       /* thread-limit-var before */
} several;

int gantry_host_next_team(int *team, int teams)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    int formed = libomp ? libomp->omp_get_num_teams() : 1;
    teams = teams > 0 ? teams : 1;
    if (*team >= 0) {
        *team = *team < teams - formed ? *team + formed : teams;
    } else {
        *team = libomp ? libomp->omp_get_team_num() : 0;
        if (formed < teams) {
            several.limit = gantry_host_task_limit(1);
            several.teams = teams;
        }
    }
    several.team = *team;
    if (*team < teams)
        return 1;
    if (several.teams)
        gantry_host_task_limit(several.limit);
    several.teams = 0;
    return 0;
}

int gantry_host_first_team(void)
{
    if (leads_league && !several.teams && (!gantry_libomp() || gantry_libomp()->omp_get_num_teams() == 1))
        gantry_failf(NULL,
                     "a region that counts on its numbers of teams and threads called a function of another file "
                     "with a distribute construct that has lastprivate or linear variables, is cancelled or holds "
                     "a scan: on the initial device that is not possible; put the construct into the region, or "
                     "both into one file");
    return !several.teams || several.team == (gantry_libomp() ? gantry_libomp()->omp_get_team_num() : 0);
}

int gantry_omp_num_teams(void)
{
    if (several.teams)
        return several.teams;
    const struct gantry_libomp *libomp = gantry_libomp();
    int here = atomic_load(&league_teams), n = libomp ? libomp->omp_get_num_teams() : 1;
    return here && n == 1 ? here : n; /* n > 1: this thread is in a league of libomp's own */
}

int gantry_omp_team_num(void)
{
    if (several.teams)
        return several.team;
    const struct gantry_libomp *libomp = gantry_libomp();
    if (atomic_load(&league_teams) && (!libomp || libomp->omp_get_num_teams() == 1))
        return atomic_load(&league_team);
    return libomp ? libomp->omp_get_team_num() : 0;
}
