// ROW: for linear(x: step)
// SPEC: 4.5 5.4.6
/* Each thread finds the value of its iterations, in whatever order they come. */
#include "check.h"

enum { N = 1013 };

int main(int argc, char **argv)
{
    static int a[N], b[N], c[N];
    int x = 5, y = 100;
    check_begin(argc, argv);
#pragma omp target parallel map(tofrom: a, x)
#pragma omp for linear(x: 3) schedule(dynamic, 2)
    for (int k = 0; k < N; k++) {
        a[k] = x;
        x += 3;
    }
#pragma omp target parallel for linear(y: -1) map(tofrom: b, y)
    for (int k = 0; k < N; k++) {
        b[k] = y;
        y -= 1;
    }
#pragma omp target map(tofrom: c)
    {
        int *q = c;
#pragma omp parallel for linear(q) schedule(static, 7)
        for (int k = 0; k < N; k++) {
            *q = k;
            q++;
        }
        c[0] = (int)(q - c);
    }
    for (int k = 0; k < N; k++) {
        CHECK_INT(a[k], 5 + 3 * k, "a[%d]", k);
        CHECK_INT(b[k], 100 - k, "b[%d]", k);
        CHECK_INT(c[k], k ? k : N, "c[%d]", k);
    }
    CHECK_INT(x, 5 + 3 * N, "x afterwards");
    CHECK_INT(y, 100 - N, "y afterwards");
    return check_end();
}
