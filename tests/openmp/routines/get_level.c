// ROW: omp_get_level, omp_get_active_level
// SPEC: 4.5 18.2.17
/* Nested regions count, active ones apart. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int levels[4] = {-1, -1, -1, -1}, active[4] = {-1, -1, -1, -1}, wide = 0;
#pragma omp target map(tofrom : levels, active, wide)
    {
        levels[0] = omp_get_level();
        active[0] = omp_get_active_level();
#pragma omp parallel num_threads(3)
        {
            if (omp_get_thread_num() == 0) {
                wide = omp_get_num_threads() > 1;
                levels[1] = omp_get_level();
                active[1] = omp_get_active_level();
            }
#pragma omp parallel num_threads(1)
            if (omp_get_ancestor_thread_num(1) == 0) {
                levels[2] = omp_get_level();
                active[2] = omp_get_active_level();
            }
        }
        levels[3] = omp_get_level();
        active[3] = omp_get_active_level();
    }
    for (int i = 0; i < 4; i++) {
        CHECK_INT(levels[i], i % 3, "level %d", i);
        CHECK_INT(active[i], i % 3 ? wide : 0, "active level %d", i);
    }
    return check_end();
}
