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
    double large[6000]; /* beyond team-shared memory, in the device's heap */
// CHECK: unsupported_allocate.c:[[# @LINE + 1]]:41: error: 'allocate' of 'large': its copies are {{.*}}aligned to 16 bytes at most [GN0653]
#pragma omp target teams private(large) allocate(align(64) : large)
    {
#pragma omp parallel for
        for (int i = 0; i < 6000; i++)
            large[i] = i;
    }
    double *p = large;
// CHECK: unsupported_allocate.c:[[# @LINE + 1]]:73: error: 'allocate' of 'p': its copies are {{.*}}aligned to 16 bytes at most [GN0653]
#pragma omp target teams map(tofrom : p[0 : 4]) reduction(+ : p[0 : 4]) allocate(align(64) : p)
    {
#pragma omp parallel for reduction(+ : p[0 : 4])
        for (int i = 0; i < 9; i++)
            p[i % 4]++;
    }
}
