// ROW: taskloop in functions
// SPEC: 4.5 12.6
/* Of the thread that calls, with what it was given. */
#include "check.h"

#pragma omp declare target
static void fill(int *a, int n, int by)
{
#pragma omp taskloop num_tasks(5)
    for (int i = 0; i < n; i++)
        a[i] += by * i;
}
#pragma omp end declare target

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[4][31] = {{0}};
#pragma omp target parallel num_threads(4) map(tofrom: a)
#pragma omp for
    for (int t = 0; t < 4; t++)
        fill(a[t], 31, t + 1);
    for (int t = 0; t < 4; t++)
        for (int i = 0; i < 31; i++)
            CHECK_INT(a[t][i], (t + 1) * i, "a[%d][%d]", t, i);
    return check_end();
}
