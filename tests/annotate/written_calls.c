// Loops that call functions: these become declare target, and so do the variables that they name; the output computes the same.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %gcc -O1 source.c -o serial -lm && ./serial > want
// RUN: %gcc -O1 -fopenmp -foffload=disable written.c -o gcc -lm && ./gcc | cmp - want
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry -lm && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
// CHECK: static double table[N], A[200][150];
// CHECK-DAG: #pragma omp declare target link(table)
// CHECK-DAG: #pragma omp declare target link(A)
// CHECK: #pragma omp declare target to(weights)
// CHECK: #pragma omp declare target link(offset)
// CHECK: #pragma omp declare target
// CHECK-NEXT: static double weight(int i)
// CHECK-NEXT: #pragma omp end declare target
// CHECK: #pragma omp declare target
// CHECK-NEXT: static double weighed(int i)
// CHECK: static void work
// CHECK: map(to: weights, offset, table){{.*}}
// CHECK: put(a, i, weighed(i));
// CHECK: map(tofrom: p[0:n > 0 ? n : 0])
// CHECK: move(&p[i], b[i]);
// CHECK: map(to: weights) map(tofrom: A)
// CHECK: map(tofrom: a[0:n > 0 ? n : 0])
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 5000 };
struct point { double x, y; };
static double table[N], A[200][150];
static const double weights[4] = {0.5, 0.25, 0.125, 1};
static int offset = 3;
static double weight(int i) { return weights[i % 4] + offset; }
static double weighed(int i) { return weight(i) * table[i]; }
static void put(double *to, int i, double x) { to[i] = x; }
static void fill_row(double (*m)[150], int i)
{
    for (int j = 0; j < 150; j++)
        m[i][j] = i - j + weights[j % 4];
}
static void move(struct point *p, double by) { p->x += by; p->y -= by; }
static double drawn(unsigned *state) { *state = *state * 1103515245u + 12345u; return *state % 1000; }
static int turned(int i, int n) { return n - 1 - i; }
static void work(int n, double *a, double *b, struct point *p)
{
    for (int i = 0; i < n; i++)
        put(a, i, weighed(i));
    for (int i = 0; i < n; i++)
        b[turned(i, n)] = a[i];
    for (int i = 0; i < n; i++)
        move(&p[i], b[i]);
    for (int i = 0; i < 200; i++)
        fill_row(A, i);
    for (int i = 0; i < n; i++) {
        unsigned state = i;
        a[i] += drawn(&state) + drawn(&state);
    }
}
int main(void)
{
    double *a = calloc(N, sizeof *a), *b = calloc(N, sizeof *b);
    struct point *p = calloc(N, sizeof *p);
    for (int i = 0; i < N; i++)
        table[i] = i % 19;
    for (int k = 0; k < 3; k++) {
        work(N, a, b, p);
        offset += k;
        table[k] = 100;
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        s += a[i] + b[i] * (i % 3) + p[i].x - 2 * p[i].y * (i % 5);
    printf("%.3f %.3f\n", s, A[17][23]);
    return 0;
}
