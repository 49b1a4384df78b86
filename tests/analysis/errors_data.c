// RUN: %not %gantry cc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
// RUN: test ! -e %t.o
_Thread_local int mine;
void errors(int n, int *a)
{
    long double wide = 1;
// CHECK: errors_data.c:[[# @LINE + 1]]:{{.*}} error: 'wide' in a target region has type long double, which GPUs do not have: not supported yet [GN0503]
#pragma omp target map(a[0:n])
    a[0] = wide;
// CHECK: errors_data.c:[[# @LINE + 1]]:{{.*}} error: 'mine' is thread-local: it cannot be used in a target region [GN0504]
#pragma omp target map(a[0:n])
    a[0] = mine;
}
