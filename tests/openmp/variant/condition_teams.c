// ROW: target with metadirective when(user={condition(n > 9)}: teams)
// SPEC: 5.1 7.2
/* A condition of the run between target and teams. */
#include "check.h"

int main(int argc, char **argv)
{
    int a[37], teams[2] = {0, 0};
    check_begin(argc, argv);
    for (int n = 5; n < 40; n += 32) {
        for (int i = 0; i < 37; i++)
            a[i] = i;
#pragma omp target map(tofrom: a, teams)
#pragma omp metadirective when(user={condition(n > 9)}: teams distribute parallel for num_teams(2)) default(parallel for)
        for (int i = 0; i < 37; i++) {
            a[i] += 5;
            if (i == 0)
                teams[n > 9] = omp_get_num_teams();
        }
        for (int i = 0; i < 37; i++)
            CHECK_INT(a[i], i + 5, "n %d: a[%d]", n, i);
    }
    CHECK_INT(teams[0], 1, "does not hold");
    (void)teams;
    return check_end();
}
