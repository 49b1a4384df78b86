// ROW: simd in a function, called by one thread, in a simd loop, in nested and orphaned constructs
// SPEC: 4.0 10.4
/* Whoever calls: the initial thread, iterations of a simd loop, a nested region, a critical section, a task, and the threads
 * of an orphaned loop with private arrays. */
#include "check.h"

enum { ROWS = 21, N = 33 };

#pragma omp declare target
static int total(const int *a, int n)
{
    int s = 0;
#pragma omp simd reduction(+: s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
static void rows(const int *a, int *out)
{
    int copy[3];
#pragma omp for private(copy)
    for (int r = 0; r < ROWS; r++) {
        for (int i = 0; i < 3; i++)
            copy[i] = a[i] + r;
        out[r] = total(copy, 3);
    }
}
#pragma omp end declare target

int main(int argc, char **argv)
{
    static int a[N], out[ROWS], in_simd[ROWS], nested[ROWS], critical, task[ROWS];
    int first = 0, behind = 0, numbers = 0;
    check_begin(argc, argv);
    for (int i = 0; i < N; i++)
        numbers += a[i] = i * i % 17;
#pragma omp target map(to: a) map(from: out, in_simd, nested, task) map(tofrom: critical, first, behind)
    {
        first = total(a, N);
#pragma omp parallel
        {
            rows(a, out);
#pragma omp for
            for (int r = 0; r < ROWS; r++) {
                int s = 0;
#pragma omp simd reduction(+: s)
                for (int i = 0; i < N; i++)
                    s += total(a, i % 5);
                in_simd[r] = s;
#pragma omp parallel num_threads(2)
#pragma omp master
                nested[r] = total(a, N);
#pragma omp critical
                critical += total(a, N - 1);
#pragma omp task
                task[r] = total(a, N - 2);
#pragma omp taskwait
            }
        }
        behind = total(a, N);
    }
    int want = 0;
    for (int i = 0; i < N; i++)
        for (int k = 0; k < i % 5; k++)
            want += a[k];
    CHECK_INT(first, numbers, "initial thread");
    CHECK_INT(behind, numbers, "initial thread, behind");
    CHECK_INT(critical, ROWS * (numbers - a[N - 1]), "critical");
    for (int r = 0; r < ROWS; r++) {
        CHECK_INT(out[r], a[0] + a[1] + a[2] + 3 * r, "orphaned for, row %d", r);
        CHECK_INT(in_simd[r], want, "in a simd loop, row %d", r);
        CHECK_INT(nested[r], numbers, "nested, row %d", r);
        CHECK_INT(task[r], numbers - a[N - 1] - a[N - 2], "task, row %d", r);
    }
    return check_end();
}
