// ROW: teams num_teams(n) on the host: more teams than cores
// SPEC: 5.1 10.2
// DEVICES: host
#include "check.h"

enum { N = 500 };
static int runs[N];

static void orphan(void)
{
#pragma omp distribute
    for (int i = 0; i < N; i++)
        runs[i]++;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    for (int n = 1; n <= 5000; n = n * 6 + 1) {
        int teams = 0, wrong = 0;
        long sum = 0;
#pragma omp teams num_teams(n) reduction(+: sum)
        {
            sum += omp_get_team_num();
            if (omp_get_num_teams() != n)
#pragma omp atomic
                wrong++;
#pragma omp atomic
            teams++;
            orphan();
        }
        CHECK_INT(teams, n, "num_teams(%d)", n);
        CHECK_INT(wrong, 0, "omp_get_num_teams() of %d", n);
        CHECK_INT(sum, (long)n * (n - 1) / 2, "numbers of %d teams", n);
        for (int i = 0; i < N; i++, runs[i - 1] = 0)
            CHECK_INT(runs[i], 1, "iteration %d, %d teams", i, n);
    }
    return check_end();
}
