/* convolution_cpu.c: an image and a filter of 5 x 5 in place, in blocks. ORDER: 0 the filter's loops are inside of a
 * point's, 1 around a row's; UNROLL: of the innermost loop. Run time: threads, heights and widths of the blocks. */
#define NVALUES 3
enum { M = 192, R = 5 };
static double in[(M + R) * (M + R)], out[M * M], want[M * M], filter[R * R];
static void setup(void), clear(void), run(const int *p);
static int good(void);
#include "space.h"

#define PRAGMA(x) _Pragma(#x)
#define TIMES(n) PRAGMA(clang loop unroll_count(n))
#define IN(y, x) in[(y) * (M + R) + (x)]

static void setup(void)
{
    for (int i = 0; i < (M + R) * (M + R); i++)
        in[i] = noise_free(i);
    for (int i = 0; i < R * R; i++)
        filter[i] = noise_free(i + 3);
    for (int y = 0; y < M; y++)
        for (int x = 0; x < M; x++)
            for (int i = 0; i < R * R; i++)
                want[y * M + x] += IN(y + i / R, x + i % R) * filter[i];
}
static void clear(void) { memset(out, 0, sizeof out); }
static int good(void)
{
    for (int i = 0; i < M * M; i++)
        if (!near(out[i], want[i]))
            return 0;
    return 1;
}
static int least(int m, int n) { return m < n ? m : n; }

static void run(const int *p)
{
    int high = p[1], wide = p[2];
    omp_set_num_threads(p[0]);
#pragma omp target teams distribute parallel for collapse(2) map(to: in, filter) map(from: out)
    for (int yy = 0; yy < M; yy += high)
        for (int xx = 0; xx < M; xx += wide)
            for (int y = yy; y < least(yy + high, M); y++) {
#if ORDER
                for (int x = xx; x < least(xx + wide, M); x++)
                    out[y * M + x] = 0;
                for (int i = 0; i < R; i++)
                    for (int j = 0; j < R; j++)
                        TIMES(UNROLL)
                        for (int x = xx; x < least(xx + wide, M); x++)
                            out[y * M + x] += IN(y + i, x + j) * filter[i * R + j];
#else
                for (int x = xx; x < least(xx + wide, M); x++) {
                    double sum = 0;
                    for (int i = 0; i < R; i++)
                        TIMES(UNROLL)
                        for (int j = 0; j < R; j++)
                            sum += IN(y + i, x + j) * filter[i * R + j];
                    out[y * M + x] = sum;
                }
#endif
            }
}
