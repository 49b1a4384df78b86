// ROW: task detach() if()
// SPEC: 5.0 12.5.2
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int ran = 0, seen = 0, threads = 0;
    unsigned long handle = 0;
#pragma omp target parallel num_threads(2) map(tofrom: ran, seen, threads, handle)
    {
#pragma omp single
        threads = omp_get_num_threads();
        if (omp_get_thread_num() == 0) {
            omp_event_handle_t event;
#pragma omp task detach(event) if(threads == 1) shared(ran, handle)
            {
                ran++;
#pragma omp atomic write seq_cst
                handle = (unsigned long)event;
            }
            int now;
#pragma omp atomic read seq_cst
            now = seen;
            if (threads > 1)
                ran += now == 1;
            if (threads == 1)
                omp_fulfill_event(event);
        } else {
            unsigned long there = 0;
            while (!there) {
#pragma omp atomic read seq_cst
                there = handle;
            }
#pragma omp atomic write seq_cst
            seen = 1;
            omp_fulfill_event((omp_event_handle_t)there);
        }
    }
    CHECK_INT(ran, threads > 1 ? 2 : 1, "an undeferred task is over when its event is fulfilled");
    return check_end();
}
