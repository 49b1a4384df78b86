// RUN: env COLUMNS=9999 %gantry explain -w %s > said && %FileCheck %s < said && grep -c 'GA402\]' said | grep -qx 7 && env COLUMNS=9999 %gantry explain GA402 | grep -q 'reduction'
// What is proposed, pasted in, gives the same results with fewer atomics, and is not proposed again.
// RUN: env COLUMNS=9999 %gantry explain -w --json %s > found.json && python3 %S/paste.py found.json %s pasted.c && env COLUMNS=9999 %gantry explain -w pasted.c | %not grep 'GA402\]'
// RUN: %gantry cc -w -O1 --count --offload-arch=emulated %s -o %t.old && %gantry cc -w -O1 --count --offload-arch=emulated pasted.c -o %t.new && %run_host %t.old > old && %run_host %t.new | cmp - old && %run_emulated64 %t.old | cmp - old && %run_emulated64 %t.new | cmp - old
// RUN: GANTRY_EMULATED_COUNTS=old.json %run_emulated32 %t.old | cmp - old && GANTRY_EMULATED_COUNTS=new.json %run_emulated32 %t.new | cmp - old && python3 %S/counts.py old.json new.json 'sum atomics <' 'two atomics <' 'element atomics <' 'pointed atomics <' 'counted atomics <' 'within atomics <' 'in_steps atomics <' 'histogram atomics =' 'read atomics =' 'captured atomics =' 'said_shared atomics ='
/* Atomics that could be reductions, and atomics that could not. */
#include <stdio.h>
enum { N = 3000 };
static int a[N], b[N];
static int shown;
static void show(long x) { printf("%d %ld\n", ++shown, x); }
// CHECK-DAG: atomics.c:[[# @LINE + 8]] sum: iterations update 's' by 'atomic', one after the other [GA402]
// CHECK-DAG: costs 32 times the time: the 32 updates of a warp wait for each other; a reduction makes one for each team
// CHECK-DAG: write #pragma omp target teams distribute parallel for map(to: a) map(tofrom: s) reduction(+: s)
static void sum(int n)
{
    long s = 5;
#pragma omp target teams distribute parallel for map(to: a) map(tofrom: s)
    for (int i = 0; i < n; i++)
#pragma omp atomic
        s += a[i];
    show(s);
}
// CHECK-DAG: two: iterations update 'odd', 'top' by 'atomic', one after the other [GA402]
// CHECK-DAG: reduction(+: odd) reduction(max: top)
static void two(int n)
{
    int odd = 0, top = -1;
#pragma omp target teams distribute parallel for map(to: a) map(tofrom: odd, top)
    for (int i = 0; i < n; i++) {
        if (a[i] & 1) {
#pragma omp atomic update
            odd++;
        } else {
#pragma omp atomic
            odd -= 2;
        }
#pragma omp atomic compare
        if (a[i] > top) { top = a[i]; }
    }
    show(odd);
    show(top);
}
// CHECK-DAG: element: iterations update 's[1:1]' by 'atomic', one after the other [GA402]
static void element(int n)
{
    long s[3] = {7, 8, 9};
#pragma omp target teams distribute parallel for map(to: a) map(tofrom: s)
    for (int i = 0; i < n; i++)
#pragma omp atomic
        s[1] = s[1] ^ a[i];
    show(s[0] + s[1] + s[2]);
}
// CHECK-DAG: pointed: iterations update 's[0:1]' by 'atomic', one after the other [GA402]
static void pointed(int n, long *s)
{
#pragma omp target map(to: a) map(tofrom: s[0:1])
#pragma omp teams distribute parallel for
    for (int i = 0; i < n; i++)
#pragma omp atomic
        *s |= a[i];
}
// CHECK-DAG: counted: iterations update 'n3' by 'critical', one after the other [GA402]
static void counted(int n)
{
    int n3 = 0;
#pragma omp target parallel for map(to: a) map(tofrom: n3) num_threads(64)
    for (int i = 0; i < n; i++)
        if (a[i] % 3 == 0) {
#pragma omp critical
            {
                n3++;
            }
        }
    show(n3);
}
// CHECK-DAG: within: iterations update 's' by 'atomic', one after the other [GA402]
static void within(int n)
{
    int s = 0;
#pragma omp target teams distribute parallel for collapse(2) map(to: a, b) map(tofrom: s)
    for (int i = 0; i < n / 30; i++)
        for (int j = 0; j < 30; j++)
            for (int k = 0; k < 3; k++)
                if (a[i * 30 + j] > b[k]) {
#pragma omp atomic relaxed
                    s = k + s;
                }
    show(s);
}
// CHECK-DAG: in_steps: iterations update 's' by 'atomic', one after the other [GA402]
// CHECK-DAG: #pragma omp target teams map(to: a) map(tofrom: s) reduction(+: s)
// CHECK-DAG: #pragma omp distribute parallel for reduction(+: s)
static void in_steps(int n)
{
    long s = 3;
#pragma omp target teams map(to: a) map(tofrom: s)
#pragma omp distribute parallel for
    for (int i = 0; i < n; i++)
#pragma omp atomic
        s += a[i];
    show(s);
}

