// ROW: omp_get_supported_active_levels
// SPEC: 5.0 18.2.14
/* At least one. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int inside = -1, most = -1;
#pragma omp target map(from : inside, most)
    {
        inside = omp_get_supported_active_levels();
        most = omp_get_max_active_levels();
    }
    CHECK(inside >= 1, "in a region: %d", inside);
    CHECK(most <= inside, "max_active_levels %d of %d", most, inside);
    return check_end();
}
