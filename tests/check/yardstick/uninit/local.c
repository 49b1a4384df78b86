/* A variable of a region that is set in a branch.
   fault 1 uninit best: where no element is negative it is never set, and copied back
   fault 2 uninit where: it decides a branch
   clean: status 0 */
#include "fault.h"

#pragma omp begin declare target
static void find(const float *v, int n, float *best, int *where)
{
    for (int i = 0; i < n; i++)
        if (v[i] < 0)
            *best = v[i], *where = i;
}
#pragma omp end declare target

int main(void)
{
    enum { ROWS = 20, COLUMNS = 16 };
    static float v[ROWS][COLUMNS], found[ROWS];
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            v[i][j] = i % 4 && j == i % COLUMNS ? -1. : 1;
#pragma omp target teams distribute parallel for map(to: v) map(from: found)
    for (int i = 0; i < ROWS; i++) {
#if FAULT == 1
        float best; /* ALSO 1 */
#else
        float best = 0;
#endif
#if FAULT == 2
        int where; /* ALSO 2 */
#else
        int where = -1;
#endif
        find(v[i], COLUMNS, &best, &where);
        found[i] = best; /* HERE 1 */
        if (where == i + 100) /* HERE 2 */
            found[i] = -2;
    }
    for (int i = 0; i < ROWS; i++)
        MUST(found[i] == (i % 4 ? -1 : 0)); /* ALSO 1 */
    return DONE;
}
