// ROW: target in_reduction() in parallel reduction(task, +:)
// SPEC: 5.0 5.5.10
#include "check.h"

enum { N = 6 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int sum = 3, threads = 0;
#pragma omp parallel num_threads(3) reduction(task, +: sum)
    {
#pragma omp single nowait
        threads = omp_get_num_threads();
        sum += 1;
        for (int i = 0; i < N; i++) {
#pragma omp target in_reduction(+: sum)
            sum += 10 * i;
        }
#pragma omp task in_reduction(+: sum)
        sum += 10000;
    }
    CHECK_INT(sum, 3 + threads * (1 + 10 * N * (N - 1) / 2 + 10000), "sum of %d threads", threads);
    return check_end();
}
