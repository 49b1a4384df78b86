// ROW: C: pointers to pointers
// SPEC: 4.0 1.7
/* Built and followed in a region; differences, comparisons, void pointers. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int r[20], bad = 0;
#pragma omp target teams distribute parallel for map(from: r) reduction(+: bad)
    for (int i = 0; i < 20; i++) {
        int a[4] = {i, i + 1, i + 2, i + 3}, *p[4], **q = p;
        for (int j = 0; j < 4; j++)
            p[j] = &a[3 - j];
        void *v = q + 1;
        int ***t = &q;
        r[i] = **q * 100 + *((int **)v)[0] + (int)(p[0] - p[3]) + (**t)[-1];
        bad += p[0] <= p[1] || (char *)p[0] - (char *)p[1] != sizeof(int);
    }
    for (int i = 0; i < 20; i++)
        CHECK_INT(r[i], (i + 3) * 100 + i + 2 + 3 + i + 2, "iteration %d", i);
    CHECK_INT(bad, 0, "comparisons");
    return check_end();
}
