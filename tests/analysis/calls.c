// Facts about functions: what each does itself, what is done by all that it may call, and what cannot be seen.
// RUN: %gantry cc --offload-arch=emulated --dump=calls %s | %FileCheck --match-full-lines %s
#include <math.h>
#include <omp.h>
#include <stdio.h>

// CHECK: function square line [[#@LINE+1]]  own -  all -  pure
static double square(double x) { return x * x; }

// Local arrays are the function's own; a name that contains `if` is no condition.
// CHECK-NEXT: function local line [[#@LINE+1]]  own -  all -  pure
static double local(double diff)
{
    double t[2];
    t[0] = diff, t[1] = sqrt(diff);
    return square(t[0]) + t[1];
}

// CHECK-NEXT: function larger line [[#@LINE+1]]  own branches  all branches  pure
static double larger(double x, double y) { return x > y ? x : y; }

// CHECK-NEXT: function through line [[#@LINE+1]]  own effect  all effect,branches
static void through(double *p, double x) { *p = larger(x, 1); }

// CHECK-NEXT: function far line [[#@LINE+4]]  own effect  all effect
struct pointing {
    double *p;
};
static void far(struct pointing s) { *s.p = 1; }

static double global;
#pragma omp declare target to(global)
// CHECK-NEXT: function keeps line [[#@LINE+1]]  own effect  all effect
static void keeps(double x) { global = x; }

static volatile int flag;
#pragma omp declare target to(flag)
// CHECK-NEXT: function watches line [[#@LINE+1]]  own effect  all effect
static int watches(void) { return flag; }

// CHECK-NEXT: function who line [[#@LINE+1]]  own -  all query,team_num,thread_num
static int who(void) { return omp_get_team_num() * 64 + omp_get_thread_num(); }

// CHECK-NEXT: function sizes line [[#@LINE+1]]  own -  all query,num_teams,num_threads,asks_other
static int sizes(void) { return omp_get_num_teams() + omp_get_num_threads() + omp_in_parallel(); }

// sizeof calls nothing.
// CHECK-NEXT: function unevaluated line [[#@LINE+1]]  own -  all -  pure
static unsigned unevaluated(void) { return sizeof(who()); }

// CHECK-NEXT: function sets line [[#@LINE+1]]  own -  all effect,query,icvs
static void sets(void) { omp_set_num_threads(2); }

// CHECK-NEXT: function odd line [[#@LINE+4]]  own branches  all effect,query,branches,thread_num
// CHECK-NEXT: function even line [[#@LINE+4]]  own effect,branches  all effect,query,branches,thread_num
// CHECK-NEXT: function around line [[#@LINE+9]]  own -  all effect,query,branches,thread_num
static int even(int n, int *a);
static int odd(int n, int *a) { return n ? even(n - 1, a) : 0; }
static int even(int n, int *a)
{
    a[0] = omp_get_thread_num();
    return n ? odd(n - 1, a) : 1;
}
/* in a cycle all have the facts of each; its callers have them, too */
static int around(int n, int *a) { return odd(n, a); }

// CHECK-NEXT: function constructs line [[#@LINE+1]]  own effect,sync,parallel,team,tasks,simd  all effect,sync,parallel,team,tasks,simd
static void constructs(int *a)
{
#pragma omp simd
    for (int i = 0; i < 8; i++)
        a[i] = i;
#pragma omp task
    a[1] = 2;
#pragma omp barrier
#pragma omp parallel
    {
#pragma omp barrier
    }
}

// What a parallel region of its own holds is not for the team around it.
// CHECK-NEXT: function own_team line [[#@LINE+1]]  own effect,sync,parallel  all effect,sync,parallel
static void own_team(void)
{
#pragma omp parallel
    {
#pragma omp barrier
    }
}

// CHECK-NEXT: function points line [[#@LINE+2]]  own effect,query,sync,parallel,pointer  all effect,query,sync,parallel,pointer
// CHECK-NEXT:     unseen: line [[#@LINE+1]] calls through a pointer
static double points(double (*f)(double), double x) { return f(x); }

#pragma omp declare target
double elsewhere(double x);
#pragma omp end declare target
// CHECK-NEXT: function hidden line [[#@LINE+2]]  own -  all effect,query,sync,parallel,unseen
// CHECK-NEXT:     unseen: line [[#@LINE+1]] names 'elsewhere', which this file does not define
static double hidden(double x) { return elsewhere(x); }

// What is named may be called. The place is that of the function that cannot be seen through.
// CHECK-NEXT: function hands_on line [[#@LINE+2]]  own -  all effect,query,sync,parallel,pointer
// CHECK-NEXT:     unseen: line [[#@LINE-11]] of 'points' calls through a pointer
static double hands_on(double x) { return points(square, x); }

// CHECK-NEXT: function prints line [[#@LINE+1]]  own -  all effect
static void prints(void) { printf("\n"); }

// Host code calls another function here: it has a row of its own for each side.
// CHECK-NEXT: function on_host line [[#@LINE+4]]  own effect  all effect
// CHECK-NEXT: function pick line [[#@LINE+8]]  own -  all -  pure
// CHECK-NEXT: function picks line [[#@LINE+8]]  own -  all -  pure
// CHECK-NEXT:   host  own -  all effect
static int on_host(int x)
{
    return global = x;
}
#pragma omp declare variant(on_host) match(device = {kind(host)})
static int pick(int x) { return x; }
static int picks(int x) { return pick(x); }

// CHECK-NEXT: function main line [[#@LINE+1]]  own {{.*}}
int main(void)
{
    int a[8] = {0};
    double x = 0;
    struct pointing s = {&x};
#pragma omp target map(tofrom: a, x)
    {
        x = local(1) + who() + sizes() + unevaluated() + around(3, a) + points(square, 2) + hidden(1) + hands_on(2) +
            picks(1) + watches();
        through(&x, 1);
        far(s);
        keeps(1);
        sets();
        constructs(a);
        own_team();
        prints();
    }
    return 0;
}
