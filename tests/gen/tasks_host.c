// RUN: %gantry cc --dump=host %s | %FileCheck %s
/* device constructs as tasks of the host */
// CHECK: typedef unsigned long omp_event_handle_t;
void host(int n, double *a, int k)
{
    double s = 0, list[4] = {0};
/* a job with copies, begun by a detached task; in place, the region in a task that gets the same by value */
// CHECK: void *__gd_job = __gantry_async(gantry_region_0(), __gd_dev, __gd_v, &__gd_l);
// CHECK: #pragma omp task depend(inout: a[0]) depend(iterator(i=0:n), in: a[i]) depend(out: *(char *)__gd_job) untied detach(__gd_event) firstprivate(__gd_job)
// CHECK: __gantry_async_start(__gd_job,
// CHECK: if (__gantry_async_alone()) {
// CHECK: #pragma omp task depend(in: *(char *)__gd_job) untied detach(__gd_over)
// CHECK-NEXT: __gantry_async_over((unsigned long)__gd_over);
// CHECK: } else {
// CHECK: #pragma omp task depend(inout: a[0]) depend(iterator(i=0:n), in: a[i]) firstprivate(__gd_job)
// CHECK: __gantry_async_start(__gd_job, 0);
// CHECK: } else {
// CHECK: #pragma omp task depend(inout: a[0]) depend(iterator(i=0:n), in: a[i]){{.*}} firstprivate(a)
#pragma omp target nowait depend(inout: a[0]) depend(iterator(i=0:n), in: a[i]) map(a[0:n]) firstprivate(list) map(s)
    {
        list[0] += k;
        s = a[0] += list[0];
    }
/* waited for: not deferred, but in its place; exclusion is an order of generation */
// CHECK: #pragma omp task if(0) depend(inout: s) default(shared)
// CHECK-NEXT: __gantry_target(gantry_region_1(),
// CHECK: #pragma omp task if(0) depend(inout: s) shared(s)
#pragma omp target depend(mutexinoutset: s) map(s)
    s += 1;
// CHECK: void *__gd_job = __gantry_async(gantry_region_2(), __gd_dev, __gd_v, 0);
// CHECK: #pragma omp task depend(out: a[0:n]) depend(out: *(char *)__gd_job) untied detach(__gd_event)
// CHECK: #pragma omp task depend(out: a[0:n]) firstprivate(__gd_job)
// CHECK: else {
// CHECK: #pragma omp task depend(out: a[0:n]){{$}}
// CHECK: ;
#pragma omp target enter data map(to: a[0:n]) nowait depend(out: a[0:n])
// CHECK: #pragma omp task if(0) depend(in: a[0:n]) default(shared)
// CHECK-NEXT: __gantry_update(gantry_region_3(),
#pragma omp target update to(a[0:n]) depend(in: a[0:n])
// CHECK: #pragma omp task depend(in: a[0]) depend(out: s)
#pragma omp taskwait nowait depend(in: a[0]) depend(out: s)
// CHECK: #pragma omp taskwait{{$}}
#pragma omp taskwait
/* what the parallel region reduces may not be firstprivate in a task */
    double sum = 1;
#pragma omp parallel reduction(+: sum)
    {
// CHECK: } else {
// CHECK: __typeof__(sum) __gd_h_sum = sum;
// CHECK: #pragma omp task{{.*}} firstprivate(__gd_h_sum)
// CHECK: __typeof__(__gd_h_sum) sum = __gd_h_sum;
#pragma omp target nowait map(a[0:n])
        a[0] = sum;
    }
}
