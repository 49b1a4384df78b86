// ROW: task detach(), fulfilled by another thread
// SPEC: 5.0 12.5.2
/* The thread that waits for the task goes on when another thread has fulfilled its event, and not before. */
#include "check.h"
#include "detach.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int threads = 0, value = 0, seen = -1;
    unsigned long handle = 0;
#pragma omp target parallel num_threads(2) map(tofrom: threads, value, seen, handle)
    {
#pragma omp single
        threads = omp_get_num_threads();
        if (omp_get_thread_num() == 0) {
            omp_event_handle_t event;
#pragma omp task detach(event) shared(handle)
            give_handle(&handle, event);
            if (threads == 1)
                omp_fulfill_event(event);
#pragma omp taskwait
            seen = read_count(&value);
        } else {
            count_and_fulfill(&handle, &value);
        }
    }
    CHECK_INT(seen, threads == 1 ? 0 : COUNTED, "what the other thread did before");
    return check_end();
}
