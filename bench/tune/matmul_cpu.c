/* matmul_cpu.c: C = A B in place, in blocks of k and j. ORDER: 0 j is the innermost loop, 1 k is; UNROLL: of that one.
 * Run time: threads, lengths of the blocks. */
#define NVALUES 3
enum { N = 96 };
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
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
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
static int least(int m, int n) { return m < n ? m : n; }

static void run(const int *p)
{
    int deep = p[1], wide = p[2];
    omp_set_num_threads(p[0]);
#pragma omp target teams distribute parallel for map(to: A, B) map(from: C)
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            C[i * N + j] = 0;
        for (int kk = 0; kk < N; kk += deep)
            for (int jj = 0; jj < N; jj += wide)
#if ORDER
                for (int j = jj; j < least(jj + wide, N); j++) {
                    double sum = 0;
                    TIMES(UNROLL)
                    for (int k = kk; k < least(kk + deep, N); k++)
                        sum += A[i * N + k] * B[k * N + j];
                    C[i * N + j] += sum;
                }
#else
                for (int k = kk; k < least(kk + deep, N); k++)
                    TIMES(UNROLL)
                    for (int j = jj; j < least(jj + wide, N); j++)
                        C[i * N + j] += A[i * N + k] * B[k * N + j];
#endif
    }
}
