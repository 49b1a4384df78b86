/* A team works in phases on an array that its threads share.
   fault 1 races s: the barrier behind the stores is left out
   fault 2 races s: the barrier before the next stores is left out
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    enum { TEAMS = 3, THREADS = 64 };
    int wrong = 0;
#pragma omp target teams num_teams(TEAMS) thread_limit(THREADS) map(tofrom: wrong)
    {
        int s[THREADS];
#pragma omp parallel num_threads(THREADS)
        {
            int t = omp_get_thread_num(), threads = omp_get_num_threads();
            for (int phase = 0; phase < 3; phase++) {
                s[t] = t + phase; /* HERE 1 2 */
#if FAULT != 1
#pragma omp barrier
#endif
                int other = s[(t + 1) % threads]; /* HERE 1 2 */
                if (other != (t + 1) % threads + phase) {
#pragma omp atomic
                    wrong++;
                }
#if FAULT != 2
#pragma omp barrier
#endif
            }
        }
    }
    MUST(wrong == 0);
    return DONE;
}
