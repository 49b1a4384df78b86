// ROW: OMP_NUM_TEAMS
// SPEC: 5.1 21.6.1
// ENV: OMP_NUM_TEAMS=3
/* No teams region without a clause has more. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int n = 0, counted = 0;
#pragma omp target teams map(tofrom : n, counted)
    {
#pragma omp atomic
        counted++;
        if (omp_get_team_num() == 0)
            n = omp_get_num_teams();
    }
    CHECK_INT(counted, n, "teams that ran");
    if (!check_device) {
        CHECK(n >= 1 && n <= 3, "teams: %d", n);
        CHECK_INT(omp_get_max_teams(), 3, "omp_get_max_teams");
    }
    return check_end();
}
