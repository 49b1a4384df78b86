/* Conjugate gradients for the five-point Laplacian, without a matrix; vectors are globals of file scope. */
#include <math.h>
#include <stdio.h>

#define M 30
#define N (M * M)

static double x[N], r[N], p[N], q[N], b[N];

static double dot(const double *u, const double *v)
{
    double s = 0;
    /* truth: reduction(+: s) */
    for (int i = 0; i < N; i++)
        s += u[i] * v[i];
    return s;
}

static void laplace(const double u[N], double out[N])
{
    int i, j;
    /* truth: guarded alias(u, out) private(i) calls(pass) */
    for (j = 0; j < M; j++)
        /* truth: guarded alias(u, out) calls(pass) */
        for (i = 0; i < M; i++) {
            int at = j * M + i;
            double v = 4 * u[at];
            if (i > 0)
                v -= u[at - 1];
            if (i < M - 1)
                v -= u[at + 1];
            if (j > 0)
                v -= u[at - M];
            if (j < M - 1)
                v -= u[at + M];
            out[at] = v;
        }
}

static void axpy(double a, const double *u, double *v)
{
    /* truth: guarded alias(u, v) calls(pass) -- u == v would be right, too; u == v + 1 would not */
    for (int i = 0; i < N; i++)
        v[i] += a * u[i];
}

int main(void)
{
    double rr, checksum = 0;
    int k;

    /* truth: parallel */
    for (k = 0; k < N; k++) {
        b[k] = (k % M) * 0.01 + (k / M) * 0.02;
        x[k] = 0;
        p[k] = r[k] = b[k];
    }
    rr = dot(r, r);
    /* truth: serial flow(p, r, x, rr) distance 1 exit */
    for (k = 0; k < 200 && rr > 1e-18; k++) {
        laplace(p, q);
        double alpha = rr / dot(p, q), next;
        axpy(alpha, p, x);
        axpy(-alpha, q, r);
        next = dot(r, r);
        /* truth: parallel */
        for (int i = 0; i < N; i++)
            p[i] = r[i] + next / rr * p[i];
        rr = next;
    }
    laplace(x, q);
    double largest = 0;
    /* truth: reduction(max: largest) */
    for (int i = 0; i < N; i++)
        largest = fmax(largest, fabs(q[i] - b[i]));
    /* truth: reduction(+: checksum) */
    for (int i = 0; i < N; i++)
        checksum += x[i] * (1 + i % 3);
    printf("%s after %s steps, %.6f\n", largest < 1e-7 ? "solved" : "not solved", k < 200 ? "few" : "many", checksum);
    return 0;
}
