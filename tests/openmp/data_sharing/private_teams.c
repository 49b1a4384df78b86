// ROW: teams private(), distribute private()
// SPEC: 4.0 5.4.3
#include "check.h"

int main(int argc, char **argv)
{
    int a[53], x = 1, y = 2;
    check_begin(argc, argv);
#pragma omp target teams private(x) num_teams(4) map(from: a)
    {
        x = omp_get_team_num() * 100;
#pragma omp distribute private(y)
        for (int i = 0; i < 53; i++) {
            y = i;
            x++;
            a[i] = y;
        }
        if (x < omp_get_team_num() * 100 || x > omp_get_team_num() * 100 + 53)
            a[0] = -1;
    }
    CHECK_INT(x, 1, "of teams");
    CHECK_INT(y, 2, "of distribute");
    for (int i = 0; i < 53; i++)
        CHECK_INT(a[i], i, "a[%d]", i);
    return check_end();
}
