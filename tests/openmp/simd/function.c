// ROW: simd reduction(+:), lastprivate() in a function that threads call
// SPEC: 4.0 10.4
/* The caller's threads run the loop, each for itself; trips of many lengths. */
#include "check.h"

enum { ROWS = 43, N = 67 };

#pragma omp declare target
static long weigh(const int *a, int n, int *last)
{
    long sum = 10;
    int l = -1, i;
#pragma omp simd reduction(+: sum) lastprivate(l)
    for (i = 0; i < n; i++) {
        sum += (long)a[i] * (i + 1);
        l = a[i];
    }
    *last = n ? l : 0;
    return sum + (n ? i : 0);
}
#pragma omp end declare target

int main(int argc, char **argv)
{
    static int a[ROWS][N], last[ROWS];
    static long sums[ROWS];
    check_begin(argc, argv);
    for (int r = 0; r < ROWS; r++)
        for (int i = 0; i < N; i++)
            a[r][i] = r * 7 + i * 3 % 11;
#pragma omp target teams distribute parallel for map(to: a) map(from: sums, last)
    for (int r = 0; r < ROWS; r++)
        sums[r] = weigh(a[r], r * N / ROWS, &last[r]);
    for (int r = 0; r < ROWS; r++) {
        int n = r * N / ROWS;
        long want = 10 + n;
        for (int i = 0; i < n; i++)
            want += (long)a[r][i] * (i + 1);
        CHECK_INT(sums[r], want, "sum of row %d", r);
        CHECK_INT(last[r], n ? a[r][n - 1] : 0, "last of row %d", r);
    }
    return check_end();
}
