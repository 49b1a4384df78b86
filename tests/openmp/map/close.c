// ROW: target map(close, tofrom:)
// SPEC: 5.0 5.8.3
/* A hint about where the copy lies; the values are those of tofrom. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[65];
    for (int i = 0; i < 65; i++)
        a[i] = i;
#pragma omp target parallel for map(close, tofrom: a)
    for (int i = 0; i < 65; i++)
        a[i] *= 3;
    for (int i = 0; i < 65; i++)
        CHECK_INT(a[i], 3 * i, "a[%d]", i);
#pragma omp target data map(close, to: a)
#pragma omp target map(always, close, from: a)
    for (int i = 0; i < 65; i++)
        a[i]++;
    for (int i = 0; i < 65; i++)
        CHECK_INT(a[i], 3 * i + 1, "a[%d]", i);
    return check_end();
}
