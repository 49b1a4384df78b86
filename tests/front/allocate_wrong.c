// RUN: %not %gantry cc -c -w --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
/* allocate and uses_allocators: what cannot be an allocator, an alignment, or a place for a variable */
#include <omp.h>
#pragma omp declare target
static int one;
// CHECK: :[[#@LINE+1]]:37: error: 'one' has static storage: all teams of a device share it{{.*}} [GN0650]
#pragma omp allocate(one) allocator(omp_pteam_mem_alloc)
static int two;
// CHECK: :[[#@LINE+1]]:66: error: 'two' has static storage: for the device, write _Alignas in its declaration [GN0653]
#pragma omp allocate(two) allocator(omp_default_mem_alloc) align(64)
#pragma omp end declare target
void f(void)
{
    const omp_alloctrait_t tr[] = {{omp_atk_alignment, 64}};
    omp_allocator_handle_t my;
    int x = 0, n = 3;
// CHECK: :[[#@LINE+1]]:36: error: 'omp_pteam_mem_alloc' is predefined and has its traits already [GN0652]
#pragma omp target uses_allocators(omp_pteam_mem_alloc(tr))
    x = one + two;
// CHECK: :[[#@LINE+1]]:55: error: an alignment must be a number that is a power of two, found '3' [GN0653]
#pragma omp target parallel private(x) allocate(align(3): x)
    x = 1;
// CHECK: :[[#@LINE+1]]:55: error: an alignment must be a number that is a power of two, found 'n' [GN0653]
#pragma omp target parallel private(x) allocate(align(n): x)
    x = 1;
// CHECK: :[[#@LINE+1]]:36: error: expected 'memspace(...)' or 'traits(...)' in 'uses_allocators', found 'space' [GN0205]
#pragma omp target uses_allocators(space(omp_default_mem_space): my)
    x = 1;
// CHECK: :[[#@LINE+1]]:36: error: a list item of 'uses_allocators' must be the name of a variable, found '5' [GN0213]
#pragma omp target uses_allocators(5)
    x = 1;
#pragma omp target
    {
        int y[2];
// CHECK: :[[#@LINE+1]]:35: error: on a device, 'allocate' of 'y' needs a predefined allocator{{.*}} [GN0651]
#pragma omp allocate(y) allocator(my)
        y[0] = 1;
#pragma omp parallel
        {
            int z[2], *p = z;
// CHECK: :[[#@LINE+1]]:22: error: each thread has its own 'z', and its address is taken{{.*}} [GN0654]
#pragma omp allocate(z) allocator(omp_pteam_mem_alloc)
            p[0] = 1;
        }
    }
}
