// ROW: OMP_NUM_THREADS_ALL
// SPEC: 5.1 21.1.2
// ENV: OMP_NUM_THREADS_ALL=4
/* Threads of parallel regions everywhere. */
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

    CHECK(n >= 1 && n <= 4 && own >= 1 && own <= 4, "threads: %d and %d", n, own);
    CHECK_INT(most, 4, "omp_get_max_threads in a region");
    CHECK_INT(omp_get_max_threads(), 4, "omp_get_max_threads on the host");
    return check_end();
}
