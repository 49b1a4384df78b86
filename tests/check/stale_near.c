// RUN: %not --status 3 %gantry check %s 2> said && %FileCheck %s < said
/* Neighbours that different lines have changed: each finding names the line that changed its own bytes. Loads that the
 * optimiser moves before a loop lose their lines (not at -O0): each finding has one all the same, at or behind the load. */
#include <stdio.h>
#include <stdlib.h>

struct counted {
    int n;
    float factor;
};

static double scaled(const float *x, const struct counted *by)
{
    double s = 0;
    for (int i = 0; i < 8; i++)
        // CHECK-DAG: {{^[^ ]*}}stale_near.c:[[#@LINE+1]]: gantry: error: the host reads 'by.factor'
        s += x[i] * by->factor;
    // CHECK-DAG: {{^[^ ]*}}stale_near.c:[[#@LINE+1]]: gantry: error: the host reads 'by.n'
    for (int i = 0; i < by->n; i++)
        s -= x[i];
    return s;
}

static void moved(void)
{
    int n = 1;
    float x[8] = {0}, *one = malloc(n * sizeof *one);
    struct counted by = {8, 1};
    one[0] = 2;
#pragma omp target map(to: one[0:n], by)
    one[0] += 1, by.n = 7, by.factor = 3;
    double s = scaled(x, &by);
    for (int i = 0; i < n; i++)
        // CHECK-DAG: {{^[^ ]*}}stale_near.c:[[#@LINE+1]]: gantry: error: the host reads 'one[0]'
        s += one[i];
    printf("%g\n", s);
    free(one);
}

int main(void)
{
    _Alignas(64) struct {
        int a[4], b[4], c[4];
    } s = {{1}, {2}, {3}};
#pragma omp target data map(to: s)
    {
        s.b[0] = 6;
        s.a[0] = 5;
        s.c[0] = 7;
        int r = 0;
#pragma omp target map(tofrom: r)
// CHECK-DAG: [[#@LINE+1]]:13: gantry: error: the device reads 's.a[0]', which the host has changed at {{.*}}stale_near.c:48: the device's copy is older [GC302]
        r = s.a[0];
#pragma omp target map(tofrom: r)
// CHECK-DAG: [[#@LINE+1]]:14: gantry: error: the device reads 's.b[0]', which the host has changed at {{.*}}stale_near.c:47: the device's copy is older [GC302]
        r += s.b[0];
#pragma omp target map(tofrom: r)
// CHECK-DAG: [[#@LINE+1]]:14: gantry: error: the device reads 's.c[0]', which the host has changed at {{.*}}stale_near.c:49: the device's copy is older [GC302]
        r += s.c[0];
        printf("%d\n", r);
        moved();
    }
}
