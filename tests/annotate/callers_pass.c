// Where no argument says how many elements a parameter leads to, the output passes it in a parameter of its own.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate --least-work=0 source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %gantry annotate --least-work=0 --explain source.c | grep 'passed    entry_size: entries (line [0-9]*), (long)n [*] m (line [0-9]*)'
// RUN: %gcc -O1 source.c -o serial -lm && ./serial 23 > want
// RUN: %gcc -O1 -Wall -Werror -Wno-unknown-pragmas -fopenmp -foffload=disable written.c -o gcc -lm && ./gcc 23 | cmp - want
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry -lm && ./gantry 23 | cmp - want && GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY ./gantry 23 | cmp - want
// RUN: %gantry check --offload-arch=emulated written.c -lm -- 23 > out 2> found; cmp out want && grep -q 'nothing found' found
#include <stdio.h>
#include <stdlib.h>

// CHECK-LABEL: static void product(long entry_size, long rows,
// CHECK: entry[0:entry_size > 0 ? entry_size : 0]
static void product(long rows, const int *row, const double *entry, double *y)
{
    for (long i = 0; i < rows; i++) {
        double sum = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            sum += entry[k];
        y[i] = sum;
    }
}

// Passed on by a function between.
// CHECK-LABEL: static double inner(long x_size, int n,
// CHECK: x[0:x_size > 0 ? x_size : 0]
static double inner(int n, const int *ix, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]];
    return sum;
}
// CHECK-LABEL: static double outer(long x_size, int n,
// CHECK: return inner(x_size, n, ix, x) + inner(x_size, n / 2, ix, x);
static double outer(int n, const int *ix, const double *x)
{
    return inner(n, ix, x) + inner(n / 2, ix, x);
}

// It is declared before.
static double declared(int n, const int *ix, const double *x);
// CHECK-LABEL: static double declared(int n, const int *ix, const double *x)
// CHECK-NOT: omp target
// CHECK: return sum
static double declared(int n, const int *ix, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += 2 * x[ix[i]];
    return sum;
}

// What the preprocessor leaves out calls it, too.
// CHECK-LABEL: static double left_out(int n,
// CHECK-NOT: omp target
// CHECK: return sum
static double left_out(int n, const int *ix, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += 3 * x[ix[i]];
    return sum;
}
#ifdef NEVER
double never(void)
{
    return left_out(0, 0, 0);
}
#endif

// The call comes out of a macro.
// CHECK-LABEL: static double in_macro(int n,
// CHECK-NOT: omp target
// CHECK: return sum
static double in_macro(int n, const int *ix, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += 4 * x[ix[i]];
    return sum;
}
#define CALL(n, ix, x) in_macro(n, ix, x)

// A call stands in a loop that is written twice.
// CHECK-LABEL: static double in_loop(int n,
// CHECK-NOT: omp target
// CHECK: return sum
static double in_loop(int n, const int *ix, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] / 4;
    return sum;
}

// An attribute counts its parameters.
// CHECK-LABEL: static double counted(int n,
// CHECK-NOT: omp target
// CHECK: return sum
__attribute__((nonnull(2, 3))) static double counted(int n, const int *ix, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += 5 * x[ix[i]];
    return sum;
}

// It calls itself; it is called by its address.
// CHECK-LABEL: static double again(int n,
// CHECK-NOT: omp target
// CHECK: return sum
static double again(int n, const int *ix, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] / 8;
    return sum + (n > 10 ? again(n - 10, ix, x) : 0);
}

// CHECK-LABEL: static double pointed(int n,
// CHECK-NOT: omp target
// CHECK: return sum
static double pointed(int n, const int *ix, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] / 16;
    return sum;
}
double (*const by_address)(int, const int *, const double *) = pointed;

// One call passes a part of a block; the size is another number by then; the block is another one.
// CHECK-LABEL: static double part(int n,
// CHECK-NOT: omp target
// CHECK: return sum
static double part(int n, const int *ix, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] / 32;
    return sum;
}

// CHECK-LABEL: static double changed(int n,
// CHECK-NOT: omp target
// CHECK: return sum
static double changed(int n, const int *ix, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] / 64;
    return sum;
}

// CHECK-LABEL: static double grown(int n,
// CHECK-NOT: omp target
// CHECK: return sum
static double grown(int n, const int *ix, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] / 128;
    return sum;
}

// The name of the size means another variable where it is called.
// CHECK-LABEL: static double hidden(int n,
// CHECK-NOT: omp target
// CHECK: return sum
static double hidden(int n, const int *ix, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] / 256;
    return sum;
}

static void numbers(long n, double *x)
{
    for (long i = 0; i < n; i++)
        x[i] = i * 5 % 7;
}

// CHECK-LABEL: static double calls(
static double calls(int n, double *restrict many)
{
    int half = n / 2, m = n / 3, entries = 2 * n + half;
    int *row = malloc((n + 1) * sizeof *row), *ix = malloc(n * sizeof *ix);
    double *entry = malloc(entries * sizeof *entry), *y = malloc(n * sizeof *y), *z = malloc(sizeof(double) * n * m), sum = 0;
    row[0] = 0;
    for (int i = 0; i < n; i++) {
        row[i + 1] = row[i] + 2 + i % 2 * (i / 2 < half);
        ix[i] = i * 7 % n;
    }
    numbers(entries, entry);
    numbers(n * m, z);
    // CHECK: product(entries, n, row, entry, y);
    // CHECK: product((long)n * m, m, row, z, y);
    for (int k = 0; k < 3; k++)
        product(n, row, entry, y);
    product(m, row, z, y);
    // CHECK: outer(entries, n, ix, entry)
    sum += outer(n, ix, entry) + declared(n, ix, entry) + left_out(n, ix, entry) + CALL(n, ix, entry);
    for (int i = 0; i < n; i++)
        many[i] = in_loop(half, ix, entry);
    sum += counted(n, ix, entry) + again(n, ix, entry) + pointed(n, ix, entry) + part(n, ix, entry) + part(n, ix, entry + 1);
    int size = entries;
    double *u = malloc(size * sizeof *u), *v = malloc(entries * sizeof *v), *w = malloc(entries * sizeof *w);
    numbers(entries, u);
    numbers(entries, v);
    numbers(entries, w);
    size++;
    sum += changed(n, ix, u) + size;
    v = realloc(v, (entries + 1) * sizeof *v);
    sum += grown(n, ix, v);
    {
        int entries = 3;
        sum += hidden(n, ix, w) + entries;
    }
    for (int i = 0; i < n; i++)
        sum += y[i] + many[i];
    free(row), free(ix), free(entry), free(y), free(z), free(u), free(v), free(w);
    return sum;
}

int main(int argc, char **argv)
{
    static double many[1000];
    printf("%.3f\n", calls(argc > 1 ? atoi(argv[1]) : 30, many));
    return 0;
}
