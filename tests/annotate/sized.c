// Loops whose work depends on variables stay on the host where it is too little for a launch; not where their data is on the
// device.
// RUN: sed '/CHECK\|RUN\|MORE/d' %s > source.c
// RUN: %gantry annotate source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %gantry annotate --least-work=200000 source.c | %FileCheck %s --check-prefix=MORE
// RUN: %gantry annotate --least-work=0 source.c | grep 'parallel for if' > ifs; test $(wc -l < ifs) = 0
// RUN: %gcc -O1 source.c -o serial && ./serial 5 > want5 && ./serial 3000 > want3000
// RUN: %gcc -O1 -fopenmp -foffload=disable written.c -o gcc && ./gcc 5 | cmp - want5 && ./gcc 3000 | cmp - want3000
// RUN: %clang -fopenmp -fsyntax-only written.c
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry && ./gantry 5 | cmp - want5
// RUN: GANTRY_DEVICES=emulated ./gantry 5 | cmp - want5 && %run_emulated32 ./gantry 3000 | cmp - want3000
// RUN: GANTRY_DEVICES=emulated GANTRY_TRACE=1 ./gantry 5 2> trace > out; %not grep -q 'launch.*_scale_' trace
// RUN: GANTRY_DEVICES=emulated GANTRY_TRACE=1 ./gantry 3000 2> trace > out; grep -q 'launch.*_scale_' trace
#include <stdio.h>
#include <stdlib.h>

// CHECK-LABEL: void scale(
// CHECK: parallel for if(n > [[#FEW:]]) map(tofrom: a[0:n > 0 ? n : 0])
// MORE: parallel for if(n > [[#FEW:]]00) map(tofrom: a[0:n > 0 ? n : 0])
void scale(int n, double *a)
{
    for (int i = 0; i < n; i++)
        a[i] = a[i] * 3 + 1;
}

// CHECK-LABEL: void table(
// CHECK: collapse(2) if((long)n * m > {{[0-9]+}})
void table(int n, int m, double *restrict t)
{
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m - 1; j++)
            t[i * m + j] += i * j;
}

// of the inner loop too, which is not collapsed
// CHECK-LABEL: void products(
// CHECK: parallel for if((long)n * m > {{[0-9]+}})
void products(int n, int m, const double *restrict a, double *restrict y)
{
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < m; j++)
            s += a[i * m + j];
        y[i] = s;
    }
}

// but not by what changes in the outer one
// CHECK-LABEL: void triangle(
// CHECK: parallel for if(n > {{[0-9]+}})
void triangle(int n, double *restrict y)
{
    for (int i = 0; i < n; i++) {
        int last = i % 5;
        double s = 0;
        for (int j = 0; j < last; j++)
            s += y[i] * j;
        y[i] += s;
    }
}

// rows in a structure; steps of 4; a number of columns that is known
struct grid {
    long rows;
    double cells[4000][16];
};
// CHECK-LABEL: void columns(
// CHECK: parallel for collapse(2) if(g->rows > {{[0-9]+}})
void columns(struct grid *restrict g)
{
    for (long i = 0; i < g->rows; i++)
        for (int j = 0; j < 16; j++)
            g->cells[i][j] += j;
}

// CHECK-LABEL: void some(
// CHECK: parallel for if(to - from > {{[0-9]+}})
void some(int from, int to, struct grid *restrict g)
{
    for (int i = from; i < to; i += 4)
        g->cells[i][0] *= 2;
}

// CHECK-LABEL: static void step(
// CHECK: #pragma omp target teams distribute parallel for map(
static void step(int n, const double *restrict a, double *restrict b)
{
    for (int i = 1; i < n - 1; i++)
        b[i] = (a[i - 1] + a[i + 1]) / 2;
}

// called where nobody sees what they do: they keep their own data
static void (*const called_scale)(int, double *) = scale;
static void (*const called_table)(int, int, double *restrict) = table;
static void (*const called_products)(int, int, const double *restrict, double *restrict) = products;
static void (*const called_columns)(struct grid *restrict) = columns;
static void (*const called_some)(int, int, struct grid *restrict) = some;
static void (*const called_triangle)(int, double *restrict) = triangle;

// CHECK-LABEL: int main
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100;
    double *a = calloc(n * 4L + 20, sizeof *a), *b = calloc(n * 4L + 20, sizeof *b), sum = 0;
    struct grid *g = calloc(1, sizeof *g);
    g->rows = n;
    called_scale(n, a);
    called_table(n, 4, a);
    called_products(n, 4, a, b);
    called_triangle(n, b);
    called_columns(g);
    called_some(0, n, g);
    // CHECK: #pragma omp target enter data
    for (int t = 0; t < 5; t++) {
        step(n, a, b);
        step(n, b, a);
    }
    for (int i = 0; i < n; i++)
        sum += a[i] + b[i] + g->cells[i][0] + g->cells[i][3];
    printf("%.3f\n", sum);
    free(a);
    free(b);
    free(g);
    return 0;
}
