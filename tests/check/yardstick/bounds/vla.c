/* A variable length array of two dimensions, summed by rows.
   fault 1 bounds a: one row too many
   fault 2 bounds a: the row before the first
   clean: status 0 */
#include "fault.h"

static double of_rows(int rows, int columns)
{
    double a[rows][columns], sum = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            a[i][j] = i + j;
#pragma omp target teams distribute parallel for reduction(+: sum) map(to: a) map(tofrom: sum)
    for (int i = PICK(2, -1, 0); i < rows + PICK(1, 1, 0); i++)
        for (int j = 0; j < columns; j++)
            sum += a[i][j]; /* HERE 1 2 */
    return sum;
}

int main(void)
{
    MUST(of_rows(7, 11) == 7 * 55 + 11 * 21);
    return DONE;
}
