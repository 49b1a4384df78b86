// RUN: %not %gantry cc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
/* memory of allocators that a copy cannot have yet, and routines that regions may not call */
#include <omp.h>
void unsupported(void)
{
    const omp_alloctrait_t tr[] = {{omp_atk_alignment, 64}};
    omp_allocator_handle_t my;
    int x = 0;
// CHECK: unsupported_allocate.c:[[# @LINE + 1]]:36: error: 'allocate' of 'x', firstprivate on 'target': its copy can be aligned to 256 bytes at most [GN0653]
#pragma omp target firstprivate(x) allocate(align(512) : x)
    x = 1;
    int a[9] = {0};
// CHECK: unsupported_allocate.c:[[# @LINE + 1]]:80: error: 'allocate' of 'a': its copies are shared by threads or lanes{{.*}} [GN0654]
#pragma omp target teams uses_allocators(my(tr)) reduction(+ : a) num_teams(2) allocate(my : a)
    {
#pragma omp parallel for reduction(+ : a)
        for (int i = 0; i < 9; i++)
            a[i]++;
    }
// CHECK: unsupported_allocate.c:[[# @LINE + 1]]:61: error: 'allocate' of 'x': its copies are shared by threads or lanes{{.*}} [GN0654]
#pragma omp target teams uses_allocators(my(tr)) private(x) allocate(my : x)
    {
#pragma omp parallel
        x = 2;
    }
}
