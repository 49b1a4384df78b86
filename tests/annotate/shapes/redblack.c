/* Colours, waves and sweeps on grids. */
#include <math.h>
#include <stdio.h>

#define NX 30
#define NY 26
#define NZ 10
static double u[NY][NX], f[NY][NX], w[NZ][NY][NX];
static const int dx8[8] = {1, 1, 0, -1, -1, -1, 0, 1}, dy8[8] = {0, 1, 1, 1, 0, -1, -1, -1};

static double sor(int colour, double omega)
{
    double change = 0;
    /* truth: reduction(max: change) */
    for (int j = 1; j < NY - 1; j++)
        /* truth: reduction(max: change) */
        for (int i = 1 + (j + colour) % 2; i < NX - 1; i += 2) {
            double r = f[j][i] + u[j - 1][i] + u[j + 1][i] + u[j][i - 1] + u[j][i + 1] - 4 * u[j][i];
            u[j][i] += omega * r / 4;
            if (fabs(r) > change)
                change = fabs(r);
        }
    return change;
}

static void sor3(int colour)
{
    /* truth: parallel */
    for (int k = 1; k < NZ - 1; k++)
        /* truth: parallel */
        for (int j = 1; j < NY - 1; j++)
            /* truth: parallel */
            for (int i = 1; i < NX - 1; i++) {
                if ((i + j + k) % 2 != colour)
                    continue;
                w[k][j][i] = (w[k - 1][j][i] + w[k + 1][j][i] + w[k][j - 1][i] + w[k][j + 1][i] + w[k][j][i - 1] + w[k][j][i + 1]) / 6;
            }
}

static void gauss_seidel(void)
{
    /* truth: wavefront flow(u) distance 1 */
    for (int j = 1; j < NY - 1; j++)
        /* truth: wavefront flow(u) distance 1 */
        for (int i = 1; i < NX - 1; i++)
            u[j][i] = (u[j - 1][i] + u[j + 1][i] + u[j][i - 1] + u[j][i + 1]) / 4;
}

static void zebra(int odd)
{
    /* truth: parallel -- rows of one parity; each from its neighbours of the other */
    for (int j = 1 + odd; j < NY - 1; j += 2)
        /* truth: serial flow(u) distance 1 */
        for (int i = 1; i < NX - 1; i++)
            u[j][i] = (u[j][i - 1] + u[j - 1][i] + u[j + 1][i]) / 3;
}

static int local_maxima(int *at)
{
    int n = 0;
    /* truth: reduction(+: n) reduction(max: at[]) -- where: the last one, through a pointer */
    for (int j = 1; j < NY - 1; j++)
        /* truth: reduction(+: n) reduction(max: at[]) */
        for (int i = 1; i < NX - 1; i++) {
            int top = 1;
            /* truth: reduction(&&: top) */
            for (int d = 0; d < 8; d++)
                if (u[j + dy8[d]][i + dx8[d]] >= u[j][i])
                    top = 0;
            n += top;
            if (top && j * NX + i > *at)
                *at = j * NX + i;
        }
    return n;
}

static void scatter(double (*restrict out)[NX])
{
    /* truth: histogram(out[]) */
    for (int j = 1; j < NY - 1; j++)
        /* truth: histogram(out[]) */
        for (int i = 1; i < NX - 1; i++)
            /* truth: parallel -- eight different neighbours */
            for (int d = 0; d < 8; d++)
                out[j + dy8[d]][i + dx8[d]] += u[j][i] / 8;
}

int main(void)
{
    static double out[NY][NX];
    double change = 0, sum = 0;
    int at = -1;
    /* truth: parallel */
    for (int j = 0; j < NY; j++)
        /* truth: parallel */
        for (int i = 0; i < NX; i++)
            f[j][i] = (i * j) % 5 - 2;
    /* truth: parallel */
    for (int k = 0; k < NZ; k++)
        /* truth: parallel */
        for (int j = 0; j < NY; j++)
            /* truth: parallel */
            for (int i = 0; i < NX; i++)
                w[k][j][i] = i + j * k;
    /* truth: serial flow(u) distance 1 */
    for (int t = 0; t < 12; t++) {
        change = sor(0, 1.5);
        change = fmax(change, sor(1, 1.5));
    }
    gauss_seidel();
    zebra(0);
    zebra(1);
    /* truth: serial flow(w) distance 1 */
    for (int t = 0; t < 4; t++)
        sor3(t % 2);
    scatter(out);
    /* truth: reduction(+: sum) */
    for (int j = 0; j < NY; j++)
        /* truth: reduction(+: sum) */
        for (int i = 0; i < NX; i++)
            sum += out[j][i] + w[NZ / 2][j][i] / 100;
    int tops = local_maxima(&at);
    printf("%.6f %.6f %d %d\n", change, sum, tops, at);
    return 0;
}
