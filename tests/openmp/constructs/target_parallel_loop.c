// ROW: target parallel loop
// SPEC: 5.0 17.3
/* Each iteration once; a matrix and a sum come out right. */
#include "check.h"

enum { N = 1009, ROWS = 19, COLUMNS = 23 };

int main(int argc, char **argv)
{
    static int count[N], square[ROWS][COLUMNS];
    long sum = 5;
    check_begin(argc, argv);
#pragma omp target parallel loop map(tofrom: count)
    for (int i = 0; i < N; i++)
        count[i]++;
#pragma omp target parallel loop collapse(2) reduction(+: sum) map(tofrom: square, sum)
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            square[i][j] += i * j;
            sum += j;
        }
    for (int i = 0; i < N; i++)
        CHECK_INT(count[i], 1, "iteration %d", i);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            CHECK_INT(square[i][j], i * j, "square[%d][%d]", i, j);
    CHECK_INT(sum, 5 + ROWS * COLUMNS * (COLUMNS - 1) / 2, "sum");
    return check_end();
}
