// ROW: omp_get_num_teams
// SPEC: 4.5 18.4.1
/* The teams that run; 1 outside a teams region. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int n = -1, counted = 0, outside = -1, plain = -1;
#pragma omp target teams num_teams(5) map(tofrom : n, counted)
    {
#pragma omp atomic
        counted++;
        if (omp_get_team_num() == 0)
            n = omp_get_num_teams();
    }
#pragma omp target map(from : plain)
    plain = omp_get_num_teams();
    outside = omp_get_num_teams();
    CHECK_INT(n, counted, "in the region");
    CHECK_INT(plain, 1, "in a target region");
    CHECK_INT(outside, 1, "outside");
    return check_end();
}
