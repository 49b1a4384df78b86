// ROW: taskgroup task_reduction()
// SPEC: 5.0 5.5.9
/* A task begins with the operator's neutral value, and the original keeps what it had. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long product = 3, sum = 100;
#pragma omp target parallel num_threads(4) map(tofrom: product, sum)
#pragma omp single
    {
#pragma omp taskgroup task_reduction(*: product) task_reduction(+: sum)
        {
#pragma omp task in_reduction(*: product)
            product = product * 5;
#pragma omp task in_reduction(+: sum)
            sum = 7;
        }
        sum *= 2;
    }
    CHECK_INT(product, 15, "product");
    CHECK_INT(sum, 214, "sum");
    return check_end();
}
