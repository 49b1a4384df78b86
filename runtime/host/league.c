/* league.c: teams on the initial device that run one after the other (src/gen/host/league.c), and the two routines
 * whose answers that changes. One such region runs at a time: its threads, which libomp knows by no number of a team,
 * find the team's here. */
#include "host.h"

static pthread_mutex_t running = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int league_team, league_teams; /* teams: 0 where none runs */
static int levels_before;                     /* under the mutex: max-active-levels-var, -1: not changed */

static int ask(_Atomic(void *) *cached, const char *routine, int otherwise)
{
    void *f = atomic_load_explicit(cached, memory_order_relaxed);
    if (!f)
        atomic_store(cached, f = gantry_libomp(routine));
    return f ? ((int (*)(void))f)() : otherwise;
}

/* A region in a parallel region of the host has threads of its own all the same. */
static void allow_one_more_level(void)
{
    int (*active)(void) = (int (*)(void))gantry_libomp("omp_get_active_level");
    int (*most)(void) = (int (*)(void))gantry_libomp("omp_get_max_active_levels");
    void (*set)(int) = (void (*)(int))gantry_libomp("omp_set_max_active_levels");
    levels_before = -1;
    if (active && most && set && active() >= most()) {
        levels_before = most();
        set(active() + 1);
    }
}

static void restore_levels(void)
{
    void (*set)(int) = (void (*)(int))gantry_libomp("omp_set_max_active_levels");
    if (levels_before >= 0 && set)
        set(levels_before);
}

/* The head of the loop over teams: before each team, and once behind the last, where it is 0. */
int gantry_host_league(int team, int teams)
{
    teams = teams > 0 ? teams : 1;
    if (team == 0) {
        pthread_mutex_lock(&running);
        allow_one_more_level();
    }
    atomic_store(&league_team, team);
    atomic_store(&league_teams, team < teams ? teams : 0);
    if (team < teams)
        return 1;
    restore_levels();
    pthread_mutex_unlock(&running);
    return 0;
}

/* the teams of the calling thread's league, if it is one that runs here; libomp's own leagues, on other threads, are of
 * more than one team */
static int teams_here(int of_libomp) { return of_libomp == 1 ? atomic_load(&league_teams) : 0; }

static int teams_of_libomp(void)
{
    static _Atomic(void *) cached;
    return ask(&cached, "omp_get_num_teams", 1);
}

int gantry_omp_num_teams(void)
{
    int n = teams_of_libomp(), here = teams_here(n);
    return here ? here : n;
}

int gantry_omp_team_num(void)
{
    static _Atomic(void *) cached;
    return teams_here(teams_of_libomp()) ? atomic_load(&league_team) : ask(&cached, "omp_get_team_num", 0);
}
