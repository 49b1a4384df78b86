// ROW: omp_get_wtick
// SPEC: 4.5 18.10.2
/* Seconds between ticks. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    double inside = -1;
#pragma omp target map(from : inside)
    inside = omp_get_wtick();
    CHECK(inside > 0 && inside < 1, "in a region: %g", inside);
    CHECK(omp_get_wtick() > 0 && omp_get_wtick() < 1, "outside: %g", omp_get_wtick());
    return check_end();
}
