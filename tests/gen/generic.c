// RUN: %gantry cc --dump=device --teams-mode=generic %s | %FileCheck %s
/* a generic kernel: outlined parallel region, payload, dispatch by number, shared variable by a pointer */
void rows(int n, double *a)
{
// CHECK: __shared$sum { double sum; };
// CHECK: static __GD_SHARED struct {{.*}}__sh$sum;
// CHECK: __par1__args {{{.*}} double *sum;{{.*}} };
// CHECK: static void gantry_k_generic_rows_{{.*}}__par1(void *__gd_payload, __gd_u32 __gd_crew)
// CHECK: double sum = 0;
// CHECK: __GD_THREADS, __GD_CYCLIC, __gd_n, 0, __gd_crew)
// CHECK: if (__gd_reduce_team(&__gd_red, sizeof __gd_red, {{.*}}__combine, __gd_crew))
// CHECK: case 1: gantry_k_generic_rows_{{.*}}__par1(__gd_p, 1); return;
// CHECK: default: __builtin_unreachable();
// CHECK: if (!__gd_generic_begin(&__gd_env
// CHECK: double *sum = (void *)&__gd_sh$sum->sum;
// CHECK: __gd_main_parallel(1, {{.*}}__par1, __gd_pp, (0), (1) != 0, 1);
// CHECK: a[i * n] = (*sum);
// CHECK: __gd_generic_end();
#pragma omp target teams distribute map(a[0:n * n])
    for (int i = 0; i < n; i++) {
        double sum = 0;
#pragma omp parallel for reduction(+: sum)
        for (int j = 0; j < n; j++)
            sum += a[i * n + j];
        a[i * n] = sum;
    }
}
