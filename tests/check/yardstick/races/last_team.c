/* Each team leaves a part, the last one adds them up.
   fault 1 races part: the count of teams that are done is relaxed: it orders nothing
   fault 2 races part: the team adds up that is the first to be done
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    enum { TEAMS = 8 };
    long part[TEAMS] = {0}, sum = 0, teams = 0;
    int done = 0;
#pragma omp target teams num_teams(TEAMS) map(tofrom: part, sum, teams, done)
    {
        int n = omp_get_num_teams(), before;
        part[omp_get_team_num()] = omp_get_team_num() + 1; /* HERE 1 2 */
#if FAULT == 1
#pragma omp atomic capture relaxed
#else
#pragma omp atomic capture acq_rel
#endif
        before = done++;
        if (before == PICK(2, 0, n - 1)) {
            for (int k = 0; k < n; k++)
                sum += part[k]; /* HERE 1 2 */
            teams = n;
        }
    }
    MUST(sum == teams * (teams + 1) / 2);
    return DONE;
}
