// What OpenMP asks of a loop's head beside what C does: a bound that is a number of its type with the step less one, and a step that is not 0
// though nothing iterates. GCC runs no iteration of the one, and Clang, too, divides by the other.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate --least-work=0 source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %gcc -O0 -w source.c -o serial && ./serial > want
// RUN: %gcc -O0 -w -fopenmp -foffload=disable written.c -o gcc0 && ./gcc0 | cmp - want
// RUN: %gcc -O2 -w -fopenmp -foffload=disable written.c -o gcc2 && ./gcc2 | cmp - want
// RUN: %gantry cc -O1 -w --offload-arch=emulated written.c -o fast && OMP_TARGET_OFFLOAD=DISABLED ./fast | cmp - want && GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY ./fast | cmp - want
// REQUIRES: gcc
// LABELS: run
#include <limits.h>
#include <stdio.h>

// CHECK-LABEL: static void at_end(
// CHECK-NOT: target
// CHECK-LABEL: static void between(
static void at_end(double *a, int n)
{
    for (int i = INT_MAX - n; i < INT_MAX; i += 2)
        a[INT_MAX - i] += 1;
}

// CHECK: if (hi <= 2147483647 - 2
// CHECK: target
// CHECK: its bound is too near the end
static void between(double *a, int lo, int hi)
{
    for (int i = lo; i < hi; i += 3)
        a[hi - i] += 1;
}

// CHECK-LABEL: static void down(
// CHECK: if (hi >= -2147483647 + 1
static void down(double *a, int lo, int hi)
{
    for (int i = lo; i > hi; i -= 2)
        a[i - hi] += 1;
}

// Here there is nothing to ask.
// CHECK-LABEL: static void usual(
// CHECK-NOT: if (n
// CHECK: target
static void usual(double *a, int n)
{
    for (int i = 0; i < n; i += 2)
        a[i] += 1;
}

// CHECK-LABEL: static void colors(
// CHECK-NOT: 2147483647
static void colors(double (*a)[16], int n)
{
    for (int i = 1; i < n - 1; i++)
        for (int k = 1 + (i & 1); k < n - 1; k += 2)
            a[i][k] += 1;
}

// CHECK-LABEL: static void strided(
// CHECK: if ((m) > 0
// CHECK: target
static void strided(double *a, int n, int m)
{
    for (int i = 0; i < n; i += m)
        a[i] += 1;
}

// Not for lanes, nor collapsed.
// CHECK-LABEL: static void within(
// CHECK-NOT: simd
// CHECK-NOT: collapse
// CHECK-LABEL: main(
static void within(double (*a)[16], int n, int m)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n - 1; k += m)
            a[i][k] += 1;
}

int main(void)
{
    static double a[5000], b[16][16];
    double s = 0;
    at_end(a, 4000);
    between(a, INT_MAX - 3999, INT_MAX), between(a, 0, 300);
    down(a, INT_MIN + 4000, INT_MIN), down(a, 400, 0);
    usual(a, 0), usual(a, 4999);
    colors(b, 16), colors(b, 0);
    strided(a, 0, 0), strided(a, 4000, 7);
    within(b, 1, 0), within(b, 14, 3);
    for (int i = 0; i < 5000; i++)
        s += a[i] * (i % 7);
    for (int i = 0; i < 256; i++)
        s += b[i / 16][i % 16] * i;
    printf("%g\n", s);
    return 0;
}
