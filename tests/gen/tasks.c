// A device's tasks run at once, on copies; what no clause says is firstprivate where it is private around the task. A task
// loop is a loop over tasks. A simd loop in a task is in order.
// RUN: %gantry cc --offload-arch=sm_70 --dump=device -c %s | %FileCheck %s
// RUN: %gantry cc --offload-arch=sm_70 --dump=host -c %s | %FileCheck --check-prefix=HOST %s
void f(int n, int *a, int last)
{
#pragma omp target parallel map(tofrom: a[0:n], last)
    {
        int x = n;
// CHECK: const __gd_u64 __gd_outer = __gd_task_begin((n > 3) != 0);
// CHECK: int *__gd_o_x = &x;
// CHECK-NOT: __gd_o_n
// CHECK: int x = *__gd_o_x;
// CHECK: __gd_task_end(__gd_outer);
// HOST: #pragma omp taskgroup
// HOST: #pragma omp task final(n > 3) firstprivate(x) shared(a)
#pragma omp task final(n > 3)
        a[0] = x++;
// CHECK: const long __gd_given = (5);
// CHECK: const unsigned long __gd_tasks = __gd_n / __gd_size + (__gd_n % __gd_size != 0);
// CHECK: for (unsigned long __gd_t = 0; __gd_t < __gd_tasks && __gd_task_runs(); __gd_t++)
// CHECK: int last;
// CHECK: for (unsigned long __gd_k = __gd_from; __gd_k < __gd_to; __gd_k++)
// CHECK: if (__gd_last) *__gd_o_last = last;
// HOST: #pragma omp taskloop grainsize(1) lastprivate(last) firstprivate(x) shared(n) shared(a)
#pragma omp taskloop grainsize(strict: 5) lastprivate(last)
        for (int i = 0; i < n; i++)
            last = a[i] += x;
// CHECK: const struct __gd_group_of_tasks __gd_group = __gd_taskgroup_begin();
// CHECK: __gd_task_begin(0);
// CHECK-NOT: __gd_group_
// CHECK: __gd_reduce_alone(
// CHECK: __gd_taskgroup_end(__gd_group);
// HOST: #pragma omp task in_reduction(+: x) shared(
// HOST: #pragma omp simd
#pragma omp taskgroup task_reduction(+: x)
#pragma omp task in_reduction(+: x)
#pragma omp simd
        for (int i = 0; i < n; i++)
            x += a[i];
// CHECK: __gd_spmd_thread(1) == 0
// CHECK: const unsigned long __gd_tasks = __gd_n != 0;
// HOST: #pragma omp masked
// HOST: #pragma omp taskloop simd shared(
#pragma omp masked taskloop simd
        for (int i = 0; i < n; i++)
            a[i]--;
    }
}
