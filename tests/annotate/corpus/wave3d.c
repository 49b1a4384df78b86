/* A wave in a box: linearised three-dimensional arrays behind a macro, three time levels in turn, absorbing layers. */
#include <stdio.h>
#include <stdlib.h>

#define AT(x, y, z) (((z) * ny + (y)) * nx + (x))

typedef struct {
    int nx, ny, nz;
    float *level[3];
    float *damp;
} field;

static void advance(field *f, int now)
{
    const int nx = f->nx, ny = f->ny, nz = f->nz;
    const float *p = f->level[now % 3], *old = f->level[(now + 2) % 3];
    float *next = f->level[(now + 1) % 3];
    /* truth: guarded alias(next, p, old) calls(pass) -- three pointers of one array; nothing here says they differ */
    for (int z = 1; z < nz - 1; z++)
        /* truth: guarded alias(next, p, old) calls(pass) */
        for (int y = 1; y < ny - 1; y++)
            /* truth: guarded alias(next, p, old) calls(pass) */
            for (int x = 1; x < nx - 1; x++) {
                float lap = p[AT(x - 1, y, z)] + p[AT(x + 1, y, z)] + p[AT(x, y - 1, z)] + p[AT(x, y + 1, z)] +
                            p[AT(x, y, z - 1)] + p[AT(x, y, z + 1)] - 6 * p[AT(x, y, z)];
                next[AT(x, y, z)] = 2 * p[AT(x, y, z)] - old[AT(x, y, z)] + 0.125f * lap;
            }
}

/* In place, and each point alone: the three loops are one. */
static void absorb(int nx, int ny, int nz, float *restrict p, const float *restrict damp)
{
    int x, y, z;
    /* truth: parallel private(y, x) */
    for (z = 0; z < nz; z++)
        /* truth: parallel private(x) */
        for (y = 0; y < ny; y++)
            /* truth: parallel */
            for (x = 0; x < nx; x++)
                p[AT(x, y, z)] *= damp[AT(x, y, z)];
}

/* Upwards a layer takes from the one below, which was changed before. */
static void drift(int nx, int ny, int nz, float *p)
{
    /* truth: serial flow(p) distance 1 */
    for (int z = 1; z < nz; z++)
        /* truth: parallel */
        for (int y = 0; y < ny; y++)
            /* truth: parallel */
            for (int x = 0; x < nx; x++)
                p[AT(x, y, z)] += 0.01f * p[AT(x, y, z - 1)];
    /* truth: parallel -- the top layer is read and none but the bottom is written; nz > 1 makes them differ */
    for (int y = 0; y < ny; y++)
        /* truth: parallel */
        for (int x = 0; x < nx; x++)
            p[AT(x, y, 0)] += 0.01f * p[AT(x, y, nz - 1)];
}

/* A halo of width one is filled from the opposite side: x first, then y with the corners that x filled. */
static void periodic(int nx, int ny, int nz, float *p)
{
    /* truth: guarded size(nx >= 2 && ny >= 2) calls(pass) -- with ny == 1 a plane's ghosts come from the plane before */
    for (int z = 0; z < nz; z++) {
        /* truth: guarded size(nx >= 2) calls(pass) -- with nx == 1 element -1 is the row before */
        for (int y = 0; y < ny; y++) {
            p[AT(0, y, z)] = p[AT(nx - 2, y, z)];
            p[AT(nx - 1, y, z)] = p[AT(1, y, z)];
        }
        /* truth: parallel */
        for (int x = 0; x < nx; x++) {
            p[AT(x, 0, z)] = p[AT(x, ny - 2, z)];
            p[AT(x, ny - 1, z)] = p[AT(x, 1, z)];
        }
    }
}

int main(void)
{
    int nx = 20, ny = 18, nz = 12, cells = nx * ny * nz;
    field f = {nx, ny, nz, {NULL}, malloc(cells * sizeof(float))};
    double energy = 0;

    /* truth: parallel */
    for (int k = 0; k < 3; k++)
        f.level[k] = calloc(cells, sizeof(float));
    if (!f.level[0] || !f.level[1] || !f.level[2] || !f.damp)
        return 1;
    /* truth: parallel */
    for (int z = 0; z < nz; z++)
        /* truth: parallel */
        for (int y = 0; y < ny; y++)
            /* truth: parallel */
            for (int x = 0; x < nx; x++)
                f.damp[AT(x, y, z)] = x < 3 || x >= nx - 3 ? 0.97f : 1.0f;
    f.level[0][AT(nx / 2, ny / 2, nz / 2)] = f.level[1][AT(nx / 2, ny / 2, nz / 2)] = 1;
    /* truth: serial flow(f.level) distance 1 -- what the pointers lead to is carried from step to step */
    for (int t = 1; t < 12; t++) {
        advance(&f, t);
        absorb(nx, ny, nz, f.level[(t + 1) % 3], f.damp);
        periodic(nx, ny, nz, f.level[(t + 1) % 3]);
        if (t % 4 == 0)
            drift(nx, ny, nz, f.level[(t + 1) % 3]);
    }
    /* truth: reduction(+: energy) */
    for (int i = 0; i < cells; i++)
        energy += f.level[0][i] * f.level[0][i] * (i % 5);
    printf("%.6f\n", energy);
    /* truth: parallel */
    for (int k = 0; k < 3; k++)
        free(f.level[k]);
    free(f.damp);
    return 0;
}
