/* needs 120 to, 120 from: a matrix whose rows are allocated each for itself, worked at row by row */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    enum { ROWS = 12, COLUMNS = 130 };
    double **m = malloc(ROWS * sizeof *m), sum = 0;
    for (int r = 0; r < ROWS; r++) {
        m[r] = malloc(COLUMNS * sizeof **m);
        for (int c = 0; c < COLUMNS; c++)
            m[r][c] = r + c * 0.5;
    }
    for (int k = 0; k < 10; k++)
        for (int r = 0; r < ROWS; r++) {
            double *row = m[r];
#pragma omp target teams distribute parallel for map(tofrom: row[0:COLUMNS])
            for (int c = 0; c < COLUMNS; c++)
                row[c] = row[c] * 0.5 + k;
        }
    for (int r = 0; r < ROWS; r++) {
        for (int c = 0; c < COLUMNS; c++)
            sum += m[r][c];
        free(m[r]);
    }
    free(m);
    printf("%.12g\n", sum);
}
