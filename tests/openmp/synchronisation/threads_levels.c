// ROW: nested parallel in a region: levels, ids, ancestors
// SPEC: 3.0 18.2
#include "check.h"

int main(int argc, char **argv)
{
    int level[2] = {0}, wrong = 0, inner = 0, outer = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: level, wrong, inner, outer)
    {
        level[0] = omp_get_level();
#pragma omp parallel num_threads(4)
        {
            int me = omp_get_thread_num(), size = omp_get_num_threads();
#pragma omp single
            outer = size;
#pragma omp parallel num_threads(2)
            {
                int bad = omp_get_level() != 2 || omp_get_ancestor_thread_num(1) != me || omp_get_team_size(1) != size ||
                          omp_get_ancestor_thread_num(2) != omp_get_thread_num() || omp_get_team_size(2) != omp_get_num_threads() ||
                          omp_get_ancestor_thread_num(3) != -1 || omp_get_team_size(-1) != -1;
#pragma omp atomic
                wrong += bad;
#pragma omp master
                {
#pragma omp atomic
                    inner += omp_get_num_threads();
                }
            }
        }
        level[1] = omp_get_level();
    }
    CHECK_INT(level[0] + level[1], 0, "outside");
    CHECK_INT(wrong, 0, "inside");
    CHECK(inner >= outer && inner <= 2 * outer, "%d threads in %d", inner, outer);
    return check_end();
}
