#include <stdlib.h>
#include "work.h"

// Two calls, from two functions of another file, and one from this one
// CHECK-LABEL: double gather(
// CHECK: map(to: ix[0:n > 0 ? n : 0], x[0:size > 0 ? size : 0])
double gather(int n, const int *ix, int size, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] + size;
    return sum;
}

// CHECK-LABEL: double product(
// CHECK: x[0:(long)h * w > 0 ? (long)h * w : 0]
double product(int n, const int *ix, int h, int w, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] + h * w;
    return sum;
}

// Through a function between: its own callers are in another file.
// CHECK-LABEL: double inner(
// CHECK: x[0:(long)last + 1 > 0 ? (long)last + 1 : 0]
double inner(int n, const int *ix, int last, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] + last;
    return sum;
}
double outer(int n, const int *ix, int size, const double *x) { return inner(n, ix, size - 1, x); }

// Callers have other sizes.
// CHECK-LABEL: double differ(
// CHECK-NOT: omp target
// CHECK: return sum
double differ(int n, const int *ix, int size, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] - size;
    return sum;
}

// The other file names it without a call.
// CHECK-LABEL: double pointed(
// CHECK-NOT: omp target
// CHECK: return sum
double pointed(int n, const int *ix, int size, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] + 2 * size;
    return sum;
}

// The argument is another number than the parameter.
// CHECK-LABEL: double narrow(
// CHECK-NOT: omp target
// CHECK: return sum
double narrow(int n, const int *ix, short size, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] + 3 * size;
    return sum;
}

// The caller has a goto.
// CHECK-LABEL: double jumps(
// CHECK-NOT: omp target
// CHECK: return sum
double jumps(int n, const int *ix, int size, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] + 4 * size;
    return sum;
}

// Nobody calls it.
// CHECK-LABEL: double nobody(
// CHECK-NOT: omp target
// CHECK: return sum
double nobody(int n, const int *ix, int size, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[ix[i]] + 5 * size;
    return sum;
}

double here(int n, const int *ix)
{
    double *x = calloc(n, sizeof *x), sum = gather(n, ix, n, x);
    free(x);
    return sum;
}
