// RUN: %gantry cc --dump=device %s | %FileCheck %s
/* an SPMD kernel: no state machine, no outlined function, the body verbatim under the user's line numbers */
void axpy(int n, float a, const float *x, float *y)
{
// CHECK: /* gantry: kernel of {{.*}}spmd.c:[[# @LINE + 8]] */
// CHECK-NOT: dispatch
// CHECK: # [[# @LINE + 6]] "{{.*}}spmd.c"
// CHECK-NEXT: __GD_KERNEL gantry_k_spmd_axpy_13_[[H:[0-9a-f]*]](struct __gd_env __gd_env, const float *x, float *y, int n, float a)
// CHECK: if (!__gd_spmd_begin(&__gd_env, gantry_k_spmd_axpy_13_[[H]]__mode, 1)) return;
// CHECK: for (__gd_loop_begin(&__gd_l, __GD_SPMD_ALL, __GD_CYCLIC, __gd_n, 0, 1)
// CHECK: # [[# @LINE + 4]] "{{.*}}spmd.c"
// CHECK-NEXT: y[i] += a * x[i];
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
// CHECK: __gd_spmd_end();
}
