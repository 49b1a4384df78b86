// ROW: target parallel for
// SPEC: 4.5 17.3
/* Each iteration once, by a thread there is; the last value and a sum come out right. */
#include "check.h"

enum { N = 1009, ROWS = 19, COLUMNS = 23 };

int main(int argc, char **argv)
{
    static int count[N], square[ROWS][COLUMNS], where[N];
    int units = 0;
    long last = -1, sum = 5;
    check_begin(argc, argv);
#pragma omp target parallel for map(tofrom: count, where, units)
    for (int i = 0; i < N; i++) {
        count[i]++;
        where[i] = omp_get_thread_num();
        if (i == 0)
            units = omp_get_num_threads();
    }
#pragma omp target parallel for collapse(2) lastprivate(last) reduction(+: sum) map(tofrom: square, last, sum)
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            square[i][j] += i * j;
            sum += j;
            last = i * COLUMNS + j;
        }
    for (int i = 0; i < N; i++) {
        CHECK_INT(count[i], 1, "iteration %d", i);
        CHECK(where[i] >= 0 && where[i] < units, "iteration %d: place %d of %d", i, where[i], units);
    }
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            CHECK_INT(square[i][j], i * j, "square[%d][%d]", i, j);
    CHECK_INT(sum, 5 + ROWS * COLUMNS * (COLUMNS - 1) / 2, "sum");
    CHECK_INT(last, ROWS * COLUMNS - 1, "last");
    return check_end();
}
