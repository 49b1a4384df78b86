// ROW: cancel parallel in one of several teams
// SPEC: 4.0 16.1
// ENV: OMP_CANCELLATION=true
// MAY: a device's cancel-var may be false
#include "check.h"

enum { TEAMS = 3 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int reached[TEAMS] = {0}, on = 0, teams = 0, threads = 0;
#pragma omp target map(from: on)
    on = omp_get_cancellation();
#pragma omp target teams num_teams(TEAMS) thread_limit(4) map(tofrom: reached, teams, threads)
#pragma omp parallel num_threads(4)
    {
        int t = omp_get_team_num();
#pragma omp atomic write
        teams = omp_get_num_teams();
#pragma omp atomic write
        threads = omp_get_num_threads();
#pragma omp cancel parallel if(t == 0)
#pragma omp barrier
#pragma omp atomic
        reached[t]++;
    }
    for (int t = 1; t < teams; t++)
        CHECK(reached[t] >= 1, "team %d goes on", t);
    CHECK(threads >= 1, "threads");
    CHECK(on ? reached[0] == 0 : reached[0] >= 1, "team 0");
    if (!on)
        check_no_effect("cancel-var is false");
    return check_end();
}
