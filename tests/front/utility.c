// RUN: %gantry cc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
// RUN: %not %gantry cc -c --offload-arch=emulated -DSTOP %s -o %t.o 2>&1 | %FileCheck --check-prefix=STOP %s
/* Utility directives may stand outside of functions. */
#pragma omp nothing
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: of the file
#pragma omp error severity(warning) message("of the file")
#ifdef STOP
// STOP: :[[#@LINE+1]]:{{[0-9]+}}: error: not like this
#pragma omp error message("not like this")
#endif
void f(int *a)
{
#pragma omp target map(a[0:1])
    {
#pragma omp nothing
        a[0] = 1;
#ifdef STOP
// STOP: :[[#@LINE+1]]:{{[0-9]+}}: error: nor in a region
#pragma omp error at(compilation) severity(fatal) message("nor in a region")
#endif
    }
}
