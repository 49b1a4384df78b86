// ROW: declare reduction without initializer
// SPEC: 4.0 5.5.11
/* Copies begin as objects of static storage do: all zero. */
#include "check.h"

struct pair {
    long a, b;
};
#pragma omp declare reduction(both : struct pair : (omp_out.a += omp_in.a, omp_out.b |= omp_in.b))

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        struct pair p = {5, 64};
#pragma omp target teams distribute parallel for map(tofrom: p) reduction(both: p)
        for (long i = 0; i < n; i++) {
            p.a += i;
            p.b |= 1L << i % 6;
        }
        long bits = 64;
        for (long i = 0; i < n; i++)
            bits |= 1L << i % 6;
        CHECK_INT(p.a, 5 + n * (n - 1) / 2, "sum, n=%ld", n);
        CHECK_INT(p.b, bits, "bits, n=%ld", n);
    }
    return check_end();
}
