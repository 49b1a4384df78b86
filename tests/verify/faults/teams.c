/* Sums of rows, by teams and by their threads, and what is left for the host. */
#include <stdio.h>
enum { ROWS = 40, COLUMNS = 130 };
static int m[ROWS][COLUMNS], row[ROWS], column[COLUMNS];
int main(void)
{
    int all = 0, high = 0;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            m[i][j] = i * 31 + j * 17 % 13;
#pragma omp target teams distribute map(to : m) map(from : row)
    for (int i = 0; i < ROWS; i++) {
        int sum = 0;
#pragma omp parallel for reduction(+ : sum)
        for (int j = 0; j < COLUMNS; j++)
            sum += m[i][j];
        row[i] = sum;
    }
#pragma omp target map(to : m) map(tofrom : column)
#pragma omp teams distribute parallel for collapse(2)
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
#pragma omp atomic
            column[j] += m[i][j];
        }
#pragma omp target map(to : row[0 : ROWS], column) map(tofrom : all, high)
#pragma omp parallel num_threads(16)
    {
#pragma omp for reduction(+ : all)
        for (int i = 0; i < ROWS; i++)
            all += row[i];
#pragma omp for reduction(max : high)
        for (int j = 0; j < COLUMNS; j++)
            high = column[j] > high ? column[j] : high;
    }
    printf("%d %d %d %d\n", all, high, row[3], column[77]);
    return 0;
}
