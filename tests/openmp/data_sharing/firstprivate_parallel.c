// ROW: parallel firstprivate(), for firstprivate()
// SPEC: 1.0 5.4.4
#include "check.h"

int main(int argc, char **argv)
{
    int a[53], x = 1;
    double d[3] = {1, 2, 3};
    struct { int p, q; } s = {4, 5};
    check_begin(argc, argv);
#pragma omp target map(from: a) map(to: d, s)
    {
        int y = 7;
#pragma omp parallel firstprivate(x, d, s)
        {
            d[1] += x;
            x += 10;
            s.q += x;
#pragma omp for firstprivate(y)
            for (int i = 0; i < 53; i++) {
                a[i] = y + i + x + (int)d[1] + s.q;
                y += 0;
            }
        }
    }
    for (int i = 0; i < 53; i++)
        CHECK_INT(a[i], 7 + i + 11 + 3 + 16, "a[%d]", i);
    CHECK_INT(x, 1, "the original");
    return check_end();
}
