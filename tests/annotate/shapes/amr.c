/* Patches of an adaptive mesh: ghost cells from neighbours, prolongation, restriction, flags. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NG 2
#define NX 16
#define NY 12
#define PATCHES 4
#define AT(i, j) ((j) * (NX + 2 * NG) + (i))
struct patch {
    int left, right;
    double u[(NX + 2 * NG) * (NY + 2 * NG)];
    unsigned char flag[NX * NY];
};
static struct patch level[PATCHES];
static double fine[2 * NY][2 * NX], coarse[NY][NX];

static void exchange(struct patch *p, int n)
{
    /* truth: parallel -- ghost columns are written, inner ones read, of whatever patch */
    for (int b = 0; b < n; b++) {
        const struct patch *l = &p[p[b].left], *r = &p[p[b].right];
        /* truth: parallel -- ghost columns on one side, inner columns on the other */
        for (int j = NG; j < NY + NG; j++)
            /* truth: parallel */
            for (int g = 0; g < NG; g++) {
                p[b].u[AT(g, j)] = l->u[AT(NX + g, j)];
                p[b].u[AT(NX + NG + g, j)] = r->u[AT(NG + g, j)];
            }
    }
}

static void reflect(struct patch *p)
{
    /* truth: parallel -- rows NG and above are read, the ghost rows written */
    for (int g = 0; g < NG; g++)
        /* truth: parallel */
        for (int i = 0; i < NX + 2 * NG; i++) {
            p->u[AT(i, NG - 1 - g)] = p->u[AT(i, NG + g)];
            p->u[AT(i, NY + NG + g)] = p->u[AT(i, NY + NG - 1 - g)];
        }
}

static void prolong(void)
{
    /* truth: parallel */
    for (int j = 0; j < NY; j++)
        /* truth: parallel */
        for (int i = 0; i < NX; i++) {
            double c = coarse[j][i], dx = 0, dy = 0;
            if (i > 0 && i < NX - 1)
                dx = (coarse[j][i + 1] - coarse[j][i - 1]) / 8;
            if (j > 0 && j < NY - 1)
                dy = (coarse[j + 1][i] - coarse[j - 1][i]) / 8;
            fine[2 * j][2 * i] = c - dx - dy;
            fine[2 * j][2 * i + 1] = c + dx - dy;
            fine[2 * j + 1][2 * i] = c - dx + dy;
            fine[2 * j + 1][2 * i + 1] = c + dx + dy;
        }
}

static void restrict_down(void)
{
    /* truth: parallel */
    for (int j = 0; j < 2 * NY; j += 2)
        /* truth: parallel */
        for (int i = 0; i < 2 * NX; i += 2)
            coarse[j / 2][i / 2] = (fine[j][i] + fine[j][i + 1] + fine[j + 1][i] + fine[j + 1][i + 1]) / 4;
}

static int mark(struct patch *p, double limit)
{
    int n = 0;
    memset(p->flag, 0, sizeof p->flag);
    /* truth: reduction(+: n) */
    for (int j = 0; j < NY; j++)
        /* truth: reduction(+: n) */
        for (int i = 0; i < NX; i++) {
            int k = AT(i + NG, j + NG);
            double g = fabs(p->u[k + 1] - p->u[k - 1]) + fabs(p->u[k + NX + 2 * NG] - p->u[k - NX - 2 * NG]);
            if (g > limit) {
                p->flag[j * NX + i] = 1;
                n++;
            }
        }
    return n;
}

/* Flags grow by a cell: in place that goes on and on in one direction. */
static void grow(struct patch *p)
{
    /* truth: serial flow(p->flag) */
    for (int j = 1; j < NY; j++)
        /* truth: serial flow(p->flag) distance 1 */
        for (int i = 1; i < NX; i++)
            p->flag[j * NX + i] |= p->flag[j * NX + i - 1] & p->flag[(j - 1) * NX + i];
}

static void bounds(const struct patch *p, int *box)
{
    int lo = NX, hi = -1;
    /* truth: reduction(min: lo) reduction(max: hi) */
    for (int k = 0; k < NX * NY; k++)
        if (p->flag[k]) {
            int i = k % NX;
            if (i < lo)
                lo = i;
            if (i > hi)
                hi = i;
        }
    box[0] = lo;
    box[1] = hi;
}

int main(void)
{
    int box[2], flags = 0;
    double sum = 0;
    /* truth: parallel */
    for (int b = 0; b < PATCHES; b++) {
        level[b].left = (b + PATCHES - 1) % PATCHES;
        level[b].right = (b + 1) % PATCHES;
        /* truth: parallel */
        for (int j = 0; j < NY; j++)
            /* truth: parallel */
            for (int i = 0; i < NX; i++)
                level[b].u[AT(i + NG, j + NG)] = sin(0.3 * (b * NX + i)) * (j + 1);
    }
    exchange(level, PATCHES);
    /* truth: parallel */
    for (int b = 0; b < PATCHES; b++)
        reflect(&level[b]);
    /* truth: reduction(+: flags) */
    for (int b = 0; b < PATCHES; b++)
        flags += mark(&level[b], 2.0);
    grow(&level[1]);
    bounds(&level[1], box);
    /* truth: parallel */
    for (int j = 0; j < NY; j++)
        memcpy(coarse[j], &level[2].u[AT(NG, j + NG)], sizeof coarse[j]);
    prolong();
    restrict_down();
    /* truth: reduction(+: sum) */
    for (int j = 0; j < NY; j++)
        /* truth: reduction(+: sum) */
        for (int i = 0; i < NX; i++)
            sum += coarse[j][i] * (i + 1);
    printf("%d %d %d %.6f\n", flags, box[0], box[1], sum);
    return 0;
}
