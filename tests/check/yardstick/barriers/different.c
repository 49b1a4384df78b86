/* Threads that wait at different barriers do not meet.
   fault 1 barriers barrier: odd threads wait in one place, even threads in another
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    enum { TEAMS = 2, THREADS = 64 };
    int out[TEAMS] = {0};
#pragma omp target teams num_teams(TEAMS) thread_limit(THREADS) map(tofrom: out)
    {
        int odd = 0, even = 0;
#pragma omp parallel num_threads(THREADS)
        {
            if (omp_get_thread_num() % 2) {
#pragma omp atomic
                odd++;
#if FAULT == 1
#pragma omp barrier /* HERE 1 */
#endif
            } else {
#pragma omp atomic
                even++;
#if FAULT == 1
#pragma omp barrier /* HERE 1 */
#endif
            }
#if FAULT != 1
#pragma omp barrier
#endif
#pragma omp single
            out[omp_get_team_num()] = odd <= even && even <= odd + 1;
        }
        if (omp_get_team_num() == 0)
            for (int k = omp_get_num_teams(); k < TEAMS; k++)
                out[k] = 1;
    }
    MUST(out[0] == 1 && out[1] == 1);
    return DONE;
}
