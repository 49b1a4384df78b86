// ROW: target map(tofrom: a[l:n])
// SPEC: 4.5 5.8.3
/* A section: the elements outside are neither mapped nor copied. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[60], b[6][9], *p = a + 5, n = 11;
    CHECK_MEANT(a, sizeof a);
    for (int i = 0; i < 60; i++)
        a[i] = i;
    for (int i = 0; i < 54; i++)
        (&b[0][0])[i] = i;
#pragma omp target data map(tofrom: p[3:n]) map(tofrom: b[2][1:5], b[4:2])
    {
        CHECK(!check_device || (omp_target_is_present(a + 8, 0) && omp_target_is_present(a + 18, 0)), "inside");
        CHECK(!check_device || (!omp_target_is_present(a + 7, 0) && !omp_target_is_present(a + 19, 0)), "outside");
        for (int i = 0; i < 60 && check_device; i++)
            a[i] = -1;
#pragma omp target map(present, alloc: p[3:n])
        for (int i = 3; i < 3 + n; i++)
            p[i] += 100;
#pragma omp target map(present, alloc: b[2][1:5])
        b[2][5] = 500;
#pragma omp target map(present, alloc: b[4:2])
        b[5][8] = 600;
    }
    for (int i = 0; i < 60; i++) {
        int in = i >= 8 && i < 19;
        CHECK_INT(a[i], check_device ? (in ? i + 100 : -1) : i + (in ? 100 : 0), "a[%d]", i);
    }
    for (int i = 0; i < 54; i++)
        CHECK_INT((&b[0][0])[i], i == 23 ? 500 : i == 53 ? 600 : i, "b %d", i);
    return check_end();
}
