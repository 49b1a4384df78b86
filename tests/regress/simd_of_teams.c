// RUN: %gantry cc %O --offload-arch=emulated %s -o %t
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: %gantry cc %O --offload-arch=emulated --parallel-mode=generic --simd-group=8 %s -o %t && %run_emulated32 %t
/* simd loops of teams without a parallel region, and `for simd` among others: lanes share them. */
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    enum { N = 1003 };
    double a[N], s = 0, last = -1; int bad = 0; long cnt[5] = {0};
    for (int i = 0; i < N; i++) a[i] = i;
#pragma omp target teams distribute simd reduction(+ : s)
    for (int i = 0; i < N; i++) { s += a[i]; a[i] *= 2; }
    bad += s != N * (N - 1) / 2.0;
#pragma omp target simd lastprivate(last)
    for (int i = 0; i < N; i++) { last = a[i] + 1; a[i] += 1; }
    bad += last != 2 * (N - 1) + 1;
    double m[17][33];
#pragma omp target teams distribute map(from : m)
    for (int i = 0; i < 17; i++) {
        double t = i * 3;
#pragma omp simd
        for (int j = 0; j < 33; j++) m[i][j] = t + j;
#pragma omp atomic
        cnt[i % 5] += 1;
    }
    for (int i = 0; i < 17; i++) for (int j = 0; j < 33; j++) bad += m[i][j] != i * 3 + j;
    for (int i = 0; i < 5; i++) bad += cnt[i] != (i < 2 ? 4 : 3);
    for (int i = 0; i < N; i++) bad += a[i] != 2 * i + 1;
    long tot = 0;
#pragma omp target teams reduction(+ : tot) num_teams(5)
    {
        int x = 2;
#pragma omp distribute simd reduction(+ : tot)
        for (int i = 0; i < 100; i++) tot += i * x;
    }
    bad += tot != 9900;
#pragma omp target parallel map(tofrom : a, tot, last)
    {
#pragma omp for
        for (int i = 0; i < 10; i++) {
#pragma omp simd
            for (int j = 0; j < 20; j++) a[i * 20 + j] += 1;
        }
#pragma omp for simd reduction(+ : tot) lastprivate(last)
        for (int i = 0; i < 150; i++) { tot += a[i] > 0; last = i; }
    }
    bad += tot != 9900 + 150; bad += last != 149;
    for (int i = 0; i < N; i++) bad += a[i] != 2 * i + 1 + (i < 200);
    printf("%d bad %g %ld %g\n", bad, s, tot, last);
    return bad;
}
