// ROW: target teams
// SPEC: 4.0 17.3
/* One thread of every team runs the block. */
#include "check.h"

int main(int argc, char **argv)
{
    int seen[64] = {0}, teams = 0, threads = 0;
    check_begin(argc, argv);
#pragma omp target teams num_teams(7) map(tofrom: seen, teams, threads)
    {
#pragma omp atomic
        seen[omp_get_team_num()]++;
#pragma omp atomic
        threads += omp_get_num_threads();
        if (omp_get_team_num() == 0)
            teams = omp_get_num_teams();
    }
    CHECK(teams >= 1 && teams <= 7, "%d teams", teams);
    CHECK_INT(threads, teams, "threads outside of parallel regions");
    for (int i = 0; i < 64; i++)
        CHECK_INT(seen[i], i < teams, "team %d", i);
    return check_end();
}
