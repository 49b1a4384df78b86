// RUN: %gantry explain %s | %FileCheck %s
// RUN: %gantry cc --no-loop-order --dump=decisions %s | %FileCheck --check-prefix=OFF %s
// OFF: plan {{.*}}line=24 {{.*}} order=GR409 fastest=1 better=0
// OFF-NOT: order=GR401
// OFF-NOT: order=GR402
/* Which loop of a nest varies fastest over neighbouring lanes, and what keeps the order of the source. */
#include <omp.h>
#define IJ for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)
#define JI for (int j = 0; j < n; j++) for (int i = 0; i < n; i++)
#define HEAT u[i + j * n] = v[i + j * n]
static int who(void) { return omp_get_team_num(); }
int unseen(int);
struct cell {
    float x, y, z;
};
#pragma omp declare target to(unseen)
double twice(double x);
#pragma omp declare target to(twice)

void fires(int n, double *u, const double *v, struct cell *c)
{
    double sum = 0;
// CHECK: order     line [[# @LINE + 2]]: changed: i varies fastest over neighbouring lanes (unit stride of 'u', 'v'): {{.*}} [GR401]
#pragma omp target teams loop collapse(2)
    IJ HEAT;
// CHECK: order     line [[# @LINE + 2]]: changed: i varies fastest {{.*}} [GR401]
#pragma omp target teams distribute parallel for collapse(2) reduction(+: sum)
    IJ sum += v[i + j * n];
// CHECK: order     line [[# @LINE + 2]]: changed: i varies fastest {{.*}} [GR401]
#pragma omp target teams distribute parallel for collapse(2) order(concurrent) schedule(dynamic)
    IJ HEAT;
// CHECK: order     line [[# @LINE + 2]]: changed: j varies fastest {{.*}} [GR401]
#pragma omp target parallel for collapse(3)
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n; k++) u[(k * n + i) * n + j] = k;
// CHECK: order     line [[# @LINE + 2]]: changed: i varies fastest {{.*}} [GR401]
#pragma omp target teams loop collapse(2)
    IJ u[i + j * n] = unseen(i);
// CHECK: order     line [[# @LINE + 2]]: changed: i varies fastest {{.*}} (short strides in 'c'): {{.*}} [GR401]
#pragma omp target teams loop collapse(2)
    IJ c[i + j * n].y = 1;
// CHECK: order     line [[# @LINE + 4]]: changed: i varies fastest {{.*}} [GR401]
#pragma omp target teams distribute parallel for
    for (int k = 0; k < n; k++) {
#pragma omp simd collapse(2)
        IJ u[i + j * n] = k;
    }
}

void needs_nothing(int n, double *u, const double *v)
{
// CHECK: gantry_k_order_needs_nothing
// CHECK-NOT: order {{.*}}GR4
#pragma omp target teams loop collapse(2)
    JI HEAT;
/* the same for both orders; unknown; two against two */
#pragma omp target teams loop collapse(2)
    IJ u[i + j] = 1;
#pragma omp target teams loop collapse(2)
    IJ u[i * j] = v[i % 7 + (int)u[j]];
#pragma omp target teams loop collapse(2)
    IJ u[i * n + j] = v[j * n + i];
/* over teams there are no lanes */
#pragma omp target teams distribute collapse(2)
    IJ HEAT;
/* a sum: the inner loop is no part of the nest */
#pragma omp target teams distribute parallel for
    for (int j = 0; j < n; j++) {
        double s = 0;
        for (int i = 0; i < n; i++)
            s += v[i + j * n];
        u[j] = s;
    }
}

