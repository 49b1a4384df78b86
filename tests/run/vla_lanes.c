// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: %gantry cc %O --offload-arch=emulated --simd-group=8 %s -o %t -lm && %run_emulated32 %t
// RUN: %gantry cc %O --offload-arch=emulated --teams-mode=generic --parallel-mode=generic %s -o %t -lm && %run_emulated64 %t
/* Variable-length arrays and the lanes of simd loops. */
#include "check.h"

int main(int argc, char **argv) {
    check_begin(argc, argv);
    int n = 6, m = 5;
    long out[40];
    /* one of a thread, written by one simd loop and read by the next */
#pragma omp target teams distribute parallel for map(from: out)
    for (int i = 0; i < 40; i++) {
        int k = i % 6 + 2;
        int w[k];
        long s = 0;
#pragma omp simd
        for (int j = 0; j < k; j++)
            w[j] = i * j;
#pragma omp simd reduction(+: s)
        for (int j = 0; j < k; j++)
            s += w[k - 1 - j];
        out[i] = s;
    }
    for (int i = 0; i < 40; i++) {
        int k = i % 6 + 2;
        CHECK_INT(out[i], (long)i * k * (k - 1) / 2, "simd %d", i);
    }
    /* pointers to rows, read by lanes */
    double(*a)[m] = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = i * m + j;
    double t = 0;
#pragma omp target teams distribute parallel for reduction(+: t) map(to: a [0:n])
    for (int i = 0; i < n; i++) {
        double(*row)[m] = &a[i];
        double s = 0;
#pragma omp simd reduction(+: s)
        for (int j = 0; j < m; j++)
            s += (*row)[j] + a[i][j];
        t += s;
    }
    CHECK_REAL(t, 2.0 * (29 * 30 / 2), 0, "rows");
#pragma omp target teams distribute map(tofrom: a [0:n])
    for (int i = 0; i < n; i++) {
        int q = i + 1;
        double(*r)[m] = a + i;
#pragma omp parallel for
        for (int j = 0; j < m; j++)
            (*r)[j] *= q;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            CHECK_REAL(a[i][j], (i * m + j) * (i + 1), 0, "a");
    return check_end();
}
