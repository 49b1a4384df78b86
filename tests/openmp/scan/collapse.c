// ROW: for collapse(2) reduction(inscan, op: x), scan
// SPEC: 5.0 5.6
#include "check.h"

enum { N = 23, M = 31 };

int main(int argc, char **argv)
{
    static long b[N][M], c[N][M];
    long x = 3, y = 4, sum = 3, other = 4;
    check_begin(argc, argv);
#pragma omp target parallel map(tofrom: b, c, x, y)
    {
#pragma omp for collapse(2) reduction(inscan, +: x)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++) {
                x += i * j;
#pragma omp scan inclusive(x)
                b[i][j] = x;
            }
#pragma omp for collapse(2) reduction(inscan, +: y) nowait
        for (int i = N - 1; i >= 0; i--)
            for (int j = 0; j < M; j++) {
                c[i][j] = y;
#pragma omp scan exclusive(y)
                y += i - j;
            }
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK_INT(b[i][j], sum += i * j, "b[%d][%d]", i, j);
    for (int i = N - 1; i >= 0; i--)
        for (int j = 0; j < M; j++) {
            CHECK_INT(c[i][j], other, "c[%d][%d]", i, j);
            other += i - j;
        }
    CHECK_INT(x, sum, "x");
    CHECK_INT(y, other, "y");
    return check_end();
}
