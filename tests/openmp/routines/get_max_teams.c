// ROW: omp_get_max_teams
// SPEC: 5.1 18.4.4
/* In a region: 0 where nothing bounds teams, else no less than there are. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int most = -1, n = 0;
#pragma omp target teams map(tofrom : most, n)
    if (omp_get_team_num() == 0) {
        most = omp_get_max_teams();
        n = omp_get_num_teams();
    }
    CHECK(most >= 0, "omp_get_max_teams: %d", most);
    CHECK(most == 0 || n <= most, "%d teams of %d", n, most);
    return check_end();
}
