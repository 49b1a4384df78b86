// What runs at exit may read data that a loop leaves on the device when it calls exit: it comes back at each region then.
// RUN: cp %s exits.c && %gantry cc -O1 --offload-arch=emulated exits.c -o old && GANTRY_PROFILE=all,p.txt %run_emulated32 ./old >out
// RUN: python3 %S/Inputs/paste_all.py exits.c out "%gantry cc -O1 --offload-arch=emulated" 8 >said && %FileCheck %s <said
#include <stdio.h>
#include <stdlib.h>
enum { N = 100 };
static long a[N];
long seen[N];

static void last(void) { printf("last %ld %ld\n", a[3], seen[4]); }

static void increase(long *x, int k)
{
#pragma omp target teams distribute parallel for map(tofrom: x[0:N])
    for (int i = 0; i < N; i++)
        x[i] += k + i;
}

int main(int argc, char **argv)
{
    long own[N] = {argc}, sum = 0;
    atexit(last);
    (void)argv;
    // CHECK-DAG: in front [[#@LINE+2]] #pragma omp target data map(tofrom: own[0:N])
    // CHECK-NOT: update {{from|to}}(own
    for (int k = 0; k < 5; k++) {
#pragma omp target teams distribute parallel for map(tofrom: own[0:N])
        for (int i = 0; i < N; i++)
            own[i] += k + i;
        if (k > 100)
            exit(3);
    }
    for (int i = 0; i < N; i++)
        sum += own[i];
    printf("%ld\n", sum);
    for (int k = 0; k < 6; k++) {
        increase(a, k);
        increase(seen, k);
        if (k == 3)
            exit(0);
    }
}
