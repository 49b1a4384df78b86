// RUN: %gantry cc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
// RUN: %gantry cc -c -w --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck --allow-empty --check-prefix=QUIET %s
// QUIET-NOT: warning
double lost(int n, double *a)
{
    double s = 0;
// CHECK: reduction_lost.c:[[# @LINE + 4]]:{{.*}} warning: reduction variable 's' is firstprivate on the separate 'target'
// CHECK-NEXT: #pragma omp teams loop reduction(+: s)
// CHECK: reduction_lost.c:[[# @LINE + 1]]:{{.*}} note: add 'map(tofrom: s)' here
#pragma omp target
#pragma omp teams loop reduction(+: s)
    for (int i = 0; i < n; i++)
        s += a[i];
// CHECK-NOT: warning
#pragma omp target map(tofrom: s)
#pragma omp teams loop reduction(+: s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma omp target teams loop reduction(+: s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma omp target map(tofrom: a[0:n])
    {
#pragma omp parallel for reduction(+: s)
        for (int i = 0; i < n; i++)
            s += a[i];
        a[0] = s;
    }
    return s;
}
