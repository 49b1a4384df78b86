// ROW: metadirective with data clauses and reductions
// SPEC: 5.0 7.4
/* Clauses of what is chosen have their effect. */
#include "check.h"

int main(int argc, char **argv)
{
    int sum = 0, last = -1, n = 1000;
    check_begin(argc, argv);
#pragma omp metadirective when(user={condition(n < 3)}: parallel for reduction(+: sum) lastprivate(last)) \
    default(target teams distribute parallel for reduction(+: sum) map(tofrom: sum))
    for (int i = 0; i < n; i++)
        sum += i;
    CHECK_INT(sum, 499500, "sum");
    sum = 0;
#pragma omp metadirective when(user={condition(n > 3)}: parallel for reduction(+: sum) lastprivate(last)) default(nothing)
    for (int i = 0; i < n; i++) {
        sum += i;
        last = i;
    }
    CHECK_INT(sum, 499500, "sum");
    CHECK_INT(last, 999, "last");
    return check_end();
}
