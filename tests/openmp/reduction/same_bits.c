// ROW: reduction(+:) of reals gives the same bits every time
// SPEC: 4.5 5.5.5
// MAY: the order of combination is unspecified
/* Not asked for by the standard. The order of combination must not depend on which thread comes first. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    static double a[5000];
    double first = 0, firsts[3] = {0};
    for (int i = 0; i < 5000; i++)
        a[i] = 1.0 / (1 + i) * (i % 3 ? 1 : -1e3);
    int differ = 0;
    for (int t = 0; t < 20; t++) {
        double sum = 0, s[3] = {0};
#pragma omp target teams distribute parallel for map(to: a) num_teams(4) reduction(+: sum, s)
        for (int i = 0; i < 5000; i++) {
            sum += a[i];
            s[i % 3] += a[i];
        }
        if (t == 0) {
            first = sum;
            memcpy(firsts, s, sizeof s);
        }
        differ += memcmp(&first, &sum, sizeof sum) || memcmp(firsts, s, sizeof s);
    }
    CHECK_REAL(first, first, 0, "not a number");
    if (differ && !check_device)
        check_no_effect("the host combines in the order in which threads end");
    else
        CHECK_INT(differ, 0, "runs with other bits");
    return check_end();
}
