/* Loops over triangles and trapezoids, with arrays of two dimensions and packed ones; imperfect nests; combinations. */
#include <stdio.h>
#include <stdlib.h>

#define N 40

static double a[N][N], b[N][N], packed[N * (N + 1) / 2], x[N], y[N];
static int binomial[N][N];

static void symmetrise(void)
{
    /* truth: parallel -- the lower triangle is written, the upper read */
    for (int i = 0; i < N; i++)
        /* truth: parallel */
        for (int j = 0; j < i; j++)
            a[i][j] = a[j][i];
}

/* One column too far: the diagonal below is read and written. */
static void almost(void)
{
    /* truth: serial anti(a) distance 1 */
    for (int i = 0; i < N - 1; i++)
        /* truth: parallel */
        for (int j = 0; j <= i; j++)
            a[i][j] = 0.5 * a[i + 1][j] + 0.25 * j;
}

/* Unpacks with a counter that runs over the triangle. */
static void unpack(void)
{
    int at = 0;
    /* truth: parallel induction(at) -- at is i (i + 1) / 2 where row i begins */
    for (int i = 0; i < N; i++)
        /* truth: parallel induction(at) */
        for (int j = 0; j <= i; j++)
            b[i][j] = packed[at++];
}

static void pack(void)
{
    int i, j, at;
    /* truth: parallel private(j, at) */
    for (i = 0; i < N; i++) {
        at = i * (i + 1) / 2;
        /* truth: parallel induction(at) */
        for (j = 0; j <= i; j++)
            packed[at++] = a[i][j] - a[j][i] * 0.125;
    }
}

/* Packed and symmetric times a vector: half of the products go elsewhere. */
static void symmetric_times(const double *restrict p, const double *restrict v, double *restrict out)
{
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        out[i] = 0;
    /* truth: histogram(out[]) */
    for (int i = 0; i < N; i++) {
        /* truth: reduction(+: out[]) -- out[i] is summed, out[j] has j < i */
        for (int j = 0; j < i; j++) {
            out[i] += p[i * (i + 1) / 2 + j] * v[j];
            out[j] += p[i * (i + 1) / 2 + j] * v[i];
        }
        out[i] += p[i * (i + 1) / 2 + i] * v[i];
    }
}

static void pascal(void)
{
    /* truth: serial flow(binomial) distance 1 */
    for (int n = 0; n < N; n++) {
        binomial[n][0] = 1;
        /* truth: parallel -- row n from row n - 1 */
        for (int k = 1; k <= n; k++)
            binomial[n][k] = (binomial[n - 1][k - 1] + (k < n ? binomial[n - 1][k] : 0)) % 1000007;
    }
}

static int row_in_place(int n)
{
    int row[N] = {1};
    /* truth: serial flow(row) distance 1 */
    for (int i = 1; i <= n; i++)
        /* truth: serial anti(row) distance 1 -- downwards */
        for (int k = i; k > 0; k--)
            row[k] = (row[k] + row[k - 1]) % 1000007;
    return row[n / 2];
}

/* An imperfect nest: a row's mean is taken off before the row is used. */
static void centre(void)
{
    /* truth: parallel */
    for (int i = 0; i < N; i++) {
        double mean = 0;
        /* truth: reduction(+: mean) */
        for (int j = i; j < N; j++)
            mean += b[j][i];
        mean /= N - i;
        /* truth: parallel */
        for (int j = i; j < N; j++)
            b[j][i] -= mean;
        x[i] = mean;
    }
}

/* A trapezoid: both ends of the inner loop move. */
static void band(int width)
{
    /* truth: parallel */
    for (int i = 0; i < N; i++) {
        int from = i < width ? 0 : i - width, to = i + width >= N ? N - 1 : i + width;
        double s = 0;
        /* truth: reduction(+: s) */
        for (int j = from; j <= to; j++)
            s += b[i > j ? i : j][i > j ? j : i] * x[j];
        y[i] = s;
    }
}

/* i + j is written by many pairs. */
static void convolve(double *restrict out, const double *restrict f, const double *restrict g)
{
    /* truth: histogram(out[]) */
    for (int i = 0; i < N; i++)
        /* truth: parallel */
        for (int j = 0; j < N; j++)
            out[i + j] += f[i] * g[j];
}

static int triples(int n)
{
    int found = 0;
    /* truth: reduction(+: found) */
    for (int p = 1; p < n; p++)
        /* truth: reduction(+: found) */
        for (int q = p + 1; q < n; q++)
            /* truth: reduction(+: found) unobserved -- one r at most fits */
            for (int r = q + 1; r < n; r++)
                if (p * p + q * q == r * r)
                    found++;
    return found;
}

int main(void)
{
    double out[2 * N] = {0}, sum = 0;
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        /* truth: parallel */
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 3 + j * 5) % 19 * 0.5;
    symmetrise();
    almost();
    pack();
    unpack();
    centre();
    band(5);
    symmetric_times(packed, x, a[0]);
    convolve(out, a[0], y);
    pascal();
    /* truth: reduction(+: sum) */
    for (int i = 0; i < 2 * N; i++)
        sum += out[i] * (i % 7);
    printf("%.6f, %d %d, %d triples\n", sum, binomial[N - 2][N / 2 - 1], row_in_place(N - 2), triples(60));
    return 0;
}
