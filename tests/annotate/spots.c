// Single elements that the host reads behind the last region are copied by themselves, and only where nothing else is read.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate -w --least-work=0 source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %gcc -O1 -w source.c -o serial && ./serial > want
// RUN: %gcc -O1 -w -fopenmp -foffload=disable written.c -o gcc && OMP_NUM_THREADS=3 ./gcc | cmp - want
// RUN: %gantry cc -w -O1 --offload-arch=emulated written.c -o gantry && OMP_NUM_THREADS=3 GANTRY_DEVICES=none ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
// RUN: %gantry check -w -O1 written.c > checked && cmp checked want
// REQUIRES: gcc
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void bump(long *u, int n)
{
    for (int i = 0; i < n; i++)
        u[i] += i;
}

static void inner(long *u, int n)
{
    for (int i = 1; i < n - 1; i++)
        u[i] += i;
}

static void fill(long *p, int n)
{
    for (volatile int i = 0; i < n; i++)
        p[i] = i * i % 17;
}

// CHECK-LABEL: static void one
static void one(int n)
{
    long *u = malloc(n * sizeof *u), *v = malloc(n * sizeof *v), sum = 0;
    fill(u, n);
    fill(v, n);
    // CHECK: enter data map(to: {{.*}}u[
    bump(u, n);
    bump(v, n);
    bump(u, n);
    bump(v, n);
    // CHECK: sum = 3;
    sum = 3;
    // CHECK-NEXT: update from(u[n / 2:1])
    // CHECK-NEXT: update from(v[sum:1])
    // CHECK-NEXT: printf
    printf("%ld %ld\n", u[n / 2], v[sum]);
    // CHECK-NEXT: update from(u[1:1])
    // CHECK-NEXT: long x
    long x = u[1];
    // CHECK-NEXT: exit data map(release: {{.*}}u[
    printf("%ld\n", x);
    free(u);
    free(v);
}

// Not all of it is on the device.
// CHECK-LABEL: static void beside
static void beside(int n)
{
    long *u = malloc(n * sizeof *u);
    fill(u, n);
    // CHECK: enter data {{.*}}map(to: u[1:
    inner(u, n);
    inner(u, n);
    // CHECK-NOT: update
    // CHECK: exit data map(from: u[1:
    printf("%ld %ld\n", u[0], u[1]);
    free(u);
}

// Under a condition, in a loop, and where more is read.
// CHECK-LABEL: static void sometimes
static void sometimes(int n)
{
    long *u = malloc(n * sizeof *u), *v = malloc(n * sizeof *v), *w = malloc(n * sizeof *w);
    fill(u, n);
    fill(v, n);
    fill(w, n);
    bump(u, n);
    bump(v, n);
    bump(w, n);
    bump(u, n);
    bump(v, n);
    bump(w, n);
    // CHECK-NOT: update
    // CHECK: exit data
    // CHECK-NEXT: map(from: u[0:{{.*}} v[0:{{.*}} w[0:
    printf("%ld\n", n > 5 ? u[5] : 0);
    for (int i = 0; i < 3; i++)
        printf("%ld\n", v[i]);
    printf("%ld\n", w[3]);
    w[4] += 2;
    printf("%ld\n", w[4]);
    free(u);
    free(v);
    free(w);
}

// What the statement declares, changes or leads elsewhere; strings that might be there; functions.
static void show(const long *p) { printf("%ld\n", p[2]); }
// CHECK-LABEL: static void by_other_names
static void by_other_names(int n)
{
    long *u = malloc(n * sizeof *u), *v = malloc(n * sizeof *v), *w = malloc(n * sizeof *w);
    fill(u, n);
    fill(v, n);
    fill(w, n);
    char *text = (char *)w;
    int k = 1;
    bump(u, n);
    bump(v, n);
    bump(w, n);
    bump(u, n);
    bump(v, n);
    bump(w, n);
    // CHECK-NOT: update
    // CHECK: exit data
    // CHECK-NEXT: map(from: u[0:{{.*}} v[0:{{.*}} w[0:
    int at = 4, x = u[at];
    printf("%d %ld\n", x, v[k++]);
    printf("%d\n", memcmp(text, text, 3));
    show(w);
    free(u);
    free(v);
    free(w);
}

// The way out comes before.
// CHECK-LABEL: static long left
static long left(int n)
{
    long *u = malloc(n * sizeof *u);
    fill(u, n);
    bump(u, n);
    bump(u, n);
    // CHECK-NOT: update
    // CHECK: exit data map(from: u[0:
    if (n < 0)
        return 0;
    long x = u[3];
    free(u);
    return x;
}

// What the directives name changes.
// CHECK-LABEL: static void resized
static void resized(int n)
{
    long *u = malloc(n * sizeof *u);
    fill(u, n);
    bump(u, n);
    bump(u, n);
    // CHECK-NOT: update
    // CHECK: exit data map(from: u[0:
    n = 3;
    printf("%ld\n", u[n]);
    free(u);
}

// Behind an exchange the name leads to the other one.
// CHECK-LABEL: static void exchanged
static void exchanged(int n)
{
    long *u = malloc(n * sizeof *u), *v = malloc(n * sizeof *v);
    fill(u, n);
    fill(v, n);
    // CHECK: enter data
    for (int k = 0; k < 3; k++) {
        bump(u, n);
        bump(v, n / 2);
        long *t = u;
        u = v;
        v = t;
    }
    // CHECK: update from(u[7:1])
    // CHECK-NEXT: update from(v[n - 1:1])
    // CHECK-NEXT: printf
    printf("%ld %ld\n", u[7], v[n - 1]);
    // CHECK-NEXT: exit data map(release: {{.*}}
    free(u);
    free(v);
}

// In a loop it is read again with what the device has stored.
// CHECK-LABEL: static void again
static void again(int n)
{
    long *u = malloc(n * sizeof *u), sum = 0;
    fill(u, n);
    for (int k = 0; k < 3; k++) {
        bump(u, n);
        bump(u, n);
        sum += u[k];
    }
    // CHECK: printf
    printf("%ld %ld\n", sum, u[n - 1]);
    free(u);
}

int main(void)
{
    one(900);
    one(9);
    beside(700);
    sometimes(100);
    by_other_names(90);
    printf("%ld\n", left(800));
    resized(800);
    exchanged(400);
    again(300);
    return 0;
}
