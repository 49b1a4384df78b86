// List items of directives are names, members and elements: neither GCC nor Clang takes what `*pz` or `(q + 1)->a` leads to by that text.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate --least-work=0 source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %clang -w -fopenmp -fsyntax-only written.c
// RUN: %gcc -O1 -w source.c -o serial && ./serial > want
// RUN: %gcc -O1 -w -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: %gantry cc -O1 -w --offload-arch=emulated written.c -o fast && OMP_TARGET_OFFLOAD=DISABLED ./fast | cmp - want && GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY ./fast | cmp - want
// REQUIRES: gcc
// LABELS: run
#include <stdio.h>
struct b {
    double *a;
};

static void more(int n, double *x)
{
    for (int i = 0; i < n; i++)
        x[i] += 1;
}

// CHECK-LABEL: static void member(
// CHECK: map(tofrom: q->a[0:
static void member(struct b *q, int n)
{
    for (int i = 0; i < n; i++)
        (*q).a[i] += 1;
}

// CHECK-LABEL: static void pointee(
// CHECK: map(to: q[0][0:
static void pointee(double **q, int n)
{
    for (int k = 0; k < 3; k++) {
        more(n, *q);
        more(n, *q);
    }
}

// CHECK-LABEL: static void moved(
// CHECK: q[1].a[0:
static void moved(struct b *q, int n)
{
    for (int k = 0; k < 3; k++)
        more(n, (q + 1)->a);
}

// CHECK-LABEL: static double local(
// CHECK: pz[0][0:31]
static double local(void)
{
    double u[31] = {0}, w[31] = {0}, *p = u, **pz = &p;
    more(31, w);
    more(31, *pz);
    double *d = *pz;
    for (int i = 0; i < 31; i++)
        d[i] = w[i] / 2 + d[i];
    return w[4] + u[5];
}

int main(void)
{
    double x[30] = {1}, y[30] = {2}, *t[2] = {x, y};
    struct b b[2] = {{x}, {y}};
    member(b, 20);
    pointee(t, 20);
    moved(b, 20);
    printf("%g %g %g\n", x[3], y[4], local());
    return 0;
}
