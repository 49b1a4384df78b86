/* LU factorisation with partial pivoting, row pointers, and the two triangular solves. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double **matrix_new(int n)
{
    double **rows = malloc(n * sizeof *rows);
    double *all = malloc((size_t)n * n * sizeof *all);
    if (!rows || !all)
        exit(1);
    /* truth: parallel */
    for (int i = 0; i < n; i++)
        rows[i] = all + (size_t)i * n;
    return rows;
}

/* Row pointers are exchanged, not rows: what a[i] leads to is known only at run time. */
static int factor(double **a, int *perm, int n)
{
    int i, j, k, swaps = 0;

    /* truth: parallel */
    for (i = 0; i < n; i++)
        perm[i] = i;
    /* truth: serial flow(a) */
    for (k = 0; k < n; k++) {
        int best = k;
        double largest = fabs(a[k][k]);
        /* truth: reduction(argmax: largest, best) -- the first of equal ones wins */
        for (i = k + 1; i < n; i++)
            if (fabs(a[i][k]) > largest) {
                largest = fabs(a[i][k]);
                best = i;
            }
        if (largest == 0)
            return -1;
        if (best != k) {
            double *row = a[k];
            int p = perm[k];
            a[k] = a[best];
            a[best] = row;
            perm[k] = perm[best];
            perm[best] = p;
            swaps++;
        }
        /* truth: guarded alias(a[]) private(j) calls(pass) -- two row pointers could be equal */
        for (i = k + 1; i < n; i++) {
            double f = a[i][k] / a[k][k];
            a[i][k] = f;
            /* truth: guarded alias(a[]) calls(pass) */
            for (j = k + 1; j < n; j++)
                a[i][j] -= f * a[k][j];
        }
    }
    return swaps;
}

static void solve(double **a, const int *perm, const double *b, double *x, int n)
{
    /* truth: serial flow(x) distance 1 */
    for (int i = 0; i < n; i++) {
        double s = b[perm[i]];
        /* truth: reduction(+: s) */
        for (int j = 0; j < i; j++)
            s -= a[i][j] * x[j];
        x[i] = s;
    }
    /* truth: serial flow(x) distance 1 */
    for (int i = n - 1; i >= 0; i--) {
        double s = x[i];
        /* truth: reduction(+: s) */
        for (int j = i + 1; j < n; j++)
            s -= a[i][j] * x[j];
        x[i] = s / a[i][i];
    }
}

static double determinant(double **a, int n, int swaps)
{
    double d = swaps & 1 ? -1 : 1;
    /* truth: reduction(*: d) */
    for (int i = 0; i < n; i++)
        d *= a[i][i];
    return d;
}

int main(void)
{
    enum { N = 24 };
    double **a = matrix_new(N), b[N], x[N], worst = 0;
    int perm[N], swaps;

    /* truth: parallel -- the rows that matrix_new made are apart */
    for (int i = 0; i < N; i++) {
        /* truth: parallel */
        for (int j = 0; j < N; j++)
            a[i][j] = ((i * 5 + j * j * 3) % 17) / 8.0 + (i == j ? 0.25 : 0);
        b[i] = i % 4 - 1.5;
    }
    swaps = factor(a, perm, N);
    if (swaps < 0) {
        printf("singular\n");
        return 0;
    }
    solve(a, perm, b, x, N);
    /* truth: parallel lastprivate(worst) -- only the last iteration's value is printed; it is no maximum */
    for (int i = 0; i < N; i++)
        worst = x[i] * (i + 1);
    printf("%d swaps, determinant %.6e, last %.6e\n", swaps, determinant(a, N, swaps), worst);
    /* truth: serial exit -- stops at the row that owns the memory */
    for (int i = 0; i < N; i++)
        if (perm[i] == 0) {
            free(a[i]);
            break;
        }
    free(a);
    return 0;
}
