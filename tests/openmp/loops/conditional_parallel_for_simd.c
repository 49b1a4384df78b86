// ROW: parallel for simd lastprivate(conditional: x)
// SPEC: 5.0 5.4.5
/* The last iteration that assigns gives the value, not the last of all; where none does, it stays. */
#include "check.h"

enum { N = 1013 };

int main(int argc, char **argv)
{
    static int a[N];
    int x = -1, y = 5, z = 0;
    double w = 0.5;
    check_begin(argc, argv);
    for (int i = 0; i < N; i++)
        a[i] = i * 37 % 101;
#pragma omp target parallel for simd lastprivate(conditional: x, y) map(to: a) map(tofrom: x, y)
    for (int i = 0; i < N; i++) {
        if (a[i] < 20)
            x = i;
        if (a[i] > 1000)
            y = i;
    }
#pragma omp target parallel for simd lastprivate(conditional: z, w) schedule(dynamic, 3) map(to: a) map(tofrom: z, w)
    for (int i = 0; i < N; i++) {
        z = i;
        if (a[i] == 50) {
            w = 1;
            w += i;
        }
    }
    int want = -1, last = -1;
    for (int i = 0; i < N; i++) {
        want = a[i] < 20 ? i : want;
        last = a[i] == 50 ? i : last;
    }
    CHECK_INT(x, want, "x");
    CHECK_INT(y, 5, "y, never assigned to");
    CHECK_INT(z, N - 1, "z, always assigned to");
    CHECK_REAL(w, 1.0 + last, 0, "w");
    return check_end();
}
