// ROW: task detach(event) before and after regions
// SPEC: 5.0 12.5
/* A region depends on a detached task, which is fulfilled by a task after another region. */
#include "check.h"

int main(int argc, char **argv)
{
    int x = 0, y = 0, seen = 0;
    check_begin(argc, argv);
#pragma omp parallel num_threads(3)
#pragma omp single
    {
        omp_event_handle_t event;
#pragma omp task detach(event) depend(out: x) shared(x)
        x = 1;
#pragma omp target nowait depend(in: x) map(to: x, y) map(from: seen)
        seen = 10 * x + y;
#pragma omp target nowait depend(out: y) map(from: y)
        y = 4;
#pragma omp task depend(in: y) firstprivate(event)
        omp_fulfill_event(event);
    }
    CHECK_INT(seen, 14, "the region ran after event and region");
    return check_end();
}
