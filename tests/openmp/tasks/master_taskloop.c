// ROW: master taskloop
// SPEC: 5.0 17.3
/* By one thread, once. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long sum = 0;
    int a[37] = {0};
#pragma omp target parallel num_threads(4) map(tofrom: a, sum)
    {
#pragma omp master taskloop num_tasks(5) reduction(+: sum)
        for (int i = 0; i < 37; i++) {
            a[i] += i + 1;
            sum += i;
        }
    }
    CHECK_INT(sum, 666, "sum");
    for (int i = 0; i < 37; i++)
        CHECK_INT(a[i], i + 1, "a[%d]", i);
    return check_end();
}
