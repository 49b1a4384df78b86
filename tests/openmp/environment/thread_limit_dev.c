// ROW: OMP_THREAD_LIMIT_DEV
// SPEC: 5.1 21.1.3
// ENV: OMP_THREAD_LIMIT_DEV=5
/* Bounds the threads of a contention group on devices. */
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

    CHECK(counted >= 1 && (!check_device || counted <= 5), "threads: %d", counted);
    CHECK(!check_device || (limit >= counted && limit <= 5), "omp_get_thread_limit: %d", limit);
    (void)asked;
    return check_end();
}
