// ROW: declare reduction of complex numbers
// SPEC: 4.0 5.5.11
/* The product of the absolute values, kept in the real part. */
#include "check.h"

#include <complex.h>
#pragma omp declare reduction(largest : double _Complex : \
        omp_out = creal(omp_in) * creal(omp_in) + cimag(omp_in) * cimag(omp_in) > \
                          creal(omp_out) * creal(omp_out) + cimag(omp_out) * cimag(omp_out) ? omp_in : omp_out) \
    initializer(omp_priv = 0)

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    double _Complex z = 1;
#pragma omp target teams distribute parallel for map(tofrom: z) reduction(largest: z)
    for (int i = 0; i < 500; i++) {
        double x = (i * 37) % 101, y = (i * 53) % 499;
        if (x * x + y * y > creal(z) * creal(z) + cimag(z) * cimag(z))
            z = x + y * I;
    }
    double most = 1;
    for (int i = 0; i < 500; i++) {
        double x = (i * 37) % 101, y = (i * 53) % 499;
        most = x * x + y * y > most ? x * x + y * y : most;
    }
    CHECK_REAL(creal(z) * creal(z) + cimag(z) * cimag(z), most, 0, "largest");
    return check_end();
}
