// ROW: taskyield
// SPEC: 3.1 12.7
/* The thread may turn to another task, and comes back. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int sum = 0;
#pragma omp target parallel num_threads(4) map(tofrom: sum)
#pragma omp single
    for (int i = 0; i < 9; i++)
#pragma omp task
    {
        int before = i;
#pragma omp taskyield
#pragma omp atomic
        sum += before;
    }
    CHECK_INT(sum, 36, "sum");
    return check_end();
}
