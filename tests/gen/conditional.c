// RUN: %gantry cc --dump=device %s | %FileCheck %s
// RUN: %gantry cc --dump=host %s | %FileCheck %s --check-prefix=HOST
/* Every store notes the number of its iteration; the copies are reduced to the one of the greatest. */
int find(int n, const int *a)
{
    int x = -1;
#pragma omp target parallel for lastprivate(conditional: x) map(to: a[:n])
    for (int i = 0; i < n; i++)
        if (a[i] > x)
            x = i;
// CHECK: if (__gd_b->__gd_at_x > __gd_a->__gd_at_x)
// CHECK: unsigned long __gd_at_x = 0;
// CHECK: if (a[i] > x)
// CHECK-NEXT: (*(__gd_at_x = __gd_k + 1, &x)) = i;
// CHECK: if (__gd_spmd_reduce_team(&__gd_c, sizeof __gd_c, {{.*}}__combine, 1)) {
// CHECK-NEXT: if (__gd_c.__gd_at_x) __builtin_memcpy((void *)__gd_o_x,
// HOST: #pragma omp single copyprivate(__gd_result)
// HOST: #pragma omp for nowait
// HOST: (*(__gd_at_x = __gd_k + 1, &x)) = i;
// HOST: #pragma omp critical(gantry_conditional)
    return x;
}
