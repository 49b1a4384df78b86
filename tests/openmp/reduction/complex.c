// ROW: target teams distribute parallel for reduction(+, *: complex)
// SPEC: 4.5 5.5.5
/* Complex numbers of both precisions. */
#include "check.h"

#include <complex.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        double _Complex sum = 1 + 2 * I, product = 2;
        float _Complex small = 0;
#pragma omp target teams distribute parallel for reduction(+: sum, small) reduction(*: product)
        for (long i = 0; i < n; i++) {
            sum += (double)i - 3 * I;
            small += 1.0f + 2.0f * I;
            product *= i % 2 ? -I : 1.0;
        }
        double _Complex want = 2;
        for (long i = 1; i < n; i += 2)
            want *= -I;
        CHECK_REAL(creal(sum), 1 + (double)(n * (n - 1) / 2), 0, "real part, n=%ld", n);
        CHECK_REAL(cimag(sum), 2 - 3.0 * (double)n, 0, "imaginary part, n=%ld", n);
        CHECK_REAL(crealf(small), (double)n, 0, "float, n=%ld", n);
        CHECK_REAL(cimagf(small), 2.0 * (double)n, 0, "float, imaginary, n=%ld", n);
        CHECK(product == want, "product, n=%ld", n);
    }
    return check_end();
}
