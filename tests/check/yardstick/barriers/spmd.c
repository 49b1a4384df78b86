/* A region in which all threads start at once, with teams of its own.
   fault 1 barriers barrier: the first thread of each team leaves the loop of phases earlier
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    enum { PHASES = 4, THREADS = 32 };
    int wrong = 0;
#pragma omp target teams num_teams(2) thread_limit(THREADS) map(tofrom: wrong)
    {
        int s[2][THREADS];
#pragma omp parallel num_threads(THREADS)
        {
            int t = omp_get_thread_num(), n = omp_get_num_threads();
            for (int p = 0; p < PHASES; p++) {
                s[p % 2][t] = p;
                if (PICK(1, t == 0 && p == PHASES - 1, 0)) /* ALSO 1 */
                    break;
#pragma omp barrier /* HERE 1 */
                if (s[p % 2][(t + 1) % n] != p) {
#pragma omp atomic
                    wrong++;
                }
            }
        } /* ALSO 1 */
    }
    MUST(wrong == 0);
    return DONE;
}
