/* An array that the threads of a team share, in a region with sequential parts.
   fault 1 bounds shared: thread 64 of 64 stores beyond it
   fault 2 bounds shared: the sum begins below it
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    enum { TEAMS = 4, SIZE = 64 };
    int out[TEAMS];
#pragma omp target teams num_teams(TEAMS) thread_limit(SIZE) map(from: out)
    {
        int shared[SIZE];
        for (int k = 0; k < SIZE; k++)
            shared[k] = 1;
#pragma omp parallel num_threads(SIZE)
        {
            int t = omp_get_thread_num() + PICK(1, SIZE - omp_get_num_threads() + 1, 0);
            shared[t] = 2; /* HERE 1 */
        }
        int sum = 0;
        for (int k = PICK(2, -1, 0); k < SIZE; k++)
            sum += shared[k] > 0; /* HERE 2 */
        if (omp_get_num_teams() <= TEAMS)
            out[omp_get_team_num()] = sum;
        if (omp_get_team_num() == 0)
            for (int k = omp_get_num_teams(); k < TEAMS; k++)
                out[k] = SIZE;
    }
    for (int k = 0; k < TEAMS; k++)
        MUST(out[k] == SIZE);
    return DONE;
}
