// ROW: target, loop
// SPEC: 5.0 17.3
/* Each iteration once; a matrix and a sum come out right. */
#include "check.h"
#include "nest.h"

int main(int argc, char **argv)
{
    static int count[N], square[ROWS][COLUMNS];
    long sum = 5;
    check_begin(argc, argv);
#pragma omp target map(tofrom: count)
#pragma omp loop
    for (int i = 0; i < N; i++)
        count[i]++;
#pragma omp target map(tofrom: square, sum)
#pragma omp loop collapse(2) reduction(+: sum)
    MULTIPLY(sum += j;)
    check_nest(count, square);
    CHECK_INT(sum, SUM, "sum");
    return check_end();
}
