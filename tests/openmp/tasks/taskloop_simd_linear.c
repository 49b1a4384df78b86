// ROW: taskloop simd linear()
// SPEC: 4.5 5.4.6
/* A value for each iteration, in all tasks. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[41] = {0}, end = 0;
#pragma omp target parallel num_threads(4) map(tofrom: a, end)
#pragma omp single
    {
        int k = 5;
#pragma omp taskloop simd linear(k: 3) num_tasks(4)
        for (int i = 0; i < 41; i++) {
            a[i] = k;
            k += 3;
        }
        end = k;
    }
    CHECK_INT(end, 128, "behind the loop");
    for (int i = 0; i < 41; i++)
        CHECK_INT(a[i], 5 + 3 * i, "a[%d]", i);
    return check_end();
}
