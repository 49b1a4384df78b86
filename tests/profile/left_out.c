// Data that no region of this run used is told for certain where all regions of its construct have run, and as `perhaps` where a region that this run left out may use it.
// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t && GANTRY_PROFILE=all,p.txt %run_emulated32 %t && %FileCheck %s <p.txt
#include <stdio.h>
enum { N = 600 };
static double used[N], sometimes[N], never[N];

static double sum(const double *x)
{
    double s = 0;
#pragma omp target teams distribute parallel for reduction(+ : s)
    for (int i = 0; i < N; i++)
        s += x[i];
    return s;
}

int main(int argc, char **argv)
{
    double total = 0;
    (void)argv;
#pragma omp target data map(to: used, sometimes)
    {
        total += sum(used);
        if (argc > 1)
            total += sum(sometimes);
    }
#pragma omp target data map(to: used, never)
    total += sum(used);
#pragma omp target data map(alloc: never)
    total += 1;
    return total != 1;
}
// CHECK-DAG: left_out.c:[[#]] sometimes: perhaps: {{.*}} [GP105]
// CHECK-DAG: left_out.c:[[#]] never: {{[^p].*}} [GP105]
