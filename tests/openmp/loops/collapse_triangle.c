// ROW: collapse(n), non-rectangular loops
// SPEC: 5.0 4.4.1
/* Bounds that name outer variables: every iteration once, and no other. */
#include "check.h"

enum { N = 37, M = 23 };

int main(int argc, char **argv)
{
    static int a[N][2 * N + 3], b[M][M][M], c[N][N], d[N][N];
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: a)
    for (int i = 0; i < N; i++)
        for (int j = i; j < 2 * i + 3; j++)
            a[i][j]++;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 2 * N + 3; j++)
            CHECK_INT(a[i][j], j >= i && j < 2 * i + 3, "both bounds: a[%d][%d]", i, j);
#pragma omp target teams distribute parallel for collapse(3) map(tofrom: b)
    for (int i = 0; i < M; i++)
        for (int j = i; j < M; j += 2)
            for (int k = M - 1; k > j; k--)
                b[i][j][k]++;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < M; k++)
                CHECK_INT(b[i][j][k], j >= i && (j - i) % 2 == 0 && k > j, "three: b[%d][%d][%d]", i, j, k);
#pragma omp target parallel map(tofrom: c, d)
    {
#pragma omp for collapse(2)
        for (int i = N - 1; i >= 0; i--)
            for (int j = 0; j <= i - 1; j++)
                c[i][j]++;
#pragma omp for collapse(2) nowait
        for (unsigned i = 1; i < N; i++)
            for (unsigned j = 0; j != i; ++j)
                d[i][j]++;
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            CHECK_INT(c[i][j], j < i, "down: c[%d][%d]", i, j);
            CHECK_INT(d[i][j], j < i, "unsigned, !=: d[%d][%d]", i, j);
        }
    return check_end();
}
