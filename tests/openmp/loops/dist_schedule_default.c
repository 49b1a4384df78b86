// ROW: distribute dist_schedule(static)
// SPEC: 4.0 11.6.1
/* Each team has one chunk of neighbours. */
#include "check.h"

int main(int argc, char **argv)
{
    static int team[1009];
    int teams = 0, changes = 0;
    check_begin(argc, argv);
#pragma omp target teams num_teams(5) map(tofrom: team, teams)
    {
        if (omp_get_team_num() == 0)
            teams = omp_get_num_teams();
#pragma omp distribute dist_schedule(static)
        for (int i = 0; i < 1009; i++)
            team[i] = omp_get_team_num();
    }
    for (int i = 1; i < 1009; i++)
        changes += team[i] != team[i - 1];
    CHECK_INT(changes, teams - 1, "chunks of %d teams", teams);
    return check_end();
}
