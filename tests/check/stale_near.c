// RUN: %not --status 3 %gantry check %s 2> said && %FileCheck %s < said
/* Neighbours that different lines have changed: each finding names the line that changed its own bytes. */
#include <stdio.h>
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
// CHECK-DAG: [[#@LINE+1]]:16: gantry: error: the device reads 's.a[0]', which the host has changed at {{.*}}stale_near.c:12: the device's copy is older [GC302]
        r = s.a[0];
#pragma omp target map(tofrom: r)
// CHECK-DAG: [[#@LINE+1]]:17: gantry: error: the device reads 's.b[0]', which the host has changed at {{.*}}stale_near.c:11: the device's copy is older [GC302]
        r += s.b[0];
#pragma omp target map(tofrom: r)
// CHECK-DAG: [[#@LINE+1]]:17: gantry: error: the device reads 's.c[0]', which the host has changed at {{.*}}stale_near.c:13: the device's copy is older [GC302]
        r += s.c[0];
        printf("%d\n", r);
    }
}
