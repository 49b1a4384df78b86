// ROW: parallel, teams: default(firstprivate)
// SPEC: 5.1 5.4.1
/* Copies with the value from before; what is listed keeps its own rule. */
#include "check.h"

enum { N = 8 };

int main(int argc, char **argv)
{
    int x = 5, list[3] = {1, 2, 3}, got[N] = {0}, sums[N] = {0}, after = -1;
    check_begin(argc, argv);
#pragma omp target map(tofrom: got, sums, after)
    {
        int mine = x;
#pragma omp parallel default(firstprivate) num_threads(N) shared(got, sums)
        {
            int me = omp_get_thread_num();
            mine += me;
            list[1] += me;
            got[me] = mine;
            sums[me] = list[0] + list[1] + list[2];
        }
        after = mine;
    }
    CHECK_INT(after, 5, "the original");
    for (int i = 0; i < N; i++)
        CHECK(got[i] == 0 || got[i] == 5 + i, "got[%d] = %d", i, got[i]);
    for (int i = 0; i < N; i++)
        CHECK(got[i] == 0 || sums[i] == 6 + i, "sums[%d] = %d", i, sums[i]);
    CHECK_INT(got[0], 5, "thread 0");
    x = 0;
#pragma omp target map(from: got)
#pragma omp teams num_teams(3) default(firstprivate) shared(got)
    {
        x += 10 + omp_get_team_num();
        got[omp_get_team_num()] = x;
    }
    CHECK_INT(got[0], 10, "team 0");
    return check_end();
}
