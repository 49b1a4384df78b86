// RUN: env COLUMNS=9999 %gantry explain -w %s > said && %FileCheck %s < said && grep -c 'GA401\]' said | grep -qx 9 && env COLUMNS=9999 %gantry explain GA401 | grep -q 'warp'
// RUN: %gantry cc -w -O1 --count --offload-arch=emulated %s -o %t.x && %run_host %t.x > host && GANTRY_EMULATED_COUNTS=counts.json %run_emulated32 %t.x | cmp - host && python3 %S/idle.py counts.json parity mask quarter by_data cases turns short_calls squares read_first taken_apart '<' 0.75 apart boundary uniform sorted counted '>' 0.9
/* Branches with much work that the lanes of a warp part at; and branches that they do not. */
#include <math.h>
#include <stdio.h>
enum { N = 4096 };
static double a[N], b[N];
static int type[N];
#pragma omp declare target
static double heavy(double x, int times)
{
    double sum = x;
    for (int k = 0; k < times; k++)
        sum = sum * 0.5 + x * k;
    return sum;
}
#pragma omp end declare target
// CHECK-DAG: parity: neighbouring lanes take different sides of 'if (i % 2 == 0) ...': a warp runs both, one after the other [GA401]
// CHECK-DAG: lanes wait while others of their warp take the other side, whose work is counted by names
// CHECK-DAG: hint give each side a loop of its own, over the iterations that take it
static void parity(int n)
{
#pragma omp target teams distribute parallel for map(a)
    for (int i = 0; i < n; i++) {
        if (i % 2 == 0)
            a[i] += heavy(a[i], 20);
        else
            a[i] -= heavy(a[i], 21);
    }
}
// CHECK-DAG: mask: neighbouring lanes take different sides of 'if (odd) ...': a warp runs both, one after the other [GA401]
static void mask(int n)
{
#pragma omp target teams distribute parallel for map(a)
    for (int i = 0; i < n; i++) {
        const int odd = i & 1;
        if (odd) {
            for (int k = 0; k < 20; k++)
                a[i] = a[i] * 0.5 + a[i] * 0.25 + k * a[i] * 0.001 + odd;
        } else {
            for (int k = 0; k < 20; k++)
                a[i] = a[i] * 0.5 - a[i] * 0.25 + k * a[i] * 0.002 + odd;
        }
    }
}
// CHECK-DAG: quarter: neighbouring lanes take different sides of 'if ((i + 1) % 4 == 0) ...': a warp runs it for a few of its lanes [GA401]
static void quarter(int n)
{
#pragma omp target teams distribute parallel for map(a)
    for (int i = 0; i < n; i++)
        if ((i + 1) % 4 == 0)
            a[i] += heavy(a[i], 30);
}
// CHECK-DAG: by_data: neighbouring lanes take different sides of 'if (type[i]) ...': a warp runs both, one after the other [GA401]
// CHECK-DAG: whose work is counted by names; how often they part depends on the data, here in every second iteration
// CHECK-DAG: hint order the data so that neighbouring iterations take the same side
static void by_data(int n)
{
#pragma omp target teams distribute parallel for map(a) map(to: type)
    for (int i = 0; i < n; i++)
        if (type[i])
            a[i] += heavy(a[i], 20);
        else
            a[i] -= heavy(a[i], 21);
}
// CHECK-DAG: cases: neighbouring lanes take different sides of 'switch (i % 3) ...': a warp runs all cases, one after the other [GA401]
static void cases(int n)
{
#pragma omp target teams distribute parallel for map(a)
    for (int i = 0; i < n; i++)
        switch (i % 3) {
        case 0:
            a[i] += heavy(a[i], 20);
            break;
        case 1:
            a[i] -= heavy(a[i], 21);
            break;
        default:
            a[i] *= heavy(a[i], 22);
        }
}
// CHECK-DAG: and at {{.*}}branches.c:[[# @LINE + 6]] (turns)
static void turns(int n)
{
#pragma omp target teams distribute parallel for map(a)
    for (int i = 0; i < n; i++) {
        double x = a[i];
        if (i % 2 == 0)
            for (int k = 0; k < 200; k++)
                x = x * 0.99;
        else
            for (int k = 0; k < 200; k++)
                x = x * 0.98;
        a[i] = x;
    }
}
// CHECK-DAG: short_calls: neighbouring lanes take different sides of 'if (i & 1) {{.*}}': a warp runs both, one after the other [GA401]
static double small(double x, int times)
{
    for (int k = 0; k < times; k++)
        x = x * 0.99 + 1;
    return x;
}
static void short_calls(int n)
{
#pragma omp target teams distribute parallel for map(a)
    for (int i = 0; i < n; i++)
        if (i & 1)
            a[i] = small(a[i], 100);
        else
            a[i] = -small(a[i], 101);
}
// CHECK-DAG: squares: neighbouring lanes take different sides of 'if (x % 3 == 0) ...': a warp runs both, one after the other [GA401]
static void squares(int n)
{
#pragma omp target teams distribute parallel for map(a)
    for (int i = 0; i < n; i++) {
        unsigned x = i;
        x = x * x + 1;
        x = x * x + 1;
        if (x % 3 == 0)
            a[i] += heavy(a[i], 20);
        else
            a[i] -= heavy(a[i], 21);
    }
}
// CHECK-DAG: read_first: neighbouring lanes take different sides of 'if (t > 0) ...': a warp runs both, one after the other [GA401]
static void read_first(int n)
{
#pragma omp target teams distribute parallel for map(a) map(to: type)
    for (int i = 0; i < n; i++) {
        int t = 0;
        if (i < n)
            t = type[i];
        if (t > 0)
            a[i] += heavy(a[i], 20);
        else
            a[i] -= heavy(a[i], 21);
    }
}
// CHECK-DAG: taken_apart: neighbouring lanes take different sides of 'if (x & 64) ...': a warp runs both, one after the other [GA401]
static void taken_apart(int n)
{
#pragma omp target teams distribute parallel for map(a)
    for (int i = 0; i < n; i++) {
        unsigned x = i * 2654435761u;
        x ^= x >> 15;
        if (x & 64)
            a[i] += heavy(a[i], 20);
        else
            a[i] -= heavy(a[i], 21);
    }
}

