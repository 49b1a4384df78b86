// ROW: omp_set_nested, omp_get_nested
// SPEC: 4.5 18.2.9
/* The deprecated pair: off is off, and on only where more than one level can be active. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int on = -1, off = -1, levels = -1;
#pragma omp target map(from : on, off, levels)
    {
        levels = omp_get_supported_active_levels();
        omp_set_nested(1);
        on = omp_get_nested() != 0;
        omp_set_nested(0);
        off = omp_get_nested();
    }
    CHECK(levels > 1 || on == 0, "%d levels, omp_get_nested() is %d", levels, on);
    CHECK_INT(off, 0, "after omp_set_nested(0)");
    return check_end();
}
