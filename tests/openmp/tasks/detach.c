// ROW: task detach()
// SPEC: 5.0 12.5.2
/* A taskwait does not end before the event is fulfilled, which another thread does. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int ran = 0, seen = 0, threads = 0, fulfilled = 0;
#pragma omp target parallel num_threads(2) map(tofrom: ran, seen, threads, fulfilled)
    {
#pragma omp single
        threads = omp_get_num_threads();
#pragma omp sections
        {
#pragma omp section
            {
                omp_event_handle_t event;
#pragma omp task detach(event) shared(ran)
                {
                    ran++;
                    omp_fulfill_event(event);
                }
#pragma omp taskwait
                seen = ran;
            }
#pragma omp section
            {
#pragma omp atomic
                fulfilled++;
            }
        }
    }
    CHECK_INT(ran, 1, "the task ran");
    CHECK_INT(seen, 1, "before the taskwait ended");
    CHECK_INT(fulfilled, 1, "the other section");
    CHECK(threads > 0, "threads");
    return check_end();
}
