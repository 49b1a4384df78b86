// RUN: %gantry cc --dump=host,decisions %s | %FileCheck %s
// RUN: %gantry cc --no-host-simd --dump=host,decisions %s | %FileCheck --check-prefix=OFF %s
// RUN: %gantry cc -g --dump=host,decisions %s | %FileCheck --check-prefix=OFF %s
// RUN: %gantry cc -O3 -c %s -o %t.o -Rpass=loop-vectorize 2>&1 | %FileCheck --check-prefix=VECTORS %s
/* an element that is loaded on a condition only, but stored in any case, has its address computed before the condition:
 * then the host compiler knows that vectors may load it (GR618) */
// CHECK: place region=0 {{.*}}stored=GR618
// CHECK: place region=1 {{.*}}stored=GR618
// CHECK: place region=2 {{.*}}stored=GR618
// CHECK-NOT: GR618
// VECTORS: remark: vectorized loop
// VECTORS: remark: vectorized loop
// VECTORS: remark: vectorized loop
// VECTORS: remark: vectorized loop
// OFF-NOT: __gd_element
// OFF-NOT: GR618
#include <math.h>

typedef int element __attribute__((aligned(1)));
static float fixed[10][100];

void taken(long n, double *restrict a, const double *restrict b, double q, element *c)
{
// CHECK: __gantry_target(gantry_region_0()
// CHECK: { __typeof__(&a[i]) __gd_element = &a[i]; *__gd_element = b[i] > q ? a[i] : b[i]; }
#pragma omp target teams loop map(a[0:n], b[0:n])
    for (long i = 0; i < n; i++)
        a[i] = b[i] > q ? a[i] : b[i];
/* rows of a global array, a call without effects, in a block; the typedef's alignment stays */
// CHECK: __gantry_target(gantry_region_1()
// CHECK: __gd_host_share(__gd_n0, &__gd_row, &__gd_rows);
// CHECK: { __typeof__(&fixed[i][j]) __gd_element = &fixed[i][j]; *__gd_element = q > 0 && fixed[i][j] > 0 ? 1 : sqrtf(j); }
// CHECK: { __typeof__(&(c)[j]) __gd_element = &(c)[j]; *__gd_element = (j % 2 ? c[j] * 2 : 3); }
#pragma omp target teams distribute parallel for collapse(2) map(c[0:n])
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 100; j++) {
            fixed[i][j] = q > 0 && fixed[i][j] > 0 ? 1 : sqrtf(j);
            ((c)[j]) = (j % 2 ? c[j] * 2 : 3);
        }
/* the innermost loop of the body */
// CHECK: __gantry_target(gantry_region_2()
// CHECK: { __typeof__(&a[j]) __gd_element = &a[j]; *__gd_element = b[j] > q ? a[j] : 0; }
#pragma omp target parallel for map(a[0:n], b[0:n])
    for (int i = 0; i < 10; i++)
        for (long j = i * n / 10; j < (i + 1) * n / 10; j++)
            a[j] = b[j] > q ? a[j] : 0;
}

struct pair {
    double x, y;
};
extern double asked(double);
#pragma omp declare target to(asked)

/* the places stay as they are */
// CHECK: __gantry_target(gantry_region_3()
// CHECK-NOT: __gd_element
void left(long n, double *a, const double *b, volatile double *v, _Atomic int *w, struct pair *p, double q)
{
#pragma omp target teams loop map(a[0:n], b[0:n], v[0:n], w[0:n], p[0:n])
    for (long i = 0; i < n; i++) {
        double own[4];
        long k = i;
        a[i] = a[i] > q ? a[i] : b[i];       /* loaded in any case */
        a[i] = b[i] > q ? a[i + 1] : b[i];   /* another element */
        a[i] = b[i] > q ? sizeof a[i] : 0;   /* none is loaded */
        a[i] = b[k++] > q ? a[i] : 0;        /* effects */
        v[i] = b[i] > q ? v[i] : b[i];
        w[i] = b[i] > q ? w[i] : 1;
        p[i].x = b[i] > q ? p[i].x : b[i];
        own[i % 4] = b[i] > q ? own[i % 4] : b[i];
        if (b[i] < 0)
            a[i] = b[i] > -q ? a[i] : own[0]; /* not stored in any case */
    }
#pragma omp target teams distribute parallel for map(a[0:n], b[0:n]) /* who knows what the function stores */
    for (long i = 0; i < n; i++)
        a[i] = b[i] > q ? a[i] : asked(b[i]);
}
