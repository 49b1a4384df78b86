// ROW: taskgroup around target nowait
// SPEC: 4.5 15.4
/* Its end waits for regions of nested tasks too, which taskwait would not. */
#include "check.h"

int main(int argc, char **argv)
{
    enum { N = 901 };
    int *a = check_alloc(N * sizeof *a), wrong = 0;
    check_begin(argc, argv);
#pragma omp parallel num_threads(3)
#pragma omp single
    for (int rep = 1; rep <= 5; rep++) {
#pragma omp taskgroup
        {
#pragma omp task
            {
#pragma omp target teams distribute parallel for nowait map(tofrom: a[0:N])
                for (int i = 0; i < N; i++)
                    a[i] += i;
            }
        }
        for (int i = 0; i < N; i++)
            wrong += a[i] != rep * i;
    }
    CHECK_INT(wrong, 0, "elements not ready behind the taskgroup");
    free(a);
    return check_end();
}
