// RUN: %gantry cc --dump=device %s | %FileCheck %s --check-prefix=DEV
// RUN: %gantry cc --dump=host %s | %FileCheck %s --check-prefix=HOST
/* copies of a private variable: memory of the user's allocator, aligned, or as ever where nobody could tell */
#include <omp.h>
int allocated(void)
{
    const omp_alloctrait_t tr[] = {{omp_atk_alignment, 64}};
    omp_allocator_handle_t my = omp_null_allocator;
    int x = 0, y = 0, z = 0;
// DEV: int *x __attribute__((cleanup(__gd_release))) = __gd_allocate(4, sizeof *x, (__gd_u64)(my));
// DEV: int y __attribute__((aligned(128)));
// DEV: int z;
// DEV: (*x) = y + z;
// HOST: const unsigned long __gd_a_my = __gantry_allocator(gantry_region_0(), __gd_dev, (unsigned long)(0), sizeof(tr) / sizeof *(tr), tr);
// HOST: my = (__typeof__(my))__gd_a_my;
// HOST: #pragma omp parallel private(x, y, z) allocate(my: x) allocate((omp_allocator_handle_t)__gantry_host_allocator(128): y){{$}}
// HOST: __gantry_allocator_end(gantry_region_0(), __gd_dev, __gd_a_my);
#pragma omp target parallel uses_allocators(my(tr), omp_pteam_mem_alloc) private(x, y, z) allocate(my : x) allocate(align(128) : y) allocate(omp_pteam_mem_alloc : z)
    {
        y = 1;
        z = 2;
        x = y + z;
    }
    return x;
}
