/* Shallow water on a staggered mesh, arrays of variable size; wet and dry cells, sources, a moving front. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void depth_step(int ny, int nx, double h[ny][nx], double u[ny][nx + 1], double v[ny + 1][nx], double dt)
{
    /* truth: guarded alias(h, u, v) calls(pass) */
    for (int j = 0; j < ny; j++)
        /* truth: guarded alias(h, u, v) calls(pass) */
        for (int i = 0; i < nx; i++) {
            double east = u[j][i + 1] * (i < nx - 1 ? 0.5 * (h[j][i] + 1) : 0), west = u[j][i] * (i > 0 ? 0.5 * (h[j][i] + 1) : 0);
            h[j][i] -= dt * (east - west + v[j + 1][i] - v[j][i]);
        }
}

static void speed_step(int ny, int nx, double h[ny][nx], double u[ny][nx + 1], double v[ny + 1][nx], double dt)
{
    int i, j;
    /* truth: guarded alias(u, h) private(i) calls(pass) */
    for (j = 0; j < ny; j++)
        /* truth: guarded alias(u, h) calls(pass) */
        for (i = 1; i < nx; i++)
            u[j][i] -= dt * (h[j][i] - h[j][i - 1]);
    /* truth: guarded alias(v, h) private(i) calls(pass) */
    for (j = 1; j < ny; j++)
        /* truth: guarded alias(v, h) calls(pass) */
        for (i = 0; i < nx; i++)
            v[j][i] -= dt * (h[j][i] - h[j - 1][i]);
}

/* Donor cells, in place: what flows out of a cell flows into the next. */
static void donor(int ny, int nx, double h[ny][nx], double u[ny][nx + 1], double dt)
{
    /* truth: guarded alias(h, u) calls(pass) */
    for (int j = 0; j < ny; j++)
        /* truth: serial flow(h) distance 1 */
        for (int i = 0; i < nx - 1; i++) {
            double q = dt * u[j][i + 1] * (u[j][i + 1] > 0 ? h[j][i] : h[j][i + 1]);
            h[j][i] -= q;
            h[j][i + 1] += q;
        }
}

/* Wet cells as a list; sources hit a cell more than once. */
static double rain(int ny, int nx, double h[ny][nx], int drops)
{
    double fallen = 0;
    int *wet = malloc(sizeof *wet * nx * ny), n = 0;
    if (!wet)
        exit(1);
    /* truth: serial flow(n) */
    for (int j = 0; j < ny; j++)
        /* truth: serial flow(n) */
        for (int i = 0; i < nx; i++)
            if (h[j][i] > 0.99)
                wet[n++] = j * nx + i;
    /* truth: histogram(h[]) reduction(+: fallen) */
    for (int d = 0; d < drops; d++) {
        int at = wet[d * 7919 % n];
        h[at / nx][at % nx] += 1e-4;
        fallen += 1e-4;
    }
    free(wet);
    return fallen;
}

/* The front: for each row how far the water reaches; rows are independent, columns are not. */
static int front(int ny, int nx, double h[ny][nx], int *restrict reach)
{
    int farthest = 0;
    /* truth: reduction(max: farthest) */
    for (int j = 0; j < ny; j++) {
        int i = 0;
        /* truth: serial exit flow(i) distance 1 */
        while (i < nx && h[j][i] > 0.98)
            i++;
        reach[j] = i;
        if (i > farthest)
            farthest = i;
    }
    return farthest;
}

/* A sponge at the east: the range depends on the row. */
static void sponge(int ny, int nx, double h[ny][nx], const int *reach)
{
    /* truth: parallel -- doubles are stored, ints are read */
    for (int j = 0; j < ny; j++)
        /* truth: parallel */
        for (int i = reach[j] / 2; i < nx; i++)
            h[j][i] += 0.01 * (1 - h[j][i]);
}

int main(void)
{
    int nx = 36, ny = 22, reach[22];
    double(*h)[nx] = malloc(sizeof(double[ny][nx])), (*u)[nx + 1] = calloc(ny, sizeof *u), (*v)[nx] = calloc(ny + 1, sizeof *v);
    double volume = 0, rained = 0, sum = 0;
    int far = 0;
    if (!h || !u || !v)
        return 1;
    /* truth: parallel */
    for (int j = 0; j < ny; j++)
        /* truth: parallel */
        for (int i = 0; i < nx; i++)
            h[j][i] = 1 + 0.1 * exp(-0.1 * ((i - 8) * (i - 8) + (j - 9) * (j - 9)));
    /* truth: serial flow(h, u, v) distance 1 */
    for (int t = 0; t < 24; t++) {
        speed_step(ny, nx, h, u, v, 0.2);
        depth_step(ny, nx, h, u, v, 0.2);
        if (t % 6 == 0)
            donor(ny, nx, h, u, 0.05);
        if (t % 8 == 0)
            rained += rain(ny, nx, h, 1000);
        if (t % 5 == 0) {
            far = front(ny, nx, h, reach);
            sponge(ny, nx, h, reach);
        }
    }
    /* truth: reduction(+: volume, sum) */
    for (int j = 0; j < ny; j++)
        /* truth: reduction(+: volume, sum) */
        for (int i = 0; i < nx; i++) {
            volume += h[j][i];
            sum += u[j][i] * (i % 5);
        }
    printf("volume %.6f, rain %.4f, %.6f, far %d\n", volume, rained, sum, far);
    free(h);
    free(u);
    free(v);
    return 0;
}
