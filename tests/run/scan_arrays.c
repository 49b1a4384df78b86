// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: %gantry cc %O --offload-arch=emulated --teams-mode=generic --parallel-mode=generic --simd-group=4 %s -o %t -lm && %run_emulated64 %t
/* Scans of arrays: in regions whose threads have lanes, in a device function, in teams, nested. */
#include "check.h"
#pragma omp begin declare target
static void orphan(int n, long *out, long *a)
{
    long s[20];
    for (int k = 0; k < 20; k++) s[k] = k;
    (void)a;
#pragma omp parallel for reduction(inscan, +: s)
    for (int i = 0; i < n; i++) {
        s[i % 20] += i;
#pragma omp scan inclusive(s)
        out[i] = s[3];
    }
    a[0] = s[3];
}
#pragma omp end declare target
int main(int argc, char **argv)
{
    check_begin(argc, argv);
    for (int n = 0; n < 200; n = 3 * n + 1) {
        long a[40], few[2] = {1, 2}, out[200], big[200][8], last = 0;
        for (int k = 0; k < 40; k++) a[k] = k;
#pragma omp target map(tofrom: a, few) map(from: out, big)
#pragma omp parallel
        {
#pragma omp for
            for (int i = 0; i < 200; i++) {
#pragma omp simd
                for (int j = 0; j < 8; j++) big[i][j] = i * j;
            }
#pragma omp for reduction(inscan, +: a, few)
            for (int i = 0; i < n; i++) {
                a[i % 40] += i; few[i % 2] += 1;
#pragma omp scan inclusive(a, few)
                long s = 0;
#pragma omp simd reduction(+: s)
                for (int j = 0; j < 40; j++) s += a[j];
                out[i] = s + 1000 * few[1];
            }
        }
        long w = 780, f = 2;
        for (int i = 0; i < n; i++) { w += i; f += i % 2; CHECK_INT(out[i], w + 1000 * f, "lanes %d of %d", i, n); }
        long all = 0; for (int k = 0; k < 40; k++) all += a[k];
        CHECK_INT(all, w, "end %d", n);
#pragma omp target map(from: out) map(tofrom: last)
        orphan(n, out, &last);
        long s = 3;
        for (int i = 0; i < n; i++) { if (i % 20 == 3) s += i; CHECK_INT(out[i], s, "orphan %d of %d", i, n); }
        CHECK_INT(last, s, "orphan end %d", n);
        long outs[4][200];
#pragma omp target teams distribute map(from: outs)
        for (int t = 0; t < 4; t++) orphan(n, outs[t], &outs[t][199]);
        s = 3;
        for (int i = 0; i < n && i < 199; i++) { if (i % 20 == 3) s += i; for (int t = 0; t < 4; t++) CHECK_INT(outs[t][i], s, "teams %d %d of %d", t, i, n); }
        long nest[200];
#pragma omp target parallel map(from: nest) num_threads(3)
        {
            long p[200], l[1];
#pragma omp single
            { orphan(n, p, l); for (int i = 0; i < n; i++) nest[i] = p[i]; }
        }
        s = 3;
        for (int i = 0; i < n; i++) { if (i % 20 == 3) s += i; CHECK_INT(nest[i], s, "nested %d of %d", i, n); }
    }
    return check_end();
}
