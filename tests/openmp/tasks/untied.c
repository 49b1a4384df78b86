// ROW: task untied
// SPEC: 3.0 12.5
/* A hint for a scheduler: the tasks are run as others. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long sum = 0;
#pragma omp target parallel num_threads(4) map(tofrom: sum)
#pragma omp single
    for (long i = 0; i < 33; i++)
#pragma omp task untied
    {
#pragma omp atomic
        sum += i;
    }
    CHECK_INT(sum, 528, "sum");
    return check_end();
}
