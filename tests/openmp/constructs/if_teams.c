// ROW: teams if(e)
// SPEC: 5.2 3.4
/* One team where it is false. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    for (int k = 0; k < 2; k++) {
        int teams = 0;
#pragma omp target map(tofrom: teams)
#pragma omp teams if (teams: k) num_teams(3)
#pragma omp atomic
        teams++;
        CHECK_INT(teams, k ? 3 : 1, "if(teams: %d)", k);
    }
    return check_end();
}
