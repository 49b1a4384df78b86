// Loops that are no canonical `for` become one; the variables that step through them have their values in each iteration, and
// their last ones after the loop.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %gcc -O1 source.c -o serial && ./serial > want
// RUN: %gcc -O1 -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
// CHECK: static void whole
// CHECK: const long trips = n > -1 ? n : 0;
// CHECK-NEXT: long trip;
// CHECK-NEXT: #pragma omp target teams distribute parallel for map(tofrom: v)
// CHECK-NEXT: for (trip = 0; trip < trips; trip++) {
// CHECK-NEXT: int i = trip;
// CHECK-NEXT: v[i] = i * 5 % 17;
// CHECK-NEXT: i++;
// CHECK: static int atleast
// CHECK: i = trips;
// CHECK-NEXT: }
// CHECK-NEXT: return i;
// CHECK: static void pointers
// CHECK: const long trips = (end - to);
// CHECK: if (apart(
// CHECK: map(to: from_first[0:
// CHECK: int *to = to_first + trip;
// CHECK: } else { /* the memory overlaps */
// CHECK-NEXT: while (to != end)
// CHECK: static double strided
// CHECK: int at = 3 + trip * (step);
// CHECK: static void each
// CHECK: double *p = a + trip;
// CHECK: static int clear
// CHECK: n = n_first - trips - 1;
#include <stdio.h>
#include <stdlib.h>
enum { N = 5000 };
static int v[N], w[N];
static double d[2 * N + 8];

static void whole(int n)
{
    int i = 0;
    while (i < n) {
        v[i] = i * 5 % 17;
        i++;
    }
}
static void down(int n)
{
    int i = n;
    while (i-- > 0)
        w[i] = v[i] * 2;
}
static int atleast(int n)
{
    int i = 0;
    do {
        w[i] ^= 3;
    } while (++i < n);
    return i;
}
static void pointers(int *to, const int *from, const int *end)
{
    while (to != end)
        *to++ = *from++ + 1;
}
static int both(int n)
{
    int i, j;
    for (i = 0, j = n - 1; i < j; i++, j--)
        v[i] += w[j];
    return i * 10000 + j;
}
static long sum(int n, int m)
{
    long s = 0;
    int i;
    for (i = 0; i < n && i < m; i++)
        s += v[i];
    return s * 1000 + i;
}
static void pairs(int n)
{
    int i = 0, j = 0;
    while (i < n) {
        d[j++] = v[i];
        d[j++] = w[i++] - 1;
    }
}
static double strided(int n, int step)
{
    double s = 0;
    int at = 3;
    for (int k = 0; k < n; k++) {
        s += d[at];
        at += step;
    }
    return s;
}
static void each(double *a, int n)
{
    for (double *p = a; p < a + n; p++)
        *p += 2;
}
static int clear(double *p, int n)
{
    while (--n >= 0)
        *p++ = 0.5;
    return n;
}
static void counts(unsigned n)
{
    int *p = v;
    while (n--) {
        *p = *p % 5;
        p++;
    }
}
static void odd(int n)
{
    for (int i = 0; i + 1 < n; i += 2) {
        int t = v[i];
        v[i] = v[i + 1];
        v[i + 1] = t;
    }
}
static void in_head(int n)
{
    int i;
    for (i = 0; i < n; w[i] = i * 3 - v[i], i++)
        ;
}
static void packed(int n)
{
    int at = 4;
    for (int i = 0; i < n; i++) {
        if (i % 3 == 0)
            continue;
        d[i] = at;
    }
    for (int i = 10; i < n; i += 3)
        d[at++] = i;
    printf("%d ", at);
}
/* ends in the head; and steps before a `continue` */
static void to_end(int n)
{
    for (int *p = v, *q = w, *end = v + n; p < end; p++, q++)
        *p = 2 * *q - *p;
    for (int *p = w, *end = w + n - 1; p < end; p += 2)
        p[1] += p[0] % 5;
    for (int *p = v, *end = v + n; p < end; p++, end--)
        *p -= 3;
    for (int *p = v, *end = v + n; p != end; p++)
        *p += end - p;
}
static double some(const double *from, int n)
{
    double sum = 0;
    while (n-- > 0) {
        double x = *from++;
        if (x < 3)
            continue;
        d[n] = x;
        sum += x;
    }
    return sum;
}
int main(void)
{
    whole(N);
    down(N - 2);
    printf("%d ", atleast(N - 5));
    printf("%d ", atleast(0));
    pointers(w, v, w + N / 2);
    printf("%d ", both(N - 1));
    printf("%d ", both(0));
    printf("%ld ", sum(N, N - 4));
    printf("%ld ", sum(-3, 5));
    pairs(N);
    printf("%.1f ", strided(N / 4, 7));
    printf("%.1f ", strided(N / 4, -0));
    each(d, N);
    printf("%d ", clear(d + 7, N / 2));
    printf("%d ", clear(d, -2));
    counts(N - 1);
    odd(N - 1);
    in_head(N / 3);
    packed(N / 2);
    to_end(N / 2);
    to_end(0);
    to_end(7);
    static double e[N];
    for (int i = 0; i < N; i++)
        e[i] = i % 11;
    printf("%.3f ", some(e, N - 3));
    long s = 0;
    double t = 0;
    for (int i = 0; i < N; i++) {
        s = s * 31 % 1000003 + v[i] + 7 * w[i];
        t = t * 0.999 + d[i] * (i % 7);
    }
    printf("%ld %.6f\n", s, t);
    return 0;
}
