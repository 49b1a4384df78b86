// ROW: target parallel for simd
// SPEC: 4.5 17.3
/* Each iteration once; the last value and a sum come out right. */
#include "check.h"
#include "nest.h"

int main(int argc, char **argv)
{
    static int count[N], square[ROWS][COLUMNS];
    long last = -1, sum = 5;
    check_begin(argc, argv);
#pragma omp target parallel for simd map(tofrom: count)
    for (int i = 0; i < N; i++)
        count[i]++;
#pragma omp target parallel for simd collapse(2) lastprivate(last) reduction(+: sum) map(tofrom: square, last, sum)
    MULTIPLY(sum += j; last = i * COLUMNS + j;)
    check_nest(count, square);
    CHECK_INT(sum, SUM, "sum");
    CHECK_INT(last, LAST, "last");
    return check_end();
}
