// A pointer that is null where its regions do not run: tests of overlap compute nothing from it. (A compiler that sees
// `bn + 33` takes for granted that bn is none, so that there are two steps, and the loop, which has none, never ended.)
// RUN: sed '/CHECK\|RUN/d' %s > source.c && %gantry advise -w source.c -o written.c && %FileCheck %s < written.c
// RUN: %gcc -O1 -w source.c -o serial && for n in 0 1 4; do ./serial $n; done > want
// RUN: for o in -O0 -O1 -O2; do %gantry cc -w $o written.c -o written && for n in 0 1 4; do GANTRY_DEVICES=none timeout 60 ./written $n; done | cmp - want || exit 1; done
// RUN: %gantry cc -w -O1 --offload-arch=emulated written.c -o written && for n in 0 1 4; do GANTRY_DEVICES=emulated timeout 60 ./written $n; done | cmp - want
#include <stdio.h>
#include <stdlib.h>
struct view { long *at; long n; };
static long grid[48];
static unsigned long hash = 5381;
static void print(long x) { hash = hash * 33 + (unsigned long)x; }
static void some_steps(long steps, long n)
{
    long a[36] = {1, 2, 3};
    long *b = malloc(n * sizeof *b), *bb = malloc(n * sizeof *bb);
    for (long i = 0; i < n; i++)
        b[i] = bb[i] = i * 5 % 13;
    long *bn = steps > 1 ? calloc(33, sizeof *bn) : NULL;
// CHECK: (!bn || apart(bn, bn + 33, &a, &a + 1))
    for (long k = 0; k < steps - 1; k++) {
        #pragma omp target teams distribute parallel for map(tofrom: bn[0:33])
        for (long i1 = 1; i1 < 33 - 1; i1++)
            bn[i1] = (bn[i1] * 16 + bn[i1]) % 1009;
        #pragma omp target teams distribute parallel for nowait map(tofrom: grid) depend(inout: grid[0])
        for (long i2 = 0; i2 < 48; i2++)
            grid[i2] = (grid[i2] * 14 + 3) % 1009;
        printf("%ld ", a[36 - 1]);
        #pragma omp target teams distribute parallel for nowait map(tofrom: b[0:n]) depend(inout: b[0])
        for (long i4 = 0; i4 < n; i4++)
            b[i4] = (b[i4] * 13 + 3) % 1009;
        #pragma omp taskwait
    }
    #pragma omp target teams distribute parallel for map(tofrom: bb[0:n - 1]) map(to: grid) if(n > 32)
    for (long i5 = 1; i5 < n - 1; i5++)
        bb[i5] = (bb[i5] * 3 + 5) % 1009;
    #pragma omp target teams distribute parallel for map(tofrom: a)
    for (long i6 = 0; i6 < 36 - 0; i6++)
        a[i6] = (a[i6] * 29 + 3) % 1009;
    print(b[n - 1]);
    long sum9 = 0;
    #pragma omp target teams distribute parallel for map(to: b[0:n]) map(tofrom: sum9) reduction(+: sum9)
    for (long i8 = 0; i8 < n - 0; i8++)
        sum9 += b[i8] * 12;
    print(sum9);
    #pragma omp target teams distribute parallel for map(tofrom: a) map(to: grid)
    for (long i10 = 1; i10 < 36 - 1; i10++)
        a[i10] = (a[i10] * 7 + 5) % 1009;
    struct view v11 = {a, 36};
    for (long k12 = 0; k12 < steps; k12++) {
        #pragma omp target teams distribute parallel for map(tofrom: bb[2:n - 2]) map(tofrom: b[0:n])
        for (long i13 = 2; i13 < n - 0; i13++)
            bb[i13] = (bb[i13] * 37 + b[i13]) % 1009;
        #pragma omp target teams distribute parallel for map(tofrom: b[0:n])
        for (long i14 = 0; i14 < n - 0; i14++)
            b[i14] = (b[i14] * 2 + b[i14]) % 1009;
    }
    for (long i = 0; i < 48; i++)
        print(grid[i]);
    for (long i = 0; i < 36; i++)
        print(a[i]);
    for (long i = 0; i < n; i++)
        print(b[i]);
    for (long i = 0; i < n; i++)
        print(bb[i]);
}
int main(int argc, char **argv)
{
    some_steps(argc > 1 ? atol(argv[1]) : 2, 34);
    printf("%lu\n", hash);
}
