/* Heat in a plate: explicit steps between two arrays, that are exchanged by their pointers to rows. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NX 40
#define NY 32

typedef double row[NX];

static void step(row *new, row *old, double c)
{
    /* truth: guarded alias(new, old) calls(pass) */
    for (int j = 1; j < NY - 1; j++)
        /* truth: guarded alias(new, old) calls(pass) */
        for (int i = 1; i < NX - 1; i++)
            new[j][i] = old[j][i] + c * (old[j - 1][i] + old[j + 1][i] + old[j][i - 1] + old[j][i + 1] - 4 * old[j][i]);
}

/* Reflecting walls. Corners are written by both loops, edges by one. */
static void walls(row *u)
{
    /* truth: parallel */
    for (int i = 0; i < NX; i++) {
        u[0][i] = u[1][i];
        u[NY - 1][i] = u[NY - 2][i];
    }
    /* truth: parallel */
    for (int j = 0; j < NY; j++) {
        u[j][0] = u[j][1];
        u[j][NX - 1] = u[j][NX - 2];
    }
}

/* The same step without a second array, with the row above kept aside: the row is private, what it holds is not. */
static void step_in_place(row *u, double c)
{
    double above[NX], here[NX];
    /* truth: parallel */
    for (int i = 0; i < NX; i++)
        above[i] = u[0][i];
    /* truth: serial flow(above) anti(u) distance 1 -- row j - 1 as it was travels in above[] */
    for (int j = 1; j < NY - 1; j++) {
        /* truth: parallel */
        for (int i = 0; i < NX; i++)
            here[i] = u[j][i];
        /* truth: parallel */
        for (int i = 1; i < NX - 1; i++)
            u[j][i] = here[i] + c * (above[i] + u[j + 1][i] + here[i - 1] + here[i + 1] - 4 * here[i]);
        /* truth: parallel */
        for (int i = 0; i < NX; i++)
            above[i] = here[i];
    }
}

static double change(row *a, row *b)
{
    double most = 0;
    int i, j;
    /* truth: reduction(max: most) private(i) */
    for (j = 0; j < NY; j++)
        /* truth: reduction(max: most) */
        for (i = 0; i < NX; i++) {
            double d = fabs(a[j][i] - b[j][i]);
            if (d > most)
                most = d;
        }
    return most;
}

int main(void)
{
    row *u = calloc(NY, sizeof *u), *v = calloc(NY, sizeof *v), *w = calloc(NY, sizeof *w);
    double heat = 0, d = 1;
    int t = 0;

    if (!u || !v || !w)
        return 1;
    /* truth: parallel */
    for (int j = NY / 4; j < NY / 2; j++)
        /* truth: parallel */
        for (int i = NX / 4; i < NX / 2; i++)
            u[j][i] = w[j][i] = 10.0 + i % 3;
    /* truth: serial flow(u, v, d) distance 1 exit -- steps until little changes; the pointers are exchanged */
    while (t < 60 && d > 1e-3) {
        step(v, u, 0.2);
        walls(v);
        d = change(u, v);
        row *s = u;
        u = v;
        v = s;
        t++;
    }
    /* truth: serial flow(w) distance 1 */
    for (int k = 0; k < t; k++) {
        step_in_place(w, 0.2);
        walls(w);
    }
    /* truth: reduction(+: heat) */
    for (int j = 0; j < NY; j++)
        /* truth: reduction(+: heat) */
        for (int i = 0; i < NX; i++)
            heat += u[j][i] * (i + 1);
    printf("%d steps, heat %.6f, %s\n", t, heat, change(u, w) < 1e-12 ? "the same in place" : "differs in place");
    free(u);
    free(v);
    free(w);
    return 0;
}
