// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
/* tests/run/worksharing_nested.c: sections of several statements, `target parallel sections`, and worksharing and ordered
 * loops in device functions whose parallel region is nested in another. */
#include "check.h"
static void inner(int *a, int n)
{
#pragma omp parallel num_threads(3)
    {
#pragma omp sections
        {
#pragma omp section
            a[0]++;
#pragma omp section
            a[1]++;
        }
        int k = 0;
#pragma omp single copyprivate(k)
        k = n;
#pragma omp for ordered
        for (int i = 0; i < 4; i++) {
#pragma omp ordered
            a[2] = a[2] * 2 + k;
        }
    }
}
int main(int argc, char **argv)
{
    int a[4] = {0}, b[40][4], n = 5, m = 0, l = 0, s = 1;
    check_begin(argc, argv);
    memset(b, 0, sizeof b);
#pragma omp target map(tofrom: a, m)
#pragma omp parallel num_threads(3)
    {
#pragma omp sections
        {
            int q = 3;
            a[0] = q;
            a[1] = q + 1;
#pragma omp section
            a[2] = 4;
            int z = 9;
            a[2] = z;
            a[3] = z + 1;
        }
        int v[5];
        for (int i = 0; i < n; i++) v[i] = -1;
#pragma omp single copyprivate(v)
        for (int i = 0; i < n; i++) v[i] = i;
        int t = 0;
        for (int i = 0; i < n; i++) t += v[i];
#pragma omp atomic
        m |= t != 10;
    }
    CHECK_INT(a[0]*1000+a[1]*100+a[2]*10+a[3], 3*1000+400+90+10, "statements");
    CHECK_INT(m, 0, "vla");
#pragma omp target parallel sections reduction(+: s) lastprivate(l) num_threads(2)
    {
#pragma omp section
        { s += 1; l = 1; }
#pragma omp section
        { s += 2; l = 2; }
    }
    CHECK_INT(s, 4, "target parallel sections"); CHECK_INT(l, 2, "last");
#pragma omp target teams distribute parallel for map(tofrom: b)
    for (int i = 0; i < 40; i++)
        inner(b[i], i + 1);
    for (int i = 0; i < 40; i++) {
        CHECK_INT(b[i][0] * 10 + b[i][1], 11, "nested sections %d", i);
        CHECK_INT(b[i][2], 15 * (i + 1), "nested ordered %d", i);
    }
    return check_end();
}
