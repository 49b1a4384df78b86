// ROW: target teams firstprivate of an array
// SPEC: 4.5 5.4.4
/* Each team has a copy of its own. */
#include "check.h"

int main(int argc, char **argv)
{
    int a[5] = {1, 2, 3, 4, 5}, out[7];
    check_begin(argc, argv);
    for (int i = 0; i < 7; i++)
        out[i] = -1;
#pragma omp target teams distribute num_teams(7) firstprivate(a) map(tofrom: out)
    for (int i = 0; i < 7; i++) {
        a[0] += i;
        out[i] = a[0] + a[4];
    }
    int sum = 0;
    for (int i = 0; i < 7; i++)
        sum += out[i] >= 6 + i;
    CHECK_INT(sum, 7, "copies begin with the host's values");
    CHECK_INT(a[0], 1, "the original");
    return check_end();
}
