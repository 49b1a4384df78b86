// RUN: %gantry cc --dump=decisions %s | %FileCheck %s
// RUN: %gantry cc --dump=decisions --teams-mode=generic %s | %FileCheck %s --check-prefix=FORCED --implicit-check-not=mode=spmd
// RUN: %gantry explain %s | %FileCheck %s --check-prefix=EXPLAIN
/* A team's sequential code that all its threads run: how many guarded places, and what keeps a kernel generic. */
#include <math.h>
#include <omp.h>
#define INNER _Pragma("omp parallel for") for (int j = 0; j < n; j++) a[j] += i;
#define TEAM(...) _Pragma("omp target teams distribute map(a[0:n])") for (int i = 0; i < n; i++) { __VA_ARGS__ }

#pragma omp declare target
double unknown(double);
double (*pointer)(double);
int counter;
#pragma omp end declare target
static double pure(double x) { double t[2] = {sqrt(x)}; t[1] = t[0] + 1; return t[1]; }
static double takes(double *p) { return (*p)++; }
static int counts(void) { return ++counter; }
static int asks(void) { return omp_get_thread_num(); }
static double even(int n, double *a);
static double odd(int n, double *a) { return n ? even(n - 1, a) : 0; } /* stores, by way of even */
static double even(int n, double *a) { return n ? odd(n - 1, a) : (a[0] = 1); }
static void opens(int n, double *a)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = i;
}

/* values of which every thread has its own copy need no guard */
// FORCED: line=[[# @LINE + 5]] mode=generic why=GR106:[[# @LINE + 5]]
// EXPLAIN: mode      SPMD: all threads run the sequential code: its side effects are guarded [GR105]{{$}}
// EXPLAIN: mode      SPMD: {{.*}} [GR105]; 1 guarded place{{$}}
void plain(int n, double *a)
{
    TEAM(double x = pure(a[i]); int k = i; k++; x *= k; INNER)  // CHECK: line=[[# @LINE]] mode=spmd why=GR105:[[# @LINE]] {{.*}} guards=0
    TEAM(a[0] = 1; INNER)                                       // CHECK: line=[[# @LINE]] mode=spmd {{.*}} guards=1
    TEAM(a[0] = 1; a[1] = 2; a[2]++; INNER)                     // CHECK: line=[[# @LINE]] mode=spmd {{.*}} guards=1
    TEAM(a[0] = 1; double x = i; a[1] = x; INNER a[2] = 3;)     // CHECK: line=[[# @LINE]] mode=spmd {{.*}} guards=3
    TEAM(a[0] = 1; { a[1] = 2; } a[2] = 3; INNER)               // CHECK: line=[[# @LINE]] mode=spmd {{.*}} guards=3
    TEAM(double x = takes(a); a[1] = x; INNER)                  // CHECK: line=[[# @LINE]] mode=spmd {{.*}} guards=2
    TEAM(double x = a[0], y = x; INNER)                         // CHECK: line=[[# @LINE]] mode=spmd {{.*}} guards=0
    TEAM(volatile double *v = a; double x = *v; INNER)          // CHECK: line=[[# @LINE]] mode=spmd {{.*}} guards=1
}

/* whole statements without an inner level are guarded whole; others are entered by all */
void statements(int n, double *a)
{
    TEAM(for (int k = 0; k < n; k++) a[k] = pure(k); INNER)     // CHECK: line=[[# @LINE]] mode=spmd {{.*}} guards=1
    TEAM(if (takes(a) > 1) a[1] = 2; else a[1] = 3; INNER)      // CHECK: line=[[# @LINE]] mode=spmd {{.*}} guards=1
    TEAM(while (takes(a) > 1) if (a[1] > 2) break; INNER)       // CHECK: line=[[# @LINE]] mode=spmd {{.*}} guards=1
    TEAM(double s = 0; for (int k = 0; k < n; k++) s += a[k]; INNER) // CHECK: line=[[# @LINE]] mode=spmd {{.*}} guards=0
    TEAM(if (i > 3) { a[0] = 1; INNER } else a[0] = 2;)         // CHECK: line=[[# @LINE]] mode=spmd {{.*}} guards=2
    TEAM(if (i > 3) continue; a[0] = 1; INNER)                  // CHECK: line=[[# @LINE]] mode=spmd {{.*}} guards=1
    TEAM(for (int k = 0; k < n; k++) { if (k == 7) break; a[k] = 1; INNER }) // CHECK: line=[[# @LINE]] mode=spmd {{.*}} guards=1
    TEAM(switch (i) { case 1: a[0] = 1; case 2: INNER break; default: a[1] = 2; }) // CHECK: line=[[# @LINE]] mode=spmd {{.*}} guards=2
    TEAM(switch (i) { case 1: a[0] = 1; break; default: a[1] = 2; } INNER) // CHECK: line=[[# @LINE]] mode=spmd {{.*}} guards=1
    TEAM(_Pragma("omp atomic") a[0] += 1; a[1] = 2; INNER)      // CHECK: line=[[# @LINE]] mode=spmd {{.*}} guards=1
    TEAM(INNER a[0] = 1; INNER)                                 // CHECK: line=[[# @LINE]] mode=spmd {{.*}} parallel=2 guards=1
}

