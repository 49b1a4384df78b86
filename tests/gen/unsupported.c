// RUN: %not %gantry cc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
// RUN: test ! -e %t.o
/* what is not supported yet is an error with a place, never silence */
void unsupported(int n, double *a)
{
// CHECK: unsupported.c:[[# @LINE + 3]]:{{.*}} error: {{.*}}dispatch
#pragma omp target map(a[0:n])
    {
#pragma omp dispatch
        a[0] = 1;
    }
// CHECK: unsupported.c:[[# @LINE + 1]]:{{.*}} error: {{.*}}not contiguous
#pragma omp target enter data map(to: a[0:n:2])
}
