// ROW: target defaultmap, one for each category
// SPEC: 5.0 5.8.7
/* Three clauses on one construct, and a clause for a variable beats them. */
#include "check.h"

int main(int argc, char **argv)
{
    int s = 7, keep = 1, a[37], *p = a;
    check_begin(argc, argv);
    for (int i = 0; i < 37; i++)
        a[i] = i;
#pragma omp target teams defaultmap(tofrom: scalar) defaultmap(firstprivate: aggregate) defaultmap(tofrom: pointer) \
    firstprivate(keep) num_teams(1)
    {
        s += a[36];
        a[36] = 0;
        keep = 0;
        p = p + 2;
    }
    CHECK_INT(s, 43, "scalar");
    CHECK_INT(a[36], 36, "array");
    CHECK_INT(keep, 1, "with a clause of its own");
    CHECK(p == a + 2, "pointer");
    return check_end();
}
