// ROW: canonical loop over a pointer
// SPEC: 3.0 4.4.1
#include "check.h"

enum { N = 517 };
struct cell { int v, w, x; };

int main(int argc, char **argv)
{
    static int a[N];
    static struct cell b[N];
    int *p = a;
    check_begin(argc, argv);
#pragma omp target teams map(tofrom: a)
#pragma omp distribute parallel for
    for (int *q = a; q < a + N; q++)
        *q += 1;
#pragma omp target parallel for map(tofrom: b)
    for (struct cell *q = b + N - 1; q >= b; q -= 2)
        q->w += 1;
#pragma omp target map(tofrom: a)
    {
        int *q;
#pragma omp parallel for
        for (q = a; q != a + N; ++q)
            *q += 10;
    }
#pragma omp target parallel for map(tofrom: p[:N])
    for (int *q = p; q < p + N; q += 5)
        *q += 100;
    for (int i = 0; i < N; i++) {
        CHECK_INT(a[i], 11 + (i % 5 ? 0 : 100), "a[%d]", i);
        CHECK_INT(b[i].w, (N - 1 - i) % 2 == 0, "b[%d]", i);
    }
    return check_end();
}
