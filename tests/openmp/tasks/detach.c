// ROW: task detach()
// SPEC: 5.0 12.5.2
// REFUSED: GN0700
/* Not taken in device code. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int x = 0;
#pragma omp target map(tofrom: x)
    {
        omp_event_handle_t event;
#pragma omp task detach(event)
        x = 1;
        omp_fulfill_event(event);
#pragma omp taskwait
    }
    return check_end();
}
