/* A value that the first thread of a team sets for all.
   fault 1 uninit scale: the thread that sets it does so behind its first use
   fault 2 uninit part: one element of the team's array is never set
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    enum { TEAMS = 3, THREADS = 33 };
    int out[TEAMS] = {0};
#pragma omp target teams num_teams(TEAMS) thread_limit(THREADS) map(tofrom: out)
    {
        int scale, part[THREADS];
#pragma omp parallel num_threads(THREADS)
        {
            int t = omp_get_thread_num(), threads = omp_get_num_threads();
#if FAULT != 1
#pragma omp single
            scale = 2;
#endif
            if (t != PICK(2, 5, -1))
                part[t] = t * PICK(1, t, scale); /* ALSO 1 */
#pragma omp barrier
#pragma omp masked
            {
                int sum = 0;
                for (int k = 0; k < threads; k++)
                    sum += part[k]; /* ALSO 2 */
                if (PICK(1, scale, 2) == 2) /* HERE 1 */
                    out[omp_get_team_num()] = sum == threads * (threads - 1); /* HERE 2 */
            }
        }
        if (omp_get_team_num() == 0)
            for (int k = omp_get_num_teams(); k < TEAMS; k++)
                out[k] = 1;
    }
    for (int k = 0; k < TEAMS; k++)
        MUST(out[k] == 1);
    return DONE;
}
