// A lane's stack is used up by recursion with small frames where it is in the program without -fcheck, and not before; recursion that is a loop there takes none.
// RUN: for o in -O0 -O2; do %gantry cc -w -fcheck $o --offload-arch=emulated %s -o %t && for h in itself others pointer; do %not --status 3 %run_emulated32 %t $h 3000 2> %t.err && %FileCheck --check-prefix=$h %s < %t.err || exit 1; %run_emulated32 %t $h 300 || exit 1; done || exit 1; %run_emulated32 %t twice 300 || exit 1; done
// RUN: %run_emulated32 %t loop 200000
// RUN: %gantry cc -w -O2 --offload-arch=emulated %s -o %t.plain && for h in itself others pointer; do %not %run_emulated32 %t.plain $h 12000 2> %t.err && grep -q GC104 %t.err && %run_emulated32 %t.plain $h 300 || exit 1; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma omp begin declare target
static int itself(const int *a, int n)
{
    return n ? (a[n & 7] ^ itself(a, n - 1)) * 3 : 0;
}
// itself: recursion.c:10{{.*}}: gantry: error: a lane has used up its stack of 65536 bytes [GC104]
// itself: the calls of itself take it to 65{{[0-9]+}} bytes; GANTRY_EMULATED_STACK

static int other(const int *a, int n);
static int others(const int *a, int n)
{
    char text[24];
    for (int i = 0; i < 24; i++)
        text[i] = (char)(n + i);
    return n ? other(a, n - 1) * 5 ^ text[a[n & 7]] : 1;
}
static int other(const int *a, int n)
{
    char text[24];
    for (int i = 0; i < 24; i++)
        text[i] = (char)(n - i);
    return n ? others(a, n - 1) * 7 ^ text[a[n & 7]] : 3;
}
// others: recursion.c:{{.*}}: gantry: error: a lane has used up its stack of 65536 bytes [GC104]

typedef int step(const int *a, int n);
static int by_pointer(const int *a, int n)
{
    step *const next[] = {by_pointer, itself};
    return n ? (a[n & 7] ^ next[n == 1](a, n - 1)) * 3 : 0;
}
// pointer: recursion.c:{{.*}}: gantry: error: a lane has used up its stack of 65536 bytes [GC104]

static int loop(int n, int sum)
{
    return n ? loop(n - 1, sum ^ n) : sum;
}
#pragma omp end declare target

int main(int argc, char **argv)
{
    int n = atoi(argv[2]), a[8] = {1, 2, 3}, r[4] = {0};
    int how = !strcmp(argv[1], "itself") ? 0 : !strcmp(argv[1], "others") ? 1 : !strcmp(argv[1], "pointer") ? 2 :
              !strcmp(argv[1], "loop") ? 3 : 4;
#pragma omp target parallel for map(tofrom : r) map(to : a) num_threads(4)
    for (int i = 0; i < 4; i++)
        if (how == 4) /* what returns gives its part of the stack back */
            for (int k = 0; k < 20; k++)
                r[i] += itself(a, n) + others(a, n) + by_pointer(a, n);
        else
            r[i] = how == 0 ? itself(a, n) : how == 1 ? others(a, n) : how == 2 ? by_pointer(a, n) : loop(n, 0);
    return 0;
}
