/* transpose.c: B = A transposed. HOW: 0 rows read, 1 rows written, 2 through a square in the team's shared memory, of
 * TILE x TILE numbers with PAD more a row; EACH: numbers of a thread (HOW 0 and 1). Run time: teams, threads. */
#define NVALUES 2
enum { M = 96 };
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

static void run(const int *p)
{
    int teams = p[0], threads = p[1];
#if HOW == 2
#pragma omp target teams distribute collapse(2) num_teams(teams) thread_limit(threads) map(to: A) map(tofrom: B)
    for (int ii = 0; ii < M; ii += TILE)
        for (int jj = 0; jj < M; jj += TILE) {
            double square[TILE * (TILE + PAD)];
#pragma omp parallel for num_threads(threads)
            for (int n = 0; n < TILE * TILE; n++)
                square[n / TILE * (TILE + PAD) + n % TILE] = A[(ii + n / TILE) * M + jj + n % TILE];
#pragma omp parallel for num_threads(threads)
            for (int n = 0; n < TILE * TILE; n++)
                B[(jj + n / TILE) * M + ii + n % TILE] = square[n % TILE * (TILE + PAD) + n / TILE];
        }
#else
#pragma omp target teams distribute parallel for collapse(2) num_teams(teams) thread_limit(threads) map(to: A) \
    map(tofrom: B)
    for (int i = 0; i < M; i += TILE)
        for (int j = 0; j < M / EACH; j++)
            for (int t = 0; t < TILE; t++)
                for (int e = 0; e < EACH; e++)
#if HOW == 0
                    B[(j + e * (M / EACH)) * M + i + t] = A[(i + t) * M + j + e * (M / EACH)];
#else
                    B[(i + t) * M + j + e * (M / EACH)] = A[(j + e * (M / EACH)) * M + i + t];
#endif
#endif
}
