// A cancel is a jump to the end of its construct. In a parallel region that threads may leave, all agree at barriers and before
// work-sharing constructs whether they go on, and wait at its end for each other; in place too. What nobody cancels has none of
// this.
// RUN: %gantry cc --offload-arch=sm_70 --dump=device -c %s | %FileCheck %s
// RUN: %gantry cc --offload-arch=sm_70 --dump=host -c %s | %FileCheck --check-prefix=HOST %s
void f(int n, int *a)
{
#pragma omp target parallel map(tofrom: a[0:n])
    {
// CHECK: __gd_loop_begin(
// CHECK: if (__gd_cancel(__GD_CANCEL_WORK, (a[i] < 0) != 0)) goto __gd_end_[[LOOP:[0-9]+]];
// CHECK: __gd_end_[[LOOP]]:;
// CHECK-NEXT: __gd_cancel_work_end(0);
// CHECK: __gd_spmd_barrier(0);
// HOST: #pragma omp for schedule(static, 1)
// HOST: #pragma omp cancel for
#pragma omp for schedule(dynamic)
        for (int i = 0; i < n; i++) {
#pragma omp cancel for if(a[i] < 0)
            a[i]++;
        }
    }
// HOST: struct gantry_host_cancel __gd_cancel_[[R:[0-9]+]] = {0, 0};
// HOST: #pragma omp parallel shared(__gd_cancel_[[R]])
#pragma omp target parallel map(tofrom: a[0:n])
    {
// CHECK: if (__gd_cancel(__GD_CANCEL_PARALLEL, 1)) goto __gd_end_[[R:[0-9]+]];
// HOST: if (__gd_host_cancel(&__gd_cancel_[[R]], 1)) goto __gd_end_[[R]];
        if (a[0]) {
#pragma omp cancel parallel
        }
// CHECK: if (__gd_cancel_barrier(0)) goto __gd_end_[[R]];
// HOST: #pragma omp barrier
// HOST-NEXT: const int __gd_leave = __gd_host_cancel(&__gd_cancel_[[R]], 0);
// HOST-NEXT: #pragma omp barrier
// HOST-NEXT: if (__gd_leave) goto __gd_end_[[R]];
#pragma omp barrier
// CHECK: if (__gd_cancel_agree(0)) goto __gd_end_[[R]];
// CHECK: __gd_spmd_thread(1) == 0
#pragma omp single
        a[1]++;
// CHECK: if (__gd_cancel(__GD_CANCEL_PARALLEL, 0)) goto __gd_end_[[R]];
#pragma omp cancellation point parallel
        a[2]++;
// CHECK: __gd_end_[[R]]:;
// CHECK-NEXT: __gd_cancel_join(0);
// HOST: __gd_end_[[R]]:;
// HOST: for (int __gd_all = !__gd_host_join(&__gd_cancel_[[R]], 1); !__gd_all;)
    }
// CHECK-NOT: __gd_cancel
#pragma omp target parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) {
#pragma omp cancellation point for
        a[i]--;
    }
}
