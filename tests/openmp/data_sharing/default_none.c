// ROW: parallel, teams: default(none), shared()
// SPEC: 4.0 5.4.1
#include "check.h"

int main(int argc, char **argv)
{
    int a[61], n = 61, teams = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: teams) map(from: a)
#pragma omp teams default(none) shared(a, teams, n) num_teams(2)
    {
#pragma omp atomic
        teams++;
#pragma omp distribute parallel for default(none) shared(a) firstprivate(n)
        for (int i = 0; i < n; i++)
            a[i] = i + n;
    }
    CHECK(teams == 1 || teams == 2, "%d teams", teams);
    for (int i = 0; i < n; i++)
        CHECK_INT(a[i], i + n, "a[%d]", i);
    return check_end();
}
