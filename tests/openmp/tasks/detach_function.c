// ROW: task detach() in a function, a barrier outside of it
// SPEC: 5.0 12.5.2
#include "check.h"
#include "detach.h"

#pragma omp declare target
static void start(unsigned long *handle)
{
    omp_event_handle_t event;
#pragma omp task detach(event) firstprivate(handle)
    give_handle(handle, event);
}
#pragma omp end declare target

enum { THREADS = 4 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    unsigned long handle[THREADS] = {0};
    int count = 0, wrong = 0, threads = 0;
#pragma omp target parallel num_threads(THREADS) map(tofrom: handle, count, wrong, threads)
    {
        int me = omp_get_thread_num(), all = omp_get_num_threads();
        if (me == 0)
            threads = all;
        start(&handle[me]);
        unsigned long next = 0;
#pragma omp atomic read seq_cst
        next = handle[(me + 1) % all];
        while (!next && all > 1) {
#pragma omp taskyield
#pragma omp atomic read seq_cst
            next = handle[(me + 1) % all];
        }
#pragma omp atomic seq_cst
        count++;
        if (next)
            omp_fulfill_event((omp_event_handle_t)next);
#pragma omp barrier
        int seen;
#pragma omp atomic read seq_cst
        seen = count;
        if (seen != all)
#pragma omp atomic
            wrong++;
    }
    CHECK_INT(count, threads, "events");
    CHECK_INT(wrong, 0, "threads that passed the barrier too early");
    return check_end();
}
