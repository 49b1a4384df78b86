// How many elements a parameter leads to, where the index is data, is known where all callers pass it: a declared array, or
// a block whose size is an expression of other arguments.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate --least-work=0 source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %gcc -O1 source.c -o serial -lm && ./serial 23 > want
// RUN: %gcc -O1 -fopenmp -foffload=disable written.c -o gcc -lm && ./gcc 23 | cmp - want
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry -lm && ./gantry 23 | cmp - want && GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY ./gantry 23 | cmp - want
// RUN: %gantry check --offload-arch=emulated written.c -lm -- 23 > out 2> found; cmp out want && grep -q 'nothing found' found
#include <stdio.h>
#include <stdlib.h>

// A size that is an argument, by a function that allocates; two callers.
// CHECK-LABEL: static double gather(
// CHECK: parallel for reduction(+: sum)
// CHECK-NEXT: map(to: ix[0:n > 0 ? n : 0], x[0:size > 0 ? size : 0]
static double gather(int n, const int *ix, long size, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]];
    return size > 0 ? sum : 0;
}

// A product under another name, and a declared array.
// CHECK-LABEL: static double table(
// CHECK: map(to: ix[0:n > 0 ? n : 0], t[0:(long)h * w > 0 ? (long)h * w : 0], fixed[0:40])
static double table(int n, const int *ix, int h, int w, const double *t, const float *fixed)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += t[ix[i] % w * h + ix[i] % h] + fixed[ix[i] % 40];
    return sum;
}

// Through a function between, which has all but the last element.
// CHECK-LABEL: static double inner(
// CHECK: x[0:(long)last + 1 > 0 ? (long)last + 1 : 0]
static double inner(int n, const int *ix, int last, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] * last;
    return sum;
}
static double outer(int n, const int *ix, int size, const double *x)
{
    return inner(n, ix, size - 1, x) + inner(n / 2, ix, size - 1, x);
}

// Two callers know other sizes: both pass them.
// CHECK-LABEL: static double differ(long x_size, int n,
// CHECK: x[0:x_size > 0 ? x_size : 0]
static double differ(int n, const int *ix, int size, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] + size;
    return sum;
}

// Who calls it by its address is not known.
// CHECK-LABEL: static double pointed(
// CHECK-NOT: omp target
// CHECK: return sum
static double pointed(int n, const int *ix, int size, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] - size;
    return sum;
}
double (*const by_address)(int, const int *, int, const double *) = pointed;

// Nor who calls it from other files.
// CHECK-LABEL: double outside(
// CHECK-NOT: omp target
// CHECK: return sum
double outside(int n, const int *ix, int size, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] * 3 - size;
    return sum;
}

// From its sixth element on.
// CHECK-LABEL: static double from_within(
// CHECK-NOT: omp target
// CHECK: return sum
static double from_within(int n, const int *ix, int size, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i] % (size - 5)];
    return sum;
}

// The variable of the size is another one by then; the block is another one.
// CHECK-LABEL: static double changed(
// CHECK-NOT: omp target
// CHECK: return sum
static double changed(int n, const int *ix, int size, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] + 2 * size;
    return sum;
}

// CHECK-LABEL: static double grown(
// CHECK-NOT: omp target
// CHECK: return sum
static double grown(int n, const int *ix, int size, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] + 3 * size;
    return sum;
}

// The function changes what was passed: that is not the size.
// CHECK-LABEL: static double counts_down(long x_size, int n,
// CHECK: x[0:x_size > 0 ? x_size : 0]
static double counts_down(int n, const int *ix, int size, const double *x)
{
    double sum = 0;
    size *= 2;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] + size;
    return sum;
}

// CHECK-LABEL: static double steps(
// CHECK-NOT: omp target
// CHECK: return sum
static double steps(int n, const int *ix, int size, const double *x)
{
    double sum = 0;
    x++;
    for (int i = 0; i < n; i++)
        sum += x[ix[i] - 1] + size;
    return sum;
}

// It calls itself.
// CHECK-LABEL: static double again(
// CHECK-NOT: omp target
// CHECK: return sum
static double again(int n, const int *ix, int size, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i] % (size / 2)];
    if (n > 10)
        sum += again(n - 10, ix, size - 1, x + 1);
    return sum;
}

