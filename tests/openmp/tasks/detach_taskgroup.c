// ROW: task detach() in a taskgroup
// SPEC: 5.0 12.5.2
/* The end of a task group waits for the detached tasks of its descendants; so does a barrier, for all tasks. */
#include "check.h"
#include "detach.h"

enum { N = 5 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    unsigned long handles[2 * N] = {0};
    int done = 0, behind_group = -1, behind_barrier[2] = {-1, -1}, threads = 0;
#pragma omp target parallel num_threads(2) map(tofrom: handles, done, behind_group, behind_barrier, threads)
    {
#pragma omp single
        threads = omp_get_num_threads();
        if (omp_get_thread_num() == 0) {
#pragma omp taskgroup
            for (int i = 0; i < N; i++) {
#pragma omp task shared(handles, done, threads)
                {
                    omp_event_handle_t event;
#pragma omp task detach(event) shared(handles)
                    give_handle(&handles[i], event);
                    if (threads == 1) {
                        done++;
                        omp_fulfill_event(event);
                    }
                }
            }
#pragma omp atomic read seq_cst
            behind_group = done;
            omp_event_handle_t event;
            for (int i = N; i < 2 * N; i++) {
#pragma omp task detach(event) shared(handles) firstprivate(i)
                give_handle(&handles[i], event);
                if (threads == 1) {
                    done++;
                    omp_fulfill_event(event);
                }
            }
        } else {
            for (int i = 0; i < 2 * N; i++) {
                omp_event_handle_t event = wait_for_handle(&handles[i]);
#pragma omp atomic seq_cst
                done++;
                omp_fulfill_event(event);
            }
        }
#pragma omp barrier
#pragma omp atomic read seq_cst
        behind_barrier[omp_get_thread_num()] = done;
    }
    CHECK(behind_group >= N, "behind the group: %d", behind_group);
    CHECK_INT(behind_barrier[0], 2 * N, "behind the barrier");
    if (threads > 1)
        CHECK_INT(behind_barrier[1], 2 * N, "behind the barrier, the other thread");
    return check_end();
}
