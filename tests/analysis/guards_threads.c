// RUN: %gantry cc --dump=decisions %s | %FileCheck %s
// RUN: %gantry explain %s | %FileCheck %s --check-prefix=EXPLAIN
/* A thread's sequential code that all its lanes run: how many guarded places, and what leaves it to the first lane. */
#include <math.h>
#include <omp.h>
#define INNER _Pragma("omp simd") for (int j = 0; j < n; j++) a[j] += i;
#define THREAD(...) _Pragma("omp target teams distribute parallel for map(a[0:n])") for (int i = 0; i < n; i++) { __VA_ARGS__ }

#pragma omp declare target
double unknown(double);
double (*pointer)(double);
#pragma omp end declare target
static double pure(double x) { return sqrt(x) + 1; }
static double takes(double *p) { return (*p)++; }
static int asks(void) { return omp_get_thread_num() + omp_get_level(); }
static void opens(int n, double *a)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = i;
}

// EXPLAIN: all of them run the thread's code, 0 guarded places
// EXPLAIN: all of them run the thread's code, 1 guarded place{{$}}
void statements(int n, double *a)
{
    THREAD(double x = pure(a[i]); int k = i; k++; x *= k; INNER) // CHECK: line=[[# @LINE]] leaves=teams{{.*}} crew=together {{.*}} guards=0
    THREAD(a[0] = 1; a[1] = 2; INNER)                            // CHECK: line=[[# @LINE]] leaves=teams{{.*}} crew=together {{.*}} guards=1
    THREAD(a[0] = 1; { a[1] = 2; } INNER)                        // CHECK: line=[[# @LINE]] leaves=teams{{.*}} crew=together {{.*}} guards=2
    THREAD(double x = takes(a), y = x; INNER)                    // CHECK: line=[[# @LINE]] leaves=teams{{.*}} crew=together {{.*}} guards=1
    THREAD(volatile double *v = a; double x = *v; INNER)         // CHECK: line=[[# @LINE]] leaves=teams{{.*}} crew=together {{.*}} guards=1
    THREAD(double t[4]; for (int k = 0; k < 4; k++) t[k] = a[k]; INNER) // CHECK: line=[[# @LINE]] leaves=teams{{.*}} guards=0 space=0
    THREAD(double t[4], *p = t; p[0] = a[i]; INNER)              // CHECK: line=[[# @LINE]] leaves=teams{{.*}} guards=1 space=1
    THREAD(for (int k = 0; k < n; k++) a[k] = 1; INNER)          // CHECK: line=[[# @LINE]] leaves=teams{{.*}} crew=together {{.*}} guards=1
    THREAD(for (int k = 0; k < n; k++) { a[k] = 1; INNER })      // CHECK: line=[[# @LINE]] leaves=teams{{.*}} crew=together {{.*}} guards=1
    THREAD(while (takes(a) > 1) { a[0]--; } INNER)               // CHECK: line=[[# @LINE]] leaves=teams{{.*}} crew=together {{.*}} guards=1
    THREAD(if (i > 3) { a[0] = 1; INNER } else a[0] = 2;)        // CHECK: line=[[# @LINE]] leaves=teams{{.*}} crew=together {{.*}} guards=2
    THREAD(if (i > 3) continue; a[0] = 1; INNER)                 // CHECK: line=[[# @LINE]] leaves=teams{{.*}} crew=together {{.*}} guards=1
    THREAD(switch (i) { case 1: a[0] = 1; case 2: INNER })       // CHECK: line=[[# @LINE]] leaves=teams{{.*}} crew=together {{.*}} guards=1
    THREAD(opens(n, a); INNER)                                   // CHECK: line=[[# @LINE]] leaves=teams{{.*}} crew=together {{.*}} guards=1
    THREAD(int x = asks(); if (omp_get_num_threads() > 1) { INNER }) // CHECK: line=[[# @LINE]] leaves=teams{{.*}} crew=together {{.*}} guards=0
    THREAD(double x = fmin(a[0], 2); INNER)                      // CHECK: line=[[# @LINE]] leaves=teams{{.*}} crew=together {{.*}} guards=0
    THREAD(double x = omp_get_wtime(); INNER)                    // CHECK: line=[[# @LINE]] leaves=teams{{.*}} crew=together {{.*}} guards=1
}

/* constructs that all lanes come to, and those that are one thing to a guard */
void constructs(int n, double *a)
{
// CHECK: line=[[# @LINE + 1]] leaves=parallel, {{.*}} crew=together why=:0 {{.*}} guards=4
#pragma omp target parallel map(a[0:n])
    {
#pragma omp single
        {
            a[0] = 1; /* 1 */
            int i = 0;
            INNER
        }
#pragma omp barrier
#pragma omp for
        for (int i = 0; i < n; i++) {
            a[i] = 1; /* 2 */
            INNER
        }
#pragma omp critical
        {
            int i = 0;
            INNER
            a[0] = 3; /* 3 */
        }
#pragma omp master
        a[0] = 2; /* 4 */
#pragma omp atomic
        a[1] += 1;
#pragma omp parallel
        a[2] = 1;
    }
}

void leaders(int n, double *a)
{
    // EXPLAIN: the first runs the thread's code, the others wait for simd loops: a function that is called may open a parallel region or have side effects, line [[# @LINE + 1]] [GR103]
    THREAD(double x = unknown(1); INNER)                         // CHECK: line=[[# @LINE]] leaves=teams{{.*}} crew=leaders why=GR103:[[# @LINE]] {{.*}} guards=0
    THREAD(double x = pointer(1); INNER)                         // CHECK: line=[[# @LINE]] leaves=teams{{.*}} crew=leaders why=GR103:[[# @LINE]] {{.*}} guards=0
    THREAD(for (int k = 0; takes(a) < n; k++) { INNER })         // CHECK: line=[[# @LINE]] leaves=teams{{.*}} crew=leaders why=GR107:[[# @LINE]] {{.*}} guards=0
    THREAD(again: if (a[0]++ < 3) goto again; INNER)             // CHECK: line=[[# @LINE]] leaves=teams{{.*}} crew=leaders why=GR108:[[# @LINE]] {{.*}} guards=0
    THREAD(double t[2] = {takes(a)}; INNER)                      // CHECK: line=[[# @LINE]] leaves=teams{{.*}} crew=leaders why=GR115:[[# @LINE]] {{.*}} guards=0
/* outside a loop too */
// CHECK: line=[[# @LINE + 1]] leaves=parallel, {{.*}} crew=leaders why=GR103:[[# @LINE + 3]]
#pragma omp target parallel map(a[0:n])
    {
        a[0] = unknown(2);
        int i = 0;
        INNER
    }
}
