// ROW: target teams reduction(+:)
// SPEC: 4.5 5.5.8
/* Every team adds to its own copy; the copies of all end in the original. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long sum = 5, teams = 0, a[3] = {1, 2, 3};
#pragma omp target teams num_teams(5) map(tofrom: sum, teams, a) reduction(+: sum, teams, a)
    {
        sum += omp_get_team_num();
        teams += 1;
        a[omp_get_team_num() % 3] += 10;
    }
    CHECK(teams >= 1 && teams <= 5, "%ld teams", teams);
    CHECK_INT(sum, 5 + teams * (teams - 1) / 2, "sum of %ld teams", teams);
    for (int k = 0; k < 3; k++)
        CHECK_INT(a[k], 1 + k + 10 * ((teams + 2 - k) / 3), "a[%d] of %ld teams", k, teams);
    return check_end();
}
