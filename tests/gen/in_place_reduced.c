// RUN: %gantry cc --no-variants --dump=host %s | %FileCheck %s
// RUN: %gantry cc --no-variants --dump=decisions %s | %FileCheck --check-prefix=WHY %s
// RUN: %gantry cc --no-host-simd --dump=decisions %s | %FileCheck --check-prefix=OFF %s
/* what reductions have on the initial device: several copies for floating-point numbers that would be waited for (GR617),
 * and vectors as costs say where integers are reduced under a condition */
// OFF-NOT: GR617
#include <math.h>

double copies(long n, const double *a, float *b)
{
    double most = 0, sum = 0;
    float least = 0;
    int count = 0;
// CHECK: __gantry_target(gantry_region_0()
// CHECK: __gd_host_share(__gd_n, &__gd_from, &__gd_to);
// CHECK-NEXT: double __gd_c_most[4] = {most, most, most, most};
// CHECK: unsigned long __gd_at = __gd_from;
// CHECK-NEXT: for (; __gd_to - __gd_at >= 4; __gd_at += 4) {
// CHECK-NEXT: _Pragma("clang loop unroll(full)")
// CHECK-NEXT: for (unsigned long __gd_u = 0; __gd_u < 4; __gd_u++) {
// CHECK: double most = __gd_c_most[__gd_u];
// CHECK: most = fmax(most, a[i]);
// CHECK: __gd_c_most[__gd_u] = most;
// CHECK: for (; __gd_at < __gd_to; __gd_at++) {
// CHECK: most = fmax(most, a[i]);
// CHECK: most = __gd_c_most[__gd_u] > most ? __gd_c_most[__gd_u] : most;
// WHY: place region=0 form=whole why=GR601 lanes=unknown why=GR617 few={{[0-9]+}} share=GR607
#pragma omp target teams distribute parallel for reduction(max: most) map(a[0:n])
    for (long i = 0; i < n; i++)
        most = fmax(most, a[i]);
/* a sum under a condition, and an integer beside it; rows of a nest, and of chunks */
// CHECK: __gantry_target(gantry_region_1()
// CHECK: double __gd_c_sum[4] =
// CHECK-NEXT: int __gd_c_count[4] =
// CHECK: for (; __gd_to - __gd_at >= 4; __gd_at += 4) {
// WHY: place region=1 form=split why=GR602 lanes=unknown why=GR617
#pragma omp target teams distribute parallel for collapse(2) reduction(+: sum, count) map(a[0:n * n])
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            if (a[i * n + j] > 0.5) {
                sum += a[i * n + j];
                count++;
            }
// WHY: place region=2 form=chunks why=GR605 lanes=unknown why=GR617
#pragma omp target teams distribute parallel for collapse(2) schedule(dynamic, 64) reduction(min: least) map(b[0:n * n])
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            least = b[i * n + j] < least ? b[i * n + j] : least;
    return most + sum + least + count;
}

double others(long n, const double *a, const int *b, int *c)
{
    double sum = 0, most = 0;
    int count = 0, least = 0;
/* vectors take this one, */
// WHY: place region=3 {{.*}}lanes=vectorised why=GR615
#pragma omp target teams distribute parallel for reduction(+: sum) map(a[0:n])
    for (long i = 0; i < n; i++)
        sum += a[i];
/* … one thread takes sums in order, */
// WHY: place region=4 {{.*}}why=GR611
#pragma omp target parallel for num_threads(1) reduction(+: sum) map(a[0:n])
    for (long i = 0; i < n; i++)
        sum += a[i];
/* … a loop in the body */
// WHY: place region=5 {{.*}}why=GR612
#pragma omp target teams distribute parallel for reduction(max: most) map(a[0:n * n])
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            most = fmax(most, a[i * n + j]);
/* … or something of which there can be but one keeps the rest as it is */
// WHY: place region=6 {{.*}}why=GR613
#pragma omp target teams distribute parallel for reduction(max: most) map(a[0:n])
    for (long i = 0; i < n; i++) {
        static int calls;
        calls = 1;
        most = fmax(most, a[i] + calls);
    }
// WHY: place region=7 {{.*}}why=GR616
#pragma omp target teams distribute parallel for reduction(max: most) map(a[0:n])
    for (long i = 0; i < n; i++) {
        double *p = &most;
        *p = a[i] > *p ? a[i] : *p;
    }
/* a long body has enough to do meanwhile */
#define LONG(x) ((x) * (x) + 2 * (x) - 3 * (x) * (x) * (x) + 4 / ((x) + 5))
// WHY: place region=8 {{.*}}why=GR613
#pragma omp target teams distribute parallel for reduction(max: most) map(a[0:n])
    for (long i = 0; i < n; i++)
        most = fmax(most, LONG(LONG(a[i])));
/* integers under a condition: costs decide, also where simd is asked for; stores are vectors as the user says */
// WHY: place region=9 form=whole why=GR601 lanes=free why=GR613 few
#pragma omp target teams distribute parallel for simd reduction(min: least) map(b[0:n])
    for (long i = 0; i < n; i++)
        if (b[i] > 5)
            least = b[i] < least ? b[i] : least;
// WHY: place region=10 form=whole why=GR601 lanes=vectorised why=GR614 simd few
#pragma omp target teams distribute parallel for simd reduction(+: count) map(b[0:n], c[0:n])
    for (long i = 0; i < n; i++)
        if (b[i] > 5) {
            c[i] = b[i];
            count++;
        }
    return sum + most + count + least;
}
