// ROW: task detach(), fulfilled by another thread
// SPEC: 5.0 12.5.2
/* The thread that waits for the task goes on when another thread has fulfilled its event, and not before. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int threads = 0, ready = 0, value = 0, seen = -1;
    unsigned long handle = 0;
#pragma omp target parallel num_threads(2) map(tofrom: threads, ready, value, seen, handle)
    {
#pragma omp single
        threads = omp_get_num_threads();
        if (omp_get_thread_num() == 0) {
            omp_event_handle_t event;
#pragma omp task detach(event) shared(handle, ready)
            {
                handle = (unsigned long)event;
#pragma omp atomic write seq_cst
                ready = 1;
            }
            if (threads == 1)
                omp_fulfill_event(event);
#pragma omp taskwait
#pragma omp atomic read seq_cst
            seen = value;
        } else {
            int there = 0;
            while (!there) {
#pragma omp atomic read seq_cst
                there = ready;
            }
            for (int i = 0; i < 1000; i++) {
#pragma omp atomic write seq_cst
                value = i;
            }
            omp_fulfill_event((omp_event_handle_t)handle);
        }
    }
    CHECK_INT(seen, threads == 1 ? 0 : 999, "what the other thread did before");
    return check_end();
}
