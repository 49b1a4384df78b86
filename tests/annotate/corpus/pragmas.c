/*
 * A program that is half annotated already: right directives, one that is wrong, others' pragmas.
 * flags: -Wno-unknown-pragmas
 */
#include <math.h>
#include <stdio.h>

enum { N = 300, M = 40 };

static double x[N], y[N], a[M][M], b[M][M];

static double annotated(void)
{
    double s = 0;
    #pragma omp parallel for
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        x[i] = cos(i * 0.1);
    #pragma omp parallel for reduction(+ : s)
    /* truth: reduction(+: s) */
    for (int i = 0; i < N; i++)
        s += x[i] * x[i];
    #pragma omp simd
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        y[i] = x[i] + s;
    return s;
}

/* simd with a safe length allows what a parallel loop does not. */
static void safe_length(void)
{
    #pragma omp simd safelen(8)
    /* truth: serial flow(y) distance 8 */
    for (int i = 8; i < N; i++)
        y[i] += 0.5 * y[i - 8];
}

/* The inner loop has a directive, the outer one could have it. */
static void inner_only(void)
{
    /* truth: parallel */
    for (int i = 0; i < M; i++)
        #pragma omp parallel for
        /* truth: parallel */
        for (int j = 0; j < M; j++)
            a[i][j] = (i * 3 + j) % 7;
}

/* Two loops, one directive: collapse is right here, and would not be for the next. */
static void collapsed(void)
{
    #pragma omp parallel for collapse(2)
    /* truth: parallel */
    for (int i = 1; i < M; i++)
        /* truth: parallel */
        for (int j = 1; j < M; j++)
            b[i][j] = a[i - 1][j] + a[i][j - 1];
    #pragma omp parallel for
    /* truth: parallel */
    for (int i = 0; i < M; i++)
        /* truth: serial flow(b) distance 1 */
        for (int j = 1; j < M; j++)
            b[i][j] += 0.25 * b[i][j - 1];
}

/* Somebody's mistake: each iteration reads what the one before wrote. */
static void wrong(void)
{
    #pragma omp parallel for
    /* truth: serial flow(y) distance 1 */
    for (int i = 1; i < N; i++)
        y[i] = 0.5 * (y[i] + y[i - 1]);
}

/* Regions with more in them than a loop. */
static double region(void)
{
    double total = 0, most = 0;
    #pragma omp parallel
    {
        #pragma omp for reduction(+ : total)
        /* truth: reduction(+: total) */
        for (int i = 0; i < N; i++)
            total += y[i];
        #pragma omp single
        total /= N;
        #pragma omp for reduction(max : most)
        /* truth: reduction(max: most) */
        for (int i = 0; i < N; i++)
            most = fmax(most, fabs(y[i] - total));
    }
    return most;
}

/* Pragmas of compilers, which say how and not whether. */
static double hints(void)
{
    double s = 0;
    #pragma GCC ivdep
    /* truth: parallel */
    for (int i = 0; i < N / 2; i++)
        x[i] += x[i + N / 2];
    #pragma unroll 4
    /* truth: reduction(+: s) */
    for (int i = 0; i < N; i++)
        s += x[i];
    return s;
}

int main(void)
{
    double sum = 0, s = annotated();
    safe_length();
    inner_only();
    collapsed();
    wrong();
    #pragma omp parallel for collapse(2) reduction(+ : sum)
    /* truth: reduction(+: sum) */
    for (int i = 0; i < M; i++)
        /* truth: reduction(+: sum) */
        for (int j = 0; j < M; j++)
            sum += b[i][j] * (i - j % 3);
    double most = region();
    printf("%.6f %.6f %.6f %.6f\n", s, sum, most, hints());
    return 0;
}
