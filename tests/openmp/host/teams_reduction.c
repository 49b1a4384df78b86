// ROW: teams reduction(), if, num_teams(lower : upper) on the host
// SPEC: 5.2 10.2
// DEVICES: host
#include "check.h"
#include "teams_of_sizes.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    WITH_1_2_AND_7_THREADS
    {
        int s = 0, q = 0, r = 0, teams = 0, one = 0, some = 0;
#pragma omp teams num_teams(3) reduction(+: s)
        {
            s += omp_get_team_num() + 1;
            if (omp_get_team_num() == 0)
                teams = omp_get_num_teams();
        }
#pragma omp teams distribute parallel for reduction(+: q)
        for (int i = 0; i < 100; i++)
            q += i;
#pragma omp teams distribute parallel for simd reduction(+: r) dist_schedule(static, 7) schedule(static, 1)
        for (int i = 0; i < 100; i++)
            r += i;
#pragma omp teams num_teams(3) if (argc > 100)
        if (omp_get_team_num() == 0)
            one = omp_get_num_teams();
#pragma omp teams num_teams(2 : 4)
        if (omp_get_team_num() == 0)
            some = omp_get_num_teams();
        CHECK_INT(s, teams * (teams + 1) / 2, "%d teams", teams);
        CHECK_INT(q, 4950, "distribute parallel for");
        CHECK_INT(r, 4950, "distribute parallel for simd");
        CHECK_INT(one, 1, "if");
        CHECK(some >= 2 && some <= 4, "num_teams(2 : 4): %d", some);
    }
    return check_end();
}
