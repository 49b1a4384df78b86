// ROW: for ordered(n), ordered depend(sink:) depend(source)
// SPEC: 4.5 15.9.7
/* A wavefront: each point needs its neighbours above, above right and left. */
#include "check.h"

enum { N = 23, M = 17 };
static long a[N][M], b[N][M];

int main(int argc, char **argv)
{
    int i, j;
    check_begin(argc, argv);
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            a[i][j] = b[i][j] = i * j + 1;
    for (i = 1; i < N; i++)
        for (j = 1; j < M - 1; j++)
            b[i][j] = (b[i - 1][j + 1] + b[i][j - 1] + b[i - 1][j]) % 1000003;
#pragma omp target map(tofrom: a)
    {
#pragma omp parallel for ordered(2) num_threads(7) private(i, j)
        for (i = 1; i < N; i++)
            for (j = 1; j < M - 1; j++) {
#pragma omp ordered depend(sink: i - 1, j) depend(sink: i, j - 1)
                long some = a[i][j - 1] + a[i - 1][j];
                if (j < M - 2) {
#pragma omp ordered depend(sink: i - 1, j + 1)
                }
                a[i][j] = (a[i - 1][j + 1] + some) % 1000003;
#pragma omp ordered depend(source)
            }
    }
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            CHECK_INT(a[i][j], b[i][j], "a[%d][%d]", i, j);
    return check_end();
}
