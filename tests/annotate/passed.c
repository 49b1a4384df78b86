// Scratch memory that is passed to functions, or used under conditions that are not known.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate -w --explain %s | %FileCheck %s
// RUN: %gantry annotate source.c -o written.c && grep -c 'private(' written.c
// RUN: %gcc -O1 source.c -o serial && ./serial > want
// RUN: %gcc -O1 -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
#include <stdio.h>
enum { N = 4000, K = 6 };
typedef struct { int x, y; } point;
static int a[N], b[N], flag[N], *kept;
static point p[N];

static void fill(int *to, int x) { for (int k = 0; k < K; k++) to[k] = x + k; }
static int sum(const int *v, int n) { int s = 0; for (int k = 0; k < n; k++) s += v[k]; return s; }
static void halves(int x, int *low, int *high) { *low = x & 255; *high = x >> 8; }
static int first(int *v) { return v[0]++; }
static void keep(int *v) { kept = v; }
static int maybe(int x, int *r) { if (x < 0) return 0; *r = x; return 1; }
static point turn(point q) { point r = {q.y, -q.x}; return r; }

static void right(void)
{
    int t[K], low, high, more[K];
    point q;
// CHECK: :[[@LINE+2]]: parallel: {{.*}}[GL101]
// CHECK-NEXT: private t
    for (int i = 0; i < N; i++) {
        fill(t, a[i]);
        b[i] = sum(t, K) + sum(t + 2, K - 2);
    }
// CHECK: :[[@LINE+3]]: parallel: {{.*}}[GL101]
// CHECK-NEXT: private {{low|high}}
// CHECK-NEXT: private {{low|high}}
    for (int i = 0; i < N; i++) {
        halves(a[i], &low, &high);
        b[i] += low - high;
    }
// CHECK: :[[@LINE+2]]: parallel: {{.*}}[GL101]
// CHECK-NEXT: private more
    for (int i = 0; i < N; i++) {
        if (flag[i] % 3 == 0)
            continue;
        fill(more, i);
        if (flag[i] & 1) {
            more[K - 1] = first(more);
            b[i] += more[K - 1] * more[0];
        }
    }
// CHECK: :[[@LINE+2]]: parallel: {{.*}}[GL101]
// CHECK-NEXT: private q
    for (int i = 0; i < N; i++) {
        q = turn(p[i]);
        q.x += 3;
        b[i] += q.x * 2 + q.y;
    }
}

static void wrong(void)
{
    int t[K] = {0}, u[K], w[K] = {0}, low = 0, r = 0, some[K] = {0};
    point q = {0, 0};
// CHECK: :[[@LINE+1]]: serial:
    for (int i = 0; i < N; i++) { /* what another iteration left there */
        b[i] += sum(t, K);
        fill(t, a[i]);
    }
// CHECK: :[[@LINE+1]]: serial:
    for (int i = 0; i < N; i++) { /* the address is kept */
        keep(u);
        fill(u, a[i]);
        b[i] += kept[1];
    }
// CHECK: :[[@LINE+1]]: serial:
    for (int i = 0; i < N; i++) { /* two conditions */
        if (flag[i])
            fill(some, i);
        if (a[i] > 5)
            b[i] += some[2];
    }
// CHECK: :[[@LINE+1]]: serial:
    for (int i = 0; i < N; i++) { /* not always set */
        maybe(a[i] - 5, &r);
        b[i] += r;
    }
// CHECK: :[[@LINE+1]]: serial:
    for (int i = 0; i < N; i++) { /* one of two members */
        q.x = a[i];
        b[i] += q.x + q.y;
        q.y = i;
    }
// CHECK: :[[@LINE+1]]: serial:
    for (int i = 0; i < N; i++) { /* in other iterations of an inner loop */
        for (int k = 0; k < K; k++) {
            if ((flag[i] + k) % 2) {
                w[k] = i;
                b[i] += k ? w[k - 1] : 0;
            }
        }
    }
// CHECK: :[[@LINE+1]]: serial:
    for (int i = 0; i < N; i++) { /* read behind the loop */
        halves(a[i], &low, &b[i]);
    }
    printf("%d\n", low);
}

int main(void)
{
    long s = 0;
    for (int i = 0; i < N; i++) {
        a[i] = i * 37 % 1013;
        flag[i] = i % 5;
        p[i].x = i, p[i].y = i % 7;
    }
    right();
    for (int i = 0; i < N; i++)
        s = s * 31 % 1000003 + b[i];
    wrong();
    for (int i = 0; i < N; i++)
        s = s * 31 % 1000003 + b[i];
    printf("%ld\n", s);
    return 0;
}
