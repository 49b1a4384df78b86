// What stands under a condition of the loop's variables, however it is written, is mapped as far as it is touched, no further.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate --least-work=0 source.c -o written.c && %FileCheck %s < written.c
// RUN: %gcc -O1 source.c -o serial && ./serial > want
// RUN: %gcc -O1 -Wall -Wextra -Werror -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
// RUN: %gantry check -O1 written.c > checked && cmp checked want
#include <stdio.h>
#include <stdlib.h>
enum { R = 30 };

static int inside(int i, int n) { return i >= 0 && i < n; }

// CHECK-LABEL: static void before(
// CHECK-COUNT-7: map(to: x[0:n > 1 ? n - 1 : 0])
static void before(int n, const double *restrict x, double *restrict y)
{
    for (int i = 0; i < n; i++)
        y[i] = i ? x[i - 1] : 0;
    for (int i = 0; i < n; i++)
        if (i)
            y[i] += x[i - 1];
    for (int i = 0; i < n; i++)
        if (!i)
            y[i] += 1;
        else
            y[i] += x[i - 1];
    for (int i = 0; i < n; i++) {
        int first = i == 0;
        if (!first)
            y[i] += x[i - 1];
    }
    for (int i = 0; i < n; i++)
        y[i] += (i != 0) == 1 ? x[i - 1] : 0;
    for (int i = 0; i < n; i++)
        if (inside(i - 1, n))
            y[i] += x[i - 1];
}

// CHECK-LABEL: static void around(
// CHECK: map(to: x[0:n > 0 ? n : 0])
// CHECK-NEXT: map(from: y[0:n > 0 ? n : 0])
static void around(int n, const double *restrict x, double *restrict y)
{
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int d = -R; d <= R; d += 5)
            if (inside(i + d, n))
                s += x[i + d];
        y[i] = s;
    }
}

// CHECK-LABEL: static void odd(
// CHECK: map(to: x[0:n > 1 ?
// CHECK-NEXT: map(tofrom: y[1:n > 1 ?
static void odd(int n, const double *restrict x, double *restrict y)
{
    for (int i = 0; i < n; i++)
        if (i & 1)
            y[i] = x[i - 1];
}

// A condition that is not understood keeps iterations from what is not there; what they touch in any case is.
// CHECK-LABEL: void edges(
// CHECK-NOT: #pragma omp target
// CHECK-LABEL: void bare(
// CHECK-NOT: #pragma omp target
// CHECK-LABEL: static void both(
// CHECK: map(tofrom: y[0:n > 0 ? n : 0])
void edges(int n, int w, const double *restrict x, double *restrict y)
{
    for (int i = 0; i < n; i++) {
        if (i % w > 0)
            y[i] += x[i - 1];
        if (i % w < w - 1 && i < n - 1)
            y[i] += x[i + 1];
    }
}
void bare(int n, int w, double *restrict y)
{
    for (int i = 0; i < n; i++)
        if (i % w > 0)
            y[i - 1] += 2;
}
static void both(int n, int w, double *restrict y)
{
    for (int i = 0; i < n; i++) {
        if (i % w > 0)
            y[i] += 2;
        y[i] += 1;
    }
}

// CHECK-LABEL: int main
int main(void)
{
    for (int n = 0; n < 200; n += 37) {
        double *y = malloc((n + 1) * sizeof *y), *x = malloc((n + 1) * sizeof *x), sum = 0;
        if (!x || !y)
            return 1;
        for (int i = 0; i < n; i++) {
            x[i] = i % 7;
            y[i] = 1;
        }
        before(n, x, y);
        for (int i = 0; i < n; i++)
            sum += y[i] * (i % 5);
        around(n, x, y);
        for (int i = 0; i < n; i++)
            sum += y[i] * (i % 3);
        odd(n, x, y);
        edges(n, 8, x, y);
        bare(n, 5, y);
        both(n, 3, y);
        for (int i = 0; i < n; i++)
            sum += y[i] * (i % 11);
        printf("%d %g\n", n, sum);
        free(x);
        free(y);
    }
}
