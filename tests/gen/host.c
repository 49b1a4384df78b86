// RUN: %gantry cc --dump=host %s | %FileCheck %s
// RUN: %gantry cc --no-host-simd --dump=host %s | %FileCheck --check-prefix=OFF %s
// OFF-NOT: simd
/* the same regions in place: team loops become parallel for, the innermost collapsed loop simd; regions that ask who
 * they are keep their own directive */
#include <omp.h>
void host(int n, double *a, double *b)
{
    double s = 0;
// CHECK: const int __gd_dev = __gantry_device(gantry_region_0(),
// CHECK: __gantry_target(gantry_region_0(), __gd_dev
// CHECK: } else {
// CHECK: #pragma omp parallel reduction(+: s) firstprivate({{(n, a|a, n)}}) firstprivate(__gd_n) if(__gd_n > {{[0-9]+}}){{$}}
// CHECK: __gd_host_share(__gd_n, &__gd_from, &__gd_to);
// CHECK: #pragma omp simd reduction(+: s){{$}}
// CHECK: for (int i = (int)__gd_from; i < (int)__gd_to; i++)
#pragma omp target teams distribute parallel for map(a[0:n]) reduction(+: s)
    for (int i = 0; i < n; i++)
        s += a[i];
// CHECK: __gantry_target(gantry_region_1()
// CHECK: #pragma omp parallel firstprivate({{[nab, ]*}}) firstprivate(__gd_n, __gd_n0, __gd_n1) if(__gd_n > {{[0-9]+}}){{$}}
// CHECK: for (int j = (int)__gd_row; j < (int)__gd_rows; j++)
// CHECK: #pragma omp simd{{$}}
// CHECK-NEXT: for (int i = (int)__gd_from; i < (int)__gd_to; i++)
// CHECK-NEXT: # [[# @LINE + 4]]
#pragma omp target teams loop collapse(2) map(a[0:n * n], b[0:n * n])
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            b[i + j * n] = a[i + j * n];
// CHECK: __gantry_target(gantry_region_2()
// CHECK: const int __gd_teams = 4;
// CHECK: #pragma omp target{{$}}
// CHECK: #pragma omp teams num_teams(__gantry_host_num_teams(__gd_teams))
// CHECK: while (__gantry_host_next_team(&__gd_team, __gd_teams)) {
#pragma omp target teams num_teams(4) map(a[0:n])
    a[omp_get_team_num()] = 1;
/* loads that lanes would have to skip are left to the host compiler's judgement */
// CHECK: __gantry_target(gantry_region_3()
// CHECK: #pragma omp parallel firstprivate({{[nab, ]*}}) firstprivate(__gd_n) if(__gd_n > {{[0-9]+}}){{$}}
#pragma omp target teams loop map(a[0:n], b[0:n])
    for (int i = 0; i < n; i++)
        b[i] = i > 0 ? a[i - 1] : 0;
/* an order that the user fixed is not given up for lanes */
// CHECK: __gantry_target(gantry_region_4()
// CHECK: #pragma omp parallel firstprivate({{[nab, ]*}}) firstprivate(__gd_n, __gd_c) if(__gd_n > {{[0-9]+}}){{$}}
#pragma omp target parallel for schedule(static, 4) map(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
// CHECK: __gantry_target(gantry_region_5()
// CHECK: #pragma omp parallel firstprivate({{[nab, ]*}}) firstprivate(__gd_n
// CHECK: __gd_host_share(__gd_n, &__gd_from, &__gd_to);
// CHECK: for (int j = 0; j < n; j++)
// CHECK: for (unsigned long __gd_k = __gd_from; __gd_k < __gd_to; __gd_k++)
// CHECK: int i =
#pragma omp target
#pragma omp loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i] += b[i + j * n];
}
