// ROW: OMP_TEAMS_THREAD_LIMIT_DEV
// SPEC: 5.1 21.6.2
// ENV: OMP_TEAMS_THREAD_LIMIT_DEV=6
/* Bounds the threads of each team on devices. */
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

    CHECK(counted >= 1 && (!check_device || counted <= 6), "threads: %d", counted);
    if (check_device) {
        CHECK_INT(asked, 6, "omp_get_teams_thread_limit");
        CHECK(limit >= counted && limit <= 6, "omp_get_thread_limit: %d", limit);
    }
    return check_end();
}
