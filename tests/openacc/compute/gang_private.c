// ROW: parallel: scalars of each gang
// SPEC: 3.3 2.5.1
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 640 };
    int t, k = 3, first, s, a[N], b[N], c[8], j, wrong = 0;
    double x;
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < N; i++) {
        t = 2 * i; /* no clause makes it private */
        x = t / 2.0;
        a[i] = t + (int)x + k;
    }
#pragma acc parallel num_gangs(8) copyout(b, c) reduction(+: wrong)
    {
        first = k;
        k = k + 2; /* each gang its own */
        wrong += k != 5;
#pragma acc loop gang
        for (int g = 0; g < 8; g++) {
            first = g;
#pragma acc loop vector private(j)
            for (int i = 0; i < N / 8; i++) {
                s = i;
                j = g * (N / 8);
                b[j + s] = first + s;
            }
            c[g] = first;
        }
    }
    CHECK_INT(k, 3, "the original stays");
    CHECK_INT(wrong, 0, "a copy for each gang");
    for (int i = 0; i < N; i++) {
        CHECK_INT(a[i], 3 * i + 3, "a[%d]", i);
        CHECK_INT(b[i], i / (N / 8) + i % (N / 8), "b[%d]", i);
    }
    for (int g = 0; g < 8; g++)
        CHECK_INT(c[g], g, "c[%d]", g);
    return check_end();
}
