/* matmul.c: C = A B. A thread makes ROWS x COLUMNS numbers of C; ORDER: which index neighbouring threads have; UNROLL:
 * of the inner loop, without a rest; TRANSPOSED: B is stored by columns. Run time: teams, threads. */
#define NVALUES 2
#ifndef N
#define N 60
#endif
static double A[N * N], B[N * N], C[N * N], want[N * N];
static void setup(void), clear(void), run(const int *p);
static int good(void);
#include "space.h"

#if TRANSPOSED
#define AT_B(k, j) B[(j) * N + (k)]
#else
#define AT_B(k, j) B[(k) * N + (j)]
#endif

static void setup(void)
{
    for (int i = 0; i < N * N; i++) {
        A[i] = noise_free(i);
        B[i] = noise_free(i + 7);
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                want[i * N + j] += A[i * N + k] * AT_B(k, j);
}
static void clear(void) { memset(C, 0, sizeof C); }
static int good(void)
{
    for (int i = 0; i < N * N; i++)
        if (!near(C[i], want[i]))
            return 0;
    return 1;
}

static void run(const int *p)
{
    int teams = p[0], threads = p[1];
#pragma omp target teams distribute parallel for collapse(2) num_teams(teams) thread_limit(threads) \
    map(to: A, B) map(tofrom: C)
#if ORDER
    for (int jj = 0; jj < (N + COLUMNS - 1) / COLUMNS; jj++)
        for (int ii = 0; ii < (N + ROWS - 1) / ROWS; ii++) {
#else
    for (int ii = 0; ii < (N + ROWS - 1) / ROWS; ii++)
        for (int jj = 0; jj < (N + COLUMNS - 1) / COLUMNS; jj++) {
#endif
            double sum[ROWS][COLUMNS];
            for (int r = 0; r < ROWS; r++)
                for (int c = 0; c < COLUMNS; c++)
                    sum[r][c] = 0;
            for (int k = 0; k + UNROLL <= N; k += UNROLL)
                for (int u = 0; u < UNROLL; u++)
                    for (int r = 0; r < ROWS; r++)
                        for (int c = 0; c < COLUMNS; c++) {
                            int i = ii * ROWS + r, j = jj * COLUMNS + c;
                            if (i < N && j < N)
                                sum[r][c] += A[i * N + k + u] * AT_B(k + u, j);
                        }
            for (int r = 0; r < ROWS; r++)
                for (int c = 0; c < COLUMNS; c++)
                    if (ii * ROWS + r < N && jj * COLUMNS + c < N)
                        C[(ii * ROWS + r) * N + jj * COLUMNS + c] = sum[r][c];
        }
}
