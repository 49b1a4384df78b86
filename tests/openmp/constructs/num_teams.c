// ROW: teams num_teams(n)
// SPEC: 5.1 10.2
/* As many teams as asked for: more than one would be the lower bound otherwise (OpenMP 5.1). */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    for (int n = 1; n <= 13; n += 3) {
        int teams = 0, most = -1, asked = 0;
#pragma omp target teams num_teams(n) map(tofrom: teams, most, asked)
        {
#pragma omp atomic
            teams++;
            if (omp_get_team_num() == omp_get_num_teams() - 1) {
                most = omp_get_team_num();
                asked = omp_get_num_teams();
            }
        }
        CHECK_INT(teams, n, "num_teams(%d)", n);
        CHECK_INT(most, n - 1, "last team of %d", n);
        CHECK_INT(asked, n, "omp_get_num_teams of %d", n);
    }
    return check_end();
}
