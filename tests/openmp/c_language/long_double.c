// ROW: C: long double
// SPEC: 4.0 1.7
// REFUSED: GN0692
/* GPUs have none; computing in double instead would be silent. */
#include "check.h"

int main(int argc, char **argv)
{
    double r = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: r)
    {
        long double x = 1;
        x /= 3;
        r = (double)(x * 3);
    }
    CHECK_REAL(r, 1, 0, "r");
    return check_end();
}
