/* Particles in a one-dimensional periodic field: gather, push, deposit, sort by cell. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CELLS 64
#define N 500
typedef struct {
    double x, v, w;
    int cell;
} particle;
static particle part[N], sorted[N];
static double field[CELLS], rho[CELLS + 1];

static inline double wrap(double x, double length)
{
    if (x >= length)
        return x - length;
    if (x < 0)
        return x + length;
    return x;
}

static void gather_push(particle *p, int n, const double *e, double dt)
{
    /* truth: guarded alias(p, e) calls(pass) */
    for (int i = 0; i < n; i++) {
        int c = (int)p[i].x;
        double f = p[i].x - c;
        double here = (1 - f) * e[c % CELLS] + f * e[(c + 1) % CELLS];
        p[i].v += here * dt;
        p[i].x = wrap(p[i].x + p[i].v * dt, CELLS);
        p[i].cell = (int)p[i].x % CELLS;
    }
}

static void deposit(void)
{
    /* truth: parallel */
    for (int c = 0; c <= CELLS; c++)
        rho[c] = 0;
    /* truth: histogram(rho) */
    for (int i = 0; i < N; i++) {
        int c = part[i].cell;
        double f = part[i].x - c;
        rho[c] += part[i].w * (1 - f);
        rho[c + 1] += part[i].w * f;
    }
    rho[0] += rho[CELLS];
}

static void solve(void)
{
    double sum = 0, mean = 0;
    /* truth: reduction(+: mean) */
    for (int c = 0; c < CELLS; c++)
        mean += rho[c];
    mean /= CELLS;
    /* truth: serial flow(sum) distance 1 -- a running sum */
    for (int c = 0; c < CELLS; c++) {
        sum += rho[c] - mean;
        field[c] = sum;
    }
}

static void sort_by_cell(void)
{
    int start[CELLS + 1] = {0};
    /* truth: histogram(start) */
    for (int i = 0; i < N; i++)
        start[part[i].cell + 1]++;
    /* truth: serial flow(start) distance 1 */
    for (int c = 0; c < CELLS; c++)
        start[c + 1] += start[c];
    /* truth: serial flow(start) -- the order within a cell is that of the iterations */
    for (int i = 0; i < N; i++)
        sorted[start[part[i].cell]++] = part[i];
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        part[i] = sorted[i];
}

static int fastest(double *speed)
{
    int which = 0;
    double most = 0;
    /* truth: reduction(argmax: most, which) -- the first of equals */
    for (int i = 0; i < N; i++) {
        double v = fabs(part[i].v);
        if (v > most) {
            most = v;
            which = part[i].cell;
        }
    }
    *speed = most;
    return which;
}

int main(void)
{
    double energy = 0, speed;
    unsigned seed = 7;
    /* truth: serial flow(seed) distance 1 -- a recurrence of random numbers */
    for (int i = 0; i < N; i++) {
        seed = seed * 1664525u + 1013904223u;
        part[i].x = (seed >> 8) % (CELLS * 100) / 100.0;
        part[i].v = (int)(seed >> 20) % 9 - 4;
        part[i].w = 1;
        part[i].cell = (int)part[i].x % CELLS;
    }
    /* truth: serial flow(part) distance 1 */
    for (int t = 0; t < 10; t++) {
        deposit();
        solve();
        gather_push(part, N, field, 0.01);
    }
    sort_by_cell();
    /* truth: reduction(+: energy) */
    for (int i = 0; i < N; i++)
        energy += 0.5 * part[i].w * part[i].v * part[i].v;
    int c = fastest(&speed);
    printf("%.6f %d %.6f %d\n", energy, c, speed, part[N / 2].cell);
    return 0;
}
