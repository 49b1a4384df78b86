/* spmv_cpu.c: y = A x in place; the later rows are longer. SCHEDULE: static, dynamic, guided; UNROLL: of the sum.
 * Run time: threads, chunk. */
#define NVALUES 2
enum { ROWS_ = 6000, WIDEST = 120 };
static int offset[ROWS_ + 1], column[ROWS_ * WIDEST];
static double value[ROWS_ * WIDEST], x[ROWS_], y[ROWS_], want[ROWS_];
static void setup(void), clear(void), run(const int *p);
static int good(void);
#include "space.h"

#define PRAGMA(x) _Pragma(#x)
#define TIMES(n) PRAGMA(clang loop unroll_count(n))

static void setup(void)
{
    for (int i = 0; i < ROWS_; i++) {
        int length = 4 + i * 90 / ROWS_ + (i * 7 % 11);
        x[i] = noise_free(i);
        offset[i + 1] = offset[i];
        for (int k = 0; k < length; k++) {
            int at = offset[i + 1]++;
            column[at] = (i + k * k * 3) % ROWS_;
            value[at] = noise_free(at);
        }
    }
    for (int i = 0; i < ROWS_; i++)
        for (int k = offset[i]; k < offset[i + 1]; k++)
            want[i] += value[k] * x[column[k]];
}
static void clear(void) { memset(y, 0, sizeof y); }
static int good(void)
{
    for (int i = 0; i < ROWS_; i++)
        if (!near(y[i], want[i]))
            return 0;
    return 1;
}

static void run(const int *p)
{
    int chunk = p[1];
    omp_set_num_threads(p[0]);
#pragma omp target teams distribute parallel for schedule(SCHEDULE, chunk) map(to: offset, column, value, x) \
    map(tofrom: y)
    for (int i = 0; i < ROWS_; i++) {
        double sum = 0;
        TIMES(UNROLL)
        for (int k = offset[i]; k < offset[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}
