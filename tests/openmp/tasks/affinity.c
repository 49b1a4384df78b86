// ROW: task affinity()
// SPEC: 5.0 12.5.1
/* A hint where the task's data are. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[9] = {0};
#pragma omp target parallel num_threads(4) map(tofrom: a)
#pragma omp single
    for (int i = 0; i < 9; i++)
#pragma omp task affinity(a[i])
        a[i] = i + 1;
    for (int i = 0; i < 9; i++)
        CHECK_INT(a[i], i + 1, "a[%d]", i);
    return check_end();
}
