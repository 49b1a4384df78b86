/* Sums of rows.
   fault 1 races sum: both loops are shared out, and the elements of a row meet in its sum
   fault 2 races sum: the sums are those of columns, the rows are shared out
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { ROWS = 20, COLUMNS = 20 };
    static double a[ROWS][COLUMNS], sum[ROWS];
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            a[i][j] = 2;
#pragma omp target teams distribute parallel for PICK(1, collapse(2), ) map(to: a) map(tofrom: sum)
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            sum[PICK(2, j, i)] += a[i][j]; /* HERE 1 2 */
    for (int i = 0; i < ROWS; i++)
        MUST(sum[i] == 2 * COLUMNS);
    return DONE;
}
