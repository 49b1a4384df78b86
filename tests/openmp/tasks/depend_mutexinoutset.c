// ROW: task depend(mutexinoutset:)
// SPEC: 5.0 15.9.5
/* Tasks in the order of their dependences. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int x = 0, first = 0, second = 0;
#pragma omp target parallel num_threads(4) map(tofrom: x, first, second)
#pragma omp single
    {
#pragma omp task depend(out: x)
        x = 10;
#pragma omp task depend(mutexinoutset: x)
        first = x;
#pragma omp task depend(mutexinoutset: x)
        second = x;
    }
    CHECK_INT(first, 10, "the second task");
    CHECK_INT(second, 10, "the third task");
    return check_end();
}
