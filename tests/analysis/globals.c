// RUN: %not %gantry cc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
int counter;
static const int primes[] = {2, 3, 5};
static int next(int i)
{
// CHECK: globals.c:[[# @LINE + 2]]:{{[0-9]+}}: error: 'counter' is used in device function 'next', but it is not 'declare target' [GN0506]
// CHECK: globals.c:2:{{.*}} note: declared here: add '#pragma omp declare target to(counter)' after it
    counter++;
    return primes[i % 3]; /* a constant comes along */
// CHECK-NOT: error
}
void f(int n, int *a)
{
#pragma omp target map(a[0:n])
    a[0] = next(n);
}
