// Pointers that a region compares or subtracts lead to one piece of memory, or may be an address of the host's and one of
// the device's: an array's end is no part of what is mapped.
// RUN: sed '/CHECK\|RUN/d' %s > source.c && %gantry annotate --explain --least-work=0 source.c | %FileCheck %s
// RUN: %gantry annotate --least-work=0 source.c -o written.c
// RUN: %gcc -O1 -w source.c -o serial && ./serial > want
// RUN: %gcc -O1 -w -fopenmp -foffload=disable written.c -o gcc && OMP_NUM_THREADS=3 ./gcc | cmp - want
// RUN: %gantry cc -w -O1 --offload-arch=emulated written.c -o gantry
// RUN: OMP_NUM_THREADS=3 %run_emulated32 ./gantry | cmp - want
// REQUIRES: gcc
#include <stdio.h>
enum { N = 300 };
static double v[N], w[N], k[N];

static void by_end(const double *restrict x, const double *end, double *restrict y, int n)
{
    // CHECK: source.c:[[#]]: parallel
    // CHECK: [GL513]
    for (int i = 0; i < n; i++)
        y[i] = end - &x[i];
}

static void same_place(const double *x, const double *y, double *restrict to, int n)
{
    // CHECK: source.c:[[#]]: parallel
    // CHECK: [GL513]
    for (int i = 0; i < n; i++)
        to[i] = x == y ? 1 : y[i] + 1;
}

/* What the head alone compares the host has worked out before. */
static void by_head(double *x, double *end)
{
    // CHECK: directive target
    for (double *p = x; p < end; p++)
        *p += 1;
}

static void of_one(const double *restrict x, double *restrict y, int n)
{
    const double *p;
    // CHECK: directive target
    for (int i = 0; i < n; i++) {
        const double *q = x + i / 2;
        double s = 0;
        for (p = q; p < x + i; p++)
            s += *p;
        y[i] = s + (q - x);
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        w[i] = i % 7;
    double t = 0;
    by_end(w, w + N, v, N);
    same_place(w, w, k, N);
    by_head(w, w + N);
    for (int i = 0; i < N; i++)
        t += v[i] * (i % 5 + 1) + k[i] * (i % 3) + w[i];
    of_one(w, v, N);
    same_place(v, w, k, N);
    for (int i = 0; i < N; i++)
        t += v[i] * (i % 5 + 1) + k[i] * (i % 3) + w[i];
    printf("%g\n", t);
    return 0;
}
