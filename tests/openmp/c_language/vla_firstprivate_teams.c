// ROW: C: variable-length array in firstprivate of teams and distribute
// SPEC: 4.0 5.4.4
/* Each team starts from the values and changes a copy of its own. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    for (int m = 1; m < 140; m = 3 * m + 2) {
        long c[m], out[7], teams = 0;
        float d[2][m];
        for (int j = 0; j < m; j++) {
            c[j] = j;
            d[0][j] = d[1][j] = 3;
        }
#pragma omp target teams firstprivate(c, d) num_teams(7) map(from: out) map(tofrom: teams)
        {
            int t = omp_get_team_num();
            if (t == 0)
                teams = omp_get_num_teams();
            long sum = 0;
#pragma omp parallel for
            for (int j = 0; j < m; j++) {
                c[j] += t;
                d[1][j] *= c[j];
            }
#pragma omp parallel for reduction(+: sum)
            for (int j = 0; j < m; j++)
                sum += c[m - 1 - j] + (long)d[1][m - 1 - j] + (long)d[0][j];
            if (t < 7)
                out[t] = sum;
        }
        CHECK(teams > 0, "no team ran");
        for (int t = 0; t < teams; t++) {
            long want = 0;
            for (int j = 0; j < m; j++)
                want += 4 * (j + t) + 3;
            CHECK_INT(out[t], want, "team %d, m=%d", t, m);
        }
#pragma omp target map(from: out)
#pragma omp teams num_teams(3)
#pragma omp distribute firstprivate(c)
        for (int i = 0; i < 7; i++) {
            long sum = 0;
#pragma omp parallel for
            for (int j = 0; j < m; j++)
                c[j] = c[j] % 1000 + 1000 * (i + 1);
            for (int j = 0; j < m; j++)
                sum += c[j];
            out[i] = sum;
        }
        for (int i = 0; i < 7; i++)
            CHECK_INT(out[i], (long)m * (m - 1) / 2 + 1000L * m * (i + 1), "iteration %d, m=%d", i, m);
        for (int j = 0; j < m; j++)
            CHECK(c[j] == j && d[1][j] == 3, "original %d", j);
    }
    return check_end();
}
