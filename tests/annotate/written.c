// What is written into the file: directives, tests of overlap, declare target; the rest stays as it is, and the program prints
// the same as before, with every compiler.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %gcc -O1 source.c -o serial -lm && ./serial > want
// RUN: %gcc -O1 -fopenmp -foffload=disable written.c -o gcc -lm && ./gcc | cmp - want
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry -lm && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
// RUN: %gantry annotate --diff source.c | grep -q '^+.*#pragma omp target'
// RUN: cp source.c again.c && %gantry annotate --in-place again.c && cmp again.c written.c
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 5000 };

// CHECK: static int apart(const void *a, const void *a_end, const void *b, const void *b_end)
// CHECK: #pragma omp declare target
// CHECK-NEXT: static double half(double x) { return x / 2; }
// CHECK-NEXT: #pragma omp end declare target
static double half(double x) { return x / 2; }

static double smooth(int n, const double *old, double *new)
{
    double most = 0;
    // CHECK: if (apart(old, old + n, new + 1, new + 1 + (n - 2)))
    // CHECK: #pragma omp target teams distribute parallel for reduction(max: most)
    // CHECK: map(to: old[0:n > 2 ? n : 0]) map(from: new[1:n > 2 ? n - 2 : 0])
    // CHECK-NEXT: for (int i = 1; i < n - 1; i++) {
    // CHECK: } else { /* the memory overlaps */
    for (int i = 1; i < n - 1; i++) {
        double x = half((old[i - 1] + 2 * old[i] + old[i + 1]) / 2);
        new[i] = x;
        most = fmax(most, fabs(x - old[i]));
    }
    return most;
}

// CHECK: static void running_sum
// CHECK-NOT: #pragma
// CHECK: static double total
static void running_sum(int n, double *a)
{
    for (int i = 1; i < n; i++)
        a[i] += a[i - 1];
}

static double t[200][150];

static double total(unsigned n, const double *restrict a)
{
    double sum = 0;
    unsigned i;
    // CHECK: #pragma omp target teams distribute parallel for reduction(+: sum) map(to: a[0:n])
    for (i = 0; i < n; i++)
        sum += a[i];
    int j, k;
    // CHECK: #pragma omp target teams distribute parallel for collapse(2) private(k) map(tofrom: t)
    for (j = 0; j < 200; j++)
        for (k = 0; k < 150; k++)
            t[j][k] = j - k;
    return sum;
}

int main(void)
{
    double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
    for (int i = 0; i < N; i++)
        a[i] = i % 17, b[i] = 0;
    printf("%.6f\n", smooth(N, a, b));
    printf("%.6f\n", smooth(N - 1, b, b + 1));
    printf("%.6f\n", smooth(1, a, b));
    running_sum(N, b);
    printf("%.5e", total(N, b));
    printf(" %.6f", t[7][3]);
    if (N > 3) for (int i = 0; i < N; i++) a[i] = b[i] - 1;
    printf(" %.6f\n", a[N - 1]);
    free(a);
    free(b);
    return 0;
}
