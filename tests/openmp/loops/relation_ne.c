// ROW: canonical loop with !=
// SPEC: 5.0 4.4.1
#include "check.h"

enum { N = 1013 };

int main(int argc, char **argv)
{
    static int a[N], b[N], c[N];
    long from = N - 1;
    int zero = 0;
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i != N; i++)
        a[i]++;
#pragma omp target parallel for map(tofrom: b)
    for (long i = from; i != -1; --i)
        b[i]++;
#pragma omp target parallel for map(tofrom: c)
    for (int i = zero; zero != i; i++)
        c[i]++;
    for (int i = 0; i < N; i++) {
        CHECK_INT(a[i], 1, "up: a[%d]", i);
        CHECK_INT(b[i], 1, "down: b[%d]", i);
        CHECK_INT(c[i], 0, "none: c[%d]", i);
    }
    return check_end();
}
