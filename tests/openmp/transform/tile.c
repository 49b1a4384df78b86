// ROW: tile sizes(...)
// SPEC: 5.1 9.1
/* Every iteration once, tile after tile: in a region's sequential code the order shows. */
#include "check.h"

enum { N = 37, M = 23 };

int main(int argc, char **argv)
{
    static int a[N][M], b[N], when[N][M], c[N][M], d[N][M];
    check_begin(argc, argv);
#pragma omp target map(tofrom: when)
    {
        int t = 0;
#pragma omp tile sizes(4, 5)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; ++j)
                when[i][j] = t++;
    }
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: a)
#pragma omp tile sizes(4, 8)
    for (int i = 0; i < N; i++) {
        for (int j = M - 1; j >= 0; j -= 2)
            a[i][j] += 100 * i + j;
    }
#pragma omp target parallel map(tofrom: b, c, d)
    {
        int i;
#pragma omp for
#pragma omp tile sizes(6)
        for (i = 0; i < N; i += 3)
            b[i]++;
#pragma omp for collapse(4)
#pragma omp tile sizes(3, 7)
        for (int k = 0; k < N; k++)
            for (int j = 0; j < M; j++)
                c[k][j]++;
#pragma omp for
        for (int k = 0; k < N; k++)
#pragma omp tile sizes(9)
            for (int *p = d[k]; p < d[k] + M; p++)
                *p += 1;
    }
    int t = 0;
    for (int x = 0; x < N; x += 4)
        for (int y = 0; y < M; y += 5)
            for (int i = x; i < x + 4 && i < N; i++)
                for (int j = y; j < y + 5 && j < M; j++)
                    CHECK_INT(when[i][j], t++, "order of [%d][%d]", i, j);
    for (int i = 0; i < N; i++) {
        CHECK_INT(b[i], i % 3 == 0, "b[%d]", i);
        for (int j = 0; j < M; j++) {
            CHECK_INT(a[i][j], (M - 1 - j) % 2 ? 0 : 100 * i + j, "a[%d][%d]", i, j);
            CHECK_INT(c[i][j], 1, "all four loops: c[%d][%d]", i, j);
            CHECK_INT(d[i][j], 1, "pointer: d[%d][%d]", i, j);
        }
    }
    return check_end();
}
