// Addresses that a region compares, or whose distance it asks for: a pointer of which nothing is mapped is the host's there,
// and one of which something is, the device's. Threads of the host share such loops; from one pointer both are alike.
// RUN: sed '/CHECK\|RUN/d' %s > source.c && %gantry annotate --explain --least-work=0 source.c | %FileCheck %s
// RUN: %gantry annotate --least-work=0 source.c -o written.c
// RUN: %gcc -O1 -w source.c -o serial && ./serial > want
// RUN: %gcc -O1 -w -fopenmp -foffload=disable written.c -o gcc && OMP_NUM_THREADS=3 ./gcc | cmp - want
// RUN: %gantry cc -w -O1 --offload-arch=emulated written.c -o gantry
// RUN: OMP_NUM_THREADS=3 GANTRY_DEVICES=none ./gantry | cmp - want && OMP_NUM_THREADS=3 %run_emulated32 ./gantry | cmp - want
// REQUIRES: gcc
#include <stdint.h>
#include <stdio.h>

enum { N = 500 };
struct view {
    double *b, *e;
};
static double v[N], w[N], k[N];

static void show(const char *name)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        s += (i % 7 + 1) * (v[i] + 2 * w[i] + 3 * k[i]);
    printf("%s %.17g\n", name, s);
}

static void to_end(double *x, double *y, int n)
{
    double *end = x + n;
    // CHECK: none {{.*}} [GL513]
    for (int i = 0; i < n; i++) {
        double c = 0;
        for (double *p = x + i; p < end; p++)
            c += *p;
        y[i] = c;
    }
}

static void ahead(double *x, double *y, int n)
{
    double *end = x + n;
    // CHECK: none {{.*}} [GL513]
    for (int i = 0; i < n; i++) {
        double *p;
        int c = 0;
        p = x + i;
        while (p < end && c < 3) {
            c++;
            p++;
        }
        y[i] = c;
    }
}

static void distance(double *x, int n)
{
    double *end = x + n;
    // CHECK: host {{.*}} [GL513]
    for (double *p = x; p < end; p++)
        *p = p - x + (end - p) * 2;
}

static void bound(double *x, double *end)
{
    // CHECK: host {{.*}} [GL513]
    for (long i = 0; i < end - x; i++)
        x[i] += i;
}

static void equal(int n, double *a, const double *b)
{
    // CHECK: host {{.*}} [GL513]
    for (int i = 0; i < n; i++)
        a[i] = a == b ? 1 : b[i] + 1;
}

static void numbers(double *x, int n)
{
    uintptr_t first = (uintptr_t)x;
    // CHECK: host {{.*}} [GL513]
    for (int i = 0; i < n; i++)
        x[i] += ((uintptr_t)&x[i] - first) / 8;
}

static int before(const double *a, const double *b)
{
    return b - a > 0 ? 1 : 0;
}

static void by_call(double *x, int n)
{
    double *end = x + n / 2;
    // CHECK: host {{.*}} [GL513]
    for (int i = 0; i < n; i++)
        x[i] += before(x + i, end);
}

static void members(struct view *q, int n)
{
    // CHECK: host {{.*}} [GL513]
    for (int i = 0; i < n; i++)
        k[i] = q->b + i < q->e ? q->b[i] : 1;
}

static void out_of_memory(const struct view *q, int n)
{
    double *b = q->b, *e = q->e;
    // CHECK: host {{.*}} [GL513]
    for (int i = 0; i < n; i++)
        w[i] += b + i < e ? 1 : b[i];
}

/* ---- alike ---- */
static void of_one(double *x, double *y, int n)
{
    // CHECK: directive target
    for (int i = 0; i < n; i++) {
        double c = 0;
        for (double *p = x + i; p < x + n; p++)
            c += *p + (x + n - p);
        y[i] = c;
    }
}

static void counted(double *x, double *end)
{
    // CHECK: directive target
    for (double *p = x; p < end; p++)
        *p = p - x;
}

static void looks_ahead(const double *x, int n)
{
    // CHECK: directive target
    for (int i = 0; i < n; i++) {
        const double *p = x + i, *from = p;
        int c = 0;
        while (p < x + n && c < 3) {
            c++;
            p++;
        }
        k[i] = p - from + v[i];
    }
}

static void arrays(int n)
{
    // CHECK: directive target
    for (int i = 0; i < n; i++) {
        double *p = k + i;
        v[i] += &k[n] - p + (p == &k[7]);
    }
}

static int after(const double *a, const double *b, int n) { return a + n > b; }

static void by_call_alike(double *x, int n)
{
    // CHECK: directive target
    for (int i = 0; i < n; i++)
        x[i] += after(x, x + i, n / 2);
}

static void null(int n, double *x, const double *y)
{
    // CHECK: directive target
    for (int i = 0; i < n; i++)
        x[i] += y != NULL && y ? 1 : 2;
}

int main(void)
{
    struct view q = {w, w + N - 9};
    for (int i = 0; i < N; i++)
        v[i] = i % 13, w[i] = i % 17, k[i] = 0;
    to_end(w, k, N);
    show("to_end");
    ahead(w, k, N);
    show("ahead");
    distance(w, N);
    show("distance");
    bound(w, w + N);
    show("bound");
    equal(N, v, v);
    equal(N, w, v);
    show("equal");
    numbers(v, N);
    show("numbers");
    by_call(v, N);
    show("by_call");
    members(&q, N);
    show("members");
    q.b = v;
    q.e = v + 30;
    out_of_memory(&q, N);
    show("out_of_memory");
    of_one(v, k, N);
    show("of_one");
    counted(w, w + N);
    show("counted");
    looks_ahead(w, N);
    show("looks_ahead");
    arrays(N);
    show("arrays");
    by_call_alike(v, N);
    show("by_call_alike");
    null(N, v, w);
    null(N, v, NULL);
    show("null");
    return 0;
}
