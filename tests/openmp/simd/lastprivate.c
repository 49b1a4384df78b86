// ROW: simd lastprivate, private, reduction, collapse
// SPEC: 4.0 10.4
#include "check.h"

enum { N = 517, M = 9 };

int main(int argc, char **argv)
{
    static int a[N], last[M], ends[M], nest[M][M];
    static long sums[M];
    int x = -1, t;
    check_begin(argc, argv);
#pragma omp target map(tofrom: a, x)
#pragma omp simd lastprivate(x) private(t)
    for (int i = 0; i < N; i++) {
        t = 2 * i;
        a[i] += t;
        x = t;
    }
#pragma omp target parallel for map(tofrom: last, ends, sums, nest)
    for (int k = 0; k < M; k++) {
        int y = -1, i;
        long sum = k;
#pragma omp simd lastprivate(y) reduction(+: sum)
        for (i = 0; i < N; i += 2) {
            y = i + k;
            sum += i;
        }
        last[k] = y;
        ends[k] = i;
        sums[k] = sum;
#pragma omp simd collapse(2)
        for (int p = k; p < k + 1; p++)
            for (int q = 0; q < M; q++)
                nest[p][q]++;
    }
    CHECK_INT(x, 2 * (N - 1), "x");
    for (int i = 0; i < N; i++)
        CHECK_INT(a[i], 2 * i, "a[%d]", i);
    for (int k = 0; k < M; k++) {
        CHECK_INT(last[k], N - 1 + k, "last[%d]", k);
        CHECK_INT(ends[k], N + 1, "loop variable afterwards: %d", k);
        CHECK_INT(sums[k], k + (long)(N / 2) * (N / 2 + 1), "sums[%d]", k);
        for (int q = 0; q < M; q++)
            CHECK_INT(nest[k][q], 1, "nest[%d][%d]", k, q);
    }
    return check_end();
}
