// ROW: sections reduction(task, :)
// SPEC: 5.0 5.5.8
/* Tasks of the sections take part. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long sum = 1;
#pragma omp target map(tofrom: sum)
#pragma omp parallel num_threads(4)
#pragma omp sections reduction(task, +: sum)
    {
#pragma omp section
        {
#pragma omp task in_reduction(+: sum)
            sum += 10;
        }
#pragma omp section
        {
            sum += 100;
#pragma omp task in_reduction(+: sum)
            sum += 1000;
        }
    }
    CHECK_INT(sum, 1111, "sum");
    return check_end();
}
