// ROW: task detach() if()
// SPEC: 5.0 12.5.2
/* Of an undeferred task the code is over when the next statement runs; a taskwait waits for its event too. */
#include "check.h"
#include "detach.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int threads = 0, value = 0, behind = -1, seen = -1, own = 0;
    unsigned long handle = 0;
#pragma omp target parallel num_threads(2) map(tofrom: threads, value, behind, seen, own, handle)
    {
#pragma omp single
        threads = omp_get_num_threads();
        if (omp_get_thread_num() == 0) {
            for (int k = 0; k < 2; k++) {
                omp_event_handle_t event;
#pragma omp task detach(event) if(k) shared(own)
                {
#pragma omp atomic seq_cst
                    own++;
                    omp_fulfill_event(event);
                }
#pragma omp taskwait
            }
            int ran = 0;
            omp_event_handle_t event;
#pragma omp task detach(event) if(threads > 9) shared(handle, ran)
            {
                ran = 1;
                give_handle(&handle, event);
            }
            behind = ran;
            if (threads == 1)
                omp_fulfill_event(event);
#pragma omp taskwait
            seen = read_count(&value);
        } else {
            count_and_fulfill(&handle, &value);
        }
    }
    CHECK_INT(own, 2, "tasks that fulfil their own events");
    CHECK_INT(behind, 1, "the code of an undeferred task");
    CHECK_INT(seen, threads == 1 ? 0 : COUNTED, "what the other thread did before the event");
    return check_end();
}
