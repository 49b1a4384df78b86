// RUN: %gantry cc --dump=device %s | %FileCheck %s
// RUN: %gantry cc --dump=host %s | %FileCheck --check-prefix=HOST %s
// RUN: %gantry cc --no-loop-order --dump=device,host %s | %FileCheck --check-prefix=OFF %s
/* The number of an iteration is taken apart beginning with the loop that varies fastest; on the host that loop is the
 * innermost one. */
void heat(long n, long m, double r, const double *restrict u, double *restrict v)
{
// CHECK: const struct __gd_divider __gd_v0 = __gd_divider(__gd_n0, __gd_n);
// CHECK-NOT: __gd_v1
// CHECK: for (unsigned long __gd_k = __gd_l.lo
// CHECK-NEXT: unsigned long __gd_r = __gd_k;
// CHECK-NEXT: long i = (long)__gd_split(&__gd_r, &__gd_v0);
// CHECK-NEXT: long j = (long)__gd_r;
// HOST: #pragma omp parallel firstprivate
// HOST: for (long j = (long)__gd_row; j < (long)__gd_rows; j++)
// HOST: #pragma omp simd
// HOST: for (long i = (long)__gd_from; i < (long)__gd_to; i++)
// HOST: v[i + j * n] = u[i + j * n] * r;
// OFF: __gd_split(&__gd_r, &__gd_v1)
// OFF: #pragma omp parallel firstprivate
// OFF: for (long i = (long)__gd_row; i < (long)__gd_rows; i++)
// OFF-NOT: #pragma omp simd
// OFF: for (long j = (long)__gd_from; j < (long)__gd_to; j++)
#pragma omp target teams loop collapse(2)
    for (long i = 0; i < n; i++) {
        for (long j = 0; j < m; j++)
            v[i + j * n] = u[i + j * n] * r;
    }
}

void three(int n, double *v)
{
// CHECK: const struct __gd_divider __gd_v1 = __gd_divider(__gd_n1, __gd_n);
// CHECK-NEXT: const struct __gd_divider __gd_v2 = __gd_divider(__gd_n2, __gd_n);
// CHECK: unsigned long __gd_r = __gd_k;
// CHECK-NEXT: int j = {{.*}}__gd_split(&__gd_r, &__gd_v1)
// CHECK-NEXT: int k = {{.*}}__gd_split(&__gd_r, &__gd_v2)
// CHECK-NEXT: int i = (int)__gd_r;
#pragma omp target teams distribute parallel for collapse(3)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                v[(k * n + i) * n + j] = i;
}

/* two loops change places, with all that is known of them */
void pair(int n, int m, double *v)
{
// CHECK: kernel of {{.*}}order.c:[[# @LINE + 10]]
// CHECK: const long __gd_ub0 = m;
// CHECK-NEXT: const unsigned long __gd_n = __gd_ub0 > 1 ? (unsigned long)__gd_ub0 - 1 : 0;
// CHECK: /* j: the teams */
// CHECK-NEXT: __gd_loop_begin(&__gd_l, __GD_TEAMS,
// CHECK: int j = 1 + (int)__gd_k;
// CHECK: const long __gd_ub0 = n;
// CHECK: /* i: the threads of the team */
// CHECK-NEXT: __gd_loop_begin(&__gd_l, __GD_SPMD_THREADS,
// CHECK: int i = (int)__gd_k;
#pragma omp target teams loop
    for (int i = 0; i < n; i++) {
#pragma omp loop
        for (int j = 1; j < m; j++)
            v[i + j * n] = i;
    }
}
// The teams are counted by the loop that they have.
// HOST: pair
// HOST: const long __gd_ub0 = m;
// HOST: __gd_l.trip = (long)__gd_n;
