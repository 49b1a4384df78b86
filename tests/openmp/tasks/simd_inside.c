// ROW: simd in a task
// SPEC: 4.0 10.4
/* A loop in a task, besides loops that lanes share. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[4][65] = {{0}}, b[4][65] = {{0}};
    long sum[4] = {0};
#pragma omp target parallel num_threads(4) map(tofrom: a, b, sum)
#pragma omp for
    for (int t = 0; t < 4; t++) {
        int by = t + 1;
#pragma omp simd
        for (int i = 0; i < 65; i++)
            b[t][i] = by + i;
#pragma omp task
        {
            long own = 0;
#pragma omp simd reduction(+: own)
            for (int i = 0; i < 65; i++) {
                a[t][i] = by * i;
                own += i;
            }
            sum[t] = own;
            by = 0;
        }
#pragma omp taskwait
#pragma omp simd
        for (int i = 0; i < 65; i++)
            b[t][i] += by;
    }
    for (int t = 0; t < 4; t++) {
        CHECK_INT(sum[t], 2080, "sum of %d", t);
        for (int i = 0; i < 65; i++) {
            CHECK_INT(a[t][i], (t + 1) * i, "a[%d][%d]", t, i);
            CHECK_INT(b[t][i], 2 * (t + 1) + i, "b[%d][%d]", t, i);
        }
    }
    return check_end();
}
