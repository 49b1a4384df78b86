// RUN: %not %gantry cc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
/* Found by the fuzzer of whole files: a transformed loop whose statement never ends took memory without end. */
int f(int n, int *a)
{
#pragma omp target
    a[0] = n;
#pragma omp tile sizes(10)
    for (long i = 0; i < n; i++)
// CHECK: error: expected
        a[i] = (int)((i * 37 + 13
