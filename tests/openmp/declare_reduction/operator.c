// ROW: declare reduction(+: struct: ...)
// SPEC: 4.0 5.5.11
/* An operator for a structure; for numbers it stays what it is. */
#include "check.h"

struct vector {
    double x, y, z;
};
#pragma omp declare reduction(+ : struct vector : omp_out.x += omp_in.x, omp_out.y += omp_in.y, omp_out.z += omp_in.z) \
    initializer(omp_priv = {0, 0, 0})

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        struct vector v = {1, 2, 3};
        long count = 0;
#pragma omp target teams distribute parallel for map(tofrom: v) reduction(+: v, count)
        for (long i = 0; i < n; i++) {
            v.x += 1;
            v.y += (double)i;
            v.z -= 1;
            count += 1;
        }
        CHECK_REAL(v.x, 1.0 + (double)n, 0, "x, n=%ld", n);
        CHECK_REAL(v.y, 2.0 + (double)(n * (n - 1) / 2), 0, "y, n=%ld", n);
        CHECK_REAL(v.z, 3.0 - (double)n, 0, "z, n=%ld", n);
        CHECK_INT(count, n, "count, n=%ld", n);
    }
    return check_end();
}
