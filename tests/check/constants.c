// RUN: %gantry cc -w -fcheck %O --offload-arch=emulated %s -o %t
// RUN: bash %S/faults.sh %t %s uninit,bounds,misuse,stale,races
// RUN: %gantry cc -w %O --offload-arch=emulated %s -o %t.plain
// RUN: { %run_emulated32 %t.plain section || true; } 2>&1 | %FileCheck %s
/* Stores to const objects on the host's stack: each fault by its name, and its twin (faults.sh). Found without -fcheck,
 * too. */
// CHECK: constants.c:[[#]]:[[#]]: gantry: error: store of 4 bytes to constant data, at byte 4 of 't[1 : 2]' (8 bytes, mapped at {{.*}}) [GC604]
// CHECK: its original is const, and must not change: drop the const, or store elsewhere
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct s {
    int n;
    double x[4];
};
typedef const int table[4];
static int other[4], spoilt;
static void keep(const void *p) { __asm__ volatile("" ::"r"(p) : "memory"); }

static void array(int wrong)
{
    const int t[4] = {1, 2, 3, 4};
    keep(t);
#pragma omp target map(tofrom : t, other)
    (wrong ? (int *)t : other)[2] = 5; // fault: array GC604
}
static void implicit(int wrong)
{
    table t = {1, 2, 3, 4};
    keep(t);
#pragma omp target map(tofrom : other)
    (wrong ? (int *)t : other)[2] = t[1]; // fault: implicit GC604
}
static void structure(int wrong)
{
    const struct s v = {1, {2}};
    struct s w = v;
    keep(&v);
#pragma omp target map(to : v) map(tofrom : w)
    (wrong ? (struct s *)&v : &w)->x[1] = 5; // fault: structure GC604
}
static void member(int wrong)
{
    const struct s v = {1, {2}};
    struct s w = v;
    keep(&v);
#pragma omp target map(to : v.x) map(tofrom : w.x)
    (wrong ? (double *)v.x : w.x)[1] = 5; // fault: member GC604
}
static void section(int wrong)
{
    const int t[4] = {1, 2, 3, 4};
    keep(t);
#pragma omp target map(tofrom : t[1 : 2], other[1 : 2])
    (wrong ? (int *)t : other)[2] = 5; // fault: section GC604
}
static void scalar(int wrong)
{
    const int k = 3;
    keep(&k);
#pragma omp target map(to : k) map(tofrom : other)
    *(wrong ? (int *)&k : other) = 5; // fault: scalar GC604
}
static void receives(const struct s v, int wrong)
{
    struct s w = {0};
    keep(&v);
#pragma omp target map(to : v) map(tofrom : w)
    (wrong ? (struct s *)&v : &w)->n = 5; // fault: parameter GC604
}
static void parameter(int wrong)
{
    struct s v = {1};
    receives(v, wrong);
}

/* by pointers */
static void pointer(int wrong)
{
    const int t[4] = {1, 2, 3, 4};
    int u[4] = {0}, *p = (int *)t, *q = u;
    keep(t);
#pragma omp target map(tofrom : p[0 : 4], q[0 : 4])
    (wrong ? p : q)[2] = p[1]; // fault: pointer GC604
}
static void pointer_within(int wrong)
{
    const struct s v = {1, {2}};
    struct s w = v;
    double *p = (double *)&v.x[1], *q = &w.x[1];
    keep(&v);
#pragma omp target data map(tofrom : p[0 : 2], q[0 : 2])
#pragma omp target
    (wrong ? p : q)[1] = 5; // fault: pointer_within GC604
}

/* a const pointer, a pointer to const, one that leads elsewhere later, pointers that are members */
static void pointee(const int *p)
{
#pragma omp target map(tofrom : p[0 : 4])
    ((int *)p)[2] = 5;
}
static void legal(int wrong)
{
    int t[4] = {1, 2, 3, 4};
    const int u[4] = {5, 6, 7, 8};
    int *const q = t;
    int *later = (int *)u;
    const struct {
        int *p;
    } w = {t};
    keep(u), keep(&w);
    later = t;
    pointee(t);
#pragma omp target map(tofrom : q[0 : 4])
    q[3] = 5;
#pragma omp target map(tofrom : later[0 : 4]) map(to : u)
    later[0] = u[1];
#pragma omp target map(to : w) map(tofrom : w.p[0 : 4])
    w.p[1] += 9;
#pragma omp target map(to : w.p) map(tofrom : w.p[0 : 4])
    w.p[1] += 9;
#pragma omp target firstprivate(u)
    t[2] += u[1];
    spoilt |= t[0] != 6 || t[1] != 20 || t[2] != 11 || t[3] != 5;
}

#define CASES(C)                                                                                                       \
    C(array) C(implicit) C(structure) C(member) C(section) C(scalar) C(parameter) C(pointer) C(pointer_within) C(legal)
#include "cases.h"

int main(int argc, char **argv)
{
    return run_cases(argc, argv) | spoilt;
}
