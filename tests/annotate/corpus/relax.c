/* Poisson's equation relaxed in place: row by row, red and black, along lines, and along diagonals. */
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 34 };

static double u[N][N], f[N][N];

static void lexicographic(void)
{
    /* truth: wavefront flow(u) distance 1 anti(u) */
    for (int i = 1; i < N - 1; i++)
        /* truth: wavefront flow(u) distance 1 */
        for (int j = 1; j < N - 1; j++)
            u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - f[i][j]);
}

static void red_black(double omega)
{
    /* truth: serial flow(u) distance 1 -- black reads what red wrote */
    for (int colour = 0; colour < 2; colour++)
        /* truth: parallel -- points of one colour have neighbours of the other only */
        for (int i = 1; i < N - 1; i++)
            /* truth: parallel */
            for (int j = 1 + (i + colour) % 2; j < N - 1; j += 2) {
                double r = u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - f[i][j] - 4 * u[i][j];
                u[i][j] += omega * 0.25 * r;
            }
}

/* The colours are mixed up: every second row starts at the same column, so that a point's neighbours above are its own colour. */
static void striped(void)
{
    /* truth: serial flow(u) distance 1 */
    for (int colour = 0; colour < 2; colour++)
        /* truth: serial flow(u) distance 1 */
        for (int i = 1; i < N - 1; i++)
            /* truth: parallel */
            for (int j = 1 + colour; j < N - 1; j += 2)
                u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - f[i][j]);
}

/* Each row is solved as a whole, even rows first. */
static void zebra(void)
{
    double c[N], d[N];
    /* truth: serial flow(u) distance 1 */
    for (int first = 1; first <= 2; first++)
        /* truth: parallel private(c, d) */
        for (int i = first; i < N - 1; i += 2) {
            c[0] = d[0] = 0;
            /* truth: serial flow(c, d) distance 1 */
            for (int j = 1; j < N - 1; j++) {
                double m = 1 / (4 - c[j - 1]);
                c[j] = m;
                d[j] = (u[i - 1][j] + u[i + 1][j] - f[i][j] + d[j - 1]) * m;
            }
            /* truth: serial flow(u) distance 1 */
            for (int j = N - 2; j >= 1; j--)
                u[i][j] = d[j] + c[j] * u[i][j + 1];
        }
}

/* The first sweep again, along diagonals: all points of a diagonal are independent. */
static void skewed(void)
{
    /* truth: serial flow(u) distance 1 */
    for (int s = 2; s <= 2 * (N - 2); s++) {
        int low = s - (N - 2) > 1 ? s - (N - 2) : 1, high = s - 1 < N - 2 ? s - 1 : N - 2;
        /* truth: parallel */
        for (int i = low; i <= high; i++) {
            int j = s - i;
            u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - f[i][j]);
        }
    }
}

static double residual(void)
{
    double s = 0;
    /* truth: reduction(+: s) */
    for (int i = 1; i < N - 1; i++)
        /* truth: reduction(+: s) */
        for (int j = 1; j < N - 1; j++) {
            double r = u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - f[i][j] - 4 * u[i][j];
            s += r * r;
        }
    return sqrt(s);
}

int main(void)
{
    /* truth: parallel */
    for (int i = 1; i < N - 1; i++)
        /* truth: parallel */
        for (int j = 1; j < N - 1; j++)
            f[i][j] = (i == N / 2 && j == N / 3) - 0.25 * (i == j);
    memset(u, 0, sizeof u);
    /* truth: serial flow(u) distance 1 io */
    for (int k = 0; k < 6; k++) {
        lexicographic();
        printf("%.6f", residual());
        red_black(1.2);
        striped();
        printf(" %.6f", residual());
        skewed();
        zebra();
        printf(" %.6f\n", residual());
    }
    return 0;
}
