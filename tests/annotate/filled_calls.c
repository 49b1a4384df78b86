// Data that stays is not copied to the device where a function that is called, or a loop, stores to all of it first; and the host may
// touch elements beside it. Of a structure whose address is passed, too.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate --least-work=0 source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %gcc -O1 source.c -o serial && for n in 0 1 40; do ./serial $n; done > want
// RUN: %gcc -O1 -fopenmp -foffload=disable written.c -o gcc && for n in 0 1 40; do ./gcc $n; done | cmp - want
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry && for n in 0 1 40; do GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY ./gantry $n; done | cmp - want
// RUN: %gantry check --offload-arch=emulated written.c -- 40 > out 2> found; ./serial 40 | cmp - out && grep -q 'nothing found' found
#include <stdio.h>
#include <stdlib.h>
struct pair { int n; double *x, *y; };

static void fill(struct pair *p)
{
    for (int i = 0; i < p->n; i++) {
        p->x[i] = i % 7;
        p->y[i] = i % 5;
    }
    p->x[p->n] = p->y[p->n] = -1;
}
static void add(struct pair *p)
{
    for (int i = 0; i < p->n; i++)
        p->y[i] += 2 * p->x[i];
}
static void fill_some(int n, double *x)
{
    for (int i = 1; i < n; i++)
        x[i] = i % 3;
}
static void fill_all(int n, double *x)
{
    for (int i = 0; i < n; i++)
        x[i] = i % 4;
}
static void more(int n, double *x)
{
    for (int i = 0; i < n; i++)
        x[i] += 3;
}
static double total(int n, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

// CHECK-LABEL: static double structure(
// CHECK: target enter data if(stays_{{[0-9]+}}) map(to: p) map(alloc: p.x[0:p.n], p.y[0:p.n])
// CHECK-NOT: update
// CHECK: target exit data
static double structure(int n)
{
    struct pair p = {n, calloc(n + 1, sizeof(double)), calloc(n + 1, sizeof(double))};
    double sum = 0;
    fill(&p);
    add(&p);
    add(&p);
    sum = total(p.n, p.y) + p.x[n];
    free(p.x), free(p.y);
    return sum;
}

// The host touches an element that regions touch, or one that nobody knows.
// CHECK-LABEL: static double inside(
// CHECK-NOT: map(alloc
// CHECK: return sum
static double inside(int n)
{
    struct pair p = {n, calloc(n + 1, sizeof(double)), calloc(n + 1, sizeof(double))};
    double sum = 0;
    for (int i = 0; i <= n; i++)
        p.x[i] = p.y[i] = i;
    for (int t = 0; t < 3; t++) {
        add(&p);
        if (n)
            p.y[n - 1] = t;
        p.x[n / 2] += t;
        add(&p);
    }
    for (int i = 0; i <= n; i++)
        sum += p.x[i] + p.y[i];
    free(p.x), free(p.y);
    return sum;
}

// CHECK-LABEL: static double in_rounds(
// CHECK: map(alloc: x[0:{{.*}}])
static double in_rounds(int n, int rounds)
{
    double *x = calloc(n, sizeof *x), sum = 0;
    for (int t = 0; t < rounds; t++) {
        fill_all(n, x);
        more(n, x);
        sum += total(n, x);
    }
    free(x);
    return sum;
}

// Not all of it; not in any case; in no round at all, perhaps; another part in each round; after it was read.
// CHECK-LABEL: static double not_filled(
// CHECK-NOT: map(alloc
// CHECK: return sum
static double not_filled(int n, int rounds, int some)
{
    double *a = malloc((n + 1) * sizeof *a), *b = malloc((n + 1) * sizeof *b), *c = malloc((n + 1) * sizeof *c), sum = 0;
    double *d = malloc((n + 4) * 4 * sizeof *d), *e = malloc((n + 1) * sizeof *e);
    for (int i = 0; i <= n; i++)
        printf("%g ", a[i] = b[i] = c[i] = e[i] = i);
    for (int i = 0; i < 4 * n; i++)
        printf("%g ", d[i] = i % 9);
    fill_some(n, a);
    more(n, a);
    if (some % 3 == 1)
        fill_all(n, b);
    more(n, b);
    for (int t = 0; t < rounds; t++)
        fill_all(n, c);
    more(n, c);
    for (int t = 0; t < 4; t++) {
        fill_all(n, d + t * n);
        more(4 * n, d);
    }
    for (int t = 0; t < 2; t++) {
        more(n, e);
        fill_all(n, e);
    }
    for (int i = 0; i < n; i++)
        sum += a[i] + b[i] + c[i] + d[i] + e[i];
    free(a), free(b), free(c), free(d), free(e);
    return sum;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 30;
    double sum = structure(n) + inside(n) + in_rounds(n, 3) + in_rounds(n, 0) + not_filled(n, 0, 0) + not_filled(n, 2, 1);
    printf("%.3f\n", sum);
    return 0;
}
