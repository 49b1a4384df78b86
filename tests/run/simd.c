// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* simd on its own and combined, with simdlen, safelen, private and lastprivate. */
#include "check.h"

static void plain(long n)
{
    float *a = check_alloc((size_t)n * sizeof *a), *b = check_alloc((size_t)n * sizeof *b);
    long wrong = 0;
    for (long i = 0; i < n; i++)
        b[i] = (float)(i % 100);
#pragma omp target teams distribute parallel for simd simdlen(8) map(to: b[0:n]) map(from: a[0:n])
    for (long i = 0; i < n; i++)
        a[i] = 2 * b[i] + 1;
    for (long i = 0; i < n; i++)
        wrong += a[i] != 2 * b[i] + 1;
    CHECK_INT(wrong, 0, "simdlen(8), n=%ld", n);
    free(a);
    free(b);
}

/* rows over teams, threads, and lanes */
static void three_levels(long n)
{
    enum { ROWS = 6 };
    long *a = check_alloc((size_t)(ROWS * ROWS * n) * sizeof *a), wrong = 0;
#pragma omp target teams distribute map(tofrom: a[0:ROWS * ROWS * n]) num_teams(2)
    for (int i = 0; i < ROWS; i++) {
#pragma omp parallel for num_threads(4)
        for (int j = 0; j < ROWS; j++) {
#pragma omp simd simdlen(4)
            for (long k = 0; k < n; k++)
                a[(i * ROWS + j) * n + k] += 100 * i + 10 * j + k;
        }
    }
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < ROWS; j++)
            for (long k = 0; k < n; k++)
                wrong += a[(i * ROWS + j) * n + k] != 100 * i + 10 * j + k;
    CHECK_INT(wrong, 0, "teams, threads, lanes, n=%ld", n);
    free(a);
}

/* sequential code of the thread around its simd loops */
static void thread_code(long n)
{
    long rows = 20, *out = check_alloc((size_t)rows * sizeof *out);
    double *work = check_alloc((size_t)(rows * n) * sizeof *work);
#pragma omp target teams distribute parallel for map(from: out[0:rows]) map(tofrom: work[0:rows * n])
    for (long r = 0; r < rows; r++) {
        double *mine = work + r * n, scale = (double)(r + 1), sum = 0;
#pragma omp simd
        for (long k = 0; k < n; k++)
            mine[k] = scale * (double)k;
        scale *= 2;
        if (r % 2 == 0) {
#pragma omp simd
            for (long k = 0; k < n; k++)
                mine[k] += scale;
        }
#pragma omp simd reduction(+: sum)
        for (long k = 0; k < n; k++)
            sum += mine[k];
        out[r] = (long)sum;
    }
    for (long r = 0; r < rows; r++)
        CHECK_INT(out[r], (r + 1) * (n * (n - 1) / 2) + (r % 2 == 0 ? 2 * (r + 1) * n : 0), "row %ld, n=%ld",
                  r, n);
    free(out);
    free(work);
}

/* each value needs the one eight before: more than eight at once would be wrong */
static void dependence(long n)
{
    long *a = check_alloc((size_t)(n + 8) * sizeof *a), wrong = 0;
    for (int k = 0; k < 8; k++)
        a[k] = k;
#pragma omp target map(tofrom: a[0:n + 8])
#pragma omp simd safelen(8)
    for (long i = 8; i < n + 8; i++)
        a[i] = a[i - 8] + 8;
    for (long i = 0; i < n + 8; i++)
        wrong += a[i] != i;
    CHECK_INT(wrong, 0, "safelen(8) with a dependence of distance 8, n=%ld", n);
    free(a);
}

static void clauses(long n)
{
    long last = -1, t = -5, wrong = 0, sum = 3;
    long *a = check_alloc((size_t)n * sizeof *a);
#pragma omp target map(tofrom: a[0:n], last, sum)
    {
#pragma omp simd private(t) lastprivate(last) reduction(+: sum) simdlen(4) safelen(16)
        for (long i = 0; i < n; i++) {
            t = 2 * i;
            a[i] = t;
            last = t + 1;
            sum += 1;
        }
    }
    for (long i = 0; i < n; i++)
        wrong += a[i] != 2 * i;
    CHECK_INT(wrong, 0, "private, n=%ld", n);
    if (n)
        CHECK_INT(last, 2 * (n - 1) + 1, "lastprivate, n=%ld", n);
    CHECK_INT(sum, 3 + n, "reduction, n=%ld", n);
    CHECK_INT(t, -5, "private stays outside, n=%ld", n);
    free(a);
}

static void nest(void)
{
    int a[9][11];
    memset(a, 0, sizeof a);
#pragma omp target teams distribute parallel for simd collapse(2) simdlen(2) map(tofrom: a)
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 11; j++)
            a[i][j] += i * j + 1;
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 11; j++)
            CHECK_INT(a[i][j], i * j + 1, "collapse(2), [%d][%d]", i, j);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n)
    {
        plain(n);
        three_levels(n);
        thread_code(n);
        dependence(n);
        clauses(n);
    }
    nest();
    return check_end();
}
