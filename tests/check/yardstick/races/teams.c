/* Teams know nothing of each other.
   fault 1 races cell: all teams store to the same cell
   fault 2 races cell: a team reads the cell of its neighbour
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    enum { TEAMS = 8 };
    int cell[TEAMS] = {0}, seen[TEAMS] = {0}, teams = 0;
#pragma omp target teams num_teams(TEAMS) map(tofrom: cell, seen, teams)
    {
        int t = omp_get_team_num(), n = omp_get_num_teams();
        cell[PICK(1, 0, t)] = t + 1; /* HERE 1 2 */
        seen[t] = cell[PICK(2, (t + 1) % n, t)]; /* HERE 1 2 */
        if (t == 0)
            teams = n;
    }
    for (int i = 0; i < teams; i++)
        MUST(seen[i] == i + 1);
    return DONE;
}
