// ROW: omp_get_team_size
// SPEC: 4.5 18.2.19
/* Threads of the region at each level, -1 beyond. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int sizes[4] = {-2, -2, -2, -2}, inner = -2, n = 0;
#pragma omp target map(tofrom : sizes, inner, n)
    {
#pragma omp parallel num_threads(6)
        {
            if (omp_get_thread_num() == 0) {
                n = omp_get_num_threads();
                for (int i = 0; i < 4; i++)
                    sizes[i] = omp_get_team_size(i - 1);
            }
#pragma omp parallel num_threads(1)
            if (omp_get_ancestor_thread_num(1) == 0)
                inner = omp_get_team_size(2);
        }
    }
    CHECK_INT(sizes[0], -1, "level -1");
    CHECK_INT(sizes[1], 1, "level 0");
    CHECK_INT(sizes[2], n, "level 1");
    CHECK_INT(sizes[3], -1, "level 2, outside of it");
    CHECK_INT(inner, 1, "level 2");
    return check_end();
}
