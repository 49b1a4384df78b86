/* As last_team.c, by flushes around relaxed atomics.
   fault 1 races part: no flush between a team's part and its count
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    enum { TEAMS = 5 };
    float part[TEAMS] = {0}, sum = 0;
    int done = 0, teams = 0;
#pragma omp target teams num_teams(TEAMS) map(tofrom: part, sum, done, teams)
#pragma omp parallel num_threads(1)
    {
        int n = omp_get_num_teams(), now;
        part[omp_get_team_num()] = 1; /* HERE 1 */
#if FAULT != 1
#pragma omp flush
#endif
#pragma omp atomic capture
        now = ++done;
        if (now == n) {
#if FAULT != 1
#pragma omp flush
#endif
            for (int k = 0; k < n; k++)
                sum += part[k]; /* HERE 1 */
            teams = n;
        }
    }
    MUST(sum == teams);
    return DONE;
}
