// ROW: canonical loop with a variable step
// SPEC: 2.5 4.4.1
/* Steps known when the loop starts, negative ones too, in each of the forms of the increment. */
#include "check.h"

enum { N = 1013 };

int main(int argc, char **argv)
{
    static int a[N], b[N], c[N], d[N], e[N];
    int s = 7, minus = -3;
    double len = N + 0.5;
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < N; i += s)
        a[i]++;
#pragma omp target parallel for map(tofrom: b)
    for (int i = N - 1; i > -1; i += minus)
        b[i]++;
#pragma omp target parallel for map(tofrom: c)
    for (int i = 0; i < N; i = s + i)
        c[i]++;
#pragma omp target parallel for map(tofrom: d)
    for (int i = 0; N > i; i -= minus)
        d[i]++;
#pragma omp target parallel for map(tofrom: e)
    for (int i = (int)(len * 2) / 2 - 1; i >= (long)0; i = i - (s - 5))
        e[i]++;
    for (int i = 0; i < N; i++) {
        CHECK_INT(a[i], i % 7 == 0, "i += s: a[%d]", i);
        CHECK_INT(b[i], (N - 1 - i) % 3 == 0, "i += minus: b[%d]", i);
        CHECK_INT(c[i], i % 7 == 0, "i = s + i: c[%d]", i);
        CHECK_INT(d[i], i % 3 == 0, "i -= minus: d[%d]", i);
        CHECK_INT(e[i], (N - 1 - i) % 2 == 0, "i = i - e: e[%d]", i);
    }
    return check_end();
}
