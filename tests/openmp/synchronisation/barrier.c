// ROW: barrier in loops and branches of a parallel region in target teams
// SPEC: 1.0 15.3.1
/* Written as one would for a GPU: a scan of each team's part in steps. */
#include "check.h"

enum { TEAMS = 3, N = 67 };

static void step(int *v, int d, int t, int n)
{
    int add = t >= d && t < n ? v[t - d] : 0;
#pragma omp barrier
    if (t < n)
        v[t] += add;
#pragma omp barrier
}

int main(int argc, char **argv)
{
    int v[TEAMS][N], teams = 0, threads = 0;
    check_begin(argc, argv);
    for (int k = 0; k < TEAMS; k++)
        for (int i = 0; i < N; i++)
            v[k][i] = k + i;
#pragma omp target teams num_teams(TEAMS) thread_limit(96) map(tofrom: v, teams, threads)
    {
#pragma omp parallel num_threads(96)
        {
            int team = omp_get_team_num(), t = omp_get_thread_num(), n = omp_get_num_threads();
            if (t == 0) {
#pragma omp atomic
                teams++;
#pragma omp atomic write
                threads = n;
            }
            if (n >= N && team < TEAMS) {
                for (int d = 1; d < N; d *= 2) {
                    if (d % 3)
                        step(v[team], d, t, N);
                    else
                        step(v[team], d, t, N);
                }
            } else if (team < TEAMS) {
#pragma omp barrier
                if (t == 0)
                    for (int i = 1; i < N; i++)
                        v[team][i] += v[team][i - 1];
            }
        }
    }
    for (int k = 0; k < TEAMS && k < teams; k++)
        for (int i = 0, sum = 0; i < N; i++) {
            sum += k + i;
            CHECK_INT(v[k][i], sum, "v[%d][%d] by %d threads", k, i, threads);
        }
    return check_end();
}
