// ROW: for ordered in teams
// SPEC: 4.0 15.10.2
#include "check.h"

enum { T = 4, N = 70 };

int main(int argc, char **argv)
{
    int seq[T][N], pos[T] = {0}, teams = 0;
    double last[T];
    check_begin(argc, argv);
    for (int t = 0; t < T; t++)
        last[t] = 1;
#pragma omp target teams num_teams(T) map(tofrom: seq, pos, last, teams)
    {
        int t = omp_get_team_num();
        if (t == 0)
            teams = omp_get_num_teams();
#pragma omp parallel for ordered
        for (int i = 0; i < N; i++) {
            double half = i * 0.5;
#pragma omp ordered
            {
                last[t] = last[t] * 0.5 + half;
                seq[t][pos[t]++] = i;
            }
        }
    }
    double want = 1;
    for (int i = 0; i < N; i++)
        want = want * 0.5 + i * 0.5;
    for (int t = 0; t < teams; t++) {
        CHECK_REAL(last[t], want, 0, "recurrence of team %d", t);
        for (int i = 0; i < N; i++)
            CHECK_INT(seq[t][i], i, "team %d, at %d", t, i);
    }
    return check_end();
}
