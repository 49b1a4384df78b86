// ROW: OMP_TEAMS_THREAD_LIMIT
// SPEC: 5.1 21.6.2
// ENV: OMP_TEAMS_THREAD_LIMIT=1
/* Bounds the threads of each team on the host. */
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

    CHECK(counted >= 1, "threads: %d", counted);
    if (!check_device) {
        CHECK_INT(counted, 1, "threads on the host");
        CHECK_INT(asked, 1, "omp_get_teams_thread_limit");
    }
    return check_end();
}
