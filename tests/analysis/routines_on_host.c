// RUN: %not %gantry cc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
/* routines that belong to the host: named where they are called */
#include <omp.h>
void f(void *p, int device)
{
#pragma omp target
    {
// CHECK: routines_on_host.c:[[# @LINE + 1]]:{{.*}}error: 'omp_target_alloc' has no device version{{.*}} [GN0501]
        void *q = omp_target_alloc(8, device);
// CHECK: routines_on_host.c:[[# @LINE + 1]]:{{.*}}error: 'omp_target_free' has no device version{{.*}} [GN0501]
        omp_target_free(q, device);
// CHECK: routines_on_host.c:[[# @LINE + 1]]:{{.*}}error: 'omp_pause_resource_all' has no device version{{.*}} [GN0501]
        omp_pause_resource_all(omp_pause_soft);
    }
    (void)p;
}
