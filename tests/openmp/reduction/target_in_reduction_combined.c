// ROW: target teams distribute parallel for in_reduction()
// SPEC: 5.0 5.5.10
/* The region's threads add to the one copy that the region has. */
#include "check.h"

enum { N = 333, TASKS = 5 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long sum = 2;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup task_reduction(+: sum)
    {
        for (int t = 0; t < TASKS; t++) {
#pragma omp target teams distribute parallel for in_reduction(+: sum)
            for (int i = 0; i < N; i++) {
#pragma omp atomic
                sum += i + t;
            }
        }
#pragma omp task in_reduction(+: sum)
        sum += 1000000;
    }
    CHECK_INT(sum, 2 + 1000000 + (long)TASKS * N * (N - 1) / 2 + (long)N * TASKS * (TASKS - 1) / 2, "sum");
    return check_end();
}
