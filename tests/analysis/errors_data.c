// RUN: %not %gantry cc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
// RUN: test ! -e %t.o
_Thread_local int mine;
int known;
extern int placed;
#pragma omp declare target to(placed)
void errors(int n, int *a)
{
    long double wide = 1;
// CHECK: errors_data.c:[[# @LINE + 1]]:{{.*}} error: 'wide' in a target region has type long double, which GPUs do not have: use double [GN0503]
#pragma omp target map(a[0:n])
    a[0] = wide;
// CHECK: errors_data.c:[[# @LINE + 1]]:{{.*}} error: 'mine' is thread-local: it cannot be used in a target region [GN0504]
#pragma omp target map(a[0:n])
    a[0] = mine;
#pragma omp target map(a[0:n])
    {
// CHECK: errors_data.c:[[# @LINE + 1]]:20: error: 'known' is declared in the target region that it is mapped for: declare it before, {{.*}} [GN0450]
        extern int known;
// CHECK: errors_data.c:[[# @LINE + 1]]:20: error: 'elsewhere' is declared in the target region that it is mapped for
        extern int elsewhere;
// CHECK-NOT: 'placed'
        extern int placed;
        a[0] = known + elsewhere + placed;
    }
}
