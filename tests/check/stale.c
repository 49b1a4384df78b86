// RUN: %gantry cc -O1 -fcheck --offload-arch=emulated -I %src/include %s -o %t
// RUN: for i in 0 1 2 3 4 5 6 7 8 9 10; do %not --status 3 %run_emulated32 %t $i 2>%t.$i.err || exit 1; test $(grep -c 'gantry: error' %t.$i.err) = 1 || { cat %t.$i.err; exit 1; }; grep -A3 'gantry: error' %t.$i.err; done >%t.all; %FileCheck %s <%t.all
// RUN: for i in 20 21 22 23 24 25 26 27 28 29 30 31; do %run_emulated32 %t $i || exit 1; done
/* Copies that are older than what the other side has: each fault, and what is legal beside it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gantry.h"

enum { N = 100 };
static double a[N], sum;
static double *volatile anywhere;
static int rate = 1;
#pragma omp declare target enter(rate)

static void add(double *p)
{
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
        p[i] += 1;
}

static void show(const double *p)
{
    for (int i = 0; i < N; i++)
        sum += p[i];
    printf("%g\n", sum);
}

int main(int argc, char **argv)
{
    int test = argc > 1 ? atoi(argv[1]) : 0;
    double *p = calloc(N, sizeof *p), x = 0;
    anywhere = p;
    if (test == 0) {
#pragma omp target data map(tofrom: p[0:N])
        {
            add(p);
            show(p);
        }
    } else if (test == 20) {
#pragma omp target data map(tofrom: p[0:N])
        {
            add(p);
#pragma omp target update from(p[0:N])
            show(p);
        }
    } else if (test == 1) {
#pragma omp target data map(to: p[0:N])
        add(p);
        show(p);
    } else if (test == 21) {
#pragma omp target data map(tofrom: p[0:N])
        add(p);
        show(p);
    } else if (test == 2) {
#pragma omp target enter data map(to: p[0:N])
        for (int i = 0; i < N; i++)
            p[i] = i;
        add(p);
#pragma omp target exit data map(from: p[0:N])
        show(p);
    } else if (test == 22) {
#pragma omp target enter data map(to: p[0:N])
        for (int i = 0; i < N; i++)
            p[i] = i;
#pragma omp target update to(p[0:N])
        add(p);
#pragma omp target exit data map(from: p[0:N])
        show(p);
    } else if (test == 3) { // the wrong direction: results are overwritten
#pragma omp target data map(alloc: p[0:N])
        {
#pragma omp target
            for (int i = 0; i < N; i++)
                p[i] = i + 1;
#pragma omp target update to(p[0:N])
            show(p);
        }
    } else if (test == 23) { // new values for the next round
#pragma omp target data map(tofrom: p[0:N])
        {
            add(p);
            memset(p, 0, N * sizeof *p);
#pragma omp target update to(p[0:N])
            add(p);
        }
        show(p);
    } else if (test == 4) { // what the host stores meanwhile is overwritten at the end
#pragma omp target data map(tofrom: x)
        {
            x = 5;
        }
        printf("%g\n", x);
    } else if (test == 24) { // scratch memory that is cleared to see that results arrive
#pragma omp target data map(tofrom: p[0:N])
        {
            add(p);
            memset(p, 0, N * sizeof *p);
        }
        show(p);
    } else if (test == 5) { // half of the section
#pragma omp target data map(tofrom: p[0:N])
        {
            add(p);
#pragma omp target update from(p[0:N / 2])
            show(p);
        }
    } else if (test == 25) {
#pragma omp target data map(tofrom: p[0:N])
        {
            add(p);
#pragma omp target update from(p[0:N / 2])
#pragma omp target update from(p[N / 2:N / 2])
            show(p);
        }
    } else if (test == 6) { // memcpy reads it
#pragma omp target data map(tofrom: p[0:N])
        {
            add(p);
            memcpy(a, p, sizeof a);
        }
        show(a);
    } else if (test == 26) { // the old value is meant
#pragma omp target data map(to: p[0:N])
        add(p);
        gantry_check_expect(p, N * sizeof *p);
        show(p);
    } else if (test == 7) { // no region has stored the second half
#pragma omp target data map(from: p[0:N])
        {
#pragma omp target
            for (int i = 0; i < N / 2; i++)
                p[i] = i;
        }
        show(p);
    } else if (test == 27) {
#pragma omp target data map(from: p[0:N])
        {
#pragma omp target
            for (int i = 0; i < N / 2; i++)
                p[i] = i;
        }
        for (int i = 0; i < N / 2; i++)
            x += p[i];
    } else if (test == 8) { // the wrong direction: the region never gets it
#pragma omp target data map(tofrom: p[0:N])
        {
            for (int i = 0; i < N; i++)
                p[i] = i;
#pragma omp target update from(p[0:N])
            add(p);
        }
    } else if (test == 28) { // memory that is used again
#pragma omp target data map(to: p[0:N])
        add(p);
        free(p);
        p = calloc(N, sizeof *p);
        show(p);
    } else if (test == 29) { // elements of one side each
#pragma omp target data map(tofrom: p[0:N])
        {
#pragma omp target
            for (int i = 0; i < N; i += 2)
                p[i] = i;
            for (int i = 1; i < N; i += 2)
                p[i] = i;
            for (int i = 1; i < N; i += 2)
                x += p[i];
#pragma omp target update from(p[0:1])
        }
    } else if (test == 9) { // the device has the initial value
        rate = 3;
#pragma omp target map(p[0:1])
        p[0] = rate;
    } else if (test == 30) {
        rate = 3;
#pragma omp target update to(rate)
#pragma omp target map(p[0:1])
        p[0] = rate;
    } else if (test == 31) { // what is stored only, and an equal value
        rate = 1;
#pragma omp target map(p[0:1])
        {
            p[0] = rate;
            rate = 4;
        }
    }
    if (test == 10) { // dropped, and mapped again before the host reads it
#pragma omp target data map(to: p[0:N])
        add(p);
#pragma omp target map(to: p[0:N]) map(tofrom: x)
        p[50] = x;
        show(p);
    }
    free(p);
    return 0;
}
// CHECK: stale.c:27:16: gantry: error: the host reads 'p[0]', which the region at {{.*}}stale.c:19 has changed on device 0: the host's copy is older [GC301]
// CHECK-NEXT: mapped as 'p[0:N]' at {{.*}}stale.c:37
// CHECK-NEXT: '#pragma omp target update from(p[0:N])' in main, before {{.*}}stale.c:27 is reached, would bring it
// CHECK: which the region at {{.*}} changed on device 0: that copy was dropped at {{.*}}stale.c:[[#]] and never came back [GC301]
// CHECK: stale.c:21:14: gantry: error: the device reads {{.*}}, which the host has changed at {{.*}}stale.c:[[#]]: the device's copy is older [GC302]
// CHECK: '#pragma omp target update to(p[0:N])' in main, before {{.*}}stale.c:19 is reached
// CHECK: stale.c:27:16: gantry: error: the host reads {{.*}} but a copy at {{.*}}stale.c:[[#]] has overwritten what was newer there than what it brought [GC303]
// CHECK: gantry: error: the host reads 'x', which the copy back at {{.*}}stale.c:[[#]] has overwritten: the host's was newer [GC303]
// CHECK: stale.c:27:16: gantry: error: the host reads {{.*}} which the region {{.*}} the host's copy is older [GC301]
// CHECK: stale.c:[[#]]:13: gantry: error: the host reads {{.*}}[GC301]
// CHECK: stale.c:27:16: gantry: error: the host reads 'p[50]', which came back from a device without a value [GC203]
// CHECK: the device reads {{.*}} overwrote that on the host before it came to the device [GC303]
// CHECK: stale.c:[[#]]:[[#]]: gantry: error: the device reads 'rate', which the host has changed at {{.*}}stale.c:[[#]]: the device's copy is older [GC302]
// CHECK: stale.c:27:16: gantry: error: the host reads 'p[0]', which the region at {{.*}}stale.c:19 changed on device 0: that copy was dropped at {{.*}}stale.c:191 and never came back [GC301]
