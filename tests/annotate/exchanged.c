// The test of overlap around a time loop asks of all pointers that are exchanged there: each leads in turn to what any of
// them leads to.
// RUN: sed '/CHECK\|RUN/d' %s > source.c && %gantry annotate --least-work=0 source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %gcc -O1 -w source.c -o serial && ./serial > want
// RUN: %gcc -O1 -w -fopenmp -foffload=disable written.c -o gcc && OMP_NUM_THREADS=3 ./gcc | cmp - want
// RUN: %gantry cc -w -O1 --offload-arch=emulated written.c -o gantry
// RUN: OMP_NUM_THREADS=3 %run_emulated32 ./gantry | cmp - want
// RUN: OMP_NUM_THREADS=3 %gantry check -w written.c > report 2>&1 && grep -q 'nothing found' report
// REQUIRES: gcc
#include <stdio.h>
enum { N = 130 };
static int a[N], b[N];

static void step(int *y)
{
    for (int i = 0; i < N; i++)
        y[i] += 2;
}

/* What nobody names but the exchange: it cannot be asked. */
// CHECK-LABEL: one_named(
// CHECK-NOT: target data
// CHECK-NOT: enter data
// CHECK: step(w);
static int one_named(int n, int *z, int *u, int *w)
{
    int acc = 0;
    for (int s = 0; s < n; s++) {
        acc += z[s];
        int *t = z;
        z = u;
        u = t;
        step(w);
    }
    return acc;
}

/* Both are asked. */
// CHECK-LABEL: both_named(
// CHECK: apart(z, {{.*}}, w, w +
// CHECK-NEXT: apart(u, {{.*}}, w, w +
// CHECK: step(w);
static int both_named(int n, int *z, int *u, int *w)
{
    int acc = 0;
    for (int s = 0; s < n; s++) {
        acc += z[s] + 2 * u[s];
        int *t = z;
        z = u;
        u = t;
        step(w);
    }
    return acc;
}

/* The host stores by one name, and the device only reads. */
// CHECK-LABEL: stores(
// CHECK: apart(z, {{.*}}, w, w +
// CHECK-NEXT: apart(u, {{.*}}, w, w +
static int stores(int n, int *z, int *u, int *w)
{
    int acc = 0;
    for (int s = 0; s < n; s++) {
        z[s] = 5;
        acc += u[s];
        int *t = z;
        z = u;
        u = t;
        int sum = 0;
        for (int i = 0; i < N; i++)
            sum += w[i];
        acc += sum;
    }
    return acc;
}

/* What leads to what the host reads changes by other names. */
struct two {
    double *a, *b;
};
// CHECK-LABEL: by_members(
// CHECK-NOT: target data
// CHECK-NOT: enter data
// CHECK: map(tofrom: w[0:n > 0 ? n : 0])
static double by_members(struct two *q, int n, double *w)
{
    double acc = 0;
    for (int s = 0; s < 4; s++) {
        acc += q->a[s];
        q->a = q->b;
        for (int i = 0; i < n; i++)
            w[i] += 2;
    }
    return acc;
}

// CHECK-LABEL: by_pointer(
// CHECK-NOT: target data
// CHECK-NOT: enter data
// CHECK: map(tofrom: w[0:n > 0 ? n : 0])
static double by_pointer(double *u, int n, double *w)
{
    double acc = 0, **pu = &u;
    for (int s = 0; s < 4; s++) {
        acc += u[s];
        *pu = w;
        for (int i = 0; i < n; i++)
            w[i] += 2;
    }
    return acc;
}

// CHECK-LABEL: by_element(
// CHECK-NOT: target data
// CHECK-NOT: enter data
// CHECK: map(tofrom: w[0:n > 0 ? n : 0])
static double by_element(double **p, int n, double *w)
{
    double acc = 0;
    for (int s = 0; s < 4; s++) {
        acc += p[0][s];
        p[s & 1] = w;
        for (int i = 0; i < n; i++)
            w[i] += 2;
    }
    return acc;
}

int main(void)
{
    static int c[N];
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = 1;
        c[i] = 3;
    }
    printf("%d\n", one_named(4, b, a, a));
    printf("%d\n", one_named(4, b, c, a));
    printf("%d\n", both_named(4, b, a, a));
    printf("%d\n", both_named(4, b, c, a));
    printf("%d\n", stores(4, b, a, a));
    printf("%d\n", stores(4, a, b, a));
    printf("%d\n", stores(4, c, b, a));
    static double v[N], w[N];
    struct two q = {v, w};
    double *p[2] = {v, v};
    printf("%g\n", by_members(&q, N, w));
    printf("%g\n", by_pointer(v, N, w));
    printf("%g\n", by_element(p, N, w));
    return 0;
}
