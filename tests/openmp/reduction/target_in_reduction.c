// ROW: target in_reduction(+:)
// SPEC: 5.0 5.5.10
/* Target regions and tasks of one task group add to one variable, each to a copy of its own. */
#include "check.h"

enum { N = 23 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long sum = 10;
    double product = 1;
    int largest = -5;
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp taskgroup task_reduction(+: sum) task_reduction(*: product) task_reduction(max: largest)
    {
        for (int i = 0; i < N; i++) {
#pragma omp target in_reduction(+: sum) in_reduction(max: largest)
            {
                sum += i;
                if (i > largest)
                    largest = i;
            }
#pragma omp task in_reduction(+: sum)
            sum += 1000;
#pragma omp task
            {
#pragma omp target in_reduction(*: product)
                product *= i == 7 ? 3 : i == 9 ? 5 : 1;
            }
        }
    }
    CHECK_INT(sum, 10 + N * (N - 1) / 2 + 1000 * N, "sum");
    CHECK_INT(largest, N - 1, "largest");
    CHECK_REAL(product, 15, 0, "product");
    return check_end();
}
