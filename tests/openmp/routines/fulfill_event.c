// ROW: omp_fulfill_event
// SPEC: 5.0 18.11.1
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int order[3] = {0}, n = 0;
#pragma omp target map(tofrom: order, n)
    {
        omp_event_handle_t first, second;
#pragma omp task detach(first) shared(order, n)
        order[n++] = 1;
        omp_fulfill_event(first);
#pragma omp taskwait
#pragma omp task detach(second) shared(order, n)
        {
            order[n++] = 2;
            omp_fulfill_event(second);
        }
#pragma omp taskwait
        order[n++] = 3;
    }
    for (int i = 0; i < 3; i++)
        CHECK_INT(order[i], i + 1, "task %d", i);
    return check_end();
}
