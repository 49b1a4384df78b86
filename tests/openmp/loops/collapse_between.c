// ROW: collapse(n), code between the loops
// SPEC: 5.0 4.4.1
/* What stands between the loops is run with an inner iteration around which it stands, at least once. */
#include "check.h"

enum { N = 19, M = 31, K = 7 };

int main(int argc, char **argv)
{
    static int a[N][M], before[N], behind[N], b[N][M][K], c[N][N];
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: a, before, behind)
    for (int i = 0; i < N; i++) {
        int row = 100 * i;
        before[i] = 1;
        for (int j = 0; j < M; j++)
            a[i][j] += row + j;
        behind[i] = 1;
    }
    for (int i = 0; i < N; i++) {
        CHECK_INT(before[i], 1, "before[%d]", i);
        CHECK_INT(behind[i], 1, "behind[%d]", i);
        for (int j = 0; j < M; j++)
            CHECK_INT(a[i][j], 100 * i + j, "a[%d][%d]", i, j);
    }
#pragma omp target parallel map(tofrom: b, c)
    {
#pragma omp for collapse(3) schedule(static, 5)
        for (int i = 0; i < N; i++) {
            int x = 3 * i;
            for (int j = 0; j < M; j++) {
                int y = x + j;
                for (int k = 0; k < K; k++) {
                    if (k == 3)
                        continue;
                    b[i][j][k] += y * 10 + k;
                }
            }
        }
#pragma omp for collapse(2)
        for (int i = 0; i < N; i++) {
            int x = 3 * i;
            for (int j = i; j < N; j++)
                c[i][j] += x + j;
        }
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < K; k++)
                CHECK_INT(b[i][j][k], k == 3 ? 0 : (3 * i + j) * 10 + k, "b[%d][%d][%d]", i, j, k);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK_INT(c[i][j], j < i ? 0 : 3 * i + j, "triangle: c[%d][%d]", i, j);
    return check_end();
}
