// RUN: %gantry cc --no-narrow --dump=device %s | %FileCheck %s
// RUN: %gantry cc --no-narrow -c --offload-arch=emulated %s -o %t.o
/* Barriers left out directly after another: guards beside simd loops and parallel regions (docs/broadcast.md). */
void thread(int n, double *a)
{
// CHECK: __GD_KERNEL gantry_k_guards_meet_thread
#pragma omp target teams distribute parallel for map(a[0:n])
    for (int i = 0; i < n; i++) {
/* from the guard into the loop, and from the loop into the next guard */
// CHECK: __gd_group_sync(__gd_crew);
// CHECK: if (__gd_lane(__gd_crew) == 0)
// CHECK: __gd_group_sync(__gd_crew);
// CHECK-NEXT: __gd_group_fetch((void *)&x,
// CHECK-NOT: __gd_group_sync
// CHECK: for (unsigned long __gd_k = __gd_lane(
// CHECK: __gd_group_sync(__gd_crew);
// CHECK-NOT: __gd_group_sync
// CHECK: if (__gd_lane(__gd_crew) == 0)
// CHECK: a[1] = i;
// CHECK: __gd_group_sync(__gd_crew);
        double x = a[0]++;
#pragma omp simd
        for (int j = 0; j < n; j++)
            a[j] += x;
        a[1] = i;
/* a value that all read: the next guard has to wait until it is read */
// CHECK: double y =
// CHECK: __gd_group_sync(__gd_crew);
// CHECK: if (__gd_lane(__gd_crew) == 0)
// CHECK: a[2] = y;
// CHECK: __gd_group_sync(__gd_crew);
        double y = a[3];
        a[2] = y;
/* a loop that is not run in every case */
// CHECK: if (y > 3)
// CHECK: for (unsigned long __gd_k = __gd_lane(
// CHECK: __gd_group_sync(__gd_crew);
// CHECK: __gd_group_sync(__gd_crew);
// CHECK: if (__gd_lane(__gd_crew) == 0)
// CHECK: a[4] = y;
        if (y > 3)
#pragma omp simd
            for (int j = 0; j < n; j++)
                a[j] += x;
        a[4] = y;
    }
}

void team(int n, double *a)
{
// CHECK: __GD_KERNEL gantry_k_guards_meet_team
#pragma omp target teams distribute map(a[0:n])
    for (int i = 0; i < n; i++) {
/* what the guard broadcast lies where the region stores nothing; the region's end frees it */
// CHECK: __gd_spmd_barrier(0);
// CHECK: if (__gd_spmd_thread(1) == 0)
// CHECK: __gd_spmd_barrier(0);
// CHECK-NEXT: __builtin_memcpy((void *)&x,
// CHECK-NOT: __gd_spmd_barrier
// CHECK: __gd_spmd_region(
// CHECK: __gd_spmd_barrier(0);
// CHECK-NOT: __gd_spmd_barrier
// CHECK: if (__gd_spmd_thread(1) == 0)
// CHECK: __gd_spmd_barrier(0);
// CHECK-NEXT: __builtin_memcpy((void *)&y,
        double x = a[0]++;
#pragma omp parallel for
        for (int j = 0; j < n; j++)
            a[j] += x;
        double y = a[1]++;
/* no region between: the next guard waits for readers of the value */
// CHECK: __gd_spmd_barrier(0);
// CHECK-NEXT: if (__gd_spmd_thread(1) == 0)
        double z = a[2]++;
// CHECK: if (y > z)
// CHECK: __gd_spmd_region(
// CHECK: __gd_spmd_barrier(0);
// CHECK: __gd_spmd_barrier(0);
// CHECK: if (__gd_spmd_thread(1) == 0)
// CHECK: a[3] = x;
        if (y > z)
#pragma omp parallel for
            for (int j = 0; j < n; j++)
                a[j] += z;
        a[3] = x;
    }
}
