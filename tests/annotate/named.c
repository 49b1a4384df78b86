// Names for what memory holds, `int h = g->halo;`, in loops that read the member, too: a test says that the two agree as far as is necessary; nothing is said of what the loop does not read.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate --least-work=0 source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %gcc -O1 source.c -o serial && ./serial > want
// RUN: %gcc -O1 -Wall -Werror -fopenmp -foffload=disable written.c -o gcc && OMP_NUM_THREADS=3 ./gcc | cmp - want
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry && ./gantry | cmp - want
// RUN: GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY ./gantry | cmp - want
#include <stdio.h>
#include <stdlib.h>
struct grid {
    int nx, ny, halo;
};

// CHECK-LABEL: void inner(
// CHECK: if ((h >= 0) && (2 * (long)g->halo >= h)) {
// CHECK-NEXT: #pragma omp target teams distribute parallel for
static void inner(const struct grid *g, double *restrict f, int *changed)
{
    int h = g->halo;
    *changed += 1;
    for (int i = h; i < g->nx + h; i++)
        for (int j = h; j < g->ny + h; j++)
            f[i * (g->ny + 2 * g->halo) + j] += i + j;
}

// The host stores to what h is a name for: the test fails, and the rows are taken one after the other.
static void changed(struct grid *g, double *restrict f)
{
    int h = g->halo;
    g->halo = 0;
    for (int i = h; i < g->nx + h; i++)
        for (int j = h; j < g->ny + 2 * h; j++)
            f[i * (g->ny + 2 * g->halo) + j] += f[(i - h) * (g->ny + 2 * g->halo) + j] + 1;
    g->halo = h;
}

// Nothing in the loop reads it: by then it may be gone.
// CHECK-LABEL: void gone(
// CHECK-NOT: n == g->nx
// CHECK: free(g)
// CHECK-NOT: n == g->nx
// CHECK-LABEL: int main(
static void gone(struct grid *g, double *restrict f, int m)
{
    int n = g->nx;
    free(g);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            f[i * m + j] += n;
}

int main(void)
{
    enum { SIZE = 400 };
    struct grid g = {9, 7, 2}, *own = malloc(sizeof *own);
    double f[SIZE] = {0}, s = 0;
    int times = 0;
    *own = (struct grid){5, 6, 0};
    inner(&g, f, &times);
    changed(&g, f);
    gone(own, f, 6);
    inner(&g, f, &g.halo); /* h is no longer what memory holds */
    for (int i = 0; i < SIZE; i++)
        s += f[i] * (i % 7);
    printf("%.1f %d %d\n", s, times, g.halo);
    return 0;
}
