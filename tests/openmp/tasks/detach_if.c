// ROW: task detach() if()
// SPEC: 5.0 12.5.2
// REFUSED: GN0700
/* An undeferred task is over when its event is fulfilled: on the initial device libomp does not wait for that. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int x = 0;
#pragma omp target map(tofrom: x)
    {
        omp_event_handle_t event;
#pragma omp task detach(event) if(x) shared(x)
        {
            x = 1;
            omp_fulfill_event(event);
        }
    }
    CHECK_INT(x, 1, "the task ran");
    return check_end();
}
