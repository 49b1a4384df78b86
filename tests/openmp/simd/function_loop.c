// ROW: loop bind(thread) in a function that threads call
// SPEC: 5.0 11.7
#include "check.h"

enum { ROWS = 19, N = 39 };

#pragma omp declare target
static int row(int *a, int n, int r)
{
    int sum = 0;
#pragma omp loop bind(thread)
    for (int i = 0; i < n; i++)
        a[i] = r * i;
#pragma omp loop bind(thread) reduction(+: sum)
    for (int i = 0; i < n; i++)
        sum += a[n - 1 - i] + 1;
    return sum;
}
#pragma omp end declare target

int main(int argc, char **argv)
{
    static int a[ROWS][N], sums[ROWS];
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for map(from: sums) map(tofrom: a)
    for (int r = 0; r < ROWS; r++)
        sums[r] = row(a[r], N - r, r);
    for (int r = 0; r < ROWS; r++) {
        int n = N - r;
        CHECK_INT(sums[r], r * (n * (n - 1) / 2) + n, "sum of row %d", r);
        for (int i = 0; i < N; i++)
            CHECK_INT(a[r][i], i < n ? r * i : 0, "a[%d][%d]", r, i);
    }
    return check_end();
}
