// ROW: scope reduction(task, :)
// SPEC: 5.1 5.5.8
/* Tasks of all threads take part. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long sum = 1;
    int threads = 0;
#pragma omp target map(tofrom: sum, threads)
#pragma omp parallel num_threads(4)
    {
#pragma omp single
        threads = omp_get_num_threads();
#pragma omp scope reduction(task, +: sum)
        {
            sum += 1000;
#pragma omp task in_reduction(+: sum)
            sum += 3;
        }
    }
    CHECK_INT(sum, 1 + threads * 1003, "sum of %d threads", threads);
    return check_end();
}
