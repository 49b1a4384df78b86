// ROW: target in_reduction() of what a pointer leads to
// SPEC: 5.0 5.5.10
/* In a function that does not see the task group: the item is known by its address. */
#include "check.h"

enum { N = 11, TASKS = 7 };

/* Each thread of the team may run it. */
static void add(double *x, int n, int t)
{
#pragma omp target in_reduction(+: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] += t;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    double x[N];
    for (int i = 0; i < N; i++)
        x[i] = i;
#pragma omp parallel num_threads(3)
#pragma omp single
#pragma omp taskgroup task_reduction(+: x)
    {
        for (int t = 0; t < TASKS; t++) {
#pragma omp task shared(x)
            add(x, N, t);
        }
    }
    for (int i = 0; i < N; i++)
        CHECK_REAL(x[i], i + TASKS * (TASKS - 1) / 2, 0, "element %d", i);
    return check_end();
}
