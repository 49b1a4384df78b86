// Reductions in the forms in which programs have them, and flags; beside others that look like them.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate -w --explain %s | %FileCheck %s
// RUN: %gantry annotate source.c -o written.c && grep -c 'atomic write' written.c | grep -x 3
// RUN: %gcc -O1 source.c -o serial -lm && ./serial > want
// RUN: %gcc -O1 -fopenmp -foffload=disable written.c -o gcc -lm && ./gcc | cmp - want
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry -lm && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
#include <math.h>
#include <stdio.h>
enum { N = 5000 };
#define MAX(a, b) ((a) > (b) ? (a) : (b))
static int a[N], b[N], c[N]; static double x[N];

static double smaller(double p, double q)
{
    if (p < q)
        return p;
    return q;
}
static double larger(double p, double q) { if (q > p) { return q; } else { return p; } }
static double least(double p, double q) { return fmin(q, p); }
static double first(double p, double q) { if (p < q) return p; return p; }
static double odd(double p, double q) { if (p < q) return q; return p + 1; }

static void sums(long *out)
{
    long s = 0, t = 0, u = 0; double lo = 1e9, hi = -1e9, low = 1e9, most = 0, wide = 0, e = 0, g = 0; int all = 1, m = 0;
// CHECK: :[[@LINE+8]]: parallel: {{.*}}[GL102]
// CHECK-NEXT: reduction +: s
// CHECK-NEXT: reduction &&: all
// CHECK-NEXT: reduction min: lo
// CHECK-NEXT: reduction max: hi
// CHECK-NEXT: reduction min: low
// CHECK-NEXT: reduction max: wide
// CHECK-NEXT: reduction max: m
    for (int i = 0; i < N; i++) {
        s = s + a[i] - b[i] * 2 + (c[i] - 1);
        all = all && a[i] >= 0 && b[i] < 5000;
        lo = smaller(x[i], lo);
        hi = larger(hi, x[i]);
        low = least(low, x[i]);
        wide = fmax(fmax(x[i], fabs(x[i]) / 2), fmax(wide, 1));
        m = MAX(MAX(a[i], b[i]), m);
    }
// CHECK: :[[@LINE+1]]: serial: {{.*}}[GL303]
    for (int i = 0; i < N; i++)
        t = a[i] - (t + b[i]);
// CHECK: :[[@LINE+1]]: serial: {{.*}}[GL303]
    for (int i = 0; i < N; i++)
        u = (u + a[i]) % 1000 + b[i];
// CHECK: :[[@LINE+1]]: serial: {{.*}}[GL303]
    for (int i = 0; i < N; i++)
        e = first(e, x[i]) + odd(g, x[i]);
// CHECK: :[[@LINE+1]]: serial: {{.*}}[GL303]
    for (int i = 0; i < N; i++) /* a copy that begins at the least number would take x, the smaller one */
        most = x[i] > most ? x[i] : -x[i] > most ? -x[i] : most;
// CHECK: :[[@LINE+1]]: serial: {{.*}}[GL303]
    for (int i = 0; i < N; i++)
        g = odd(g, x[i]);
// CHECK: :[[@LINE+1]]: serial: {{.*}}[GL303]
    for (int i = 0; i < N; i++)
        e = x[i] > e ? x[i] : x[i] < e ? e / 2 : e;
    printf("%ld %ld %ld %g %g %g %g %g %d %d %g %g\n", s, t, u, lo, hi, low, most, wide, all, m, e, g);
    out[0] = s;
}

static int narrow(const long *v, const unsigned *w, const short *h)
{
    int m = 0, k = 0, n = 0; unsigned u = 0;
// CHECK: :[[@LINE+1]]: serial: {{.*}}[GL303]
    for (int i = 0; i < N; i++)
        if (v[i] > m) m = (int)v[i];
// CHECK: :[[@LINE+1]]: serial: {{.*}}[GL303]
    for (int i = 0; i < N; i++)
        if (v[i] > m) m = v[i];
// CHECK: :[[@LINE+1]]: serial: {{.*}}[GL303]
    for (int i = 0; i < N; i++)
        if (w[i] > k) k = w[i];
// CHECK: :[[@LINE+1]]: parallel: {{.*}}[GL102]
    for (int i = 0; i < N; i++) {
        if (h[i] > n) n = h[i];
        if (h[i] > u) u = h[i];
    }
    int half = -1; _Bool odd_ones = 0;
// CHECK: :[[@LINE+1]]: serial: {{.*}}[GL303]
    for (int i = 0; i < N; i++)
        half += x[i] * 0.5;
// CHECK: :[[@LINE+1]]: serial: {{.*}}[GL303]
    for (int i = 0; i < N; i++)
        odd_ones ^= a[i] & 3;
    return m + k + n + (int)u + half % 10 + odd_ones;
}

static int flags(int limit)
{
    int some = 7, ok = 1, mixed = 0, seen = 0, last = 0;
// CHECK: :[[@LINE+3]]: parallel: {{.*}}[GL101]
// CHECK-NEXT: flag some
// CHECK-NEXT: flag ok
    for (int i = 0; i < N; i++) {
        if (a[i] > limit)
            some = 2;
        if (b[i] < 0 || c[i] > limit) {
            b[i] = 0;
            ok = 0;
        } else if (b[i] == 9999)
            ok = 0;
    }
// CHECK: :[[@LINE+1]]: parallel: {{.*}}[GL102]
    for (int i = 0; i < N; i++)
        if (a[i] > limit) mixed = 1; else if (a[i] < 3) mixed = 2;
// CHECK: :[[@LINE+1]]: serial: {{.*}}[GL303]
    for (int i = 0; i < N; i++) {
        if (a[i] > limit) seen = 1;
        c[i] += seen;
    }
// CHECK: :[[@LINE+1]]: parallel: {{.*}}[GL102]
    for (int i = 0; i < N; i++)
        if (a[i] > limit) last = a[i];
    return some * 100 + ok * 10 + mixed + seen + last * 1000;
}

int main(void)
{
    long out[1];
    for (int i = 0; i < N; i++)
        a[i] = i * 37 % 1013, b[i] = i * 11 % 503, c[i] = i % 7, x[i] = i * 71 % 999 - 500;
    sums(out);
    printf("%d ", flags(1000));
    static long v[N];
    static unsigned w[N];
    static short h[N];
    for (int i = 0; i < N; i++)
        v[i] = i * 77L % 5000, w[i] = i * 13 % 999, h[i] = i * 3 % 1001;
    printf("%d %d\n", flags(100000), narrow(v, w, h));
    return 0;
}
