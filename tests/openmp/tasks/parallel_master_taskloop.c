// ROW: parallel master taskloop
// SPEC: 5.0 17.3
/* By one thread's tasks, once. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long sum = 0;
    int a[37] = {0}, last = 0;
#pragma omp target map(tofrom: a, sum, last)
#pragma omp parallel master taskloop num_threads(3) num_tasks(5) reduction(+: sum) lastprivate(last) if(parallel: 1)
    for (int i = 0; i < 37; i++) {
        a[i] += i + 1;
        sum += i;
        last = i;
    }
    CHECK_INT(sum, 666, "sum");
    CHECK_INT(last, 36, "last");
    for (int i = 0; i < 37; i++)
        CHECK_INT(a[i], i + 1, "a[%d]", i);
    return check_end();
}
