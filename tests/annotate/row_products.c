// Rows behind tables of pointers whose elements products number: of each row the same is mapped, where that is so.
// RUN: sed '/CHECK\|RUN/d' %s > source.c && %gantry annotate --least-work=0 source.c -o written.c && %FileCheck %s < written.c
// RUN: %gcc -O1 source.c -o serial && ./serial > want
// RUN: %gcc -O1 -Wall -Werror -fopenmp -foffload=disable written.c -o gcc && OMP_NUM_THREADS=3 ./gcc | cmp - want
// RUN: %clang -O1 -fopenmp written.c -o clang && OMP_NUM_THREADS=3 ./clang | cmp - want
// RUN: %gantry cc -w -O1 --offload-arch=emulated written.c -o gantry && ./gantry | cmp - want && %run_emulated32 ./gantry | cmp - want
// RUN: GANTRY_DEVICES=emulated GANTRY_TRACE=1 ./gantry 2> trace > out; for f in collide stream gather fluxes; do grep -q "launch.*_${f}_" trace || { echo $f; exit 1; }; done
// RUN: %gantry check -w -O1 written.c > out 2> err && cmp out want
#include <stdio.h>
#include <stdlib.h>

enum { Q = 5 };
struct field { int nx, ny, ng; double *u[Q], *v[Q]; };
#define AT(f, i, j) ((j) * (f)->nx + (i))
#define IN(f, i, j) (((j) + (f)->ng) * ((f)->nx + 2 * (f)->ng) + (i) + (f)->ng)

// CHECK-LABEL: void collide(
// CHECK: for (long row = 0; row < {{.*}} ? 5 : 0); row++) {
// CHECK-NEXT: #pragma omp target enter data
// CHECK-NEXT: map(to: f->u[row][0:{{.*}}(long)f->ny * f->nx : 0])
// CHECK: map(from: f->u[row][0:
static void collide(struct field *f, double by)
{
    for (int j = 0; j < f->ny; j++)
        for (int i = 0; i < f->nx; i++)
            for (int q = 0; q < Q; q++)
                f->u[q][AT(f, i, j)] += by * (q - f->u[q][AT(f, i, j)]);
}

// What is only stored to, all of it, is not copied there.
// CHECK-LABEL: void stream(
// CHECK-DAG: map(to: f->u[row][0:
// CHECK-DAG: map(alloc: f->v[row][0:
// CHECK: #pragma omp target teams
// CHECK-DAG: map(release: f->u[row][0:
// CHECK-DAG: map(from: f->v[row][0:
static void stream(struct field *f)
{
    for (int q = 0; q < Q; q++)
        for (int j = 0; j < f->ny; j++)
            for (int i = 0; i < f->nx; i++)
                f->v[q][AT(f, i, j)] = f->u[q][AT(f, i, j)] / (q + 1);
}

// With cells around, where the test says that there are enough of them.
// CHECK-LABEL: void fluxes(
// CHECK: if (f->ng >= 1 &&
// CHECK-NEXT: rows_apart(f->v
// CHECK: map(to: f->u[row][
static void fluxes(struct field *f)
{
    for (int q = 0; q < Q; q++)
        for (int j = 0; j < f->ny; j++)
            for (int i = 0; i <= f->nx; i++)
                f->v[q][IN(f, i, j)] = f->u[q][IN(f, i - 1, j)] + f->u[q][IN(f, i, j)];
}

// Some of the rows: those.
// CHECK-LABEL: void gather(
// CHECK: for (long row = 1; row < 1 + {{.*}}; row++) {
// CHECK-NEXT: enter data
// CHECK-NEXT: map(to: a[row][0:{{.*}}(long)n * m : 0])
static void gather(int n, int m, int rows, double **a, double *sum)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            double s = 0;
            for (int k = 1; k < rows; k++)
                s += a[k][j * m + i];
            sum[j * m + i] = s;
        }
}

// Rows of which each has more than the one before: there is no part that all of them have.
// CHECK-LABEL: void growing(
// CHECK-NOT: data map
// CHECK: void one_and_all(
static void growing(int n, int m, double **a)
{
    for (int k = 0; k < n; k++)
        for (int j = 0; j <= k; j++)
            for (int i = 0; i < m; i++)
                a[k][j * m + i] += k;
}

// One row is touched elsewhere than the others are.
// CHECK-NOT: data map
// CHECK: double **table(
static void one_and_all(int n, int m, double **a)
{
    for (int k = 1; k < n; k++)
        for (int j = 0; j < 2; j++)
            for (int i = 0; i < m; i++)
                a[k][j * m + i] += a[0][(j + 1) * m + i];
}

static double **table(int n, int each, int more)
{
    double **a = malloc((n + 1) * sizeof *a);
    for (int k = 0; k < n; k++) {
        int have = each + more * k;
        a[k] = malloc(have * sizeof **a);
        for (int i = 0; i < have; i++)
            a[k][i] = k * 3 - i % 7;
    }
    return a;
}

static void show(const char *what, int n, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum * 0.5 + x[i];
    printf("%s %.12g\n", what, sum);
}

int main(void)
{
    static const int sizes[][2] = {{0, 3}, {3, 0}, {1, 1}, {2, 7}, {9, 5}, {17, 12}};
    for (int t = 0; t < 6; t++) {
        int n = sizes[t][0], m = sizes[t][1];
        struct field f = {m, n};
        double **u = table(Q, n * m, 0), **v = table(Q, n * m, 0), **g = table(n, m, m), **h = table(n, 3 * m, 0);
        double *sum = calloc(n * m + 1, sizeof *sum);
        for (int q = 0; q < Q; q++) {
            f.u[q] = u[q];
            f.v[q] = v[Q - 1 - q];
        }
        collide(&f, 0.5);
        stream(&f);
        gather(n, m, Q, u, sum);
        for (int ng = 0; ng < 3; ng++) {
            int all = (n + 2 * ng) * (m + 2 * ng) + 2;
            struct field x = {m, n, ng};
            double **from = table(Q, all, 0), **to = table(Q, all, 0);
            for (int q = 0; q < Q; q++) {
                x.u[q] = from[q] + 1;
                x.v[q] = to[q] + 1;
            }
            fluxes(&x);
            for (int q = 0; q < Q; q++)
                show("fluxes", all, to[q]);
        }
        growing(n, m, g);
        one_and_all(n, m, h);
        for (int q = 0; q < Q; q++) {
            show("u", n * m, f.u[q]);
            show("v", n * m, f.v[q]);
        }
        show("sum", n * m, sum);
        for (int k = 0; k < n; k++) {
            show("g", m * (k + 1), g[k]);
            show("h", 3 * m, h[k]);
        }
        f.v[1] = f.u[0]; /* rows that are the same: not apart */
        stream(&f);
        show("same", n * m, f.u[0]);
    }
    return 0;
}
