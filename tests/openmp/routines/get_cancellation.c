// ROW: omp_get_cancellation
// SPEC: 4.5 18.2.8
/* OMP_CANCELLATION is not set. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int inside = -1;
#pragma omp target map(from : inside)
    inside = omp_get_cancellation();
    CHECK_INT(inside, 0, "in a region");
    CHECK_INT(omp_get_cancellation(), 0, "outside");
    return check_end();
}
