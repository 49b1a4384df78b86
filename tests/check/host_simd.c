// Lanes of the host's simd loops in a program that has no other OpenMP, and no libomp (GC404).
// RUN: %gantry cc -fopenmp -fcheck --offload-arch=emulated -g -O1 %s -o %t && bash %S/faults.sh %t %s races
// RUN: ldd %t | %not grep -q libomp
// LABELS: run
#include <stdlib.h>

enum { N = 256 };
int a[N + 8], s;

static void carried(int wrong)
{
    int by = wrong ? 1 : 0;
#pragma omp simd
    for (int i = 0; i < N; i++)
        a[i + by] = a[i] + 1; // fault: carried GC404
}

static void safe(int wrong)
{
    int by = wrong ? 4 : 8;
#pragma omp simd safelen(8)
    for (int i = 0; i < N; i++)
        a[i + by] = a[i] + 1; // fault: safe GC404
}

static void scalar(int wrong)
{
    if (wrong) {
#pragma omp simd
        for (int i = 0; i < N; i++)
            s += a[i]; // fault: scalar GC404
    } else {
#pragma omp simd reduction(+ : s)
        for (int i = 0; i < N; i++)
            s += a[i];
    }
}

static void own(int wrong)
{
    int t = 0, *p = malloc(sizeof *p);
#pragma omp simd private(t)
    for (int i = 0; i < N; i++) {
        int *q = wrong ? p : &t;
        *q = a[i]; // fault: own GC404
        a[i] = *q * 2;
    }
    free(p);
}

#define CASES(C) C(carried) C(safe) C(scalar) C(own)
#include "cases.h"

int main(int argc, char **argv)
{
    run_cases(argc, argv);
    return 0;
}
