// ROW: simd collapse(), linear(), private(), safelen() in a function that threads call
// SPEC: 4.0 10.4
#include "check.h"

enum { ROWS = 17, N = 41 };

#pragma omp declare target
static int clauses(int *a, int n)
{
    static const int weights[4] = {1, 10, 100, 1000};
    int i, j, x = 5, s = 0;
#pragma omp simd private(j)
    for (i = 0; i < n; i++) {
        j = i * 2;
        a[i] = j;
    }
#pragma omp simd linear(x: 3)
    for (i = 0; i < n; i++) {
        a[i] += x;
        x += 3;
    }
#pragma omp simd collapse(2) reduction(+: s)
    for (i = 0; i < n; i++)
        for (j = 0; j < 3; j++)
            s += i * j;
#pragma omp simd safelen(4)
    for (i = 5; i < n; i++)
        a[i] += a[i - 5];
#pragma omp simd
    for (i = 0; i < n; i++)
        a[i] += weights[i % 4];
    return s + x;
}
#pragma omp end declare target

int main(int argc, char **argv)
{
    static int a[ROWS][N], results[ROWS];
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for map(from: results) map(tofrom: a)
    for (int r = 0; r < ROWS; r++)
        results[r] = clauses(a[r], N - r);
    const int weights[4] = {1, 10, 100, 1000};
    for (int r = 0; r < ROWS; r++) {
        int n = N - r, plain[N];
        CHECK_INT(results[r], 3 * (n * (n - 1) / 2) + 5 + 3 * n, "result of row %d", r);
        for (int i = 0; i < N; i++) {
            plain[i] = i < n ? 2 * i + 5 + 3 * i + (i >= 5 ? plain[i - 5] : 0) : 0;
            CHECK_INT(a[r][i], plain[i] + (i < n ? weights[i % 4] : 0), "a[%d][%d]", r, i);
        }
    }
    return check_end();
}