void kept(int n, double *u, const double *v, int few)
{
    int last = 0;
// CHECK: gantry_k_order_kept
// CHECK: order     line [[# @LINE + 2]]: kept, though i has unit stride in 'u', 'v': a schedule clause says {{.*}} [GR403]
#pragma omp target teams distribute parallel for collapse(2) schedule(static)
    IJ HEAT;
// CHECK: order     line [[# @LINE + 2]]: kept, {{.*}} [GR403]
#pragma omp target teams distribute parallel for collapse(2) dist_schedule(static, 8)
    IJ HEAT;
// CHECK: order     line [[# @LINE + 2]]: kept, {{.*}} [GR403]
#pragma omp target teams distribute parallel for collapse(2) schedule(dynamic)
    IJ HEAT;
// CHECK: order     line [[# @LINE + 2]]: kept, {{.*}} [GR403]
#pragma omp target teams distribute parallel for collapse(2) order(concurrent) schedule(static, 4)
    IJ HEAT;
// CHECK: order     line [[# @LINE + 2]]: kept, {{.*}} [GR404]
#pragma omp target teams distribute parallel for collapse(2)
    IJ u[i + j * n] = omp_get_thread_num();
// CHECK: order     line [[# @LINE + 2]]: kept, {{.*}} [GR404]
#pragma omp target teams distribute parallel for collapse(2)
    IJ u[i + j * n] = who();
// CHECK: order     line [[# @LINE + 2]]: kept, {{.*}} [GR404]
#pragma omp target teams distribute parallel for collapse(2)
    IJ u[i + j * n] = unseen(j);
// CHECK: order     line [[# @LINE + 2]]: kept, {{.*}} [GR405]
#pragma omp target teams distribute parallel for collapse(2) lastprivate(last) map(tofrom: last)
    IJ u[i + j * n] = last = i;
// CHECK: order     line [[# @LINE + 2]]: kept, {{.*}} [GR406]
#pragma omp target teams distribute parallel for simd collapse(2) safelen(4)
    IJ HEAT;
// CHECK: order     line [[# @LINE + 2]]: kept, {{.*}} [GR407]
#pragma omp target parallel for collapse(2) num_threads(1)
    IJ HEAT;
#pragma omp target
    {
// CHECK: order     line [[# @LINE + 2]]: kept, {{.*}} [GR407]
#pragma omp parallel for collapse(2) if(few)
        IJ HEAT;
    }
}

void pairs(int n, double *u, const double *v)
{
// CHECK: gantry_k_order_pairs
// CHECK: order     line [[# @LINE + 3]]: changed: i varies fastest {{.*}} (unit stride of 'u', 'v'): the two loops change places [GR402]
// CHECK: launch    teams from the trip count of line [[# @LINE + 4]]
#pragma omp target teams loop
    for (int i = 0; i < n; i++) {
#pragma omp loop
        for (int j = 0; j < n + 1; j++)
            HEAT;
    }
// CHECK: order     line [[# @LINE + 3]]: changed: i varies fastest {{.*}} [GR402]
#pragma omp target
#pragma omp loop
    for (int i = 0; i < n; i++)
#pragma omp loop
        for (int j = 0; j < n; j++)
            HEAT;
// a bound that depends on the outer loop
// CHECK: order     line [[# @LINE + 2]]: kept, {{.*}} [GR408]
#pragma omp target teams loop
    for (int i = 0; i < n; i++)
#pragma omp loop
        for (int j = 0; j < i; j++)
            HEAT;
// sums
// CHECK: order     line [[# @LINE + 3]]: changed: i varies fastest {{.*}} [GR402]
    double sum = 0;
#pragma omp target teams loop reduction(+: sum)
    for (int i = 0; i < n; i++)
#pragma omp loop reduction(+: sum)
        for (int j = 0; j < n; j++)
            sum += v[i + j * n];
// too few for the lanes of a warp, or not said to be free of order
// CHECK: gantry_k_order_pairs
// CHECK-NOT: order {{.*}}GR4
#pragma omp target teams loop
    for (int i = 0; i < 4; i++)
#pragma omp loop
        for (int j = 0; j < n; j++)
            HEAT;
#pragma omp target teams distribute
    for (int i = 0; i < n; i++)
#pragma omp parallel for
        for (int j = 0; j < n; j++)
            HEAT;
}

void hints(int n, double *u, const double *v)
{
// CHECK: gantry_k_order_hints
// CHECK: order     line [[# @LINE + 2]]: collapse(2) would let neighbouring lanes take neighbouring elements of 'u', 'v': {{.*}} [GR410]
#pragma omp target teams distribute parallel for
    JI HEAT;
// CHECK: order     line [[# @LINE + 2]]: collapse(2) {{.*}} [GR410]
#pragma omp target teams loop
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            HEAT;
        }
    }
// the lanes take neighbouring elements as it is; the inner loop depends on the outer one
// CHECK: gantry_k_order_hints
// CHECK-NOT: order {{.*}}GR4
#pragma omp target teams loop
    IJ HEAT;
#pragma omp target teams loop
    for (int j = 0; j < n; j++)
        for (int i = 0; i < j; i++)
            HEAT;
}
