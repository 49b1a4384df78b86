// `gantry advise` and sections of members: what s.p[0:s.n] leads to stays on the device like what a variable leads to, under a test where it may
// be the structure itself; what members of one structure lead to stays there together or not at all.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry advise source.c -o written.c > said && %FileCheck %s < written.c
// RUN: %gcc -O1 -w source.c -o serial && ./serial > want
// RUN: %clang -w -fopenmp -fsyntax-only written.c
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
// RUN: %gantry check -O1 written.c > checked && cmp checked want
#include <stdio.h>
#include <stdlib.h>

struct field {
    int n;
    long *p, *q;
};

static void show(long x) { printf("%ld\n", x); }

// CHECK: static void arrow
// CHECK: const int stays_1 = steps >= 1 && (apart(s, s + (steps <= 0 ? 0 : 1), s->p, s->p + s->n)) &&
// CHECK: if (stays_1) {
// CHECK-NEXT: #pragma omp target enter data map(to: s->p[0:s->n])
// CHECK: if (stays_1) {
// CHECK-NEXT: #pragma omp target exit data map(from: s->p[0:s->n])
static void arrow(struct field *s, int steps)
{
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: s->p[0:s->n])
        for (int i = 0; i < s->n; i++)
            s->p[i] = (s->p[i] * 5 + k) % 1009;
    }
}

// The host looks at it now and then.
// CHECK: static void looked_at
// CHECK: #pragma omp target data if(steps >= 1) map(tofrom: s.p[0:s.n])
// CHECK: #pragma omp target update if(steps >= 1) from(s.p[0:s.n])
static void looked_at(struct field s, int steps)
{
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: s.p[0:s.n])
        for (int i = 0; i < s.n; i++)
            s.p[i] = (s.p[i] * 5 + k) % 1009;
#pragma omp target teams distribute parallel for map(tofrom: s.p[0:s.n])
        for (int i = 0; i < s.n; i++)
            s.p[i] = (s.p[i] * 7 + k) % 1009;
        if (k % 2)
            show(s.p[3]);
    }
}

// CHECK: static void two
// CHECK: #pragma omp target data
// CHECK: map(tofrom: s.p[0:s.n], s.q[0:s.n])
static void two(struct field s, int steps)
{
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: s.p[0:s.n]) map(to: s.q[0:s.n])
        for (int i = 0; i < s.n; i++)
            s.p[i] = (s.p[i] * 5 + s.q[i]) % 1009;
#pragma omp target teams distribute parallel for map(tofrom: s.q[0:s.n]) map(to: s.p[0:s.n])
        for (int i = 0; i < s.n; i++)
            s.q[i] = (s.p[i] * 3 + s.q[i] + k) % 1009;
    }
}

// One of two may not.
// CHECK: static void half
// CHECK-NOT: target data
static void half(struct field s, int steps)
{
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: s.p[0:s.n]) map(to: s.q[0:s.n])
        for (int i = 0; i < s.n; i++)
            s.p[i] = (s.p[i] * 5 + s.q[i]) % 1009;
        s.q[k] = k;
        show(s.q[k + 1]);
        for (int i = 0; i < s.n; i++)
            s.q[i] += 3;
    }
}

// The member, and what the section's length is, change.
// CHECK: static void exchanged
// CHECK-NOT: target data
static void exchanged(struct field s, int steps)
{
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: s.p[0:s.n])
        for (int i = 0; i < s.n; i++)
            s.p[i] = (s.p[i] * 5 + k) % 1009;
        long *t = s.p;
        s.p = s.q;
        s.q = t;
    }
}

// CHECK: static void shrinking
// CHECK-NOT: target data
// CHECK: int main
static void shrinking(struct field s, int steps)
{
    for (int k = 0; k < steps; k++) {
#pragma omp target teams distribute parallel for map(tofrom: s.p[0:s.n])
        for (int i = 0; i < s.n; i++)
            s.p[i] = (s.p[i] * 5 + k) % 1009;
        s.n--;
    }
}

int main(void)
{
    struct field f = {100};
    f.p = malloc(f.n * sizeof *f.p), f.q = malloc(f.n * sizeof *f.q);
    for (int i = 0; i < f.n; i++) {
        f.p[i] = i % 7;
        f.q[i] = i % 5;
    }
    struct field same = {60, f.p, f.p + 20};
    arrow(&f, 5);
    arrow(&f, 0);
    looked_at(f, 5);
    two(f, 4);
    half(f, 4);
    exchanged(f, 3);
    shrinking(f, 3);
    looked_at(same, 3);
    long s = 0;
    for (int i = 0; i < f.n; i++)
        s = (s * 3 + f.p[i] + f.q[i]) % 10007;
    show(s);
    free(f.p);
    free(f.q);
    return 0;
}