// The number is not all of what was passed: it could be another one in an `int`, or in 32 bits.
// CHECK-LABEL: static double narrow(long x_size, int n,
// CHECK: x[0:x_size > 0 ? x_size : 0]
static double narrow(int n, const int *ix, int size, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] + 4 * size;
    return sum;
}

// CHECK-LABEL: static double wraps(
// CHECK-NOT: omp target
// CHECK: return sum
static double wraps(int n, const int *ix, unsigned a, unsigned b, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] + a + b;
    return sum;
}

// There may be no block.
// CHECK-LABEL: static double perhaps(
// CHECK-NOT: omp target
// CHECK: return sum
static double perhaps(int n, const int *ix, int size, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] + 5 * size;
    return sum;
}

// The size changes from call to call, the block does not.
// CHECK-LABEL: static double shrinks(
// CHECK-NOT: omp target
// CHECK: return sum
static double shrinks(int n, const int *ix, int size, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i] % size] + size;
    return sum;
}

// A switch may go behind the assignment.
// CHECK-LABEL: static double skipped(
// CHECK-NOT: omp target
// CHECK: return sum
static double skipped(int n, const int *ix, int size, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] + 6 * size;
    return sum;
}

static void *allocate(size_t count, size_t size)
{
    char *p = calloc(count, size);
    if (!p)
        exit(2);
    return p;
}

// CHECK-LABEL: static void numbers(
static void numbers(int n, double *x)
{
    for (int i = 0; i < n; i++)
        x[i] = i * 5 % 7;
}

static double in_cases(int k, int n, const int *ix)
{
    double *x = NULL, sum = 0;
    switch (k) {
    case 0:
        sum = 1;
        x = calloc(n, sizeof *x);
    default:
        sum += skipped(k ? 0 : n, ix, n, x);
    }
    free(x);
    return sum;
}

static double calls(int n)
{
    int *ix = allocate(n, sizeof *ix), h = n, w = n + 2, cells = h * w, m = n;
    double *x = allocate(n, sizeof *x), *t = malloc(sizeof(double) * cells), sum = 0;
    float fixed[40];
    for (int i = 0; i < n; i++)
        ix[i] = i * 7 % n;
    for (int i = 0; i < 40; i++)
        fixed[i] = i;
    numbers(n, x);
    numbers(cells, t);
    sum += gather(n, ix, n, x) + gather(n, ix, cells, t) + table(n / 2, ix, h, w, t, fixed) + outer(n, ix, n, x);
    sum += differ(n, ix, n, x) + differ(n, ix, n, t) + pointed(n, ix, n, x) + outside(n, ix, n, x);
    sum += from_within(n, ix, n, x + 5) + counts_down(n / 2, ix, n, x) + steps(n, ix, n, x) + again(n, ix, n, x);
    double *y = malloc(m * sizeof *y);
    numbers(m, y);
    m = m + 4;
    sum += changed(n, ix, m, y);
    double *z = malloc(n * sizeof *z);
    z = realloc(z, (n + 1) * sizeof *z);
    numbers(n + 1, z);
    sum += grown(n, ix, n, z);
    long wide = n;
    double *u = malloc(wide * sizeof *u);
    numbers(n, u);
    sum += narrow(n / 2, ix, wide, u);
    unsigned a = n, b = 3;
    double *v = malloc(a * b * sizeof *v), *q = NULL;
    numbers(n, v);
    sum += wraps(n, ix, a, b, v);
    if (n > 0)
        q = calloc(n, sizeof *q);
    sum += perhaps(q ? n : 0, ix, n, q) + in_cases(0, n, ix) + in_cases(1, n, ix);
    int left = n;
    double *s = calloc(left, sizeof *s);
    for (int k = 0; k < 3; k++) {
        sum += shrinks(n, ix, left, s);
        left--;
    }
    free(ix), free(x), free(t), free(y), free(z), free(u), free(v), free(q), free(s);
    return sum;
}

int main(int argc, char **argv)
{
    printf("%.3f\n", calls(argc > 1 ? atoi(argv[1]) : 30));
    return 0;
}
