// RUN: env COLUMNS=9999 %gantry explain --all -w %s > said && %FileCheck %s < said && grep -c 'GA10[13]\]' said | grep -qx 6
// RUN: env COLUMNS=9999 %gantry explain -w --json %s > found.json && python3 %S/paste.py found.json %s pasted.c && env COLUMNS=9999 %gantry explain -w pasted.c | %not grep 'GA10[13]\]'
// RUN: %gantry cc -w -O1 --count --offload-arch=emulated %s -o %t.old && %gantry cc -w -O1 --count --offload-arch=emulated pasted.c -o %t.new && %run_host %t.old > old && %run_host %t.new | cmp - old && %run_emulated64 %t.old | cmp - old && %run_emulated64 %t.new | cmp - old
// RUN: GANTRY_EMULATED_COUNTS=old.json %run_emulated32 %t.old | cmp - old && GANTRY_EMULATED_COUNTS=new.json %run_emulated32 %t.new | cmp - old && python3 %S/counts.py old.json new.json 'between warp_instructions <' 'sums warp_instructions <' 'rows warp_instructions <' 'few lanes >' 'two lanes >' 'chunks warp_instructions <' 'wide_chunks warp_instructions =' 'asks lanes =' 'enough lanes ='
/* Loops that one thread of each team runs beside parallel regions, and few teams by a clause; and what is left alone. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 6000 };
static int a[N], b[N];
// CHECK-DAG: teams.c:[[# @LINE + 7]] between: one thread of each team runs this loop: it is in no parallel region [GA101]
// CHECK-DAG: costs 128 times the time: 1 lane of each team's 128 works in this loop
// CHECK-DAG: write #pragma omp parallel for{{$}}
static void between(int n)
{
#pragma omp target map(a, b)
    {
        for (int i = 0; i < n; i++)
            a[i] += 1;
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            b[i] += a[n - 1 - i];
        for (int i = 0; i < 4; i++)
            a[i] = 0;
    }
}
// CHECK-DAG: sums: one thread of each team runs this loop
// CHECK-DAG: write #pragma omp parallel for reduction(+: s){{$}}
static void sums(int n)
{
#pragma omp target map(a, b)
    {
        int s = 0;
        for (int i = 0; i < n; i++)
            s += a[i];
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            b[i] += s;
    }
}
// CHECK-DAG: rows: one thread of each team runs this loop
static void rows(int n, int m)
{
#pragma omp target teams distribute map(a, b)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            a[i * m + j] ^= j;
#pragma omp parallel for
        for (int j = 0; j < m; j++)
            b[i * m + j] += a[i * m + m - 1 - j];
    }
}
// CHECK-DAG: few: 'num_teams(4)' leaves most of the device idle [GA103]
// CHECK-DAG: costs 432 times the time: 512 lanes of 221184 work (0.2 %)
// CHECK-DAG: write #pragma omp target teams distribute parallel for map(a){{$}}
static void few(int n)
{
#pragma omp target teams distribute parallel for num_teams(4) map(a)
    for (int i = 0; i < n; i++)
        a[i] += 1;
}
// CHECK-DAG: two: 'num_teams(2)' leaves most of the device idle [GA103]
// CHECK-DAG: costs 94 times the time: 64 lanes of 221184 work (0.1 %)
static void two(void)
{
#pragma omp target teams distribute parallel for num_teams(2) num_threads(32) map(a)
    for (int i = 0; i < N; i++)
        a[i] += 1;
}
// CHECK-DAG: chunks: 'dist_schedule(static, 16)' gives a team 16 iterations at a time, and it has 128 lanes [GA103]
// CHECK-DAG: costs 8.0 times the time: 16 lanes of each team's 128 work (12 %)
static void chunks(void)
{
#pragma omp target teams distribute parallel for dist_schedule(static, 16) map(a)
    for (int i = 0; i < N; i++)
        a[i] += 1;
}
static void wide_chunks(void)
{
#pragma omp target teams distribute parallel for dist_schedule(static, 128) map(a)
    for (int i = 0; i < N; i++)
        a[i] += 1;
#pragma omp target teams distribute parallel for dist_schedule(static, 16) num_threads(16) map(a)
    for (int i = 0; i < N; i++)
        a[i] += 1;
}

/* An order that must be; a number that is asked for; as many as there is work. */
static void left(int n)
{
#pragma omp target map(a, b)
    {
        for (int i = 1; i < n; i++)
            a[i] += a[i - 1] & 3;
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            b[i] += a[i];
    }
}
static void asks(int n)
{
#pragma omp target teams distribute parallel for num_teams(4) map(a)
    for (int i = 0; i < n; i++)
        a[i] += omp_get_num_teams() > 4;
}
static void enough(void)
{
#pragma omp target teams distribute parallel for num_teams(4) map(a)
    for (int i = 0; i < 500; i++)
        a[i] += 1;
#pragma omp target teams distribute parallel for num_teams(2000) map(a)
    for (int i = 0; i < N; i++)
        a[i] += 1;
}

int main(void)
{
    between(N);
    sums(N);
    rows(6, N / 6);
    few(N);
    two();
    chunks();
    wide_chunks();
    left(N);
    asks(N);
    enough();
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum = sum * 3 % 1000003 + a[i] + 2L * b[i];
    printf("%ld\n", sum);
}
