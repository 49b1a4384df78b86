// ROW: omp_get_wtime and queries in an orphaned device function
// SPEC: 4.5 18
/* Routines called by functions that regions call. */
#include "check.h"

static int asked(int *team, double *time)
{
    *team = omp_get_team_num();
    *time = omp_get_wtime();
    return omp_get_num_teams() * 1000 + omp_get_thread_num();
}
#pragma omp declare target(asked)

int main(int argc, char **argv)
{
    int wrong = 0, n = 0;
    check_begin(argc, argv);
#pragma omp target teams num_teams(3) thread_limit(8) map(tofrom : wrong, n)
#pragma omp parallel num_threads(4)
    {
        int team = -1;
        double time = -1;
        int got = asked(&team, &time), bad = 0;
        bad += got != omp_get_num_teams() * 1000 + omp_get_thread_num();
        bad += team != omp_get_team_num();
        bad += time < 0;
#pragma omp atomic
        wrong += bad;
#pragma omp atomic
        n++;
    }
    CHECK(n > 0, "no thread ran");
    CHECK_INT(wrong, 0, "wrong answers");
    return check_end();
}
