// RUN: %gantry cc --no-narrow --dump=device %s | %FileCheck %s
// RUN: %gantry cc --no-narrow -c --offload-arch=emulated %s -o %t.o
/* Sequential code of a thread that all its lanes run: guards, and what they broadcast by shuffles. */
#include <omp.h>
static double takes(double *p) { return (*p)++; }
void thread(int n, double *a)
{
// CHECK: const __gd_u32 __gd_crew = {{.*}}__par1__crew;
#pragma omp target teams distribute parallel for map(a[0:n])
    for (int i = 0; i < n; i++) {
/* read by all */
// CHECK: int me = omp_get_thread_num();
// CHECK-NOT: __gd_lane
        int me = omp_get_thread_num();
        double k = a[i];
/* neighbours have one guard; what they set is broadcast, after a synchronisation */
// CHECK: __gd_group_sync(__gd_crew);
// CHECK-NEXT: if (__gd_lane(__gd_crew) == 0) {
// CHECK-NEXT: #
// CHECK-NEXT: a[i] = k;
// CHECK-NEXT: k = takes(a);
// CHECK-NEXT: }
// CHECK-NEXT: #
// CHECK-NEXT: __gd_group_sync(__gd_crew);
// CHECK-NEXT: __gd_group_fetch((void *)&k, sizeof k, __gd_crew);
        a[i] = k;
        k = takes(a);
/* a declaration: the variables for all, the initialisers guarded; nobody has read anything since */
// CHECK: double x;
// CHECK-NEXT: if (__gd_lane(__gd_crew) == 0) {
// CHECK-NEXT: { double __gd_init = takes(a); __builtin_memcpy((void *)&x, (const void *)&__gd_init, sizeof __gd_init); }
// CHECK-NEXT: }
// CHECK-NEXT: __gd_group_sync(__gd_crew);
// CHECK-NEXT: __gd_group_fetch((void *)&x, sizeof x, __gd_crew);
        double x = takes(a);
/* a branch with lanes inside is entered by all, with one value */
// CHECK-NOT: __gd_lane
// CHECK: if (x > 3 && k < me) {
// CHECK-NOT: if (__gd_lane
// CHECK: for (unsigned long __gd_k = {{.*}}__gd_lane(__gd_crew);
        if (x > 3 && k < me) {
#pragma omp simd
            for (int j = 0; j < n; j++)
                a[j] += x;
        }
/* one without is guarded whole; atomics and other constructs too */
// CHECK: if (__gd_lane(__gd_crew) == 0) {
// CHECK-NEXT: #
// CHECK-NEXT: if (x > 4)
// CHECK: a[0] = x;
// CHECK: else
// CHECK: __GD_ATOMIC_ADD(a[1],
// CHECK: while (takes(a) < 0)
// CHECK-NEXT: x++;
// CHECK-NEXT: }
// CHECK-NEXT: #
// CHECK-NEXT: __gd_group_sync(__gd_crew);
// CHECK-NEXT: __gd_group_fetch((void *)&x, sizeof x, __gd_crew);
        if (x > 4)
            a[0] = x;
        else {
#pragma omp atomic
            a[1] += 1;
        }
        while (takes(a) < 0)
            x++;
/* an element of a lane's own array: the array is broadcast */
// CHECK: __gd_group_fetch((void *)&own, sizeof own, __gd_crew);
        double own[3] = {0};
        own[i % 3] = takes(a);
/* the next sequential code of a lane is a pure one, and the last a store */
// CHECK: if (__gd_lane(__gd_crew) == 0) {
// CHECK-NEXT: #
// CHECK-NEXT: a[2] = own[0] + x;
        double sum = own[0];
        a[2] = own[0] + x;
    }
}
