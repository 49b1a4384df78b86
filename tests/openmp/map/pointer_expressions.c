// ROW: target map(tofrom: *(p + i)), map(tofrom: ((T *)p)[l:n])
// SPEC: 5.0 5.8.3
/* Elements by pointer arithmetic, of arrays too; sections of a pointer that is cast. */
#include "check.h"

int main(int argc, char **argv)
{
    int a[50], m[4][5], *p = a;
    void *bytes = a;
    struct {
        int *q;
    } s = {a};
    check_begin(argc, argv);
    for (int i = 0; i < 50; i++)
        a[i] = i;
    for (int i = 0; i < 20; i++)
        m[i / 5][i % 5] = i;
#pragma omp target map(tofrom: *(a + 3))
    a[3] += 100;
#pragma omp target map(tofrom: *(p + 4))
    p[4] += 100;
#pragma omp target map(tofrom: *(5 + p), *(s.q + 7))
    {
        *(5 + p) += 100;
        s.q[7] += 100;
    }
#pragma omp target map(tofrom: *(m + 2), (*(m + 1))[2:2])
    {
        m[2][4] += 100;
        m[1][3] += 100;
    }
#pragma omp target map(tofrom: ((int *)bytes)[20:3])
    ((int *)bytes)[22] += 100;
#pragma omp target data map(tofrom: ((char *)p)[0:10 * sizeof(int)])
    {
#pragma omp target
        p[9] += 100;
    }
    for (int i = 0; i < 50; i++)
        CHECK_INT(a[i], i + (i == 3 || i == 4 || i == 5 || i == 7 || i == 9 || i == 22 ? 100 : 0), "a[%d]", i);
    for (int i = 0; i < 20; i++)
        CHECK_INT(m[i / 5][i % 5], i + (i == 14 || i == 8 ? 100 : 0), "m, element %d", i);
    return check_end();
}
