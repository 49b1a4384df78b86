// ROW: omp_in_parallel
// SPEC: 4.5 18.2.5
/* Inside an active region alone. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int outside = -1, inside = -1, lone = -1, threads = 0, in_teams = -1;
#pragma omp target map(tofrom : outside, inside, lone, threads)
    {
        outside = omp_in_parallel();
#pragma omp parallel num_threads(4)
        {
#pragma omp single
            {
                inside = omp_in_parallel() != 0;
                threads = omp_get_num_threads();
            }
        }
#pragma omp parallel num_threads(1)
        lone = omp_in_parallel();
    }
#pragma omp target teams num_teams(2) map(tofrom : in_teams)
    if (omp_get_team_num() == 0)
        in_teams = omp_in_parallel();
    CHECK_INT(outside, 0, "sequential code");
    CHECK_INT(inside, threads > 1, "a region of %d threads", threads);
    CHECK_INT(lone, 0, "a region of one thread");
    CHECK_INT(in_teams, 0, "a teams region");
    return check_end();
}