/* Each side has a loop; a boundary; the same for all; whole warps; little work. */
static void apart(int n)
{
#pragma omp target teams distribute parallel for map(a)
    for (int i = 0; i < n; i += 2)
        a[i] += heavy(a[i], 20);
}
static void boundary(int n)
{
#pragma omp target teams distribute parallel for map(a)
    for (int i = 0; i < n; i++)
        if (i > 0 && i < n - 1)
            a[i] += heavy(a[i], 20);
        else
            a[i] = heavy(a[i], 21);
}
static void uniform(int n, int which)
{
#pragma omp target teams distribute parallel for map(a)
    for (int i = 0; i < n; i++)
        if (which)
            a[i] += heavy(a[i], 20);
        else
            a[i] = heavy(a[i], 21);
}
static void sorted(int n)
{
#pragma omp target teams distribute parallel for map(a)
    for (int i = 0; i < n; i++)
        if (i / 32 % 2)
            a[i] += heavy(a[i], 20);
        else
            a[i] = heavy(a[i], 21);
}
static void counted(int n)
{
#pragma omp target teams distribute parallel for map(a)
    for (int i = 0; i < n; i++) {
        int left = i - 1, right = n;
        left = left + 1;
        right = right - 1;
        if (left > 0 && right > i)
            a[i] += heavy(a[i], 20);
        else
            a[i] = heavy(a[i], 21);
    }
}
static void little(int n)
{
#pragma omp target teams distribute parallel for map(a) map(to: type, b)
    for (int i = 0; i < n; i++) {
        if (type[i])
            a[i] = -a[i];
        else
            a[i] += b[i];
        if (i % 2)
            a[i] += 1;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = i % 17;
        type[i] = i % 5 < 2;
    }
    parity(N);
    mask(N);
    quarter(N);
    by_data(N);
    cases(N);
    apart(N);
    boundary(N);
    uniform(N, 1);
    sorted(N);
    counted(N);
    turns(N);
    short_calls(N);
    squares(N);
    read_first(N);
    taken_apart(N);
    little(N);
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += fmin(fabs(a[i]), 1e3) * (i % 7);
    printf("%.6g\n", sum);
}
