// RUN: %not %gantry cc -w -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
// RUN: test ! -e %t.o
#include <stdio.h>
int *choose(void *p);
void formats(void)
{
    int k = 0;
#pragma omp target map(k)
    {
// CHECK-DAG: c_on_device_wrong.c:[[# @LINE + 1]]:{{[0-9]+}}: error: device code has a conversion %n, which printf has not on a device: count in another way [GN0690]
        printf("%d%n\n", 1, &k);
// CHECK-DAG: c_on_device_wrong.c:[[# @LINE + 1]]:{{[0-9]+}}: error: device code has a conversion of long double, which GPUs do not have: print a double [GN0690]
        printf("%" "Lf\n", (long double)1);
    }
}
void lengths(int n, double *p)
{
    double out[2];
#pragma omp target map(from: out) map(to: p[0:n * n])
    {
// CHECK-DAG: c_on_device_wrong.c:[[# @LINE + 1]]:{{[0-9]+}}: error: device code has a variable-length array type whose lengths cannot be followed here; give the expression a variable of its own [GN0690]
        out[0] = ({ double (*q)[n] = (void *)p; q; })[1][0];
        out[1] = 0;
    }
}
