// ROW: parallel for reduction(inscan, op: x), scan inclusive(x)
// SPEC: 5.0 5.6
/* Prefixes for trip counts from none to more than there are threads; the total comes back. */
#include "check.h"
#include "prefixes.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    set_terms();
    FOR_EACH_SIZE(n)
    {
        long x = 7, m = -1;
#pragma omp target parallel for map(to: a) map(tofrom: b, x, m) reduction(inscan, +: x) reduction(inscan, max: m)
        for (long i = 0; i < n; i++) {
            x += a[i];
            m = a[i] > m ? a[i] : m;
#pragma omp scan inclusive(x, m)
            b[i] = x + 1000000L * m;
        }
        check_prefixes(n, x, m, 1);
    }
    return check_end();
}
