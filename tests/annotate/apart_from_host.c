// What threads and devices have for themselves: addresses of variables of which each thread has a copy, thread-local
// variables, and addresses out of memory, which on a device are the host's.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate --explain source.c | %FileCheck %s
// RUN: %gantry annotate -w --least-work=0 source.c -o written.c && %gcc -O1 -w source.c -o serial && ./serial > want
// RUN: %gcc -O1 -w -fopenmp -foffload=disable written.c -o gcc && OMP_NUM_THREADS=3 ./gcc | cmp - want
// RUN: %gantry cc -w -O1 --offload-arch=emulated written.c -o gantry && OMP_NUM_THREADS=3 GANTRY_DEVICES=none ./gantry | cmp - want && %run_emulated32 ./gantry | cmp - want
#include <stdio.h>
#include <stdlib.h>

enum { N = 20000 };
struct item {
    struct item *up;
    long x;
};
static _Thread_local long scale = 5;
static long last;
#pragma omp threadprivate(last)

// CHECK: lastprivate v
// CHECK-NEXT: none {{.*}} [GL513]
static long kept(int n, long **restrict t)
{
    long v = 0;
    for (int i = 0; i < n; i++) {
        v = i;
        t[i] = &v;
    }
    return *t[0] + *t[n - 1] + v;
}

// CHECK: none {{.*}} [GL505]
static void scaled(int n, const int *restrict ix, const long *restrict a, long *restrict y)
{
    for (int i = 0; i < n; i++)
        y[i] = a[ix[i]] * scale;
}

// CHECK: none {{.*}} [GL505]
static void by_threadprivate(int n, const long *restrict a, long *restrict y)
{
    for (int i = 0; i < n; i++)
        y[i] += a[i] * last;
}

// CHECK: directive parallel for if
// CHECK-NEXT: host {{.*}}long double [GL505]
// CHECK: directive parallel for if{{.*}} reduction
// CHECK-NEXT: host {{.*}}long double [GL505]
static long longer(int n)
{
    static long double a[N];
    long sum = 0;
    for (int i = 0; i < n; i++)
        a[i] = i / 3.0L;
    for (int i = 0; i < n; i++)
        sum += (long)a[i];
    return sum;
}

// CHECK: directive parallel for
// CHECK-NEXT: host {{.*}} [GL513]
static void own(int n, struct item *restrict s)
{
    for (int i = 0; i < n; i++)
        if (s[i].up == &s[i])
            s[i].x = 9;
}

// CHECK: directive parallel for
// CHECK-NEXT: host {{.*}} [GL513]
static void distances(int n, long *const *restrict p, const long *restrict a, long *restrict y)
{
    for (int i = 0; i < n; i++)
        y[i] = a[i] + (p[i] - a);
}

// Addresses of memory are compared with each other, and with none.
// CHECK: directive target
static void alike(int n, long *const *restrict p, long *restrict y)
{
    for (int i = 1; i < n; i++)
        if (p[i] && p[i] == p[i - 1])
            y[i] += 7;
}

int main(void)
{
    static int ix[N];
    static long a[N], y[N], *t[N];
    static struct item s[N];
    long sum = 0;
    scale = 2;
    last = 3;
    for (int i = 0; i < N; i++) {
        ix[i] = i * 7 % N;
        a[i] = i;
        s[i].up = i % 2 ? &s[i] : &s[i / 2];
        s[i].x = i;
    }
    long first = kept(N, t) + longer(N);
    scaled(N, ix, a, y);
    by_threadprivate(N, a, y);
    own(N, s);
    for (int i = 0; i < N; i++)
        t[i] = &a[i / 3];
    for (int i = 0; i < N; i++)
        sum += y[i] + s[i].x;
    distances(N, t, a, y);
    alike(N, t, y);
    for (int i = 0; i < N; i++)
        sum += y[i] * (i % 5);
    printf("%ld %ld\n", first, sum);
    return 0;
}
