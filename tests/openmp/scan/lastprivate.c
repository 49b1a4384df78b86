// ROW: for reduction(inscan, +: x) lastprivate(y)
// SPEC: 5.0 5.6
/* What the last iteration's two parts leave, and a loop variable declared outside. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        long x = 5, y = -1, z = -1, i = -7, s = 5;
        long *out = check_alloc((size_t)(n + 1) * sizeof *out);
#pragma omp target parallel map(from: out[0:n]) map(tofrom: x, y, z, i)
#pragma omp for reduction(inscan, +: x) lastprivate(y, z) lastprivate(i)
        for (i = 0; i < n; i++) {
            x += i;
            y = 2 * i;
#pragma omp scan inclusive(x)
            z = x;
            out[i] = x;
        }
        for (long k = 0; k < n; k++) {
            s += k;
            CHECK_INT(out[k], s, "iteration %ld of %ld", k, n);
        }
        CHECK_INT(x, s, "x, n=%ld", n);
        CHECK_INT(y, n ? 2 * (n - 1) : -1, "y, n=%ld", n);
        CHECK_INT(z, n ? s : -1, "z, n=%ld", n);
        if (n)
            CHECK_INT(i, n, "i");
        free(out);
    }
    return check_end();
}
