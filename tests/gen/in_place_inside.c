// RUN: %gantry cc --dump=host %s | %FileCheck %s
// RUN: %gantry cc --no-host-simd --dump=host %s | %FileCheck --check-prefix=OFF %s
// RUN: %gantry explain %s | %FileCheck --check-prefix=WHY %s
/* in place, where the loop of the teams has few iterations, threads share the loops inside, by the user's directives
 * (GR610) */
// OFF-NOT: __gd_inside
void taken(int bands, long n, double *a)
{
// CHECK: __gantry_target(gantry_region_0()
// CHECK: const long __gd_ub0 = bands;
// CHECK: __gd_inside = __gd_host_few(__gd_n);
// CHECK: if (__gd_inside) {
// CHECK-NEXT: const long __gd_ub0 = n;
// CHECK: __gd_inside = __gd_n > {{[0-9]+}};
// CHECK: if (__gd_inside) {
// CHECK: #pragma omp teams distribute num_teams(1)
// CHECK: #pragma omp parallel for
// CHECK: } else {
// CHECK: #pragma omp parallel for
// CHECK-NOT: #pragma omp parallel
// CHECK: __gd_host_ends(
// WHY-LABEL: (function taken)
// WHY: in place line [[# @LINE + 4]]: where the teams' loop has few iterations, threads share the loops inside [GR610]
#pragma omp target teams distribute map(a[0:bands * n])
    for (int r = 0; r < bands; r++) {
#pragma omp parallel for
        for (long i = 0; i < n; i++)
            a[r * n + i] *= 2;
    }
}

/* iterations that the region itself computes, many rows, threads that a clause counts, what cannot stand twice */
// WHY-LABEL: (function own)
// WHY-NOT: GR610
// CHECK-NOT: __gd_inside
void own(int rows, const long *begin, double *a)
{
#pragma omp target teams distribute map(begin[0:rows + 1], a[0:begin[rows]])
    for (int r = 0; r < rows; r++) {
#pragma omp parallel for
        for (long i = begin[r]; i < begin[r + 1]; i++)
            a[i] *= 2;
    }
#pragma omp target teams distribute map(a[0:1000 * rows])
    for (int r = 0; r < 1000; r++) {
#pragma omp parallel for
        for (long i = 0; i < rows; i++)
            a[i + r * rows] *= 2;
    }
#pragma omp target teams distribute map(a[0:rows])
    for (int r = 0; r < rows; r++) {
#pragma omp parallel for num_threads(4)
        for (long i = 0; i < rows; i++)
            a[i * rows + r] *= 2;
    }
#pragma omp target teams distribute map(a[0:rows])
    for (int r = 0; r < rows; r++) {
        if (a[r] > 0)
            goto next;
#pragma omp parallel for
        for (long i = 0; i < rows; i++)
            a[i * rows + r] *= 2;
    next:;
    }
}
