// RUN: env COLUMNS=9999 %gantry explain -w %s > said && %FileCheck %s < said && grep -c 'GA106\]' said | grep -qx 7 && env COLUMNS=9999 %gantry explain GA106 | grep -q 'simd'
// What is proposed, pasted in, gives the same results, with more lanes or fewer that are idle.
// RUN: env COLUMNS=9999 %gantry explain -w --json %s > found.json && python3 %S/paste.py found.json %s pasted.c && env COLUMNS=9999 %gantry explain -w pasted.c | grep 'GA106\]' | sed 's/.*c:[0-9]* \([a-z_]*\): .*/\1/' | tr '\n' ' ' | grep -qx 'nested asks few taken '
// RUN: %gantry cc -w -O1 --count --offload-arch=emulated %s -o %t.old && %gantry cc -w -O1 --count --offload-arch=emulated pasted.c -o %t.new && %run_host %t.old > old && %run_host %t.new | cmp - old && %run_emulated64 %t.old | cmp - old && %run_emulated64 %t.new | cmp - old
// RUN: GANTRY_EMULATED_COUNTS=old.json %run_emulated32 %t.old | cmp - old && GANTRY_EMULATED_COUNTS=new.json %run_emulated32 %t.new | cmp - old && python3 %S/counts.py old.json new.json 'one_lane lanes >' 'one_lane idle_lanes <' 'alone idle_lanes <' 'alone warp_instructions <' 'asked idle_lanes <' 'asked warp_instructions <' 'good warp_instructions ='
/* simd that brings nothing, and simd that does. */
#include <stdio.h>
enum { N = 40, M = 50, ALL = N * M };
static double a[ALL], b[ALL];
// CHECK: 1. {{.*}}simd.c:[[# @LINE + 10]] one_lane: 'simd' brings nothing: each thread has one lane, since neighbouring threads make better use of them [GA106]
// CHECK-NEXT: costs 216 times the time: 1024 or so lanes of 221184 work
// CHECK-NEXT: write #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a)
// CHECK-NEXT: in place of the directive at {{.*}}simd.c:[[# @LINE + 5]]
// CHECK-NEXT: and delete the directive at {{.*}}simd.c:[[# @LINE + 6]]
// CHECK-NEXT: likely that its iterations are independent is likely, not proved
static void one_lane(int n, int m)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < n; i++)
#pragma omp simd
        for (int j = 0; j < m; j++)
            a[j * n + i] += j;
}
// CHECK: simd.c:[[# @LINE + 11]] alone: 'simd' brings nothing: one lane runs this loop in order: it is not inside a parallel region of this construct or function [GR310] [GA106]
// CHECK-NEXT: costs 32 times the time: 1 lane of 32 works in this loop
// CHECK-NEXT: write #pragma omp parallel for simd
// CHECK-NEXT: in place of the directive at {{.*}}simd.c:[[# @LINE + 8]]
static void alone(int n, int m)
{
#pragma omp target teams distribute map(tofrom: a, b)
    for (int i = 0; i < n; i++) {
#pragma omp parallel for
        for (int j = 0; j < m; j++)
            a[i * m + j] += j;
#pragma omp simd
        for (int j = 0; j < m; j++)
            b[i * m + j] += j;
    }
}
// CHECK: simd.c:[[# @LINE + 9]] nested: {{.*}} it is inside another simd loop or a nested parallel region [GR311] [GA106]
// CHECK-NEXT: costs 32 times the time
// CHECK-NEXT: hint take the outer simd away to give its lanes to this loop
static void nested(int n, int m)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < n; i++) {
#pragma omp simd
        for (int j = 0; j < 2; j++) {
#pragma omp simd
            for (int k = 0; k < m / 2; k++)
                a[i * m + j * (m / 2) + k] += j;
        }
    }
}
// CHECK: simd.c:[[# @LINE + 6]] asks: {{.*}} it has an if clause [GR312] [GA106]
// CHECK: hint leave the clause away
static void asks(int n, int m)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < n; i++) {
#pragma omp simd if(n > 3)
        for (int j = 0; j < m; j++)
            a[i * m + j] += j;
    }
}
// CHECK: simd.c:[[# @LINE + 7]] asked: 'simd' brings little: 3 iterations for the 16 lanes of each thread [GA106]
// CHECK-NEXT: costs 5.3 times the time: 3 lanes of 16 work in this loop
// CHECK-NEXT: write #pragma omp simd
static void asked(int n, int m)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < n; i++) {
#pragma omp simd simdlen(16)
        for (int j = 0; j < 3; j++)
            a[i * m + j] += j;
    }
}
// CHECK: simd.c:[[# @LINE + 10]] few: 'simd' brings little: 2 iterations for the 4 lanes of each thread [GA106]
// CHECK-NEXT: costs 2.0 times the time: 2 lanes of 4 work in this loop
// CHECK-NEXT: hint another simd loop of these threads has more
static void few(int n, int m)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < n; i++) {
#pragma omp simd
        for (int j = 0; j < m; j++)
            a[i * m + j] += j;
#pragma omp simd
        for (int j = 0; j < 2; j++)
            a[i * m + j] += j;
    }
}
// CHECK: simd.c:[[# @LINE + 7]] taken: 'simd' brings nothing: each thread has one lane{{.*}} [GA106]
// CHECK-NEXT: costs nothing by itself: this loop's iterations add no lanes to those of the threads' loop
// CHECK-NOT: write
static void taken(int n, int m) /* iterations that depend on each other: no collapse */
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < n; i++)
#pragma omp simd safelen(1)
        for (int j = 1; j < m; j++)
            a[j * n + i] += a[(j - 1) * n + i];
}

static void good(int n, int m)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < n; i++) {
#pragma omp simd
        for (int j = 0; j < m; j++)
            a[i * m + j] += j;
    }
#pragma omp target teams distribute parallel for simd map(tofrom: a)
    for (int i = 0; i < n; i++)
        a[i] += i;
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < n; i++) {
#pragma omp simd
        for (int j = 0; j < 4; j++)
            a[i * 4 + j] += j;
    }
#pragma omp target teams distribute simd map(tofrom: a)
    for (int i = 0; i < n; i++)
        a[i] += i;
}

int main(void)
{
    one_lane(N, M);
    alone(N, M);
    nested(N, M);
    asks(N, M);
    asked(N, M);
    few(N, M);
    taken(N, M);
    good(N, M);
    for (int i = 0; i < ALL; i++)
        printf("%.17g %.17g\n", a[i], b[i]);
}
