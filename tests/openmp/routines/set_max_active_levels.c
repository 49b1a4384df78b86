// ROW: omp_set_max_active_levels, omp_get_max_active_levels
// SPEC: 4.5 18.2.15
/* With 0 a parallel region has one thread; no more can be set than are supported. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int zero = -1, threads = -1, active = -1, level = -1, most = -1, supported = -1, before = omp_get_max_active_levels();
#pragma omp target map(tofrom : zero, threads, active, level, most, supported)
    {
        supported = omp_get_supported_active_levels();
        omp_set_max_active_levels(0);
        zero = omp_get_max_active_levels();
#pragma omp parallel
        {
#pragma omp single
            {
                threads = omp_get_num_threads();
                active = omp_get_active_level();
                level = omp_get_level();
            }
        }
        omp_set_max_active_levels(supported);
        most = omp_get_max_active_levels();
    }
    CHECK_INT(zero, 0, "after omp_set_max_active_levels(0)");
    CHECK_INT(threads, 1, "threads of a region that may not be active");
    CHECK_INT(active, 0, "its active level");
    CHECK_INT(level, 1, "its level");
    CHECK(supported >= 1, "supported: %d", supported);
    CHECK_INT(most, supported, "set to what is supported");
    CHECK_INT(omp_get_max_active_levels(), before, "of the encountering task");
    return check_end();
}