/* An element that is not the same for all, a value that is read, captured or not sent back, two operations, an order
 * that others may rely on. */
static void histogram(int n)
{
    int h[10] = {0};
#pragma omp target teams distribute parallel for map(to: a) map(tofrom: h)
    for (int i = 0; i < n; i++)
#pragma omp atomic
        h[a[i] % 10]++;
    show(h[0] + 2 * h[1] + 3 * h[9]);
}
static void read(int n)
{
    int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a, s)
    for (int i = 0; i < n; i++) {
        int now;
#pragma omp atomic
        s += 1;
#pragma omp atomic read
        now = s;
        a[i] = now ? a[i] : 0;
    }
    show(s);
}
static void captured(int n)
{
    int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: b, s)
    for (int i = 0; i < n; i++) {
        int at;
#pragma omp atomic capture
        at = s++;
        b[at] = 1;
    }
    show(s);
}
static void cut(int n)
{
    int s = 1000, t = 1000;
#pragma omp target teams distribute parallel for map(to: a) map(tofrom: s, t)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        s -= 0.5;
#pragma omp critical
        t = t + 0.5;
    }
    show(s + t);
}
static void said_shared(int n)
{
    int s = 0;
#pragma omp target teams distribute parallel for map(to: a) map(tofrom: s) shared(s)
    for (int i = 0; i < n; i++)
#pragma omp atomic
        s += a[i];
    show(s);
}
static void neighbours(int n)
{
    int s = 0, t = 1, u[2] = {0, 0}, v = 0;
#pragma omp target teams distribute parallel for map(to: a, v) map(tofrom: s, t, u)
    for (int i = 0; i < n; i++) {
#pragma omp atomic seq_cst
        s += a[i];
#pragma omp atomic
        u[0] += a[i];
#pragma omp atomic
        u[1] += a[i];
#pragma omp atomic
        v += a[i];
        if (i == 3) {
#pragma omp atomic write
            t = 4;
        }
    }
    show(s + t + u[0] + u[1]);
#pragma omp target teams map(to: a) map(tofrom: s) num_teams(4)
    {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
#pragma omp atomic
            s += a[i];
    }
}

int main(void)
{
    long bits = 1;
    for (int i = 0; i < N; i++) {
        a[i] = i * 7 % 101;
        b[i] = i % 50;
    }
    sum(N);
    two(N);
    element(N);
    pointed(N, &bits);
    show(bits);
    counted(N);
    within(N);
    in_steps(N);
    histogram(N);
    read(N);
    captured(N);
    neighbours(N);
    cut(N);
    said_shared(N);
}
