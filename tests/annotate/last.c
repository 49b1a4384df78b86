// The last value of a variable where no iteration may run: there it keeps the one that it had, also by compilers that store
// something after `lastprivate` then (GCC 12).
// RUN: sed '/CHECK\|RUN/d' %s > source.c && %gantry annotate --least-work=0 source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %gcc -O1 source.c -o serial && ./serial > want
// RUN: %gcc -O1 -fopenmp -foffload=disable written.c -o gcc && OMP_NUM_THREADS=3 ./gcc | cmp - want
// RUN: %gantry cc -w -O1 --offload-arch=emulated written.c -o gantry -lm && %run_emulated32 ./gantry | cmp - want
#include <stdio.h>
enum { N = 300 };
static double a[N], b[N];

static double up(int n)
{
    double x = 42;
    // CHECK: if (0 < n) {
    // CHECK-NEXT: lastprivate(x)
    for (int i = 0; i < n; i++) {
        x = b[i] * 2;
        a[i] = x;
    }
    // CHECK: } else { /* there is nothing to do */
    return x;
}

static double down(unsigned n, long low)
{
    double x = 42;
    // CHECK: if ((long)(n) > (low + 0)) {
    // CHECK-NEXT: lastprivate(x)
    for (long i = n; i > low + 0; i--) {
        x = b[i - 1] + 1;
        a[i - 1] = x;
    }
    return x;
}

static double surely(void)
{
    double x = 42;
    // CHECK: double x = 42;
    // CHECK-NEXT: {{^ *}}#pragma omp target {{.*}} lastprivate(x)
    for (int i = 0; i < N; i++) {
        x = b[i] - 1;
        a[i] = x;
    }
    return x;
}

int main(void)
{
    for (volatile int i = 0; i < N; i++)
        b[i] = i % 7;
    printf("%g %g %g %g %g %g %g\n", up(0), up(1), up(N), down(0, 0), down(5, 0), down(5, 7), surely());
    return a[3] > 1e9;
}
