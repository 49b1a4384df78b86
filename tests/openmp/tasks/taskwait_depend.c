// ROW: taskwait depend()
// SPEC: 5.0 15.5
/* Waits for what it names. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int got = 0;
#pragma omp target parallel num_threads(4) map(tofrom: got)
#pragma omp single
    {
        int x = 0, y = 0;
#pragma omp task shared(x) depend(out: x)
        x = 5;
#pragma omp task shared(y) depend(out: y)
        y = 6;
#pragma omp taskwait depend(in: x)
        got = x;
#pragma omp taskwait
        got += y;
    }
    CHECK_INT(got, 11, "sum");
    return check_end();
}
