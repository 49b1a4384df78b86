// ROW: omp_alloc (by all threads of all teams)
// SPEC: 5.0 18.13.5
/* Blocks do not overlap. */
#include "check.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int wrong = 0, n = 0;
#pragma omp target teams num_teams(4) thread_limit(32) map(tofrom : wrong, n)
#pragma omp parallel num_threads(17)
    {
        int bad = 0, me = omp_get_team_num() * 100 + omp_get_thread_num();
        for (int round = 0; round < 4; round++) {
            int size = 1 + (me * 7 + round * 13) % 40;
            int *p = omp_alloc((size_t)size * sizeof *p, round % 2 ? omp_pteam_mem_alloc : omp_default_mem_alloc);
            bad += !p;
            for (int i = 0; p && i < size; i++)
                p[i] = me + i;
#pragma omp barrier
            for (int i = 0; p && i < size; i++)
                bad += p[i] != me + i;
            omp_free(p, omp_null_allocator);
#pragma omp barrier
        }
#pragma omp atomic
        wrong += bad;
#pragma omp atomic
        n++;
    }
    CHECK(n > 0, "no thread ran");
    CHECK_INT(wrong, 0, "wrong elements");
    return check_end();
}
