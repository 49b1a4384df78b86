/* The host reads in a function of another file, by a pointer that has another name.
   files: through_a_pointer_other.c
   fault 1 stale grid: no update before the call
   fault 2 stale grid: the function changes what the device reads next, no update behind the call
   clean: status 0 */
#include "fault.h"

double look_and_reset(double *p, int at);

int main(void)
{
    enum { N = 16 };
    double grid[N][N], seen = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            grid[i][j] = 1;
#pragma omp target enter data map(to: grid)
    for (int turn = 0; turn < 3; turn++) {
#pragma omp target teams distribute parallel for collapse(2)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                grid[i][j] += j; /* ALSO 1, HERE 2 */
#if FAULT != 1
#pragma omp target update from(grid)
#endif
        seen += look_and_reset(&grid[0][0], 3 * N + 5); /* ALSO 1 2 */
#if FAULT != 2
#pragma omp target update to(grid)
#endif
    }
#pragma omp target exit data map(release: grid)
    MUST(seen == 3 * 6);
    return DONE;
}
