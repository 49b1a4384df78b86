// ROW: distribute dist_schedule(static, k)
// SPEC: 4.0 11.6.1
#include "check.h"

enum { N = 1009 };

int main(int argc, char **argv)
{
    static int a[N], b[N], who[N];
    int teams = 1;
    check_begin(argc, argv);
#pragma omp target teams num_teams(3) map(tofrom: a, b, who, teams)
    {
#pragma omp distribute dist_schedule(static, 5)
        for (int i = 0; i < N; i++) {
            a[i]++;
            who[i] = omp_get_team_num();
            if (i == 0)
                teams = omp_get_num_teams();
        }
#pragma omp distribute dist_schedule(static)
        for (int i = N - 1; i >= 0; i--)
            b[i]++;
    }
    for (int i = 0; i < N; i++) {
        CHECK_INT(a[i], 1, "a[%d]", i);
        CHECK_INT(b[i], 1, "b[%d]", i);
        CHECK_INT(who[i], i / 5 % teams, "chunks in turn: %d", i);
    }
    return check_end();
}
