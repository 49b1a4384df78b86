// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm && %run_emulated32 %t && %run_emulated64 %t
// RUN: for m in 0 1; do GANTRY_MARCH=$m %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --offload-arch=emulated --no-variants %s -o %t.no -lm && GANTRY_MARCH=1 %run_emulated32 %t.no
// Few rows march, many do not; trace and profile say so.
// RUN: GANTRY_TRACE=1 GANTRY_DEVICES=emulated GANTRY_EMULATED_SMS=4 %t 2>&1 | grep ' launch .*march_sum_' >%t.trace; grep -q 'spmd, march .*__march ' %t.trace && grep -q 'spmd  gantry_k' %t.trace
// RUN: GANTRY_MARCH=1 GANTRY_PROFILE=1 GANTRY_DEVICES=emulated %t 2>&1 | grep -q 'march.c:.* spmd, march$'
// A row of a store, or of a table, says which, in programs that were built without it.
// RUN: id=$(%gantry cc --dump=settings %s | sed -n 's/^device \(sum[^ ]*\) .*/\1/p'); for m in 0 1; do echo "device $id march=$m" >%t.table; GANTRY_TUNED=%t.table GANTRY_TRACE=1 GANTRY_DEVICES=emulated %t 2>&1 | grep ' launch .*march_sum_' | grep -c 'spmd, march' >%t.n; test $m = 0 && grep -qx 0 %t.n || { test $m = 1 && ! grep -qx 0 %t.n; } || exit 1; done
// RUN: id=$(%gantry cc --dump=settings %s | sed -n 's/^device \(sum[^ ]*\) .*/\1/p'); echo "device $id march=1" >%t.table; %gantry cc %O --offload-arch=emulated --tuned=%t.table %s -o %t.tuned -lm && %run_emulated32 %t.tuned
/* Nests with a loop that each thread runs for itself: steps, loops that count down, `continue`, reductions, three
 * loops. */
#include "check.h"

enum { MOST = 70 * 70 };

static void steps(int n, int m, int step, int *a)
{
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : a[0 : n * m])
    for (int i = n - 1; i >= 0; i -= step)
        for (long j = 1; j <= m - 2; j++) {
            if ((i + j) % 3 == 0)
                continue;
            a[i * m + j] += i * 100 + (int)j;
        }
}

static long sum(int n, int m, const int *a)
{
    long total = 0;
    int most = -1;
#pragma omp target teams distribute parallel for collapse(2) reduction(+ : total) reduction(max : most)                \
    map(to : a[0 : n * m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            total += a[i * m + j];
            most = a[i * m + j] > most ? a[i * m + j] : most;
        }
    return total * 1000 + most;
}

static void columns(int n, int m, int *a)
{
#pragma omp target teams loop collapse(2) map(tofrom : a[0 : n * m])
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            a[i * m + j] = a[i * m + j] * 2 + j - i;
}

static void planes(int n, int m, int k, int *a)
{
#pragma omp target teams distribute parallel for collapse(3) map(tofrom : a[0 : n * m * k])
    for (int i = 0; i < n; i++)
        for (int h = 0; h < m; h++)
            for (int j = 0; j < k; j++)
                a[(i * m + h) * k + j] += i + 10 * h + 100 * j;
}

static void check_all(int n, int m)
{
    static int a[MOST], b[MOST];
    long total = 0;
    int most = -1, wrong = 0;
    for (int i = 0; i < n * m; i++)
        a[i] = b[i] = (i * 7) % 31;
    steps(n, m, 1 + n % 2, a);
    columns(n, m, a);
    planes(n, m, 1, a);
    for (int i = n - 1; i >= 0; i -= 1 + n % 2)
        for (int j = 1; j <= m - 2; j++)
            b[i * m + j] += (i + j) % 3 ? i * 100 + j : 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            b[i * m + j] = b[i * m + j] * 2 + j - i + i + 10 * j;
            total += b[i * m + j];
            most = b[i * m + j] > most ? b[i * m + j] : most;
            wrong += a[i * m + j] != b[i * m + j];
        }
    CHECK(wrong == 0, "%d x %d: %d wrong", n, m, wrong);
    CHECK(sum(n, m, a) == total * 1000 + most, "%d x %d: a wrong sum", n, m);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 7, 31, 33, 70};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t j = 0; j < sizeof sizes / sizeof *sizes; j++)
            check_all(sizes[i], sizes[j]);
    static int wide[2 * 2000];
    long total = 0;
    for (int i = 0; i < 4000; i++)
        total += wide[i] = i % 77;
    CHECK(sum(2, 2000, wide) == total * 1000 + 76, "wide: a wrong sum");
    return check_end();
}
