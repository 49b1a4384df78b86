// ROW: target nowait depend(...) if(0) / device(initial)
// SPEC: 4.5 13.8
/* A region that stays on the host keeps its place among the tasks. */
#include "check.h"

int main(int argc, char **argv)
{
    int x = 0, on_host = 0, again = 0, list[5] = {1, 2, 3, 4, 5}, sum = 0;
    omp_event_handle_t gate;
    check_begin(argc, argv);
#pragma omp task detach(gate) depend(out: x)
    {
    }
#pragma omp target nowait depend(inout: x) if(0) map(tofrom: x, on_host)
    {
        x += 1;
        on_host = omp_is_initial_device();
    }
#pragma omp target teams distribute parallel for nowait depend(in: x) device(omp_get_initial_device())                  \
    map(to: list, x) map(tofrom: sum) reduction(+ : sum)
    for (int i = 0; i < 5; i++)
        sum += list[i] * x;
#pragma omp target nowait depend(inout: x) map(tofrom: x)
    x *= 2;
#pragma omp task depend(in: x) shared(again, x)
    again = x;
    x = 10;
    omp_fulfill_event(gate);
#pragma omp taskwait
    CHECK_INT(on_host, 1, "if(0) runs on the host");
    CHECK_INT(sum, 15 * 11, "device(initial) after it");
    CHECK_INT(again, 22, "host task after the last region");
    return check_end();
}
