// RUN: %gantry cc -w %O -fcheck --offload-arch=emulated %s -o %t -lm
// RUN: for i in 0 1 2 3 4 5 6; do %not --status 3 env GANTRY_CHECK=stale %run_emulated32 %t $i 2>%t.$i.err || exit 1; test $(grep -c '\[GC30' %t.$i.err) = 1 || { cat %t.$i.err; exit 1; }; grep '\[GC30' %t.$i.err; done >%t.all; %FileCheck %s <%t.all
// RUN: for i in 20 21 22 23 24 25 26; do GANTRY_CHECK=stale %run_emulated32 %t $i || exit 1; done
// RUN: %not --status 3 env OMP_NUM_THREADS=4 GANTRY_CHECK=races %run_emulated32 %t 7 2>&1 | grep -q 'a thread stores to memory here.*\[GC404\]'
/* Functions of the C library that make numbers of strings, and strings of numbers, or give a second result by a pointer:
 * what they read and store of the host's memory. Those from 20 on have the update. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static char text[8] = "123", out[32], shared[64];
static int n[8];
static unsigned seeds[4];
static double d[4];

static void to_text(int mended)
{
#pragma omp target data map(tofrom: text)
    {
#pragma omp target
        text[1] = '7';
        if (mended) {
#pragma omp target update from(text)
        }
        snprintf(out, sizeof out, "%s", text);
    }
}

static void to_number(int mended)
{
    char *end;
#pragma omp target data map(tofrom: text)
    {
#pragma omp target
        text[1] = '7';
        if (mended) {
#pragma omp target update from(text)
        }
        n[0] = (int)strtol(text, &end, 10);
    }
}

/* each stores to what the device has, too, and reads */
#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define STORES(NAME, VARIABLE, STORE)                                                                                  \
    static void NAME(int mended)                                                                                       \
    {                                                                                                                  \
        double r;                                                                                                      \
        PRAGMA(omp target data map(tofrom: VARIABLE))                                                               \
        {                                                                                                              \
            STORE;                                                                                                     \
            if (mended) {                                                                                              \
                PRAGMA(omp target update to(VARIABLE))                                                              \
            }                                                                                                          \
            PRAGMA(omp target map(from: r)) r = VARIABLE[1];                                                        \
        }                                                                                                              \
        n[7] = r != 0;                                                                                                 \
    }
STORES(from_text, n, sscanf("15 17", "%d%*[ ]%d", &n[0], &n[1]))
STORES(whole, d, modf(3.25, &d[1]))
STORES(exponent, n, frexp(800, &n[1]))
STORES(seed, seeds, rand_r(&seeds[1]))
STORES(printed, out, sprintf(out, "%d", 1234))

static void threads(int unused)
{
#pragma omp parallel num_threads(4)
    sprintf(shared, "thread %d", omp_get_thread_num());
}

int main(int argc, char **argv)
{
    static void (*const tests[])(int) = {to_text, to_number, from_text, whole, exponent, seed, printed, threads};
    int test = argc > 1 ? atoi(argv[1]) : 0;
    tests[test % 20](test >= 20);
    return 0;
}
// CHECK: the host reads 'text[1]'
// CHECK: the host reads 'text[1]'
// CHECK: the device reads 'n[1]', which the host has changed at {{.*}}converted.c:
// CHECK: the device reads 'd[1]', which the host has changed at {{.*}}converted.c:
// CHECK: the device reads 'n[1]', which the host has changed at {{.*}}converted.c:
// CHECK: the device reads 'seeds[1]', which the host has changed at {{.*}}converted.c:
// CHECK: the device reads 'out[1]', which the host has changed at {{.*}}converted.c:
