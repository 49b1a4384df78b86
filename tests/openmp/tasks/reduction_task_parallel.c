// ROW: parallel reduction(task, :)
// SPEC: 5.0 5.5.8
/* Tasks of all threads take part in the region's reduction. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long sum = 1;
    int threads = 0;
#pragma omp target map(tofrom: sum, threads)
#pragma omp parallel num_threads(4) reduction(task, +: sum)
    {
#pragma omp single nowait
        threads = omp_get_num_threads();
        sum += 1000;
        for (int i = 0; i < 7; i++)
#pragma omp task in_reduction(+: sum)
            sum += i;
    }
    CHECK_INT(sum, 1 + threads * 1021, "sum of %d threads", threads);
    return check_end();
}
