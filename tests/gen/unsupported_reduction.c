// RUN: %not %gantry cc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
// RUN: test ! -e %t.o
void unsupported(int n)
{
    double v[4] = {0};
// CHECK: unsupported_reduction.c:[[# @LINE + 1]]:{{.*}} error: {{.*}}reduction
#pragma omp target teams distribute parallel for reduction(+: v)
    for (int i = 0; i < n; i++)
        v[i % 4] += i;
}
