// RUN: %not %gantry cc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
/* in place the two together have no form that the host compiler takes */
#include <omp.h>
void unsupported(void)
{
    const omp_alloctrait_t tr[] = {{omp_atk_alignment, 64}};
    omp_allocator_handle_t my;
    int x = 0;
// CHECK: unsupported_align.c:[[# @LINE + 1]]:{{.*}}error: 'allocate' with 'align' and an allocator that is not predefined{{.*}} [GN0654]
#pragma omp target parallel uses_allocators(my(tr)) private(x) allocate(allocator(my), align(64) : x)
    x = 2;
}
void unsupported_nowait(void)
{
    const omp_alloctrait_t tr[] = {{omp_atk_alignment, 64}};
    omp_allocator_handle_t my;
// CHECK: unsupported_align.c:[[# @LINE + 1]]:{{.*}}error: 'uses_allocators' makes 'my' for the region alone{{.*}} [GN0655]
#pragma omp target uses_allocators(my(tr)) nowait
    omp_free(omp_alloc(8, my), my);
}
