// Addresses of the device's are of no use to the host: the last value of a pointer, structures with pointers, addresses as
// numbers, and pointers in memory whose memory is mapped. Threads of the host share such loops.
// RUN: sed '/CHECK\|RUN/d' %s > source.c && %gantry annotate --explain --least-work=0 source.c | %FileCheck %s
// RUN: %gantry annotate --least-work=0 source.c -o written.c
// RUN: %gcc -O1 -w source.c -o serial && ./serial > want
// RUN: %gcc -O1 -w -fopenmp -foffload=disable written.c -o gcc && OMP_NUM_THREADS=3 ./gcc | cmp - want
// RUN: %gantry cc -w -O1 --offload-arch=emulated written.c -o gantry
// RUN: OMP_NUM_THREADS=3 %run_emulated32 ./gantry | cmp - want
// RUN: OMP_NUM_THREADS=3 %gantry check -w written.c > report 2>&1 && grep -q 'nothing found' report
// REQUIRES: gcc
#include <stdint.h>
#include <stdio.h>
enum { N = 3000 };
struct view {
    double *p;
    int n;
};
static double v[N], w[N], *rows[N];
static struct view views[N];
static uintptr_t numbers[N];
static struct view view_of(double *p, int n)
{
    struct view x = {p, n};
    return x;
}

static uintptr_t number_of(double *p) { return (uintptr_t)p; }

static double *pick(double *a, double *b, int i) { return i & 1 ? a : b; }

static double *last(int n)
{
    double *z = v;
    // CHECK: host {{.*}} [GL513]
    for (int i = 0; i < n; i++) {
        z = pick(v, w, i);
        v[i] += 1;
    }
    return z;
}

static double *last_of_memory(int n, struct view *s)
{
    double *z = v;
    // CHECK: host {{.*}} [GL513]
    for (int i = 0; i < n; i++) {
        z = s->p;
        s->p[i] += 1;
    }
    return z;
}

static void whole(int n)
{
    // CHECK: host {{.*}} [GL513]
    for (int i = 0; i < n; i++)
        views[i] = view_of(v + i, 1);
}

static void through(int n)
{
    // CHECK: host {{.*}} [GL513]
    for (int i = 0; i < n; i++) {
        struct view x = {w + i, 2};
        views[i] = x;
    }
}

static void as_number(int n)
{
    // CHECK: host {{.*}} [GL513]
    for (int i = 0; i < n; i++) {
        uintptr_t x = (uintptr_t)(v + i);
        numbers[i] = x + 1;
    }
}

static void as_number_by_call(int n)
{
    // CHECK: host {{.*}} [GL513]
    for (int i = 0; i < n; i++)
        numbers[i] = number_of(v + i) + 1;
}

static void of_mapped(int n, struct view *s)
{
    // CHECK: host {{.*}} [GL513]
    for (int i = 0; i < n; i++) {
        s->p[i] += 1;
        rows[i] = s->p;
    }
}

static void structure_of_mapped(int n, struct view *s)
{
    // CHECK: host {{.*}} [GL513]
    for (int i = 0; i < n; i++) {
        s->p[i] += 1;
        views[i] = *s;
    }
}

/* Pointers that are copied, to memory that is not mapped, stay what they are. */
static void copies(int n, struct view *s)
{
    // CHECK: directive target
    for (int i = 0; i < n; i++)
        s->p[i] += views[i].n;
    // CHECK: directive target
    for (int i = 0; i < n; i++)
        rows[i] = views[i].p;
}

int main(void)
{
    struct view s = {w, N};
    last(N)[0] = 5;
    printf("%g %g\n", v[0], w[0]);
    last_of_memory(N, &s)[0] = 7;
    printf("%g %g\n", v[0], w[0]);
    whole(N);
    views[3].p[0] = 8;
    through(N);
    views[3].p[0] = 9;
    printf("%g %g\n", v[3], w[3]);
    as_number(N);
    printf("%d\n", numbers[7] == (uintptr_t)&v[7] + 1);
    as_number_by_call(N);
    printf("%d\n", numbers[9] == (uintptr_t)&v[9] + 1);
    of_mapped(N, &s);
    rows[5][0] = 11;
    structure_of_mapped(N, &s);
    views[5].p[1] = 12;
    copies(N, &s);
    rows[6][2] = 13;
    printf("%g %g %g\n", w[0], w[1], w[2]);
    return 0;
}
