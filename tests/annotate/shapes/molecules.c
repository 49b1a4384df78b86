/* Molecules: forces from lists of neighbours, velocity Verlet, cells, nearest pair. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 125
#define MOST 60
typedef struct {
    double x, y, z;
} vec;
static vec pos[N], vel[N], force[N];
static int list[N][MOST], listed[N], head[27], next[N];
static double box = 6;

static vec minimum_image(vec a, vec b)
{
    vec d = {a.x - b.x, a.y - b.y, a.z - b.z};
    d.x -= box * floor(d.x / box + 0.5);
    d.y -= box * floor(d.y / box + 0.5);
    d.z -= box * floor(d.z / box + 0.5);
    return d;
}

static void neighbours(double reach)
{
    int i, j;
    vec d;
    /* truth: parallel private(j, d) */
    for (i = 0; i < N; i++) {
        listed[i] = 0;
        /* truth: serial flow(listed) private(d) */
        for (j = 0; j < N; j++) {
            if (j == i)
                continue;
            vec e = minimum_image(pos[i], pos[j]);
            d = e;
            if (d.x * d.x + d.y * d.y + d.z * d.z < reach * reach && listed[i] < MOST)
                list[i][listed[i]++] = j;
        }
    }
}

static double forces(void)
{
    double energy = 0;
    /* truth: reduction(+: energy) */
    for (int i = 0; i < N; i++) {
        vec f = {0, 0, 0};
        /* truth: reduction(+: energy, f.x, f.y, f.z) */
        for (int k = 0; k < listed[i]; k++) {
            vec d = minimum_image(pos[i], pos[list[i][k]]);
            double r2 = d.x * d.x + d.y * d.y + d.z * d.z, s = 1 / r2, s6 = s * s * s, w = 24 * s * s6 * (2 * s6 - 1);
            f.x += w * d.x;
            f.y += w * d.y;
            f.z += w * d.z;
            energy += 2 * s6 * (s6 - 1);
        }
        force[i] = f;
    }
    return energy;
}

/* Each pair once, both get the force. */
static double forces_by_pairs(double *restrict fx)
{
    double energy = 0;
    /* truth: reduction(+: energy) histogram(fx[]) */
    for (int i = 0; i < N - 1; i++)
        /* truth: reduction(+: energy) histogram(fx[]) -- fx[i] is one of all, fx[j] each its own */
        for (int j = i + 1; j < N; j++) {
            vec d = minimum_image(pos[i], pos[j]);
            double r2 = d.x * d.x + d.y * d.y + d.z * d.z, s = 1 / r2, s6 = s * s * s, w = 24 * s * s6 * (2 * s6 - 1);
            fx[i] += w * d.x;
            fx[j] -= w * d.x;
            energy += 4 * s6 * (s6 - 1);
        }
    return energy;
}

static void half_kick(double dt)
{
    /* truth: parallel */
    for (int i = 0; i < N; i++) {
        vel[i].x += dt / 2 * force[i].x;
        vel[i].y += dt / 2 * force[i].y;
        vel[i].z += dt / 2 * force[i].z;
    }
}

static void drift(double dt)
{
    /* truth: parallel */
    for (int i = 0; i < N; i++) {
        double *p = &pos[i].x, *v = &vel[i].x;
        /* truth: parallel -- three doubles each, of a structure of three doubles */
        for (int k = 0; k < 3; k++) {
            p[k] += dt * v[k];
            if (p[k] >= box)
                p[k] -= box;
            else if (p[k] < 0)
                p[k] += box;
        }
    }
}

static void cells(void)
{
    memset(head, -1, sizeof head);
    /* truth: serial flow(head) */
    for (int i = 0; i < N; i++) {
        int c = (int)(pos[i].x / box * 3) + 3 * ((int)(pos[i].y / box * 3) + 3 * (int)(pos[i].z / box * 3));
        next[i] = head[c];
        head[c] = i;
    }
}

static double nearest(int *a, int *b)
{
    double least = 1e9;
    int i, j, first = -1, second = -1;
    /* truth: reduction(argmin: least, first, second) private(j) -- the first of equals */
    for (i = 0; i < N; i++)
        /* truth: reduction(argmin: least, first, second) -- the first of equals */
        for (j = i + 1; j < N; j++) {
            vec d = minimum_image(pos[i], pos[j]);
            double r2 = d.x * d.x + d.y * d.y + d.z * d.z;
            if (r2 < least) {
                least = r2;
                first = i;
                second = j;
            }
        }
    *a = first;
    *b = second;
    return sqrt(least);
}

int main(void)
{
    static double fx[N];
    double energy = 0, kinetic = 0;
    vec mean = {0, 0, 0};
    int a, b, filled = 0;
    /* truth: parallel */
    for (int i = 0; i < N; i++) {
        pos[i] = (vec){i % 5 * 1.2 + 0.01 * (i % 3), i / 5 % 5 * 1.2, i / 25 * 1.2};
        vel[i] = (vec){(i * 7 % 11 - 5) * 0.1, (i * 5 % 13 - 6) * 0.1, 0};
    }
    /* truth: reduction(+: mean.x, mean.y, mean.z) */
    for (int i = 0; i < N; i++) {
        mean.x += vel[i].x / N;
        mean.y += vel[i].y / N;
        mean.z += vel[i].z / N;
    }
    neighbours(2);
    energy = forces();
    /* truth: serial flow(pos) distance 1 */
    for (int t = 0; t < 5; t++) {
        half_kick(0.002);
        drift(0.002);
        neighbours(2);
        energy = forces();
        half_kick(0.002);
    }
    /* truth: reduction(+: kinetic) */
    for (int i = 0; i < N; i++)
        kinetic += 0.5 * (vel[i].x * vel[i].x + vel[i].y * vel[i].y + vel[i].z * vel[i].z);
    cells();
    /* truth: reduction(+: filled) */
    for (int c = 0; c < 27; c++)
        filled += head[c] >= 0;
    double by_pairs = forces_by_pairs(fx), r = nearest(&a, &b);
    printf("%.6f %.6f %.6f %d %.6f %d %d %.4f\n", energy, kinetic, mean.x, filled, r, a, b, by_pairs);
    return 0;
}
