// ROW: collapse(n), non-rectangular loops on distribute, for, simd, loop
// SPEC: 5.0 4.4.1
/* At each level, in functions too, with the value of the last iteration. */
#include "check.h"

enum { N = 29 };

#pragma omp declare target
static void above(int (*a)[N], int n, int *last)
{
#pragma omp for collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            a[i][j]++;
            if (i == n - 2)
                *last = 100 * i + j;
        }
}
#pragma omp end declare target

int main(int argc, char **argv)
{
    static int a[N][N], b[N][N], c[N][N], d[N][N], e[N][N];
    int last = -1, i = -1, j = -1, got = -1, sum = 0, kept = -1;
    check_begin(argc, argv);
#pragma omp target teams num_teams(3) map(tofrom: a)
#pragma omp distribute collapse(2)
    for (int i = 0; i < N; i++)
        for (int j = N - 1; j >= i; j -= 2)
            a[i][j]++;
#pragma omp target map(tofrom: b)
#pragma omp simd collapse(2)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < i; j++)
            b[i][j]++;
#pragma omp target teams loop collapse(2) map(tofrom: c) reduction(+: sum)
    for (int i = 0; i < N; i++)
        for (int j = i; j < N; j++) {
            c[i][j]++;
            sum++;
        }
#pragma omp target teams distribute parallel for simd collapse(2) lastprivate(last) map(tofrom: d, last)
    for (int i = 0; i < N; i++)
        for (int j = i; j < 2 * i - 3; j++) {
            last = 100 * i + j;
            if (j < N)
                d[i][j]++;
        }
#pragma omp target parallel map(tofrom: kept, i, j)
    {
        int x = -7;
#pragma omp for collapse(2) lastprivate(i, j)
        for (i = 0; i < N; i++)
            for (j = i; j < N; j++)
                x = i;
        if (i == N && j == N)
#pragma omp atomic write
            kept = 1;
        (void)x;
    }
    static int f[N][N];
#pragma omp target parallel map(tofrom: f, got)
    above(f, N, &got);
    CHECK_INT(got, 100 * (N - 2) + N - 1, "in a function");
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK_INT(f[i][j], j > i, "in a function: f[%d][%d]", i, j);
#pragma omp target parallel for map(tofrom: e)
    for (int t = 0; t < 1; t++) {
#pragma omp simd collapse(2)
        for (int i = 0; i < N; i++)
            for (int j = i; j < N; j += 3)
                e[i][j]++;
    }
    int count = 0, want = -1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 2 * N; j++) {
            want = j >= i && j < 2 * i - 3 ? 100 * i + j : want;
            if (j >= N)
                continue;
            CHECK_INT(a[i][j], j >= i && (N - 1 - j) % 2 == 0, "distribute: a[%d][%d]", i, j);
            CHECK_INT(b[i][j], j < i, "simd: b[%d][%d]", i, j);
            CHECK_INT(c[i][j], j >= i, "loop: c[%d][%d]", i, j);
            CHECK_INT(d[i][j], j >= i && j < 2 * i - 3, "combined: d[%d][%d]", i, j);
            CHECK_INT(e[i][j], j >= i && (j - i) % 3 == 0, "simd of a thread: e[%d][%d]", i, j);
            count += j >= i;
        }
    CHECK_INT(sum, count, "reduction");
    CHECK_INT(last, want, "lastprivate");
    CHECK_INT(kept, 1, "loop variables afterwards");
    return check_end();
}
