// Inner loops for the lanes of a thread, where these touch elements side by side and the threads would not.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate --least-work=100 source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %gantry annotate --explain --least-work=100 source.c | grep -q 'line [0-9]* *simd reduction(+: sum)$'
// RUN: %gantry annotate --json --least-work=100 source.c | grep -q '"inner": \[{"line": [0-9]*, "directive": "simd reduction(+: sum)"}\]'
// RUN: %gcc -O1 source.c -o serial -lm && ./serial > want
// RUN: %gcc -O1 -fopenmp -foffload=disable written.c -o gcc -lm && ./gcc | cmp - want
// RUN: %clang -fopenmp -fsyntax-only written.c
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry -lm && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
// RUN: %gantry check -O1 written.c -lm | cmp - want
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// rows: of a matrix, of one by its nonzeros
// CHECK-LABEL: void rows(
// CHECK: #pragma omp target
// CHECK: double sum = 0;
// CHECK-NEXT: {{^}}        #pragma omp simd reduction(+: sum)
// CHECK-NEXT: {{^}}        for (int j = 0
void rows(int n, int m, const double *restrict a, const double *restrict x, double *restrict y)
{
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < m; j++)
            sum += a[i * m + j] * x[j];
        y[i] = sum;
    }
}

// variables of the loop's own, in two loops
// CHECK-LABEL: void scaled(
// CHECK: #pragma omp simd private(t) reduction(max: most)
// CHECK: #pragma omp simd{{$}}
void scaled(int n, int m, double *restrict a)
{
    int j;
    double t;
    for (int i = 0; i < n; i++) {
        double most = 1;
        for (j = 0; j < m; j++) {
            t = fabs(a[i * m + j]) * 2;
            most = t > most ? t : most;
        }
        for (j = 0; j < m; j++)
            a[i * m + j] /= most;
    }
}

// neighbouring threads have neighbouring elements already; so have those of collapsed loops
// CHECK-LABEL: void columns(
// CHECK-NOT: simd
void columns(int n, int m, const double *restrict a, const double *restrict x, double *restrict y)
{
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < m; j++)
            sum += a[j * n + i] * x[j];
        y[i] = sum;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            y[i * m + j] = a[i * m + j];
}

static double twice(double x) { return 2 * x; }

// few iterations; iterations that meet; a call of the user's; an update
// CHECK-LABEL: void others(
// CHECK: #pragma omp target
// CHECK-NOT: simd
void others(int n, int m, double *restrict a, double *restrict s, const int *restrict where)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++) {
            a[i * m + j] = 0;
            for (int k = 0; k < 4; k++)
                a[i * m + j] += k;
        }
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            a[i * m + j] += a[i * m + j - 1];
    for (int i = 0; i < n; i++) {
        s[i] = 1;
        for (int j = 0; j < m; j++)
            a[i * m + j] = twice(a[i * m + j]);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s[where[i * m + j]] += 1;
}

// pointers that the test in front keeps apart
// CHECK-LABEL: void guarded(
// CHECK: if (apart(
// CHECK: #pragma omp target
// CHECK: {{^}}        #pragma omp simd{{$}}
// CHECK-NEXT: for (int j
void guarded(int n, int m, const double *head, const double *in, double *out)
{
    for (int i = 0; i < n; i++) {
        double factor = head[i] * 0.5;
        for (int j = 0; j < m; j++)
            out[i * m + j] = in[i * m + j] * factor;
    }
}

// read in one order and stored in another one: threads and lanes are a tile
// CHECK-LABEL: void transposed(
// CHECK: collapse(2)
// CHECK: {{^}}            #pragma omp simd{{$}}
// CHECK-NEXT: for (int i
// CHECK-LABEL: void copied(
// CHECK: collapse(3)
// CHECK-NOT: simd
void transposed(int n, int m, int l, const double *restrict from, double *restrict to)
{
    for (int k = 0; k < l; k++)
        for (int j = 0; j < m; j++)
            for (int i = 0; i < n; i++)
                to[(j * l + k) * n + i] = from[(i * l + k) * m + j];
}

void copied(int n, int m, int l, const double *restrict from, double *restrict to)
{
    for (int k = 0; k < l; k++)
        for (int j = 0; j < m; j++)
            for (int i = 0; i < n; i++)
                to[(k * m + j) * n + i] = 2 * from[(k * m + j) * n + i];
}

// CHECK-LABEL: int main
int main(void)
{
    int n = 40, m = 50;
    double *a = malloc(n * m * sizeof *a), *b = malloc(n * m * sizeof *b), *x = malloc(n * m * sizeof *x), sum = 0;
    int *where = malloc(n * m * sizeof *where);
    for (int i = 0; i < n * m; i++) {
        a[i] = i % 13 - 6;
        x[i] = i % 3;
        where[i] = i * 7 % n;
    }
    rows(n, m, a, x, b);
    columns(n, m, a, x, b);
    scaled(n, m, a);
    others(n, m, b, x, where);
    guarded(n, m, x, a, b);
    guarded(n, m, x, b, b);
    transposed(10, 8, 25, b, a);
    copied(10, 8, 25, x, b);
    for (int i = 0; i < n * m; i++)
        sum += round(1000 * (a[i] + b[i] + x[i]));
    printf("%.0f\n", sum);
    free(a);
    free(b);
    free(x);
    free(where);
    return 0;
}
