// ROW: OMP_NUM_THREADS_DEV
// SPEC: 5.1 21.1.2
// ENV: OMP_NUM_THREADS_DEV=5
/* Threads of parallel regions on devices. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int n = 0, most = -1, own = 0;
#pragma omp target map(tofrom : n, most, own)
    {
        most = omp_get_max_threads();
#pragma omp parallel
        {
#pragma omp atomic
            n++;
        }
    }
#pragma omp target parallel map(tofrom : own)
    {
#pragma omp atomic
        own++;
    }

    if (check_device) {
        CHECK(n >= 1 && n <= 5, "threads: %d", n);
        CHECK(own >= 1 && own <= 5, "threads of target parallel: %d", own);
        CHECK_INT(most, 5, "omp_get_max_threads");
    }
    CHECK(n >= 1 && most >= 1, "threads: %d of %d", n, most);
    return check_end();
}
