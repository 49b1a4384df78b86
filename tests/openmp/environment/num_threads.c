// ROW: OMP_NUM_THREADS
// SPEC: 4.5 21.1.2
// ENV: OMP_NUM_THREADS=3
// DEVICES: host
/* Threads of the host's parallel regions; without a suffix it is the host's. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int n = 0;
#pragma omp parallel reduction(+ : n)
    n++;
    CHECK(n >= 1 && n <= 3, "threads: %d", n);
    CHECK_INT(omp_get_max_threads(), 3, "omp_get_max_threads");
    return check_end();
}
