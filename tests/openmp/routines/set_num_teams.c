// ROW: omp_set_num_teams, omp_get_max_teams
// SPEC: 5.1 18.4.3
// DEVICES: host
/* Of the host: a teams region there has no more teams. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int teams = 0;
    omp_set_num_teams(2);
    CHECK_INT(omp_get_max_teams(), 2, "omp_get_max_teams");
#pragma omp teams reduction(+ : teams)
    teams++;
    CHECK(teams >= 1 && teams <= 2, "%d teams", teams);
    return check_end();
}
