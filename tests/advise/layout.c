// RUN: env COLUMNS=9999 %gantry explain -w %s > said && %FileCheck %s < said && grep -c 'GA302\]' said | grep -qx 4 && grep -c 'GA303\]' said | grep -qx 2 && env COLUMNS=9999 %gantry explain GA302 | grep -q 'stride' && env COLUMNS=9999 %gantry explain GA303 | grep -q 'structure'
// What is proposed, pasted in, gives the same results; and what is said about transactions is what the device counts.
// RUN: env COLUMNS=9999 %gantry explain -w --json %s > found.json && python3 %S/paste.py found.json %s pasted.c && %gantry cc -w -O1 --count --offload-arch=emulated %s -o %t.old && %gantry cc -w -O1 --count --offload-arch=emulated pasted.c -o %t.new && %run_host %t.old > old && %run_host %t.new | cmp - old && %run_emulated64 %t.old | cmp - old
// RUN: GANTRY_EMULATED_COUNTS=old.json %run_emulated32 %t.old | cmp - old && GANTRY_EMULATED_COUNTS=new.json %run_emulated32 %t.new | cmp - old && python3 %S/counts.py old.json new.json 'chunks load_sectors <' 'blocks load_sectors <' 'rows load_sectors ='
// RUN: python3 %S/sectors.py old.json steps 4 rows 4 members 4 pointed 4 chunks 4 blocks 4 columns 1 whole 2 fields 1
/* Neighbouring lanes whose elements are far apart: strides, rows, schedules, structures. */
#include <stdio.h>
enum { N = 4096, M = 64 };
static double a[N * 8], b[N];
struct particle {
    double x, y, z, mass;
    double speed[3];
    long kind;
};
struct point {
    double x, y;
};
static struct particle p[N];
static struct point q[N];
// CHECK-DAG: steps: neighbouring lanes take neighbouring i, whose elements of 'a[i * 8]' are 64 bytes apart [GA302]
// CHECK-DAG: costs 2.5 times the time: a warp's accesses take 40 memory transactions where 16 do
// CHECK-DAG: hint store it so that neighbouring i are neighbours in memory: as the last index of an array, or with the array transposed
static void steps(int n)
{
#pragma omp target teams distribute parallel for map(to: a) map(from: b)
    for (int i = 0; i < n; i++)
        b[i] = a[i * 8];
}
/* each thread's row depends on what came before in it: no collapse can help */
// CHECK-DAG: rows: neighbouring lanes take neighbouring i, whose elements of 'a[i * m + j]' are far apart, by a distance that is not a constant [GA302]
static void rows(int n, int m)
{
#pragma omp target teams distribute parallel for map(a)
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            a[i * m + j] += a[i * m + j - 1];
}
// CHECK-DAG: chunks: the schedule gives 8 neighbouring iterations to one thread: neighbouring lanes' elements are that far apart [GA302]
// CHECK-DAG: costs 4.0 times the time: a warp's accesses take 64 memory transactions where 16 do
// CHECK-DAG: write #pragma omp target teams distribute parallel for map(b){{$}}
static void chunks(int n)
{
#pragma omp target teams distribute parallel for map(b) schedule(static, 8)
    for (int i = 0; i < n; i++)
        b[i] += 1;
}
// CHECK-DAG: blocks: the schedule gives neighbouring iterations to one thread: neighbouring lanes' elements are far apart [GA302]
static void blocks(int n)
{
#pragma omp target parallel for map(b) schedule(static)
    for (int i = 0; i < n; i++)
        b[i] += 1;
}
// CHECK-DAG: members: neighbouring lanes read or write 'x', 'mass', 16 bytes of the 64 of each 'struct particle' [GA303]
// CHECK-DAG: hint an array for each of these members (a structure of arrays)
static void members(int n)
{
#pragma omp target teams distribute parallel for map(p)
    for (int i = 0; i < n; i++)
        p[i].x *= p[i].mass;
}
// CHECK-DAG: pointed: neighbouring lanes read or write 'speed', 24 bytes of the 64 of each 'struct particle' [GA303]
static void pointed(int n, struct particle *s)
{
#pragma omp target teams distribute parallel for map(to: s[0:n]) map(from: b)
    for (int i = 0; i < n; i++) {
        const struct particle *one = &s[i];
        double sum = 0;
        for (int k = 0; k < 3; k++)
            sum += one->speed[k];
        b[i] = sum;
    }
}

static void columns(int n, int m)
{
#pragma omp target teams distribute parallel for map(a)
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            a[j * n + i] += a[(j - 1) * n + i];
}
/* Both members: what one access leaves in a cache, the other takes. */
static void whole(int n)
{
#pragma omp target teams distribute parallel for map(q)
    for (int i = 0; i < n; i++)
        q[i].x += q[i].y;
}
static void fields(int n)
{
    double x[N], y[N];
    for (int i = 0; i < n; i++)
        x[i] = y[i] = i;
#pragma omp target teams distribute parallel for map(x) map(to: y)
    for (int i = 0; i < n; i++)
        x[i] += y[i];
    b[0] = x[3];
}
/* One side of a transposition is far apart; a table's elements, nobody knows; a schedule of single iterations. */
static void others(int n, int m, const int *at)
{
#pragma omp target teams distribute parallel for collapse(2) map(to: b) map(from: a)
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            a[j * m + i] = b[i * m + j];
#pragma omp target teams distribute parallel for map(a) map(to: at[0:n])
    for (int i = 0; i < n; i++)
        a[at[i]] += 1;
#pragma omp target teams distribute parallel for map(b) schedule(static, 1)
    for (int i = 0; i < n; i++)
        b[i] += 1;
#pragma omp target teams distribute parallel for map(b) schedule(dynamic, 4)
    for (int i = 0; i < n; i++)
        b[i] += 1;
}

int main(void)
{
    static int at[N];
    for (int i = 0; i < N * 8; i++)
        a[i] = i % 13;
    for (int i = 0; i < N; i++) {
        p[i] = (struct particle){i, 1, 2, 3, {i, 4, 5}, 6};
        q[i] = (struct point){i, 7};
        at[i] = (i * 7) % N;
    }
    steps(N);
    rows(N / M, M);
    chunks(N);
    blocks(N);
    members(N);
    pointed(N, p);
    columns(N / M, M);
    whole(N);
    fields(N);
    others(N, M, at);
    for (int i = 0; i < N; i++)
        printf("%g %g %g %g\n", a[i], b[i], p[i].x, q[i].x);
}
