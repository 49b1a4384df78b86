// ROW: declare reduction(name: several types: ...)
// SPEC: 4.0 5.5.11
/* One declaration for three types. */
#include "check.h"

#pragma omp declare reduction(last : int, double, unsigned char : omp_out = omp_in > omp_out ? omp_in : omp_out) \
    initializer(omp_priv = 0)

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a = 2;
    double b = 3;
    unsigned char c = 4;
#pragma omp target teams distribute parallel for map(tofrom: a, b, c) reduction(last: a, b, c)
    for (int i = 0; i < 200; i++) {
        a = i > a ? i : a;
        b = 0.5 * i > b ? 0.5 * i : b;
        c = (unsigned char)i > c ? (unsigned char)i : c;
    }
    CHECK_INT(a, 199, "int");
    CHECK_REAL(b, 99.5, 0, "double");
    CHECK_INT(c, 199, "unsigned char");
    return check_end();
}
