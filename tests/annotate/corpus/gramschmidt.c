/* Orthogonalisation of the columns of a 2-D array, classical and modified, with variably sized array parameters. */
#include <math.h>
#include <stdio.h>

#define ROWS 48
#define COLS 12

static double q[ROWS][COLS], a[ROWS][COLS], r[COLS][COLS];

static int modified(int m, int n, double v[m][n], double up[n][n])
{
    int i, j, k;
    /* truth: serial flow(v) distance 1 */
    for (k = 0; k < n; k++) {
        double norm = 0;
        /* truth: reduction(+: norm) */
        for (i = 0; i < m; i++)
            norm += v[i][k] * v[i][k];
        if (norm == 0)
            return k;
        up[k][k] = sqrt(norm);
        /* truth: guarded alias(v, up) calls(pass) */
        for (i = 0; i < m; i++)
            v[i][k] /= up[k][k];
        /* truth: guarded alias(v, up) private(i) calls(pass) */
        for (j = k + 1; j < n; j++) {
            double s = 0;
            /* truth: reduction(+: s) */
            for (i = 0; i < m; i++)
                s += v[i][k] * v[i][j];
            up[k][j] = s;
            /* truth: parallel -- column j is written from column k, and j > k; s is a local */
            for (i = 0; i < m; i++)
                v[i][j] -= s * v[i][k];
        }
    }
    return n;
}

/* Globals only: nothing can overlap. */
static void classical(void)
{
    double proj[COLS];
    /* truth: serial flow(q) distance 1 */
    for (int k = 0; k < COLS; k++) {
        /* truth: parallel */
        for (int j = 0; j < k; j++) {
            proj[j] = 0;
            /* truth: reduction(+: proj) */
            for (int i = 0; i < ROWS; i++)
                proj[j] += q[i][j] * a[i][k];
        }
        double norm = 0;
        /* truth: reduction(+: norm) */
        for (int i = 0; i < ROWS; i++) {
            double s = a[i][k];
            /* truth: reduction(+: s) */
            for (int j = 0; j < k; j++)
                s -= proj[j] * q[i][j];
            q[i][k] = s;
            norm += s * s;
        }
        norm = sqrt(norm);
        /* truth: parallel */
        for (int i = 0; i < ROWS; i++)
            q[i][k] /= norm;
    }
}

static double skew(void)
{
    double worst = 0;
    /* truth: reduction(max: worst) */
    for (int k = 0; k < COLS; k++)
        /* truth: reduction(max: worst) */
        for (int j = 0; j < k; j++) {
            double s = 0;
            /* truth: reduction(+: s) */
            for (int i = 0; i < ROWS; i++)
                s += q[i][j] * q[i][k];
            if (fabs(s) > worst)
                worst = fabs(s);
        }
    return worst;
}

int main(void)
{
    double sum = 0;
    /* truth: parallel */
    for (int i = 0; i < ROWS; i++)
        /* truth: parallel */
        for (int j = 0; j < COLS; j++)
            a[i][j] = sin(1.0 + i * (j + 1)) + (i == j);
    classical();
    printf("classical %s\n", skew() < 1e-10 ? "orthogonal" : "skew");
    int rank = modified(ROWS, COLS, a, r);
    /* truth: reduction(+: sum) */
    for (int k = 0; k < COLS; k++)
        /* truth: reduction(+: sum) */
        for (int j = k; j < COLS; j++)
            sum += r[k][j];
    printf("rank %d, sum %.9f\n", rank, sum);
    return 0;
}
