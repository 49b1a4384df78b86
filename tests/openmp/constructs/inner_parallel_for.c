// ROW: parallel for, in target
// SPEC: 1.0 17.3
/* Each iteration once, by a thread there is; the last value and a sum come out right. */
#include "check.h"
#include "nest.h"

int main(int argc, char **argv)
{
    static int count[N], square[ROWS][COLUMNS], where[N];
    int units = 0;
    long last = -1, sum = 5;
    check_begin(argc, argv);
#pragma omp target map(tofrom: count, where, units)
#pragma omp parallel for
    COUNT_AT(omp_get_thread_num(), omp_get_num_threads())
#pragma omp target map(tofrom: square, last, sum)
#pragma omp parallel for collapse(2) lastprivate(last) reduction(+: sum)
    MULTIPLY(sum += j; last = i * COLUMNS + j;)
    check_nest(count, square);
    check_places(where, units);
    CHECK_INT(sum, SUM, "sum");
    CHECK_INT(last, LAST, "last");
    return check_end();
}
