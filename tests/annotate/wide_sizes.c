// Sections of products of a `long`, which its own arithmetic keeps below what a `long` holds; blocks whose address a
// function that is called keeps in its own variables only; and sums in a member of a structure, which no clause can name.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate --least-work=0 source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %gantry annotate --least-work=0 --explain source.c | grep -c GL515 | grep -qx 1
// RUN: %gcc -O1 source.c -o serial && for n in -3 0 1 40; do ./serial $n; done > want
// RUN: %gcc -O1 -fopenmp -foffload=disable written.c -o gcc && for n in -3 0 1 40; do ./gcc $n; done | cmp - want
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry && for n in -3 0 1 40; do GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY ./gantry $n; done | cmp - want
// RUN: %gantry check --offload-arch=emulated written.c -- 40 > out 2> found; ./serial 40 | cmp - out && grep -q 'nothing found' found
#include <stdio.h>
#include <stdlib.h>

// CHECK-LABEL: void up(
// CHECK: target teams distribute parallel for map(from: a[0:s > 0 ? 36 * s : 0])
void up(long s, double *a)
{
    for (long i = 0; i < s * 36; i++)
        a[i] = 2 * i;
}
// CHECK-LABEL: void down(
// CHECK: target teams distribute parallel for map(tofrom: a[0:s > 0 ? 5 * s : 0])
void down(long s, double *a)
{
    for (long i = s * 5 - 1; i >= 0; i--)
        a[i] += i;
}
// CHECK-LABEL: void every_third(
// CHECK-NOT: map(from:
void every_third(long s, double *a)
{
    for (long i = 0; i < s * 36; i += 3)
        a[i] -= i;
}

struct number { double re, im; };
static struct number *kept;

static struct number square(const struct number *a, long i)
{
    const struct number *x = a + i, *y = x;
    return (struct number){x->re * y->re - x->im * y->im, 2 * x->re * y->im};
}
static struct number keeps(struct number *a, long i)
{
    static struct number *last;
    last = a;
    kept = last;
    return a[i];
}
static struct number *pass(struct number *a)
{
    struct number *x = a;
    return x;
}

// what only a called function's variables lead to is not copied back
// CHECK-LABEL: static double squares(
// CHECK: target enter data map(alloc: a[0:n > 0 ? n : 0])
// CHECK: map(from: c[0:n > 0 ? n : 0])
// CHECK: target exit data map(release: a[0:n > 0 ? n : 0])
static double squares(long n)
{
    struct number *a = malloc((n > 0 ? n : 1) * sizeof *a), *c = malloc((n > 0 ? n : 1) * sizeof *c), sum = {0, 0};
    for (long i = 0; i < n; i++)
        a[i] = (struct number){i, i % 3};
    for (long i = 0; i < n; i++)
        c[i] = square(a, i);
    for (long i = 0; i < n; i++) {
        sum.re += c[i].re;
        sum.im += c[i].im;
    }
    free(a);
    free(c);
    return sum.re + sum.im;
}
// a static variable, or who gets the address as a result, keeps it longer
// CHECK-LABEL: static double remembered(
// CHECK: tofrom: a[0:
static double remembered(long n)
{
    struct number *a = calloc(n > 0 ? n : 1, sizeof *a);
    for (long i = 0; i < n; i++)
        a[i] = (struct number){i, 1};
    double first = n > 0 ? keeps(a, 0).im : 0;
    for (long i = 0; i < n; i++)
        a[i].re += 1;
    double sum = n > 0 ? kept[n - 1].re : 0;
    free(a);
    return sum + first;
}
// CHECK-LABEL: static double passed(
// CHECK: tofrom: a[0:
static double passed(long n)
{
    struct number *a = calloc(n > 0 ? n : 1, sizeof *a), *b = pass(a);
    for (long i = 0; i < n; i++)
        a[i].re += i;
    double sum = n > 0 ? b[n - 1].re : 0;
    free(a);
    return sum;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 40, length = n > 0 ? 36 * n : 1;
    double *a = calloc(length, sizeof *a), sum = 0;
    up(n, a);
    down(n, a);
    every_third(n, a);
    for (long i = 0; i < length; i++)
        sum += i % 5 * a[i];
    printf("%g %g %g %g\n", sum, squares(n), remembered(n), passed(n));
    free(a);
    return 0;
}