void calls(int n, double *a)
{
    TEAM(double x = odd(3, a); INNER)                           // CHECK: line=[[# @LINE]] mode=spmd {{.*}} guards=1
    TEAM(int c = counts(); INNER)                               // CHECK: line=[[# @LINE]] mode=spmd {{.*}} guards=1
    TEAM(a[i] = omp_get_team_num(); INNER)                      // CHECK: line=[[# @LINE]] mode=spmd {{.*}} guards=1
    TEAM(double x = omp_get_wtime(); INNER)                     // CHECK: line=[[# @LINE]] mode=spmd {{.*}} guards=1
    TEAM(double x = fmin(a[0], __builtin_fabs(a[1])); INNER)    // CHECK: line=[[# @LINE]] mode=spmd {{.*}} guards=0
}

/* what keeps the kernel generic, and its place */
void generic(int n, double *a)
{
    // EXPLAIN: mode      generic: a function that is called may open a parallel region or have side effects, line [[# @LINE + 1]] [GR103]; a warp of its own
    TEAM(double x = unknown(1); INNER)                          // CHECK: line=[[# @LINE]] mode=generic why=GR103:[[# @LINE]]
    TEAM(double x = pointer(1); INNER)                          // CHECK: line=[[# @LINE]] mode=generic why=GR103:[[# @LINE]]
    TEAM(a[0] = 1; opens(n, a); INNER)                          // CHECK: line=[[# @LINE]] mode=generic why=GR103:[[# @LINE]]
    TEAM(for (int k = 0; takes(a) < n; k++) { INNER })          // CHECK: line=[[# @LINE]] mode=generic why=GR107:[[# @LINE]]
    TEAM(if (counts() > 2) { INNER })                           // CHECK: line=[[# @LINE]] mode=generic why=GR107:[[# @LINE]]
    TEAM(again: if (a[0]++ < 3) goto again; INNER)              // CHECK: line=[[# @LINE]] mode=generic why=GR108:[[# @LINE]]
    TEAM(int x = asks(); INNER)                                 // CHECK: line=[[# @LINE]] mode=generic why=GR112:[[# @LINE]]
    TEAM(if (omp_get_num_threads() > 1) { INNER })              // CHECK: line=[[# @LINE]] mode=generic why=GR112:[[# @LINE]]
    TEAM(double t[2] = {takes(a)}; INNER)                       // CHECK: line=[[# @LINE]] mode=generic why=GR115:[[# @LINE]]
// CHECK: line=[[# @LINE + 1]] mode=generic why=GR109:[[# @LINE + 4]]
#pragma omp target teams distribute map(a[0:n])
    for (int i = 0; i < n; i++) {
        a[i] = 1;
#pragma omp parallel for if(n > 100)
        for (int j = 0; j < n; j++)
            a[j] += i;
    }
// CHECK: line=[[# @LINE + 1]] mode=generic why=GR113:[[# @LINE + 4]]
#pragma omp target map(a[0:n])
    {
        a[0] = 1;
#pragma omp barrier
#pragma omp parallel for
        for (int j = 0; j < n; j++)
            a[j] += j;
    }
}

/* threads that the region has several of, here through the teams construct alone */
void separate(int n, double *a)
{
// CHECK: line=[[# @LINE + 1]] mode=spmd why=GR105:[[# @LINE + 1]] teams=1 parallel=1 guards=2
#pragma omp target map(a[0:n])
#pragma omp teams
    {
        a[0] = 1;
#pragma omp distribute
        for (int i = 0; i < n; i++) {
            a[i] = 2;
#pragma omp parallel for
            for (int j = 0; j < n; j++)
                a[j] += i;
        }
    }
}
