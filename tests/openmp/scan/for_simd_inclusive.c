// ROW: for simd reduction(inscan, op: x), scan inclusive(x)
// SPEC: 5.0 5.6
/* Prefixes for trip counts from none to more than there are threads; the total comes back. */
#include "check.h"

enum { MOST = 2053 };

int main(int argc, char **argv)
{
    static long a[MOST], b[MOST];
    check_begin(argc, argv);
    for (int i = 0; i < MOST; i++)
        a[i] = i * 37 % 101;
    FOR_EACH_SIZE(n)
    {
        long x = 7, m = -1, sum = 7, most = -1;
#pragma omp target parallel map(to: a) map(tofrom: b, x, m)
    {
#pragma omp for simd reduction(inscan, +: x) reduction(inscan, max: m)
        for (long i = 0; i < n; i++) {
            x += a[i];
            m = a[i] > m ? a[i] : m;
#pragma omp scan inclusive(x, m)
            b[i] = x + 1000000L * m;
        }
    }
        for (long i = 0; i < n; i++) {
            sum += a[i];
            most = a[i] > most ? a[i] : most;
            CHECK_INT(b[i], sum + 1000000L * most, "n %ld, b[%ld]", n, i);
        }
        CHECK_INT(x, sum, "n %ld, x", n);
        CHECK_INT(m, most, "n %ld, m", n);
    }
    return check_end();
}
