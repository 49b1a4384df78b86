// A loop whose steps nobody knows may have none: what its regions would map must not be mapped in front of it, where that is more than there is.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate --least-work=0 source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %gcc -O1 -w source.c -o serial && ./serial > want
// RUN: %gcc -O1 -w -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: %gantry cc -O1 -w --offload-arch=emulated written.c -o fast && OMP_TARGET_OFFLOAD=DISABLED ./fast | cmp - want && GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY ./fast | cmp - want
// REQUIRES: gcc
// LABELS: run
#include <stdio.h>
#include <stdlib.h>

static void half(int n, double *y, const double *x)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] / 2;
}

// CHECK-LABEL: static void own(
// CHECK: target enter data map({{alloc|to}}: v[0:60], u[0:60])
static void own(int n, int steps)
{
    double *u = malloc(60 * sizeof *u), *v = malloc(60 * sizeof *v);
    for (int i = 0; i < 60; i++)
        u[i] = v[i] = i;
    int k = steps, *p = &k;
    for (int s = 0; s < k; s++) {
        half(n, u, v);
        half(n, v, u);
        *p = *p - 1;
    }
    for (int i = 0; i < 60; i++)
        u[i] += v[i];
    printf("%g\n", u[7]);
    free(u), free(v);
}

static void passed(int n, int m, int steps, double *restrict u, double *restrict v)
{
    for (int i = 0; i < m; i++)
        u[i] = v[i] = i;
    int k = steps, *p = &k;
    for (int s = 0; s < k; s++) {
        half(n, u, v);
        half(n, v, u);
        *p = *p - 1;
    }
    for (int i = 0; i < m; i++)
        u[i] += v[i];
}

static void converges(int n, double *restrict u, double *restrict v)
{
    double change = 9;
    while (change > 1) {
        half(n, u, v);
        half(n, v, u);
        change = change / 2;
    }
}

static void starts(int n, double *restrict u, double *restrict v)
{
    double change = 9;
    for (int i = 0; i < n; i++)
        u[i] = v[i] + i;
    while (change > 1) {
        half(n, u, v);
        half(n, v, u);
        change = change / 2;
    }
}

int main(void)
{
    double *u = malloc(60 * sizeof *u), *v = malloc(60 * sizeof *v);
    own(100, 0), own(40, 4);
    passed(100, 60, 0, u, v), passed(40, 60, 4, u, v);
    converges(60, u, v), starts(60, u, v);
    printf("%g %g\n", u[7], v[8]);
    free(u), free(v);
    return 0;
}
