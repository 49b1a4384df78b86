// RUN: env COLUMNS=9999 %gantry explain -w %s > said && %FileCheck %s < said && %not grep 'another simd loop' said
// What is proposed, pasted in, gives the same results.
// RUN: env COLUMNS=9999 %gantry explain -w --json %s > found.json && python3 %S/paste.py found.json %s pasted.c && env COLUMNS=9999 %gantry explain -w pasted.c >again && %not grep 'simd_few.c.* lone: .*GA106' again && %gantry cc -w -O1 --offload-arch=emulated %s -o %t.old && %gantry cc -w -O1 --offload-arch=emulated pasted.c -o %t.new && %run_host %t.old > old && %run_emulated32 %t.new | cmp - old
/* A simd loop that has fewer iterations than its threads have lanes, where there is no other one. */
#include <stdio.h>
enum { N = 40, M = 5, ALL = N * M };
static double a[ALL];

// CHECK-DAG: simd_few.c:[[# @LINE + 6]] lone: 'simd' brings little: 2 iterations for the 4 lanes of each thread [GA106]{{$}}
// CHECK-DAG: write #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a)
static void lone(int n, int m)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < n; i++) {
#pragma omp simd
        for (int j = 0; j < 2; j++)
            a[i * m + j] += j;
    }
}

// CHECK-DAG: simd_few.c:[[# @LINE + 5]] first: 'simd' brings little: 2 iterations for the 4 lanes of each thread [GA106]{{$}}
static void first(int n, int m) /* no collapse: there is more to do */
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < n; i++) {
#pragma omp simd
        for (int j = 0; j < 2; j++)
            a[i * m + j] += j;
        a[i * m] += 1;
    }
}

int main(void)
{
    double s = 0;
    lone(N, M);
    first(N, M);
    for (int i = 0; i < ALL; i++)
        s += a[i] * (i + 1);
    printf("%g\n", s);
    return 0;
}
