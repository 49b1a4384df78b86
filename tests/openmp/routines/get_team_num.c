// ROW: omp_get_team_num
// SPEC: 4.5 18.4.2
/* Every number below the number of teams once. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int seen[64] = {0}, n = 0, plain = -1;
#pragma omp target teams num_teams(7) map(tofrom : seen, n)
    {
#pragma omp atomic
        seen[omp_get_team_num() % 64]++;
        if (omp_get_team_num() == 0)
            n = omp_get_num_teams();
    }
#pragma omp target map(from : plain)
    plain = omp_get_team_num();
    for (int i = 0; i < 64; i++)
        CHECK_INT(seen[i], i < n, "team %d of %d", i, n);
    CHECK_INT(plain, 0, "in a target region");
    return check_end();
}
