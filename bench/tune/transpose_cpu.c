/* transpose_cpu.c: B = A transposed in place, in blocks. ORDER: 0 rows of a block are read, 1 they are written;
 * COLLAPSE: 1 rows of blocks are shared out, 2 blocks. Run time:
 * threads, heights and widths of the blocks. */
#define NVALUES 3
enum { M = 512 };
static double A[M * M], B[M * M];
static void setup(void), clear(void), run(const int *p);
static int good(void);
#include "space.h"

static void setup(void)
{
    for (int i = 0; i < M * M; i++)
        A[i] = noise_free(i);
}
static void clear(void) { memset(B, 0, sizeof B); }
static int good(void)
{
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            if (B[j * M + i] != A[i * M + j])
                return 0;
    return 1;
}
static int least(int m, int n) { return m < n ? m : n; }

static void run(const int *p)
{
    int high = p[1], wide = p[2];
    omp_set_num_threads(p[0]);
#pragma omp target teams distribute parallel for collapse(COLLAPSE) map(to: A) map(tofrom: B)
    for (int ii = 0; ii < M; ii += high)
        for (int jj = 0; jj < M; jj += wide)
#if ORDER
            for (int j = jj; j < least(jj + wide, M); j++)
                for (int i = ii; i < least(ii + high, M); i++)
#else
            for (int i = ii; i < least(ii + high, M); i++)
                for (int j = jj; j < least(jj + wide, M); j++)
#endif
                    B[j * M + i] = A[i * M + j];
}
