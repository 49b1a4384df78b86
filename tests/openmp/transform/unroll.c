// ROW: unroll, unroll full, unroll partial(n)
// SPEC: 5.1 9.2
#include "check.h"

enum { N = 101 };

int main(int argc, char **argv)
{
    static int a[N], b[N], c[N][7];
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for map(tofrom: a)
#pragma omp unroll partial(4)
    for (int i = 0; i < N; i++)
        a[i] += i;
#pragma omp target parallel map(tofrom: b, c)
    {
#pragma omp for
#pragma omp unroll partial
        for (int i = N - 1; i >= 0; --i)
            b[i] += i;
#pragma omp for
        for (int i = 0; i < N; i++) {
            int s = 0;
#pragma omp unroll full
            for (int j = 0; j < 7; j++)
                c[i][j] += j;
#pragma omp unroll
            for (int j = 0; j < i; j++)
                s += j;
#pragma omp unroll partial(3)
            for (int j = 0; j < i; j++)
                s += 1;
            c[i][6] += s;
        }
    }
    for (int i = 0; i < N; i++) {
        CHECK_INT(a[i], i, "a[%d]", i);
        CHECK_INT(b[i], i, "b[%d]", i);
        for (int j = 0; j < 7; j++)
            CHECK_INT(c[i][j], j < 6 ? j : 6 + i * (i - 1) / 2 + i, "c[%d][%d]", i, j);
    }
    return check_end();
}
