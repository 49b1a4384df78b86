// ROW: taskloop simd collapse()
// SPEC: 4.5 17.3
/* Loops joined. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[5][7] = {{0}};
#pragma omp target parallel num_threads(4) map(tofrom: a)
#pragma omp single
#pragma omp taskloop simd collapse(2) num_tasks(3)
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 7; j++)
            a[i][j] += 10 * i + j;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 7; j++)
            CHECK_INT(a[i][j], 10 * i + j, "a[%d][%d]", i, j);
    return check_end();
}
