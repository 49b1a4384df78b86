// REQUIRES: python3
// `gantry advise` and constructs with an `if` that stays the same: what stays on the device does so under that condition, and else the program
// is as it was. Where the condition changes, or cannot be asked before, nothing is changed.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry advise source.c -o written.c > said
// RUN: %FileCheck %s < written.c
// RUN: %gantry advise --json source.c > json && grep -c '"verdict": "stays", "id": "GL601"' json | grep -qx 6
// RUN: grep '"verdict": "not proved", "id": "GL614"' json | grep -q '"at": '
// RUN: python3 -c 'import json; [json.loads(line) for line in open("json")]'
// RUN: grep -c 'GL613' said | grep -qx 4
// RUN: grep -c 'GL614' said | grep -qx 2
// RUN: %gcc -O1 -w source.c -o serial -lm && ./serial 10 > want10 && ./serial 2000 > want2000
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry -lm
// RUN: %run_emulated32 ./gantry 10 | cmp - want10
// RUN: %run_emulated32 ./gantry 2000 | cmp - want2000
// RUN: ./gantry 2000 | cmp - want2000
#include <stdio.h>
#include <stdlib.h>

static void show(const char *what, const long *a, int n)
{
    long s = 0;
    for (int i = 0; i < n; i++)
        s = (s * 3 + a[i]) % 10007;
    printf("%s %ld\n", what, s);
}

// All have the same one.
// CHECK: static void same
// CHECK: #pragma omp target data if((n > 1000) && (steps >= 1)) map(tofrom: a[0:n])
// CHECK-NEXT: for (int k
static void same(int n, int steps, long *a)
{
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) if(n > 1000)
        for (int i = 0; i < n; i++)
            a[i] = (a[i] * 5 + k) % 1009;
    }
}

// Two conditions, one of them of the target alone, and a construct without: where both hold all run on the device.
// CHECK: static void mixed
// CHECK: #pragma omp target data if((n > 1000) && (n > 50) && (steps >= 1)) map(tofrom: a[0:n])
// CHECK: #pragma omp target update if({{.*}}) from(a[0:n])
static void mixed(int n, int steps, long *a)
{
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) if(target: n > 1000) if(parallel: k > 1)
        for (int i = 0; i < n; i++)
            a[i] = (a[i] * 5 + k) % 1009;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) if(n > 50)
        for (int i = 0; i < n; i++)
            a[i] = (a[i] * 3 + k) % 1009;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] += 1;
        if (k % 4 == 3)
            show("mixed", a, n);
    }
}

// It changes from round to round.
// CHECK: static void changing
// CHECK-NOT: target data
static void changing(int n, int steps, long *a)
{
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) if(k % 2)
        for (int i = 0; i < n; i++)
            a[i] = (a[i] * 5 + k) % 1009;
    }
}

// What a pointer leads to, and others could set
// CHECK: static void pointed
// CHECK-NOT: target data
static void pointed(int n, int steps, long *a, int *way)
{
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) if(*way)
        for (int i = 0; i < n; i++)
            a[i] = (a[i] * 5 + k) % 1009;
        *way = k % 3;
    }
}

int open;
// CHECK: static void opened
// CHECK-NOT: target data
static void opened(int n, int steps, long *a, int *way)
{
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) if(open)
        for (int i = 0; i < n; i++)
            a[i] = (a[i] * 5 + k) % 1009;
        *way = k % 3;
    }
}

static int wanted = 1;
// CHECK: static void own
// CHECK: target data if((wanted) && (steps >= 1))
static void own(int n, int steps, long *a)
{
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) if(wanted)
        for (int i = 0; i < n; i++)
            a[i] = (a[i] * 5 + k) % 1009;
    }
}

static int calls;
static int ask(void) { return calls++ % 2; }

// CHECK: static void asked
// CHECK-NOT: target data
static void asked(int n, int steps, long *a)
{
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) if(ask())
        for (int i = 0; i < n; i++)
            a[i] = (a[i] * 5 + k) % 1009;
    }
}

// A construct of the user's around it has one.
// CHECK: static void around
// CHECK: #pragma omp target data if((n > 1000) && (steps >= 1)) map(tofrom: a[0:n])
static void around(int n, int steps, long *a)
{
    for (int k = 0; k < steps; k++) {
#pragma omp target data map(tofrom: a[0:n]) if(n > 1000)
        {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
            for (int i = 0; i < n; i++)
                a[i] = (a[i] * 5 + k) % 1009;
        }
    }
}

// All ask for the same device; then two different ones.
// CHECK: static void devices
// CHECK: #pragma omp target data device(d) if(steps >= 1) map(tofrom: a[0:n])
// CHECK: #pragma omp target update device(d) if(steps >= 1) from(a[0:n])
// CHECK-NOT: target data
// CHECK: static void scale
static void devices(int n, int steps, int d, long *a)
{
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) device(d)
        for (int i = 0; i < n; i++)
            a[i] = (a[i] * 5 + k) % 1009;
#pragma omp target teams distribute parallel for device(d) map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] = (a[i] * 7 + k) % 1009;
        if (k % 4 == 3)
            show("devices", a, n);
    }
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) device(d)
        for (int i = 0; i < n; i++)
            a[i] = (a[i] * 5 + k) % 1009;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] = (a[i] * 7 + k) % 1009;
    }
}

// The condition of a function that is called, by what it is called with; another one is asked, too.
// CHECK: static void called
// CHECK: #pragma omp target data if(((size > 1000) && (size != 5)) && (steps >= 1))
// CHECK-NEXT: map(tofrom: a[0:size])
// CHECK-NEXT: for (int k
static void scale(int n, int k, long *a)
{
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) if(n > 1000 && n != 5)
    for (int i = 0; i < n; i++)
        a[i] = (a[i] * 5 + k) % 1009;
}
static void called(int size, int steps, long *a)
{
    for (int k = 0; k < steps; k++)
        scale(size, k, a);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2000;
    long *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = i % 7;
    same(n, 8, a);
    show("same", a, n);
    mixed(n, 8, a);
    show("mixed", a, n);
    changing(n, 8, a);
    show("changing", a, n);
    asked(n, 8, a);
    show("asked", a, n);
    around(n, 8, a);
    show("around", a, n);
    devices(n, 8, 0, a);
    show("devices", a, n);
    int way = 1;
    pointed(n, 8, a, &way);
    show("pointed", a, n);
    opened(n, 8, a, &open);
    show("opened", a, n);
    own(n, 8, a);
    show("own", a, n);
    called(n, 8, a);
    show("called", a, n);
    free(a);
    return 0;
}
