/* A thread leaves a message and raises a flag; who sees the flag reads the message.
   fault 1 races message: the flag is raised before the message is there
   fault 2 races message: the flag is relaxed, nothing orders the message
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    int bad = 0;
#pragma omp target map(tofrom: bad)
    {
        int message = 0, flag = 0;
#pragma omp parallel num_threads(32)
        {
            if (omp_get_thread_num() == 0) {
#if FAULT == 1
#pragma omp atomic write release
                flag = 1;
                message = 42; /* HERE 1 */
#elif FAULT == 2
                message = 42; /* HERE 2 */
#pragma omp atomic write relaxed
                flag = 1;
#else
                message = 42;
#pragma omp atomic write release
                flag = 1;
#endif
            } else {
                for (int tries = 0; tries < 100; tries++) {
                    int seen;
#if FAULT == 2
#pragma omp atomic read relaxed
#else
#pragma omp atomic read acquire
#endif
                    seen = flag;
                    if (!seen)
                        continue;
                    if (message != 42) { /* HERE 1 2 */
#pragma omp atomic
                        bad++;
                    }
                    break;
                }
            }
        }
    }
    MUST(bad == 0);
    return DONE;
}
