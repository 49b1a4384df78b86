// ROW: simd lastprivate(conditional: x)
// SPEC: 5.0 5.4.5
/* The last iteration that assigns gives the value, not the last of all; where none does, it stays. */
#include "check.h"

enum { N = 1013, M = 9 };

int main(int argc, char **argv)
{
    static int a[N], got[M], none[M];
    int x = -1;
    check_begin(argc, argv);
    for (int i = 0; i < N; i++)
        a[i] = i * 37 % 101;
#pragma omp target map(to: a) map(tofrom: x)
#pragma omp simd lastprivate(conditional: x)
    for (int i = 0; i < N; i++)
        if (a[i] < 20)
            x = i;
#pragma omp target parallel for map(to: a) map(tofrom: got, none)
    for (int t = 0; t < M; t++) {
        int last = -5, same = -7;
#pragma omp simd lastprivate(conditional: last, same)
        for (int i = 0; i < N - 50 * t; i++) {
            if (a[i] == t)
                last = i;
            if (a[i] > 1000)
                same = i;
        }
        got[t] = last;
        none[t] = same;
    }
    int want = -1;
    for (int i = 0; i < N; i++)
        if (a[i] < 20)
            want = i;
    CHECK_INT(x, want, "x");
    for (int t = 0; t < M; t++) {
        int last = -5;
        for (int i = 0; i < N - 50 * t; i++)
            if (a[i] == t)
                last = i;
        CHECK_INT(got[t], last, "got[%d]", t);
        CHECK_INT(none[t], -7, "none[%d]", t);
    }
    return check_end();
}
