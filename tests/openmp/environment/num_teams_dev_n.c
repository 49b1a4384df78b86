// ROW: OMP_NUM_TEAMS_DEV_n
// SPEC: 5.1 21.6.1
// ENV: OMP_NUM_TEAMS_DEV_0=2 OMP_NUM_TEAMS_DEV=5 OMP_NUM_TEAMS_ALL=7
/* The one for the device goes before the one for all devices. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int n = 0, most = -1, counted = 0;
#pragma omp target teams map(tofrom : n, most, counted)
    {
#pragma omp atomic
        counted++;
        if (omp_get_team_num() == 0) {
            n = omp_get_num_teams();
            most = omp_get_max_teams();
        }
    }
    CHECK(n >= 1 && n <= (check_device ? 2 : 7), "teams: %d", n);
    CHECK_INT(counted, n, "teams that ran");
    CHECK_INT(most, (check_device ? 2 : 7), "omp_get_max_teams");
    return check_end();
}
