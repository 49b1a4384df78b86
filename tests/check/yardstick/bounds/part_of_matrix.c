/* Some rows of a matrix are mapped, the region works on their inside.
   fault 1 bounds a: the stencil reads the row above the first that is mapped
   fault 2 bounds a: the rows go as far as those of the whole matrix
   clean: status 0 */
#include "fault.h"

enum { ROWS = 32, COLUMNS = 20 };
static float a[ROWS][COLUMNS], b[ROWS][COLUMNS];

int main(void)
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            a[i][j] = i;
    int first = 8, rows = 10, last = PICK(2, ROWS - 1, first + rows - 1);
#pragma omp target teams distribute parallel for collapse(2) map(to: a[first:rows][0:COLUMNS]) map(tofrom: b)
    for (int i = first + PICK(1, 0, 1); i < last; i++)
        for (int j = 0; j < COLUMNS; j++)
            b[i][j] = a[i - 1][j] + a[i + 1][j]; /* HERE 1 2 */
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            MUST(b[i][j] == (i > first && i < last ? 2 * i : 0));
    return DONE;
}
