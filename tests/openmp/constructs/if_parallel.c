// ROW: parallel if(e), if(parallel: e)
// SPEC: 4.5 3.4
/* One thread where it is false. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    for (int k = 0; k < 2; k++) {
        int threads = 0, combined = 0, in_parallel = -1, sum = 0;
#pragma omp target map(tofrom: threads, in_parallel)
#pragma omp parallel if (k) num_threads(4)
        {
#pragma omp atomic
            threads++;
#pragma omp single
            in_parallel = omp_in_parallel() != 0;
        }
#pragma omp target parallel for if (parallel: k) num_threads(4) map(tofrom: combined) reduction(+: sum)
        for (int i = 0; i < 100; i++) {
            if (i == 0)
                combined = omp_get_num_threads();
            sum += i;
        }
        CHECK(k ? threads >= 1 : threads == 1, "if(%d): %d threads", k, threads);
        CHECK(k ? combined >= 1 : combined == 1, "if(parallel: %d): %d threads", k, combined);
        CHECK_INT(in_parallel, threads > 1, "if(%d): omp_in_parallel", k);
        CHECK_INT(sum, 4950, "if(parallel: %d)", k);
    }
    return check_end();
}
