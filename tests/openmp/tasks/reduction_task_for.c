// ROW: for reduction(task, :)
// SPEC: 5.0 5.5.8
/* Tasks of the iterations take part. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long sum = 1;
#pragma omp target map(tofrom: sum)
#pragma omp parallel num_threads(4)
#pragma omp for reduction(task, +: sum)
    for (int i = 0; i < 37; i++) {
        sum += 100;
#pragma omp task in_reduction(+: sum)
        sum += i;
    }
    CHECK_INT(sum, 1 + 3700 + 666, "sum");
    return check_end();
}
