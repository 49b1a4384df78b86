// ROW: target map(p[0:0])
// SPEC: 4.5 5.8.6
/* A pointer whose target is mapped is translated; otherwise it keeps its value. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[15], b[3], *p = a + 4, *q = b, zero = 0, same = 0;
    for (int i = 0; i < 15; i++)
        a[i] = i;
#pragma omp target data map(tofrom: a)
#pragma omp target map(p[0:zero]) map(q[0:0]) map(from: same) firstprivate(zero)
    {
        p[0] = 40;
        same = q != 0;
    }
    CHECK_INT(a[4], 40, "translated");
    CHECK_INT(same, 1, "an unmapped pointer keeps its value");
    CHECK(!check_device || !omp_target_is_present(b, 0), "nothing is mapped");
    return check_end();
}
