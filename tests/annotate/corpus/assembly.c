/* Finite elements on a strip of triangles: element matrices, assembly by scatter, lumped mass, colouring. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#define NX 20
#define NY 6
#define NODES ((NX + 1) * (NY + 1))
#define ELEMENTS (2 * NX * NY)

typedef struct {
    double x, y;
} point;

static point node[NODES];
static int tri[ELEMENTS][3];
static double mass[NODES], load[NODES], stiff[ELEMENTS][3][3], area[ELEMENTS];
static int colour[ELEMENTS], of_colour[ELEMENTS];

static void mesh(void)
{
    int e = 0;
    /* truth: parallel */
    for (int j = 0; j <= NY; j++)
        /* truth: parallel */
        for (int i = 0; i <= NX; i++) {
            point *p = &node[j * (NX + 1) + i];
            p->x = i * 0.1 + 0.01 * (j % 2);
            p->y = j * 0.2;
        }
    /* truth: parallel induction(e) */
    for (int j = 0; j < NY; j++)
        /* truth: parallel induction(e) */
        for (int i = 0; i < NX; i++) {
            int a = j * (NX + 1) + i, b = a + 1, c = a + NX + 1, d = c + 1;
            tri[e][0] = a, tri[e][1] = b, tri[e][2] = d;
            e++;
            tri[e][0] = a, tri[e][1] = d, tri[e][2] = c;
            e++;
        }
}

static void element(int e)
{
    point p[3];
    double bx[3], by[3];
    /* truth: parallel */
    for (int k = 0; k < 3; k++)
        p[k] = node[tri[e][k]];
    area[e] = 0.5 * fabs((p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[2].x - p[0].x) * (p[1].y - p[0].y));
    /* truth: parallel */
    for (int k = 0; k < 3; k++) {
        int l = (k + 1) % 3, m = (k + 2) % 3;
        bx[k] = p[l].y - p[m].y;
        by[k] = p[m].x - p[l].x;
    }
    /* truth: parallel */
    for (int k = 0; k < 3; k++)
        /* truth: parallel */
        for (int l = 0; l < 3; l++)
            stiff[e][k][l] = (bx[k] * bx[l] + by[k] * by[l]) / (4 * area[e]);
}

static void elements(void)
{
    /* truth: parallel -- element() stores into row e only */
    for (int e = 0; e < ELEMENTS; e++)
        element(e);
}

static void assemble(void)
{
    memset(mass, 0, sizeof mass);
    memset(load, 0, sizeof load);
    /* truth: histogram(mass, load) -- elements share nodes */
    for (int e = 0; e < ELEMENTS; e++)
        /* truth: histogram(mass, load) unobserved -- no element has a node twice, which tri[] alone tells */
        for (int k = 0; k < 3; k++) {
            mass[tri[e][k]] += area[e] / 3;
            load[tri[e][k]] += area[e] * stiff[e][k][k];
        }
}

/* Greedy: an element takes the first colour that none of the elements before has at one of its nodes. */
static int paint(void)
{
    int most = 0;
    /* truth: serial flow(colour) */
    for (int e = 0; e < ELEMENTS; e++) {
        unsigned taken = 0;
        /* truth: reduction(|: taken) */
        for (int f = 0; f < e; f++)
            /* truth: reduction(|: taken) */
            for (int k = 0; k < 3; k++)
                /* truth: reduction(|: taken) unobserved -- no element has a node twice: one l at most is equal */
                for (int l = 0; l < 3; l++)
                    if (tri[e][k] == tri[f][l])
                        taken |= 1u << colour[f];
        int c = 0;
        /* truth: serial flow(c) distance 1 exit */
        while (taken >> c & 1)
            c++;
        colour[e] = c;
        if (c > most)
            most = c;
    }
    return most + 1;
}

/* Elements of one colour share no node, but only the colouring knows. */
static void assemble_coloured(int colours)
{
    memset(mass, 0, sizeof mass);
    /* truth: histogram(mass) private(of_colour) -- of_colour[0 .. n) is written before it is read */
    for (int c = 0; c < colours; c++) {
        int n = 0;
        /* truth: serial flow(n) -- a compaction: where an element goes depends on those before */
        for (int e = 0; e < ELEMENTS; e++)
            if (colour[e] == c)
                of_colour[n++] = e;
        /* truth: guarded index(of_colour, tri) calls(pass) -- a histogram otherwise */
        for (int q = 0; q < n; q++) {
            int e = of_colour[q];
            /* truth: histogram(mass) unobserved -- no element has a node twice, which tri[] alone tells */
            for (int k = 0; k < 3; k++)
                mass[tri[e][k]] += area[e] / 3;
        }
    }
}

int main(void)
{
    double total = 0, coloured = 0, forces = 0;
    mesh();
    elements();
    assemble();
    /* truth: reduction(+: total) reduction(+: forces) */
    for (int i = 0; i < NODES; i++) {
        total += mass[i];
        forces += load[i] * node[i].x;
    }
    int colours = paint();
    assemble_coloured(colours);
    /* truth: reduction(+: coloured) */
    for (int i = 0; i < NODES; i++)
        coloured += mass[i];
    printf("area %.6f, forces %.6f, %d colours, %.6f\n", total, forces, colours, coloured);
    return 0;
}
