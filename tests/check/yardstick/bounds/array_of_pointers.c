/* Rows that are mapped one by one, and an array of their addresses.
   fault 1 bounds,misuse row: the last row was not mapped, its address is the host's
   fault 2 bounds row: the last row is shorter on the device
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { ROWS = 6, COLUMNS = 50 };
    double *row[ROWS];
    for (int i = 0; i < ROWS; i++) {
        row[i] = malloc(COLUMNS * sizeof **row);
        for (int j = 0; j < COLUMNS; j++)
            row[i][j] = i;
    }
#pragma omp target enter data map(to: row)
    for (int i = 0; i < ROWS - PICK(1, 1, 0); i++) {
#pragma omp target enter data map(to: row[i][:COLUMNS - PICK(2, i / (ROWS - 1), 0)])
    }
#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            row[i][j] += j; /* HERE 1 2 */
    for (int i = 0; i < ROWS - PICK(1, 1, 0); i++) {
#pragma omp target exit data map(from: row[i][:COLUMNS - PICK(2, i / (ROWS - 1), 0)])
    }
#pragma omp target exit data map(release: row)
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < COLUMNS; j++)
            MUST(row[i][j] == i + j);
        free(row[i]);
    }
    return DONE;
}
