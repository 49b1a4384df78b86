// ROW: implicit rules: scalars of every type are firstprivate
// SPEC: 4.5 5.8.1
/* Bool, enum, const, complex, float, wide and narrow integers, of blocks and of files, static and not. */
#include "check.h"
#include <complex.h>
#include <stdbool.h>
#include <stdint.h>

enum colour { RED = 3, BLUE = 200 };
static enum colour paint = BLUE;
short outside = -5;
static const double pi = 3.25;

int main(int argc, char **argv)
{
    static long kept = 1L << 40;
    bool yes = true;
    enum colour c = RED;
    double complex z = 1.5 + 2.5 * I;
    float f = 0.5f;
    int8_t small = -128;
    uint64_t wide = UINT64_MAX;
    const int fixed = 9;
    long a = 0;
    double d = 0;
    double complex w = 0;
    check_begin(argc, argv);
#pragma omp target map(from: a, d, w)
    {
        a = yes + 10 * c + 100 * paint + outside + (kept >> 40) + small + (wide == UINT64_MAX) + fixed;
        d = pi + f;
        w = z * 2;
        yes = false;
        c = BLUE;
        paint = RED;
        outside = 0;
        kept = 0;
        z = 0;
        f = 0;
        small = 0;
        wide = 0;
    }
    CHECK_INT(a, 1 + 30 + 20000 - 5 + 1 - 128 + 1 + 9, "integers");
    CHECK_REAL(d, 3.75, 0, "reals");
    CHECK_REAL(creal(w), 3, 0, "real part");
    CHECK_REAL(cimag(w), 5, 0, "imaginary part");
    CHECK(yes && c == RED && paint == BLUE && outside == -5 && kept == 1L << 40, "the host's integers");
    CHECK(creal(z) == 1.5 && f == 0.5f && small == -128 && wide == UINT64_MAX, "the host's others");
    return check_end();
}
