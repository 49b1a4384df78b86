// ROW: taskwait nowait depend(...) between regions
// SPEC: 5.1 15.5
/* It does not wait, but stands between what comes before and what comes after it. */
#include "check.h"

int main(int argc, char **argv)
{
    int x = 0, y = 0, seen = 0;
    omp_event_handle_t gate;
    check_begin(argc, argv);
#pragma omp task detach(gate) depend(out: x)
    {
    }
#pragma omp taskwait nowait depend(in: x) depend(out: y)
#pragma omp target nowait depend(in: y) map(to: x) map(from: seen)
    seen = x;
    x = 6;
    omp_fulfill_event(gate);
#pragma omp taskwait
    CHECK_INT(seen, 6, "the region comes after the task");
    return check_end();
}
