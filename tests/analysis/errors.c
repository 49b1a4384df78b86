// RUN: %not %gantry cc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
// RUN: test ! -e %t.o
#include <errno.h>
#include <stdlib.h>
int elsewhere(int);
int counter;
_Thread_local int mine;
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void count(void) { counter++; }
void errors(int n, int *a)
{
#pragma omp target map(a[0:n])
    {
// CHECK-DAG: errors.c:[[# @LINE + 1]]:{{[0-9]+}}: error: 'rand' has no device version: it cannot be called in a target region, only before or after it [GN0501]
        a[1] = rand();
// CHECK-DAG: errors.c:[[# @LINE + 1]]:{{[0-9]+}}: error: 'errno' has no device version: it cannot be called in a target region, only before or after it [GN0501]
        a[2] = errno;
// CHECK-DAG: errors.c:[[# @LINE + 1]]:{{[0-9]+}}: error: 'elsewhere' is used in a target region, but it is neither defined in this file nor 'declare target' [GN0502]
        a[0] = elsewhere(n);
    }
}
