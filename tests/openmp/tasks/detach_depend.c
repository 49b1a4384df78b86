// ROW: task detach() depend()
// SPEC: 5.0 12.5.2
// REFUSED: GN0700
/* A device's tasks run where they are encountered: one that depends on a detached task could not wait. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int x = 0;
#pragma omp target map(tofrom: x)
    {
        omp_event_handle_t event;
#pragma omp task detach(event) depend(out: x) shared(x)
        x = 1;
#pragma omp task depend(in: x) shared(x)
        x++;
        omp_fulfill_event(event);
#pragma omp taskwait
    }
    CHECK_INT(x, 2, "in order");
    return check_end();
}
