// RUN: %gantry cc --no-rounds --dump=device %s | %FileCheck --match-full-lines %s
// RUN: %gantry cc -c --offload-arch=emulated %s -o %t.o
/* Kernels read like hand-written ones: a block only where something of the user's is declared again, plain
 * declarators, a comment before each loop that says who runs it, in the words of the schedule. */
void scheduled(int n, int m, double *a)
{
#pragma omp target teams distribute parallel for collapse(2) dist_schedule(static, 64) schedule(dynamic, 4)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * m + j] = 1;
// CHECK:     struct __gd_loop __gd_d;
// CHECK-NEXT:     /* i, j: the teams, static in chunks of 64 */
// CHECK-NEXT:     for (__gd_loop_begin(&__gd_d, __GD_TEAMS, __GD_STATIC, __gd_n, 64, 1);{{.*}}
// CHECK:         /* i, j: the threads of the team, dynamic in chunks of 4 */
// CHECK-NEXT:         for (__gd_loop_begin(&__gd_l, __GD_SPMD_THREADS, __GD_DYNAMIC, {{.*}}
}

// CHECK: #endif
// CHECK-EMPTY:
/* a variable that is declared again, the parameters of the emulated device, and the line between two kernels */
double sum(int n, const double *restrict x, double (*rows)[4])
{
    double s = 0;
// CHECK: __GD_KERNEL gantry_k_readable_sum_{{[0-9a-f_]*}}(struct __gd_env __gd_env, const double *restrict x, double (*rows)[4], int n, double *s)
// CHECK:     if (!__gd_spmd_begin({{.*}})) return;
// CHECK-NEXT: # {{.*}}
// CHECK-NEXT:     {
// CHECK-NEXT:         double *__gd_o_s = s;
// CHECK-NEXT:         double s = 0;
// CHECK:         /* i: all threads of all teams */
// CHECK:                 int i = (int)__gd_k;
// CHECK:             }
// CHECK-NEXT: # {{.*}}
// CHECK-NEXT:         struct [[R:gantry_red_[0-9a-f_]*]] __gd_red = {.s = s};
// CHECK-NEXT:         if (__gd_reduce_league(&__gd_env, &__gd_red, sizeof __gd_red, [[R]]__combine, 1)) {
// CHECK-NEXT:             *__gd_o_s = *__gd_o_s + __gd_red.s;
// CHECK-NEXT:         }
// CHECK-NEXT:     }
// CHECK:     gantry_k_readable_sum_{{.*}}(*(struct __gd_env *)__gd_arguments[0], __GD_ARGUMENT(1, const double *restrict), __GD_ARGUMENT(2, double (*)[4]), __GD_ARGUMENT(3, int), __GD_ARGUMENT(4, double *));
#pragma omp target teams distribute parallel for reduction(+: s) map(to: x[0:n], rows[0:n])
    for (int i = 0; i < n; i++)
        s += x[i] * rows[i][0];
    return s;
}
