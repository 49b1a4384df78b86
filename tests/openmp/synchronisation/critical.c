// ROW: critical, critical(name) hint()
// SPEC: 1.0 15.2
#include "check.h"

int main(int argc, char **argv)
{
    enum { TEAMS = 3 }; /* critical excludes the threads of one contention group, and each team is one */
    long a[TEAMS] = {0}, b[TEAMS] = {0}, c[TEAMS] = {0};
    int n[TEAMS] = {0};
    check_begin(argc, argv);
#pragma omp target map(tofrom: a, b, c, n)
#pragma omp teams num_teams(TEAMS)
#pragma omp parallel num_threads(33)
    {
        int t = omp_get_team_num();
        for (int i = 0; i < 3; i++) {
#pragma omp critical
            a[t] = a[t] + 1;
#pragma omp critical(one)
            b[t] = b[t] + 2;
#pragma omp critical(two) hint(omp_sync_hint_contended)
            {
#pragma omp critical(three)
                c[t] = c[t] + 3;
            }
        }
#pragma omp atomic
        n[t]++;
    }
    for (int t = 0; t < TEAMS; t++) {
        CHECK_INT(a[t], 3L * n[t], "without a name, team %d", t);
        CHECK_INT(b[t], 6L * n[t], "with one, team %d", t);
        CHECK_INT(c[t], 9L * n[t], "in another, team %d", t);
    }
    return check_end();
}
