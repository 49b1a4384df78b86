// ROW: interchange, permutation(...)
// SPEC: 6.0 11.4
#include "check.h"

enum { N = 11, M = 7, K = 3 };

int main(int argc, char **argv)
{
    static int two[N][M], three[N][M][K], a[N][M];
    check_begin(argc, argv);
#pragma omp target map(tofrom: two, three)
    {
        int t = 0;
#pragma omp interchange
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                two[i][j] = t++;
        t = 0;
#pragma omp interchange permutation(3, 1, 2)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                for (int k = 0; k < K; k++)
                    three[i][j][k] = t++;
    }
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: a)
#pragma omp interchange
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j]++;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            CHECK_INT(two[i][j], j * N + i, "two[%d][%d]", i, j);
            CHECK_INT(a[i][j], 1, "a[%d][%d]", i, j);
            for (int k = 0; k < K; k++)
                CHECK_INT(three[i][j][k], (k * N + i) * M + j, "three[%d][%d][%d]", i, j, k);
        }
    return check_end();
}
