// A target construct that takes part in a task group's reduction is a task of the host's around it, with a copy of the item.
// RUN: %gantry cc --offload-arch=sm_70 --dump=host -c %s | %FileCheck %s
void f(int n, int *p)
{
    int sum = 0;
#pragma omp taskgroup task_reduction(+: sum)
    {
// CHECK: #pragma omp task if(0) default(shared) shared(sum)
// CHECK: int *__gd_o_sum = &sum;
// CHECK: int sum = 0;
// CHECK: __gantry_target(
// CHECK: __gantry_host_lock(1);
// CHECK-NEXT: *__gd_o_sum = *__gd_o_sum + sum;
// CHECK: __gantry_host_lock(0);
#pragma omp target in_reduction(+: sum)
        sum += n;
// deferred; and shared by the task around it
// CHECK: #pragma omp task shared(sum)
// CHECK: #pragma omp task depend(in: n) firstprivate(n) shared(sum)
// CHECK: int sum = 0;
// CHECK: __gantry_target(
#pragma omp task
#pragma omp target nowait depend(in: n) in_reduction(+: sum)
        sum += n;
    }
}
// what a pointer leads to may be one thread's
void g(int n, int *p)
{
// CHECK: #pragma omp task if(0) default(shared) shared(p)
// CHECK: __builtin_malloc(__gd_n_p
#pragma omp target nowait in_reduction(+: p[0:n])
    p[n - 1]++;
}
