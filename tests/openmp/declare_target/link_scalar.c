// ROW: declare target link, scalar and structure
// SPEC: 4.5 7.8.1
/* Named in a region without a clause, they are map(tofrom:). */
#include "check.h"

double factor = 2.5;
struct point { int x, y; } place = {3, 4};
#pragma omp declare target link(factor, place)

int main(int argc, char **argv)
{
    double seen = 0;
    check_begin(argc, argv);
#pragma omp target map(from: seen)
    {
        seen = factor * place.y;
        factor = 5;
        place.x = 30;
    }
    CHECK_REAL(seen, 10, 0, "values");
    CHECK_REAL(factor, 5, 0, "scalar comes back");
    CHECK_INT(place.x, 30, "structure comes back");
    return check_end();
}
