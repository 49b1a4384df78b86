// ROW: C: variable-length array in private of teams and distribute
// SPEC: 4.0 5.4.3
/* An array for each team, which its threads fill together and read across. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    for (int m = 1; m < 140; m = 3 * m + 2) {
        long c[m], out[7], again[9], teams = 0;
        double d[m][3];
        for (int j = 0; j < m; j++)
            c[j] = d[j][0] = d[j][1] = d[j][2] = -7;
#pragma omp target teams private(c, d) num_teams(7) map(from: out) map(tofrom: teams)
        {
            int t = omp_get_team_num();
            if (t == 0)
                teams = omp_get_num_teams();
#pragma omp parallel for
            for (int j = 0; j < m; j++) {
                c[j] = t * 100 + j;
                d[j][0] = d[j][1] = d[j][2] = j;
            }
            long sum = 0;
#pragma omp parallel for reduction(+: sum)
            for (int j = 0; j < m; j++)
                sum += c[m - 1 - j] + (long)d[m - 1 - j][j % 3];
            if (t < 7)
                out[t] = sum;
        }
        CHECK(teams > 0, "no team ran");
        for (int t = 0; t < teams; t++)
            CHECK_INT(out[t], (long)m * t * 100 + (long)m * (m - 1), "team %d, m=%d", t, m);
#pragma omp target teams distribute private(c) num_teams(4) map(from: again)
        for (int i = 0; i < 9; i++) {
#pragma omp parallel for
            for (int j = 0; j < m; j++)
                c[j] = i + j;
            again[i] = c[0] + c[m - 1];
        }
        for (int i = 0; i < 9; i++)
            CHECK_INT(again[i], 2 * i + m - 1, "distribute: iteration %d, m=%d", i, m);
#pragma omp target private(c) map(from: out)
        {
#pragma omp parallel for
            for (int j = 0; j < m; j++)
                c[j] = j;
            out[0] = c[m - 1];
        }
        CHECK_INT(out[0], m - 1, "target, m=%d", m);
        for (int j = 0; j < m; j++)
            CHECK(c[j] == -7 && d[j][2] == -7, "original %d", j);
    }
    return check_end();
}
