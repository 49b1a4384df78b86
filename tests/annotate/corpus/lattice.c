/* Lattice Boltzmann in a channel: nine directions, collision and streaming, pull and push, one array and two. */
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { W = 32, H = 14, Q = 9 };

static const int ex[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, ey[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int opposite[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const double weight[Q] = {4.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};

static double f[H][W][Q], g[H][W][Q], density[H][W], speed[H][W][2];
static unsigned char wall[H][W];

static double equilibrium(int q, double rho, double ux, double uy)
{
    double e = ex[q] * ux + ey[q] * uy;
    return weight[q] * rho * (1 + 3 * e + 4.5 * e * e - 1.5 * (ux * ux + uy * uy));
}

static void moments(void)
{
    int x, y, q;
    /* truth: parallel private(x, q) */
    for (y = 0; y < H; y++)
        /* truth: parallel private(q) */
        for (x = 0; x < W; x++) {
            double rho = 0, ux = 0, uy = 0;
            /* truth: reduction(+: rho, ux, uy) */
            for (q = 0; q < Q; q++) {
                rho += f[y][x][q];
                ux += ex[q] * f[y][x][q];
                uy += ey[q] * f[y][x][q];
            }
            density[y][x] = rho;
            speed[y][x][0] = ux / rho;
            speed[y][x][1] = uy / rho;
        }
}

static void collide(double omega)
{
    /* truth: parallel */
    for (int y = 0; y < H; y++)
        /* truth: parallel */
        for (int x = 0; x < W; x++) {
            if (wall[y][x]) {
                /* truth: parallel -- pairs are exchanged by the smaller direction */
                for (int q = 1; q < Q; q++)
                    if (q < opposite[q]) {
                        double t = f[y][x][q];
                        f[y][x][q] = f[y][x][opposite[q]];
                        f[y][x][opposite[q]] = t;
                    }
                continue;
            }
            /* truth: parallel */
            for (int q = 0; q < Q; q++)
                f[y][x][q] += omega * (equilibrium(q, density[y][x], speed[y][x][0] + 1e-3, speed[y][x][1]) - f[y][x][q]);
        }
}

static void pull(void)
{
    /* truth: parallel */
    for (int y = 0; y < H; y++)
        /* truth: parallel */
        for (int x = 0; x < W; x++)
            /* truth: parallel */
            for (int q = 0; q < Q; q++)
                g[y][x][q] = f[(y - ey[q] + H) % H][(x - ex[q] + W) % W][q];
}

/* The stores go elsewhere, each to its own place: for one direction a shift is one to one. */
static void push(void)
{
    /* truth: parallel -- shifts on a torus: no two cells store to the same place in one direction */
    for (int y = 0; y < H; y++)
        /* truth: parallel */
        for (int x = 0; x < W; x++)
            /* truth: parallel */
            for (int q = 0; q < Q; q++)
                f[(y + ey[q] + H) % H][(x + ex[q] + W) % W][q] = g[y][x][q];
}

/* In one array, by swaps with the neighbours that come later: rows overlap, elements do not. */
static void stream_in_place(void)
{
    /* truth: parallel -- row y gives directions 2, 5, 6 and the next row 4, 7, 8: no row does both with one element */
    for (int y = 0; y < H - 1; y++)
        /* truth: parallel -- no two cells of a row touch the same direction of the same cell */
        for (int x = 1; x < W - 1; x++)
            /* truth: parallel -- three different neighbours */
            for (int q = 4; q <= 6; q++) {
                int to = q == 4 ? 2 : q;
                double t = f[y][x][to];
                f[y][x][to] = f[y + 1][x + ex[to]][opposite[to]];
                f[y + 1][x + ex[to]][opposite[to]] = t;
            }
}

int main(void)
{
    double mass = 0, flow = 0;
    /* truth: parallel */
    for (int y = 0; y < H; y++)
        /* truth: parallel */
        for (int x = 0; x < W; x++) {
            wall[y][x] = y == 0 || y == H - 1 || (x > 10 && x < 14 && y < 5);
            /* truth: parallel */
            for (int q = 0; q < Q; q++)
                f[y][x][q] = equilibrium(q, 1 + 0.01 * (x % 3), 0.02, 0);
        }
    /* truth: serial flow(f) distance 1 */
    for (int t = 0; t < 16; t++) {
        moments();
        collide(0.9);
        pull();
        if (t % 4 == 3)
            push();
        else
            memcpy(f, g, sizeof f);
    }
    stream_in_place();
    moments();
    /* truth: reduction(+: mass, flow) */
    for (int y = 0; y < H; y++)
        /* truth: reduction(+: mass, flow) */
        for (int x = 0; x < W; x++) {
            mass += density[y][x];
            flow += speed[y][x][0] * (y + 1);
        }
    printf("mass %.9f, flow %.6f\n", mass, flow);
    return 0;
}
