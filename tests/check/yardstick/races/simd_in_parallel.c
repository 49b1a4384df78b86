/* Rows by threads, elements of a row by lanes.
   fault 1 races s: the lanes add without reduction
   fault 2 races s: the sum is of all threads, not of the row
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { ROWS = 32, COLUMNS = 64 };
    static float a[ROWS][COLUMNS], sum[ROWS];
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            a[i][j] = 1;
#pragma omp target map(to: a) map(from: sum)
    {
#if FAULT == 2
        float s;
#endif
#pragma omp parallel for
        for (int i = 0; i < ROWS; i++) {
#if FAULT != 2
            float s;
#endif
            s = 0; /* HERE 2 */
#pragma omp simd PICK(1, , reduction(+: s))
            for (int j = 0; j < COLUMNS; j++)
                s += a[i][j]; /* HERE 1 2 */
            sum[i] = s; /* HERE 2 */
        }
    }
    for (int i = 0; i < ROWS; i++)
        MUST(sum[i] == COLUMNS);
    return DONE;
}
