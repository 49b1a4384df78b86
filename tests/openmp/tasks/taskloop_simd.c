// ROW: taskloop simd
// SPEC: 4.5 17.3
/* Every iteration once, with the clauses of both. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long sum = 1;
    int a[41] = {0}, last = 0, end = 0;
#pragma omp target parallel num_threads(4) map(tofrom: a, sum, last, end)
#pragma omp single
    {
#pragma omp taskloop simd simdlen(4) safelen(8) reduction(+: sum) lastprivate(last) grainsize(6) if(taskloop: 1)
        for (int i = 0; i < 41; i++) {
            a[i] = 2 * i;
            sum += i;
            last = i;
        }
        end = last;
    }
    CHECK_INT(sum, 821, "sum");
    CHECK_INT(end, 40, "last");
    for (int i = 0; i < 41; i++)
        CHECK_INT(a[i], 2 * i, "a[%d]", i);
    return check_end();
}
