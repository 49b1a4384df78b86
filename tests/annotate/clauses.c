// What fuzz_clauses.py has found: tests are as a whole where others stand beside them, data that lost its place has no directive, and members that pointers lead to
// stay on the device by directives that GCC 12 compiles.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate --least-work=0 source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %not grep -q 'target data if([^)]*)$' written.c
// RUN: %gcc -O1 source.c -o serial && ./serial > want
// RUN: %gcc -O1 -Wall -Werror -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry && ./gantry | cmp - want
// RUN: GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY ./gantry | cmp - want
#include <stdio.h>
#include <stdlib.h>

// Rows that overlap (ld < m) and pointers to the same memory (b == a): the data stays only if the loop over rows runs on the device, too.
// CHECK-LABEL: void rows(
// CHECK: ld >= m &&
// CHECK-NEXT: (b == a || apart(
static void rows(int n, int m, int ld, long *restrict w, const double *a, const double *b)
{
    long *h = calloc(24, sizeof *h);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < m; k++)
            h[k] = k + i;
        for (int k = 0; k < m; k++)
            w[i * ld + k] += h[k];
        for (int k = 0; k < m; k++)
            h[k] = (long)b[i] + (long)a[i];
        w[i * ld] += h[0];
    }
    free(h);
}

// The same in the test of one loop
// CHECK-LABEL: double both(
// CHECK: if (ld >= m && (a == b || apart(a, a + n, b, b + n))) {
static double both(int n, int m, int ld, double *restrict w, const double *a, const double *b)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            w[i * ld + k] += a[i] + b[i];
    return w[ld];
}

// `target data` would do, but for GCC 12
struct bag {
    int n;
    double *x;
};
// CHECK-LABEL: void steps(
// CHECK: if (stays_{{[0-9]+}}) {
// CHECK-NEXT: target enter data map(
// CHECK: bag->x[0:
// CHECK: for (int s
// CHECK: target exit data {{.*}}bag->x[0:
static void steps(struct bag *restrict bag, int n, int steps)
{
    for (int s = 0; s < steps; s++)
        for (int i = 0; i < n; i++)
            bag->x[i] = bag->x[i] * 2 + s;
}

// Programs of GCC 12 do not find what members lead to if their structure is mapped by a later clause.
struct box {
    long *x;
    int sums[24];
    struct {
        long *y;
    } in;
};
// CHECK-LABEL: void structure_first(
// CHECK: map(tofrom: box[0:
// CHECK: map(to: box->x[0:
static void structure_first(struct box *box, int n)
{
    for (int k = 0; k < n; k++)
        box->sums[k] += (int)box->x[k];
}
// CHECK-LABEL: void two_steps(
// CHECK: map(tofrom: box[0:
// CHECK: map(to: box->in.y[0:
static void two_steps(struct box *box, int n)
{
    for (int k = 0; k < n; k++)
        box->sums[k] += (int)box->in.y[k];
}

int main(void)
{
    long w[400] = {0};
    double a[20], v[400] = {0}, s = 0;
    struct bag bag = {20, a};
    struct box box = {w, {0}, {w + 24}};
    for (int i = 0; i < 20; i++)
        a[i] = i % 7;
    rows(20, 10, 4, w, a, a);
    rows(20, 10, 12, w, a, a + 0);
    s = both(18, 9, 5, v, a, a) + both(18, 9, 11, v, a, a + 1);
    steps(&bag, 20, 3);
    structure_first(&box, 24);
    two_steps(&box, 20);
    for (int i = 0; i < 24; i++)
        s += box.sums[i] * i;
    for (int i = 0; i < 400; i++)
        s += (double)w[i] * (i % 5) + v[i];
    for (int i = 0; i < 20; i++)
        s += a[i];
    printf("%.3f\n", s);
    return 0;
}
