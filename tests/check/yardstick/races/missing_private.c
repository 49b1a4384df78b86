/* Variables declared before the loop that uses them in each iteration.
   fault 1 races t: it is shared by the threads of a team
   fault 2 races j: so is the counter of the inner loop
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { ROWS = 40, COLUMNS = 30 };
    static float a[ROWS][COLUMNS], norm[ROWS];
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < COLUMNS; k++)
            a[i][k] = i;
#pragma omp target map(to: a) map(from: norm)
    {
        float t;
        int j;
#if FAULT == 1
#pragma omp parallel for private(j)
#elif FAULT == 2
#pragma omp parallel for private(t)
#else
#pragma omp parallel for private(t, j)
#endif
        for (int i = 0; i < ROWS; i++) {
            t = 0; /* HERE 1 */
            for (j = 0; j < COLUMNS; j++) /* HERE 2 */
                t += a[i][j]; /* HERE 1 2 */
            norm[i] = t; /* HERE 1 */
        }
    }
    for (int i = 0; i < ROWS; i++)
        MUST(norm[i] == i * COLUMNS);
    return DONE;
}
