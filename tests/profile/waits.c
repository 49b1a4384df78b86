// RUN: %gantry cc -g -O1 --offload-arch=emulated %s -o %t
// RUN: GANTRY_PROFILE=all,%t.txt,%t.json %run_emulated32 %t && %FileCheck %s <%t.txt && awk 'length > 100 { print; exit 1 }' %t.txt
// RUN: python3 %S/Inputs/trace.py %t.json launch=4 wait=2
/* Who waits, and for what; what routines do has the place of the call, where there is debug information; threads and
 * queues; a program that ends with work in its queues. */
#include <omp.h>

enum { N = 1000 };
static double a[N], b[N];

static void three_times(void)
{
    for (int k = 0; k < 3; k++)
#pragma omp target teams distribute parallel for map(tofrom : a) nowait depend(inout : a)
        for (int i = 0; i < N; i++)
            a[i] += 1;
}

int main(void)
{
    double *d = omp_target_alloc(sizeof b, 0);
    omp_target_memcpy(d, b, sizeof b, 0, 0, 0, omp_get_initial_device());
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        three_times();
#pragma omp taskwait
#pragma omp taskgroup
        {
#pragma omp target map(tofrom : b) nowait
            b[0] = 1;
        }
    }
    omp_target_free(d, 0);
    return a[0] != 3 || b[0] != 1;
}
// CHECK: waits {{[0-9.]+}} %
// CHECK: {{^}}waits.c:[[#@LINE-24]] three_times {{ *}}3 {{.*}} 0: 8x128x1 spmd
// CHECK: {{^}}waits.c:[[#@LINE-17]] main {{ *}}1 {{.*}} copy to, device 0
// CHECK: {{^}}waits.c:[[#@LINE-19]] main {{ *}}1 {{.*}} allocate, device 0
// CHECK: {{^}}waits {{ *}}calls {{ *}}total {{ *}}% {{ *}}average {{ *}}whole  what
// CHECK-DAG: {{^}}waits.c:[[#@LINE-15]] main {{ *}}1 {{.*}}  taskwait
// CHECK-DAG: {{^}}waits.c:{{[0-9]+}} main {{ *}}1 {{.*}}  taskgroup
// CHECK: {{^}}host thread 1: {{.*}} events
// CHECK: {{^}}queue 1: {{.*}} events
