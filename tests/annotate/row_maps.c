// Rows behind tables of pointers: each row is mapped around the region, with what is touched of it, if all are apart.
// RUN: sed '/CHECK\|RUN/d' %s > source.c && %gantry annotate --least-work=0 source.c -o written.c && %FileCheck %s < written.c
// RUN: %gantry annotate --least-work=0 --explain source.c 2>&1 | grep -A9 'source.c:39:' | grep -q 'GL516'
// RUN: %gantry annotate source.c | grep -A8 'void scale(' | tr -d '\n' | grep -q 'if ((long)n \* m > [0-9]* && *rows_apart(a'
// RUN: %gcc -O1 source.c -o serial -lm && ./serial > want
// RUN: %gcc -O1 -Wall -Werror -fopenmp -foffload=disable written.c -o gcc -lm && OMP_NUM_THREADS=3 ./gcc | cmp - want
// RUN: %clang -O1 -fopenmp written.c -o clang -lm && OMP_NUM_THREADS=3 ./clang | cmp - want
// RUN: %gantry cc -w -O1 --offload-arch=emulated written.c -o gantry -lm && ./gantry | cmp - want && %run_emulated32 ./gantry | cmp - want
// RUN: GANTRY_DEVICES=emulated GANTRY_TRACE=1 ./gantry 2> trace > out; grep -c 'launch.*_scale_' trace | grep -x 1; grep -q 'launch.*_blur_' trace && grep -q 'launch.*_fluxes_' trace && grep -q 'launch.*_field_' trace
// RUN: %gantry check -w -O1 written.c -lm > out 2> err && cmp out want
#include <stdio.h>
#include <stdlib.h>

// CHECK: static int rows_apart(
// CHECK-LABEL: void scale(
// CHECK: if (rows_apart(a, {{.*}} &&
// CHECK-NEXT: rows_apart(a, {{.*}}, 0, 0, 0, 0)) {
// CHECK: #pragma omp target enter data map(to: a[0:{{.*}}])
// CHECK-NEXT: for (long row = 0; row < {{.*}}; row++) {
// CHECK-NEXT: #pragma omp target enter data map(to: a[row][0:m
// CHECK-NEXT: }
// CHECK-NEXT: #pragma omp target teams distribute parallel for collapse(2)
// CHECK: for (long row = 0; row < {{.*}}; row++) {
// CHECK-NEXT: #pragma omp target exit data map(from: a[row][0:m
// CHECK-NEXT: }
// CHECK-NEXT: #pragma omp target exit data map(release: a[0:{{.*}}])
static void scale(int n, int m, double **a, double by)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] *= by;
}

// The first and the last row are touched without their ends: what is mapped depends on the row. What nobody reads is not brought.
// CHECK-LABEL: void blur(
// CHECK: map(to: from[row][((n >= row + 2) && (row >= 1)) ? 0 : 1:((n >= row + 2) && (row >= 1)) ? m : m - 2])
// CHECK: enter data map(alloc: to[row][1:m - 2])
// CHECK: map(release: from[row]
// CHECK: exit data map(from: to[row][1:m - 2])
static void blur(int n, int m, double **from, double **to)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            to[i][j] = (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]) / 4;
}

struct grid { int nx, ny; double **e, **h; double *u[4], *f[4]; double dt; };

// Tables behind a structure, and in it.
// CHECK-LABEL: void field(
// CHECK: map(to: g[0:1], g->e[0:
// CHECK: enter data map(to: g->e[row][0:
static void field(struct grid *g)
{
    for (int i = 0; i < g->nx; i++)
        for (int j = 0; j < g->ny - 1; j++)
            g->h[i][j] -= g->dt * (g->e[i][j + 1] - g->e[i][j]);
}
// CHECK-LABEL: void fluxes(
// CHECK: enter data map(to: g[0:1])
// CHECK: for (long row = 0; row < (g->nx <= 0 ? 0 : 4); row++) {
// CHECK-NEXT: enter data map(to: g->u[row][0:
static void fluxes(struct grid *g)
{
    for (int v = 0; v < 4; v++)
        for (int i = 0; i < g->nx; i++)
            g->f[v][i] = g->u[v][i] * (v + 1);
}

// Rows that might not be there: no row is mapped by guess.
// CHECK-LABEL: void some(
// CHECK-NOT: target
// CHECK: void triangle(
static void some(int n, int m, double **a, const int *there)
{
    for (int i = 0; i < n; i++)
        if (there[i])
            for (int j = 0; j < m; j++)
                a[i][j] += 1;
}

// Rows of which each is longer than the one before.
// CHECK: enter data map(to: a[row][0:row + 1])
static void triangle(int n, double **a)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            a[i][j] += i - j;
}

// Beside loops over rows nothing stays on the device: nobody knows there what rows overlap with.
// CHECK-LABEL: void steps(
// CHECK-NOT: target data
// CHECK: enter data map(to: a[row][0:m])
static void steps(int n, int m, double **a, double *x)
{
    for (int s = 0; s < 3; s++) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                a[i][j] += x[i];
        for (int i = 0; i < n; i++)
            x[i] = x[i] * 0.5 + i;
    }
}

static double **table(int n, int m, int turned)
{
    double **a = malloc((n + 1) * sizeof *a);
    for (int k = 0; k < n; k++) {
        int i = turned ? n - 1 - k : k;
        a[i] = malloc((turned == 2 ? i + 1 : m) * sizeof **a);
        for (int j = 0; j < (turned == 2 ? i + 1 : m); j++)
            a[i][j] = i * 3 - j % 5;
    }
    return a;
}

static void show(const char *what, int n, int m, double **a)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < (m ? m : i + 1); j++)
            sum = sum * 0.5 + a[i][j] * (j % 3 + 1);
    printf("%s %.12g\n", what, sum);
}

int main(void)
{
    static const int sizes[][2] = {{0, 3}, {1, 1}, {2, 7}, {3, 3}, {9, 5}, {12, 17}};
    double **a = table(9, 8, 0), *same[9];
    scale(9, 8, a, 1.5);
    show("scale", 9, 8, a);
    for (int i = 0; i < 9; i++)
        same[i] = a[i / 2]; /* rows that are the same: not apart */
    scale(9, 8, same, 1.25);
    show("same", 9, 8, a);
    for (int t = 0; t < 6; t++) {
        int n = sizes[t][0], m = sizes[t][1], there[12];
        double **from = table(n, m, 0), **to = table(n, m, 1), **both = table(n, n, 2);
        blur(n, m, from, to);
        show("blur", n, m, to);
        blur(n, m, from, from); /* one table for both */
        show("alike", n, m, from);
        struct grid g = {.nx = n, .ny = m, .e = from, .h = to, .dt = 0.25};
        field(&g);
        show("field", n, m, g.h);
        for (int v = 0; v < 4; v++) {
            g.u[v] = table(1, n + 1, 0)[0];
            g.f[v] = table(1, n + 1, 0)[0];
        }
        fluxes(&g);
        show("fluxes", n ? 4 : 0, n, g.f);
        double own[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
        steps(n, m, from, m > 11 && n == 12 ? from[11] : own); /* once a row is x, too */
        show("steps", n, m, from);
        for (int i = 0; i < n; i++)
            if (!(there[i] = i % 3 != 1))
                to[i] = NULL;
        some(n, m, to, there);
        show("some", n ? 1 : 0, m, to);
        triangle(n, both);
        show("triangle", n, 0, both);
    }
}
