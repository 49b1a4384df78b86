// ROW: target in_reduction() of an array and of a section of one
// SPEC: 5.0 5.5.10
#include "check.h"

enum { N = 13, TASKS = 9 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int whole[N], part[N];
    for (int i = 0; i < N; i++)
        whole[i] = i, part[i] = -i;
#pragma omp parallel num_threads(3)
#pragma omp single
#pragma omp taskgroup task_reduction(+: whole) task_reduction(+: part[2:7])
    {
        for (int t = 0; t < TASKS; t++) {
#pragma omp target in_reduction(+: whole) in_reduction(+: part[2:7])
            {
                for (int i = 0; i < N; i++)
                    whole[i] += t;
                for (int i = 2; i < 9; i++)
                    part[i] += 10 * t;
            }
#pragma omp task in_reduction(+: whole)
            whole[t] += 1000;
        }
    }
    int sum = TASKS * (TASKS - 1) / 2;
    for (int i = 0; i < N; i++) {
        CHECK_INT(whole[i], i + sum + (i < TASKS ? 1000 : 0), "element %d", i);
        CHECK_INT(part[i], -i + (i >= 2 && i < 9 ? 10 * sum : 0), "element %d of the section's array", i);
    }
    return check_end();
}
