// RUN: %not %gantry cc -w -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
#pragma omp declare target
int f(void)
{
// CHECK: alignment_wrong.c:[[# @LINE + 1]]:{{.*}} error: 'shared' is shared by threads or lanes, in memory that is aligned to 16 bytes, and asks for 64: ask for less, or map it [GN0693]
    _Alignas(64) int shared = 0;
#pragma omp parallel
#pragma omp atomic
    shared++;
    return shared;
}
#pragma omp end declare target
