/* matmul_cpu.c: C = A B in place, in blocks. ORDER: of the loops within a block, 0 i k j, 1 i j k; UNROLL: of the innermost.
 * Run time: threads, heights, depths and widths of the blocks; the heights are shared out. */
#define NVALUES 4
enum { N = 144 };
static double A[N * N], B[N * N], C[N * N], want[N * N];
static void setup(void), clear(void), run(const int *p);
static int good(void);
#include "space.h"

#define PRAGMA(x) _Pragma(#x)
#define TIMES(n) PRAGMA(clang loop unroll_count(n))

static void setup(void)
{
    for (int i = 0; i < N * N; i++) {
        A[i] = noise_free(i);
        B[i] = noise_free(i + 7);
    }
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
            for (int j = 0; j < N; j++)
                want[i * N + j] += A[i * N + k] * B[k * N + j];
}
static void clear(void) { memset(C, 0, sizeof C); }
static int good(void)
{
    for (int i = 0; i < N * N; i++)
        if (!near(C[i], want[i]))
            return 0;
    return 1;
}
static int least(int a, int b) { return a < b ? a : b; }

static void run(const int *p)
{
    int high = p[1], deep = p[2], wide = p[3];
    omp_set_num_threads(p[0]);
#pragma omp target teams distribute parallel for map(to: A, B) map(tofrom: C)
    for (int ii = 0; ii < N; ii += high) {
        for (int i = ii * N; i < least(ii + high, N) * N; i++)
            C[i] = 0;
        for (int kk = 0; kk < N; kk += deep)
            for (int jj = 0; jj < N; jj += wide)
                for (int i = ii; i < least(ii + high, N); i++)
#if ORDER == 0
                    for (int k = kk; k < least(kk + deep, N); k++) {
                        double f = A[i * N + k];
                        TIMES(UNROLL)
                        for (int j = jj; j < least(jj + wide, N); j++)
                            C[i * N + j] += f * B[k * N + j];
                    }
#else
                    for (int j = jj; j < least(jj + wide, N); j++) {
                        double sum = C[i * N + j];
                        TIMES(UNROLL)
                        for (int k = kk; k < least(kk + deep, N); k++)
                            sum += A[i * N + k] * B[k * N + j];
                        C[i * N + j] = sum;
                    }
#endif
    }
}
