// ROW: target nowait depend(inout: omp_all_memory)
// SPEC: 5.1 15.9.5
/* The region comes after everything before it, and everything with a dependence after the region. */
#include "check.h"

int main(int argc, char **argv)
{
    int x = 0, y = 0, z = 0, seen = 0, after = 0;
    omp_event_handle_t gate_x, gate_y;
    check_begin(argc, argv);
#pragma omp task detach(gate_x) depend(out: x)
    {
    }
#pragma omp task detach(gate_y) depend(in: y)
    {
    }
#pragma omp target nowait depend(inout: omp_all_memory) map(tofrom: x, y, z) map(from: seen)
    {
        seen = 100 * x + 10 * y + z;
        z = 9;
    }
#pragma omp task depend(in: z) shared(after, z)
    after = z;
    x = 1;
    omp_fulfill_event(gate_x);
    y = 2;
    z = 3;
    omp_fulfill_event(gate_y);
#pragma omp taskwait
    CHECK_INT(seen, 123, "seen by the region");
    CHECK_INT(after, 9, "a host task after the region");
    return check_end();
}
