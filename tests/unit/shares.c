/* Threads' shares of a nest in place (include/gantry_abi.h): each iteration is one thread's, and no share is longer
 * than needed by more than an eighth, also where there are fewer rows than threads. */
#include "check.h"

static int threads, me;
int omp_get_num_threads(void);
int omp_get_num_threads(void) { return threads; }
int omp_get_thread_num(void);
int omp_get_thread_num(void) { return me; }
int omp_get_cancellation(void);
int omp_get_cancellation(void) { return 0; }
#define __GANTRY_GENERATED__ /* what generated host code sees */
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#include "gantry_abi.h"

enum { MOST = 40 };

static unsigned long divide_up(unsigned long n, unsigned long by) { return (n + by - 1) / by; }

static void one(unsigned long rows, unsigned long n)
{
    static unsigned char times[MOST][MOST];
    unsigned long longest = 0, bad = 0, by_rows = divide_up(rows, threads) * n, by_parts = divide_up(n, threads) * rows;
    memset(times, 0, sizeof times);
    for (me = 0; me < threads; me++) {
        unsigned long row, row_to, from, to;
        __gd_host_share_nest(rows, n, &row, &row_to, &from, &to);
        bad += row > row_to || row_to > rows || from > to || to > n;
        for (unsigned long i = row; i < row_to; i++)
            for (unsigned long j = from; j < to; j++)
                times[i][j]++;
        if ((row_to - row) * (to - from) > longest)
            longest = (row_to - row) * (to - from);
    }
    for (unsigned long i = 0; i < MOST; i++)
        for (unsigned long j = 0; j < MOST; j++)
            bad += times[i][j] != (i < rows && j < n);
    unsigned long best = by_rows < by_parts ? by_rows : by_parts;
    CHECK(!bad);
    CHECK(longest * 7 <= best * 8);
}

int main(void)
{
    for (threads = 1; threads <= 12; threads++)
        for (unsigned long rows = 0; rows < MOST; rows++)
            for (unsigned long n = 0; n < MOST; n++)
                one(rows, n);
    return CHECK_END;
}
