// ROW: OMP_TEAMS_THREAD_LIMIT_ALL
// SPEC: 5.1 21.6.2
// ENV: OMP_TEAMS_THREAD_LIMIT_ALL=1
/* On devices and on the host. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int limit = -1, counted = 0, asked = -1;
#pragma omp target teams num_teams(1) map(tofrom : limit, counted, asked)
    {
        limit = omp_get_thread_limit();
        asked = omp_get_teams_thread_limit();
#pragma omp parallel num_threads(40)
        {
#pragma omp atomic
            counted++;
        }
    }

    CHECK_INT(counted, 1, "threads");
    CHECK_INT(asked, 1, "omp_get_teams_thread_limit");
    return check_end();
}
