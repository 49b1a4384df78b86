// RUN: %gantry cc --no-rounds --dump=device %s | %FileCheck %s
/* an SPMD kernel: no state machine, no outlined function, the body verbatim under the user's line numbers */
void axpy(int n, float a, const float *x, float *y)
{
// CHECK: /* gantry: kernel of {{.*}}spmd.c:[[# @LINE + 20]] */
// CHECK-NOT: dispatch
// CHECK: # [[# @LINE + 18]] "{{.*}}spmd.c"
// CHECK-NEXT: __GD_KERNEL gantry_k_spmd_axpy_25_[[H:[0-9a-f]*]](struct __gd_env __gd_env, const float *x, float *y, int n, float a)
// CHECK: if (!__gd_spmd_begin(&__gd_env, gantry_k_spmd_axpy_25_[[H]]__mode, 1)) return;
// CHECK-NEXT: #
// CHECK-NEXT: const long __gd_ub0 = n;
// CHECK-NEXT: const unsigned long __gd_n = __gd_ub0 > 0 ? (unsigned long)__gd_ub0 : 0;
// CHECK-NEXT: __GD_FEW(__gd_n);
// CHECK-NEXT: struct __gd_loop __gd_l;
// CHECK-NEXT: /* i: all threads of all teams */
// CHECK-NEXT: for (__gd_loop_begin(&__gd_l, __GD_SPMD_ALL, __GD_CYCLIC, __gd_n, 0, 1)
// CHECK-NEXT: for (unsigned __gd_j = (unsigned)__gd_l.lo; __gd_j < (unsigned)__gd_l.hi; __gd_j += __GD_NARROW(__gd_l.stride)) {
// CHECK-NEXT: const unsigned long __gd_k = __gd_j;
// CHECK-NEXT: int i = (int)__gd_k;
// CHECK-NEXT: # [[# @LINE + 7]] "{{.*}}spmd.c"
// CHECK-NEXT: y[i] += a * x[i];
// CHECK-NEXT: }
// CHECK-NEXT: #
// CHECK-NEXT: __gd_spmd_end();
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}
