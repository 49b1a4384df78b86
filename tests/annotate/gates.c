// `if (c) continue;` directly in a loop's body: what stands before it runs in any case, what follows runs where c does not hold.
// RUN: sed '/CHECK\|RUN/d' %s > source.c && %gantry annotate --no-data source.c -o written.c && %FileCheck %s < written.c
// RUN: %gcc -O1 -w source.c -o serial && ./serial > want
// RUN: %gcc -O1 -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: OMP_NUM_THREADS=3 %gantry check written.c > got 2> log; cat log; cmp got want && grep -q 'nothing found' log
// REQUIRES: gcc
#include <stdio.h>
#include <stdlib.h>
enum { N = 3000 };
static double *filled(int n)
{
    double *x = malloc(n * sizeof *x);
    for (volatile int i = 0; i < n; i++)
        x[i] = i * 37 % 11 - 5;
    return x;
}

// CHECK-LABEL: void before(
// CHECK: map(from: y[0:n > 0 ? n : 0]) map(tofrom: z[0:n > 0 ? n : 0])
static void before(int n, const double *restrict x, double *restrict y, double *restrict z)
{
    for (int i = 0; i < n; i++) {
        y[i] = 2 * x[i];
        if (x[i] < 0)
            continue;
        z[i] = x[i];
    }
}

// CHECK-LABEL: void behind(
// CHECK: map(from: y[3:n > 3 ? n - 3 : 0])
static void behind(int n, double *restrict y)
{
    for (int i = 0; i < n; i++) {
        if (i < 3)
            continue;
        y[i] = i;
    }
}

/* Not in a branch of its own, nor in a switch: nobody knows when. */
// CHECK-LABEL: void nested(
// CHECK: map(tofrom: y[0:n > 0 ? n : 0])
// CHECK: map(tofrom: y[0:n > 0 ? n : 0])
static void nested(int n, const double *restrict x, double *restrict y)
{
    for (int i = 0; i < n; i++) {
        if (x[i] > 1) {
            if (i < 7)
                continue;
        }
        y[i] = i;
    }
    for (int i = 0; i < n; i++) {
        switch (i % 3) {
        case 1:
            continue;
        }
        y[i] = 2 * i;
    }
}

/* Each row has elements that are touched. */
// CHECK-LABEL: void rows(
// CHECK: #pragma omp target enter data map(alloc: a[{{row[_0-9]*}}][1:m - 1])
static void rows(int n, int m, double **a, const double *restrict x)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            if (j == 0)
                continue;
            a[i][j] = x[j];
        }
}

static void show(int n, const double *y)
{
    double s = 0;
    for (volatile int i = 0; i < n; i++)
        s = s / 2 + y[i] * (i % 17);
    printf("%.17g\n", s);
}

int main(void)
{
    double *x = filled(N), *y = filled(N), *z = filled(N), *table[9];
    before(N, x, y, z);
    show(N, y);
    show(N, z);
    behind(N, y);
    show(N, y);
    nested(N, x, y);
    show(N, y);
    for (int i = 0; i < 9; i++)
        table[i] = filled(N);
    rows(9, N, table, x);
    for (int i = 0; i < 9; i++)
        show(N, table[i]);
}
