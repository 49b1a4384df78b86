// Elements that iterations reduce into, and nothing else is done with: few of them are list items of a reduction, under a test that there are any;
// more of them are updated by atomics, but not one alone.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate --least-work=0 source.c -o written.c && %FileCheck %s < written.c
// RUN: %gcc -O1 source.c -o serial && ./serial > want
// RUN: %gcc -O1 -w -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: %clang -w -fopenmp -fsyntax-only written.c
// RUN: %gantry cc -w -O1 --offload-arch=emulated written.c -o gantry && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
// RUN: %gantry check -w -O1 written.c > checked && cmp checked want
#include <stdio.h>

static int r[5][64][64];
static long h[64];
struct sums {
    long a, b;
};

// CHECK-LABEL: static void norms(
// CHECK: if (!(n <= 2)) {
// CHECK-NEXT: collapse(3) reduction(+: sum[0:5])
// CHECK-NOT: atomic
static void norms(int n, long sum[5])
{
    for (int k = 1; k <= n - 2; k++)
        for (int j = 1; j <= n - 2; j++)
            for (int m = 0; m < 5; m++)
                sum[m] += r[m][k][j] * r[m][k][j];
}

// CHECK-LABEL: static void bins(
// CHECK: reduction(+: count)
// CHECK-NOT: atomic
static void bins(int n, const int *restrict v, long *out)
{
    long count[8] = {0};
    for (int i = 0; i < n; i++)
        count[v[i] & 7]++;
    for (int i = 0; i < 8; i++)
        out[i] = count[i];
}

// CHECK-LABEL: static void two(
// CHECK: reduction(+: x[0:1]) reduction(+: y[0:1])
// CHECK-NOT: atomic
static void two(int n, const int *restrict v, long *restrict x, long *restrict y)
{
    for (int j = 0; j < n; j++) {
        *x += v[j];
        *y += v[j] * 2;
    }
}

// Too many for each thread, read elsewhere in the loop, in a function, in a structure
// CHECK-LABEL: static void many(
// CHECK: #pragma omp atomic
static void many(int n, const int *restrict v)
{
    for (int i = 0; i < n; i++)
        h[v[i] & 63] += 1;
}
// CHECK-LABEL: static void read_too(
// CHECK-NOT: reduction
// CHECK-LABEL: static void add(
static void read_too(int n, long *restrict h)
{
    for (int i = 4; i < n; i++)
        h[0] += h[i];
}
static void add(long *h, int x) { h[x & 3] += x; }
// CHECK-LABEL: static void called(
// CHECK-NOT: reduction
// CHECK-LABEL: static void member(
static void called(int n, long *restrict h)
{
    for (int i = 0; i < n; i++)
        add(h, i);
}
// CHECK-NOT: atomic
static void member(int n, const int *restrict v, struct sums *restrict s)
{
    for (int i = 0; i < n; i++)
        s->b += v[i];
}
// CHECK-LABEL: int main

int main(void)
{
    long sum[5] = {0}, out[8], x = 1, y = 2;
    static int v[20000];
    struct sums s = {1, 2};
    for (int m = 0; m < 5; m++)
        for (int k = 0; k < 64; k++)
            for (int j = 0; j < 64; j++)
                r[m][k][j] = m + k % 3 + j % 5;
    for (int i = 0; i < 20000; i++)
        v[i] = i * 7 % 13;
    norms(64, sum);
    norms(1, NULL);
    bins(20000, v, out);
    two(20000, v, &x, &y);
    two(0, v, NULL, NULL);
    many(20000, v);
    read_too(40, h);
    called(100, h);
    member(20000, v, &s);
    for (int m = 0; m < 5; m++)
        printf("%ld ", sum[m]);
    for (int m = 0; m < 8; m++)
        printf("%ld %ld ", out[m], h[m]);
    printf("%ld %ld %ld\n", x, y, s.b);
    return 0;
}
