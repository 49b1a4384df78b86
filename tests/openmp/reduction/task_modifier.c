// ROW: target parallel for reduction(task, +:)
// SPEC: 5.0 5.5.8
/* The threads of a loop whose tasks may take part. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long sum = 1, a[3] = {0};
#pragma omp target parallel for map(tofrom: sum, a) reduction(task, +: sum, a)
    for (long i = 0; i < 1000; i++) {
        sum += i;
        a[i % 3] += 1;
    }
    CHECK_INT(sum, 1 + 499500, "sum");
    CHECK_INT(a[0], 334, "a[0]");
    CHECK_INT(a[2], 333, "a[2]");
    return check_end();
}
