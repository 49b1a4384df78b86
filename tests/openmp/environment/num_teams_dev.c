// ROW: OMP_NUM_TEAMS_DEV
// SPEC: 5.1 21.6.1
// ENV: OMP_NUM_TEAMS_DEV=3
/* Of all devices but the host. */
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
    CHECK(n >= 1 && n <= (check_device ? 3 : 1 << 20), "teams: %d", n);
    CHECK_INT(counted, n, "teams that ran");
    if (check_device)
        CHECK_INT(most, 3, "omp_get_max_teams");
    return check_end();
}
