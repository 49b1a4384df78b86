// ROW: OMP_CANCELLATION
// SPEC: 4.0 21.2.6
// ENV: OMP_CANCELLATION=true
// MAY: a device's cancel-var may be false
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int inside = -1;
#pragma omp target map(from: inside)
    inside = omp_get_cancellation();
    CHECK_INT(omp_get_cancellation(), 1, "outside");
    if (!inside)
        check_no_effect("cancel-var is false");
    CHECK(inside == 0 || inside == 1, "inside: %d", inside);
    return check_end();
}
