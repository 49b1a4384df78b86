// ROW: taskwait depend() nowait
// SPEC: 5.1 15.5
/* Dependences without waiting. */
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
#pragma omp taskwait nowait depend(in: x) depend(out: y)
#pragma omp task shared(x, y) depend(in: y)
        y = x;
#pragma omp taskwait
        got = y;
    }
    CHECK_INT(got, 5, "what came last");
    return check_end();
}
