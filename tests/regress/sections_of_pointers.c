// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t
/* A copy of p[3:2] is named p by a pointer to before the copy's beginning. LLVM knows that no object lies there: it must
 * not know what that pointer was made from, nor the pointers that combine the copies. */
#include <string.h>
#define N 300

__attribute__((noinline)) static void reduce(long *p, int n)
{
#pragma omp target teams distribute parallel for reduction(+: p[3:2]) map(tofrom: p[3:2]) num_teams(3)
    for (int i = 0; i < n; i++) {
        p[3] += 1;
        p[4] += i;
    }
#pragma omp target parallel for simd reduction(+: p[5:2]) map(tofrom: p[5:2])
    for (int i = 0; i < n; i++) {
        p[5] += 1;
        p[6] += i;
    }
#pragma omp target simd reduction(+: p[5:2]) map(tofrom: p[5:2])
    for (int i = 0; i < n; i++) {
        p[5] += 1;
        p[6] += i;
    }
#pragma omp target teams num_teams(3) reduction(+: p[1:1]) map(tofrom: p[1:1])
    p[1] += 10;
#pragma omp parallel num_threads(2)
#pragma omp scope reduction(+: p[7:1])
    for (int i = 0; i < 10; i++)
        p[7] += i;
}

__attribute__((noinline)) static void scan(int *p, int (*inclusive)[3], int (*exclusive)[3])
{
#pragma omp parallel for reduction(inscan, max: p[2:3])
    for (int i = 0; i < N; i++) {
        for (int k = 2; k < 5; k++)
            if (i * k % 101 > p[k])
                p[k] = i * k % 101;
#pragma omp scan inclusive(p[2:3])
        for (int k = 2; k < 5; k++)
            inclusive[i][k - 2] = p[k];
    }
#pragma omp parallel for reduction(inscan, +: p[5:3])
    for (int i = 0; i < N; i++) {
        for (int k = 5; k < 8; k++)
            exclusive[i][k - 5] = p[k];
#pragma omp scan exclusive(p[5:3])
        for (int k = 5; k < 8; k++)
            p[k] += i + k;
    }
}

int main(void)
{
    long p[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    static int inclusive[N][3], exclusive[N][3];
    int q[8] = {0, 0, 1, 2, 3, 4, 5, 6}, r[8] = {0, 0, 1, 2, 3, 4, 5, 6}, wrong = 0;
    reduce(p, N);
    scan(q, inclusive, exclusive);
    for (int i = 0; i < N; i++) {
        for (int k = 2; k < 5; k++) {
            r[k] = i * k % 101 > r[k] ? i * k % 101 : r[k];
            wrong += inclusive[i][k - 2] != r[k];
        }
        for (int k = 5; k < 8; k++) {
            wrong += exclusive[i][k - 5] != r[k];
            r[k] += i + k;
        }
    }
    wrong += p[1] != 32 || p[3] != 4 + N || p[4] != 5 + N / 2 * (N - 1) || p[5] != 6 + 2 * N ||
             p[6] != 7 + 2 * (N / 2 * (N - 1)) || (p[7] != 8 + 45 && p[7] != 8 + 90);
    return wrong + memcmp(q, r, sizeof q) != 0;
}
