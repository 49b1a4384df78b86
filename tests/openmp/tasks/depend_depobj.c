// ROW: task depend(depobj:), depobj depend() update() destroy
// SPEC: 5.0 15.9.4
/* Dependences kept in objects. */
#include "check.h"

int main(int argc, char **argv)
{
    int x = 0, first = 0, second = 0;
    check_begin(argc, argv);
#pragma omp target parallel num_threads(4) map(tofrom: x, first, second)
#pragma omp single
    {
        omp_depend_t in, out;
#pragma omp depobj(out) depend(inout: x)
#pragma omp depobj(in) depend(out: x)
#pragma omp depobj(in) update(in)
#pragma omp task depend(depobj: out)
        x = 10;
#pragma omp task depend(depobj: in)
        first = x;
#pragma omp task depend(depobj: in)
        second = x;
#pragma omp taskwait
#pragma omp depobj(in) destroy
#pragma omp depobj(out) destroy
    }
    CHECK_INT(first, 10, "the second task");
    CHECK_INT(second, 10, "the third task");
    return check_end();
}
