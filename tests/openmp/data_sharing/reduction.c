// ROW: target …, reduction and lastprivate variables are map(tofrom:)
// SPEC: 5.0 5.8.1
/* On combined constructs their values come back without a map clause. */
#include "check.h"

int main(int argc, char **argv)
{
    int sum = 5, least = 1000, last = -1;
    double product = 1;
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for reduction(+: sum) reduction(min: least) reduction(*: product) \
    lastprivate(last)
    for (int i = 0; i < 37; i++) {
        sum += i;
        least = least < 100 - i ? least : 100 - i;
        product *= i % 6 == 0 ? 2 : 1;
        last = i;
    }
    CHECK_INT(sum, 5 + 36 * 37 / 2, "sum");
    CHECK_INT(least, 64, "min");
    CHECK_REAL(product, 128, 0, "product");
    CHECK_INT(last, 36, "lastprivate");
    return check_end();
}
