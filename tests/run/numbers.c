// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: GANTRY_EMULATED_LOCKSTEP=1 %run_emulated32 %t && GANTRY_EMULATED_LOCKSTEP=1 %run_emulated64 %t
/* Numbers asked for and numbers got: num_teams, thread_limit, num_threads and the routines that tell. */
#include "check.h"

enum { MAX_TEAMS = 64 };

static void teams_and_threads(int teams, int limit, int threads)
{
    int got_teams = 0, team_hits[MAX_TEAMS] = {0}, got_threads[MAX_TEAMS] = {0}, got_limit = 0, wrong = 0;
#pragma omp target teams num_teams(teams) thread_limit(limit) \
    map(tofrom: got_teams, team_hits, got_threads, got_limit, wrong)
    {
        int team = omp_get_team_num();
        if (team == 0)
            got_teams = omp_get_num_teams();
#pragma omp parallel num_threads(threads)
        {
            int me = omp_get_thread_num(), count = omp_get_num_threads();
            if (me < 0 || me >= count || omp_get_team_num() != team) {
#pragma omp atomic
                wrong++;
            }
#pragma omp atomic
            team_hits[team]++;
            if (me == 0) {
                got_threads[team] = count;
                if (team == 0)
                    got_limit = omp_get_thread_limit();
            }
        }
    }
    CHECK_INT(wrong, 0, "teams %d, limit %d, threads %d: numbers out of range", teams, limit, threads);
    if (check_device)
        CHECK_INT(got_teams, teams, "num_teams(%d)", teams);
    CHECK(got_teams >= 1 && got_teams <= teams, "num_teams(%d): %d teams", teams, got_teams);
    if (check_device)
        CHECK(got_limit >= 1 && got_limit <= limit, "thread_limit(%d): %d", limit, got_limit);
    for (int t = 0; t < got_teams && t < MAX_TEAMS; t++) {
        CHECK(got_threads[t] >= 1 && got_threads[t] <= threads && got_threads[t] <= limit,
              "team %d of %d: %d threads, limit %d, asked for %d", t, teams, got_threads[t], limit, threads);
        CHECK_INT(team_hits[t], got_threads[t], "team %d of %d: each thread once", t, teams);
    }
}

/* on a device there is no reason to give less than what was asked for and fits */
static void exact(void)
{
    int limit = 0, threads = 0, level = 0, active = 0, in_parallel = 0, max_before = 0;
    int host_limit = -1;
#pragma omp target teams num_teams(3) thread_limit(48) \
    map(tofrom: limit, threads, level, active, in_parallel, max_before)
    {
        int team = omp_get_team_num();
#pragma omp parallel num_threads(20)
        if (team == 1 && omp_get_thread_num() == 19) {
            limit = omp_get_thread_limit();
            threads = omp_get_num_threads();
            level = omp_get_level();
            active = omp_get_active_level();
            in_parallel = omp_in_parallel();
        }
    }
    if (check_device) {
        CHECK_INT(limit, 48, "thread_limit(48)");
        CHECK_INT(threads, 20, "num_threads(20) below thread_limit(48)");
        CHECK_INT(level, 1, "omp_get_level in a parallel region");
        CHECK_INT(active, 1, "omp_get_active_level in a parallel region");
        CHECK_INT(in_parallel, 1, "omp_in_parallel in a parallel region");
    }
#pragma omp target map(from: max_before, host_limit)
    {
        max_before = omp_get_max_threads();
        host_limit = omp_get_thread_limit();
    }
    CHECK(max_before >= 1, "omp_get_max_threads in a bare region: %d", max_before);
    CHECK(host_limit >= 1, "omp_get_thread_limit in a bare region: %d", host_limit);
}

/* the numbers inside the combined loop */
static void combined(void)
{
    enum { N = 400 };
    int team[N], thread[N], teams[N], threads[N], wrong = 0;
#pragma omp target teams distribute parallel for num_teams(5) thread_limit(16) num_threads(10) \
    map(from: team, thread, teams, threads)
    for (int i = 0; i < N; i++) {
        team[i] = omp_get_team_num();
        thread[i] = omp_get_thread_num();
        teams[i] = omp_get_num_teams();
        threads[i] = omp_get_num_threads();
    }
    for (int i = 0; i < N; i++)
        wrong += team[i] < 0 || team[i] >= teams[i] || teams[i] != teams[0] || teams[i] > 5 ||
                 thread[i] < 0 || thread[i] >= threads[i] || threads[i] > 10 || threads[i] < 1;
    CHECK_INT(wrong, 0, "numbers in a combined loop");
    if (check_device) {
        CHECK_INT(teams[0], 5, "num_teams(5) on a combined loop");
        CHECK_INT(threads[0], 10, "num_threads(10) on a combined loop");
    }
}

/* one lane, one warp, and numbers that no hardware divides well */
static void expressions(void)
{
    int base = 3, teams = 0, threads = 0;
#pragma omp target teams distribute parallel for num_teams(base * 2 - 1) thread_limit(base + 4) \
    map(tofrom: teams, threads)
    for (int i = 0; i < 100; i++)
        if (i == 0) {
            teams = omp_get_num_teams();
            threads = omp_get_num_threads();
        }
    CHECK(teams >= 1 && teams <= 5, "num_teams(expression): %d", teams);
    CHECK(threads >= 1 && threads <= 7, "thread_limit(expression): %d", threads);
    int same = 0, number = -5;
#pragma omp target map(from: same, number)
    {
        number = omp_get_device_num();
        same = omp_get_num_devices() >= 0;
    }
    CHECK_INT(number, check_device ? omp_get_default_device() : omp_get_initial_device(),
              "omp_get_device_num");
    CHECK_INT(same, 1, "omp_get_num_devices inside");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    teams_and_threads(1, 1, 1);
    teams_and_threads(3, 5, 8);
    teams_and_threads(7, 32, 32);
    teams_and_threads(2, 33, 33);
    teams_and_threads(64, 3, 2);
    teams_and_threads(4, 128, 100);
    exact();
    combined();
    expressions();
    return check_end();
}
