// RUN: %not %gantry cc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
/* memory of allocators that a copy cannot have yet, and routines that regions may not call */
#include <omp.h>
void unsupported(void)
{
    const omp_alloctrait_t tr[] = {{omp_atk_alignment, 64}};
    omp_allocator_handle_t my;
    int x = 0;
// CHECK: unsupported_allocate.c:[[# @LINE + 1]]:60: error: 'allocate' of 'x', firstprivate on 'target': {{.*}} [GN0654]
#pragma omp target uses_allocators(my(tr)) firstprivate(x) allocate(my : x)
    x = 1;
// CHECK: unsupported_allocate.c:[[# @LINE + 1]]:61: error: 'allocate' of 'x': its copies are shared by threads or lanes{{.*}} [GN0654]
#pragma omp target teams uses_allocators(my(tr)) private(x) allocate(my : x)
    {
#pragma omp parallel
        x = 2;
    }
}
