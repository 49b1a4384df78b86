// ROW: taskloop collapse()
// SPEC: 4.5 4.4.3
/* Loops joined, shared out by their numbers. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[5][7] = {{0}}, tasks = 0;
#pragma omp target parallel num_threads(4) map(tofrom: a, tasks)
#pragma omp single
    {
        int first = 1;
#pragma omp taskloop collapse(2) num_tasks(11) firstprivate(first)
        for (int i = 0; i < 5; i++)
            for (int j = 6; j >= 0; j--) {
                a[i][j] += 10 * i + j;
                if (first) {
#pragma omp atomic
                    tasks++;
                }
                first = 0;
            }
    }
    CHECK_INT(tasks, 11, "tasks");
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 7; j++)
            CHECK_INT(a[i][j], 10 * i + j, "a[%d][%d]", i, j);
    return check_end();
}
