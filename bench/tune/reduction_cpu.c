/* reduction_cpu.c: the sum of products in place, in blocks. SCHEDULE: static, dynamic, guided; SUMS: how many each block
 * has; UNROLL: of its loop. Run time: threads, elements of a block. */
#define NVALUES 2
enum { N = 192000 };
static double x[N], y[N], result, want;
static void setup(void), clear(void), run(const int *p);
static int good(void);
#include "space.h"

#define PRAGMA(x) _Pragma(#x)
#define TIMES(n) PRAGMA(clang loop unroll_count(n))

static void setup(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = noise_free(i) + 1;
        y[i] = noise_free(i + 5) + 1;
        want += x[i] * y[i];
    }
}
static void clear(void) { result = 0; }
static int good(void) { return fabs(result - want) <= 1e-9 * want; }
static int least(int m, int n) { return m < n ? m : n; }

static void run(const int *p)
{
    int each = p[1];
    double all = 0;
    omp_set_num_threads(p[0]);
#pragma omp target teams distribute parallel for schedule(SCHEDULE, 1) map(to: x, y) map(tofrom: all) reduction(+: all)
    for (int from = 0; from < N; from += each) {
        double sum[SUMS] = {0};
        int to = least(from + each, N);
        TIMES(UNROLL)
        for (int i = from; i <= to - SUMS; i += SUMS)
            for (int k = 0; k < SUMS; k++)
                sum[k] += x[i + k] * y[i + k];
        for (int i = to - (to - from) % SUMS; i < to; i++)
            sum[0] += x[i] * y[i];
        for (int k = 0; k < SUMS; k++)
            all += sum[k];
    }
    result = all;
}
