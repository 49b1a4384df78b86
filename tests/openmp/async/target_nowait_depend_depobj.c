// ROW: target nowait depend(depobj:)
// SPEC: 5.0 15.9.4
/* The dependence that a depobj stands for, and the one it is updated to. */
#include "check.h"

int main(int argc, char **argv)
{
    int x = 0, first = 0, second = 0;
    omp_event_handle_t gate, other;
    omp_depend_t d;
    check_begin(argc, argv);
#pragma omp depobj(d) depend(inout: x)
#pragma omp task detach(gate) depend(out: x)
    {
    }
#pragma omp target nowait depend(depobj: d) map(tofrom: x) map(from: first)
    {
        first = x;
        x = 8;
    }
#pragma omp depobj(d) update(in)
#pragma omp task detach(other) depend(depobj: d)
    {
    }
#pragma omp target nowait depend(depobj: d) map(tofrom: x) map(from: second)
    second = x;
    x = 5;
    omp_fulfill_event(gate);
    omp_fulfill_event(other);
#pragma omp taskwait
    CHECK_INT(first, 5, "after the task in front");
    CHECK_INT(second, 8, "after the region in front");
#pragma omp depobj(d) destroy
    return check_end();
}
