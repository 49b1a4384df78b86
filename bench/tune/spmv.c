/* spmv.c: y = A x with rows of 3 to 40 numbers. FORMAT: 0 compressed rows, 1 rows of equal length, padded, by columns;
 * SIMD: a row is shared by the lanes of a thread (--simd-group); CHUNK: rows of a thread at a time, 0: as it comes.
 * Run time: teams, threads. */
#define NVALUES 2
enum { ROWS_ = 1500, WIDEST = 40 };
static int offset[ROWS_ + 1], column[ROWS_ * WIDEST], ell_column[ROWS_ * WIDEST];
static double value[ROWS_ * WIDEST], ell_value[ROWS_ * WIDEST], x[ROWS_], y[ROWS_], want[ROWS_];
static void setup(void), clear(void), run(const int *p);
static int good(void);
#include "space.h"

static void setup(void)
{
    for (int i = 0; i < ROWS_; i++) {
        int length = 3 + (i * 7 % 11) * (i % 5 == 0 ? 3 : 1);
        x[i] = noise_free(i);
        offset[i + 1] = offset[i];
        for (int k = 0; k < length; k++) {
            int at = offset[i + 1]++;
            column[at] = (i + k * k * 3) % ROWS_;
            value[at] = noise_free(at);
            ell_column[k * ROWS_ + i] = column[at];
            ell_value[k * ROWS_ + i] = value[at];
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

#if CHUNK
#define SCHEDULE schedule(static, CHUNK)
#else
#define SCHEDULE
#endif
#if SIMD
#define LANES _Pragma("omp simd reduction(+: sum)")
#else
#define LANES
#endif

static void run(const int *p)
{
    int teams = p[0], threads = p[1];
#pragma omp target teams distribute parallel for num_teams(teams) thread_limit(threads) SCHEDULE \
    map(to: offset, column, value, ell_column, ell_value, x) map(tofrom: y)
    for (int i = 0; i < ROWS_; i++) {
        double sum = 0;
#if FORMAT
        LANES
        for (int k = 0; k < WIDEST; k++)
            sum += ell_value[k * ROWS_ + i] * x[ell_column[k * ROWS_ + i]];
#else
        LANES
        for (int k = offset[i]; k < offset[i + 1]; k++)
            sum += value[k] * x[column[k]];
#endif
        y[i] = sum;
    }
}
