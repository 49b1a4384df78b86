// RUN: for g in 1 4 32; do \
// RUN:   %gantry cc -O2 --offload-arch=emulated --simd-group=$g %s -o %t && %run_host %t && %run_emulated32 %t && \
// RUN:   for s in 1 2 3 4; do GANTRY_EMULATED_SEED=$s %run_emulated64 %t && GANTRY_EMULATED_SEED=$s %run_emulated32 %t && \
// RUN:     GANTRY_EMULATED_LOCKSTEP=1 GANTRY_EMULATED_SEED=$s %run_emulated32 %t || { echo "group $g, seed $s"; exit 1; }; done; done
/* Guards beside simd loops and parallel regions: each reads what the other has just stored, in the same places, and the
 * next changes what the last one read. */
#include "check.h"

enum { ROWS = 23, N = 67 };
static double a[ROWS][N], want[ROWS][N];

static void row(double *r, int i)
{
    for (int k = 0; k < 3; k++) {
        double x = r[k] += 1, y = 0;
        for (int j = 0; j < N; j++)
            r[j] += x;
        x = r[N - 1] += 2;
        y = r[0] += x;
        for (int j = 0; j < N; j++)
            r[j] += y - x + r[j];
        double z = r[6];
        if ((i + k) % 2)
            for (int j = 1; j < N; j++)
                r[j] += x;
        r[6] += 1;
        r[3] += r[4];
        x = r[3];
        for (int j = 5; j < N; j++)
            r[j] = r[j] / 2 + x + z;
        r[4] = r[5] + k;
    }
}

#define ROW(INNER)                                                                                           \
    for (int k = 0; k < 3; k++) {                                                                            \
        double x = a[i][k] += 1, y = 0;                                                                      \
        INNER for (int j = 0; j < N; j++) a[i][j] += x;                                                      \
        x = a[i][N - 1] += 2;                                                                                \
        y = a[i][0] += x;                                                                                    \
        INNER for (int j = 0; j < N; j++) a[i][j] += y - x + a[i][j];                                        \
        double z = a[i][6];                                                                                  \
        if ((i + k) % 2)                                                                                     \
            INNER for (int j = 1; j < N; j++) a[i][j] += x;                                                  \
        a[i][6] += 1;                                                                                        \
        a[i][3] += a[i][4];                                                                                  \
        x = a[i][3];                                                                                         \
        INNER for (int j = 5; j < N; j++) a[i][j] = a[i][j] / 2 + x + z;                                     \
        a[i][4] = a[i][5] + k;                                                                               \
    }

static void begin(void)
{
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < N; j++)
            a[i][j] = want[i][j] = i * 3 + j;
        row(want[i], i);
    }
}

int main(void)
{
    begin();
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < ROWS; i++) {
        ROW(_Pragma("omp simd"))
    }
    CHECK(memcmp(a, want, sizeof a) == 0, "another result");
    begin();
#pragma omp target teams distribute map(tofrom: a)
    for (int i = 0; i < ROWS; i++) {
        ROW(_Pragma("omp parallel for"))
    }
    CHECK(memcmp(a, want, sizeof a) == 0, "another result");
    begin();
#pragma omp target teams distribute map(tofrom: a)
    for (int i = 0; i < ROWS; i++) {
        ROW(_Pragma("omp parallel for simd"))
    }
    CHECK(memcmp(a, want, sizeof a) == 0, "another result");
    return check_end();
}
