// ROW: target teams distribute parallel for dist_schedule(static, k) schedule(kind, k)
// SPEC: 4.0 11.6.1
/* All pairs on one loop; chunks of teams go round. */
#include "check.h"

enum { N = 1009 };

#define RUN(x, clauses)                                                                                      \
    do {                                                                                                     \
        memset(a, 0, sizeof a);                                                                              \
        _Pragma(clauses) for (int i = 0; i < N; i++)                                                         \
        {                                                                                                    \
            a[i]++;                                                                                          \
            team[i] = omp_get_team_num();                                                                    \
        }                                                                                                    \
        for (int i = 0; i < N; i++)                                                                          \
            CHECK_INT(a[i], 1, "%s: a[%d]", x, i);                                                           \
    } while (0)

int main(int argc, char **argv)
{
    static int a[N], team[N];
    int k = 6, teams = 1;
    check_begin(argc, argv);
#pragma omp target teams num_teams(4) map(from: teams)
    if (omp_get_team_num() == 0)
        teams = omp_get_num_teams();
    RUN("none", "omp target teams distribute parallel for num_teams(4) map(tofrom: a, team)");
    RUN("static", "omp target teams distribute parallel for num_teams(4) dist_schedule(static) map(tofrom: a, team)");
    for (int i = 1; i < N; i++)
        CHECK(team[i] >= team[i - 1], "one block for each team: %d", i);
    RUN("static, k", "omp target teams distribute parallel for num_teams(4) dist_schedule(static, k) map(tofrom: a, team)");
    for (int i = 0; i < N; i++)
        CHECK_INT(team[i], i / k % teams, "chunks of teams: %d", i);
    RUN("static, k, static, 1", "omp target teams distribute parallel for num_teams(4) dist_schedule(static, k) schedule(static, 1) map(tofrom: a, team)");
    RUN("dynamic", "omp target teams distribute parallel for num_teams(4) dist_schedule(static, 100) schedule(dynamic, 3) map(tofrom: a, team)");
    RUN("guided", "omp target teams distribute parallel for num_teams(4) schedule(guided) map(tofrom: a, team)");
    RUN("runtime", "omp target teams distribute parallel for num_teams(4) schedule(runtime) map(tofrom: a, team)");
    return check_end();
}
