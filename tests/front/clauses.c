// RUN: %front %s | %FileCheck %s
/* Every clause in each of its spellings. */
struct q { int n, *p; };
void f(int n, double *a, struct q *s, struct q t, int m[4][8])
{
    double x = 0, y = 0;
    int map = 1, to = 2;
// CHECK: map(tofrom: a[0:n])
#pragma omp target map(a[0:n])
    a[0] = 1;
// CHECK: map(to always: a[:n]) map(from: x)
#pragma omp target map(always, to: a[:n]) map(from: x)
    x = a[0];
// CHECK: map(to always: a[:n]) map(alloc close present: y)
#pragma omp target map(to, always: a[:n]), map(present close, alloc: y)
    y = a[0];
// CHECK: map(to: s->p[0:s->n], t.p[0:2], m[1][0:4])
#pragma omp target map(to: s->p[0:s->n], t.p[0:2], m[1][0:4])
    (void)s->p;
// CHECK: map(tofrom: map, to) map(to: to)
#pragma omp target map(map, to) map(to: to)
    map = to;
// CHECK: if(target: n > 2 ? 1 : 0) if(parallel: n) device(n ? 0 : 1) nowait num_threads(4)
#pragma omp target parallel if(target: n > 2 ? 1 : 0) if(parallel: n) device(n ? 0 : 1) nowait num_threads(4)
    a[0] = 1;
// CHECK: device(device_num: 0) thread_limit(8) private(x) firstprivate(y) is_device_ptr(a)
#pragma omp target device(device_num: 0) thread_limit(8) private(x) firstprivate(y) is_device_ptr(a)
    a[0] = y;
// CHECK: num_teams(n: 2 * n) shared(x) default(none) firstprivate(n, a, y)
#pragma omp target teams num_teams(n : 2 * n) shared(x) default(none) firstprivate(n, a, y)
    a[0] = y;
// CHECK: schedule(nonmonotonic: dynamic, n / 2) dist_schedule(static, 8) collapse(2) lastprivate(x) proc_bind(close)
#pragma omp target teams distribute parallel for schedule(nonmonotonic: dynamic, n / 2) dist_schedule(static, 8) \
    collapse(2) lastprivate(x) proc_bind(close)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x = i;
// CHECK: schedule(monotonic simd: static) simdlen(4) safelen(8)
#pragma omp target parallel for simd schedule(simd, monotonic: static) simdlen(4) safelen(8)
    for (int i = 0; i < n; i++) a[i] = 0;
// CHECK: order(
#pragma omp target teams distribute parallel for order(reproducible: concurrent)
    for (int i = 0; i < n; i++) a[i] = 0;
// CHECK: reduction(+: x, y) reduction(max: map)
#pragma omp target parallel for reduction(+: x, y) reduction(default, max: map)
    for (int i = 0; i < n; i++) x += a[i];
// CHECK: reduction(&: n) reduction(^: map) reduction(&&: to)
#pragma omp target parallel reduction(&: n) reduction(^: map) reduction(&&: to)
    n = map = to = 1;
// CHECK: use_device_ptr(a) if(n)
#pragma omp target data map(a[0:n]) use_device_ptr(a) if(target data: n)
    ;
// CHECK: map(to: a[0:n]) if(n) depend(out: a[0])
#pragma omp target enter data map(to: a[0:n]) if(target enter data: n) depend(out: a[0])
// CHECK: map(from: a[0:n])
#pragma omp target exit data map(tofrom: a[0:n])
// CHECK: map(delete: a[0:n]) map(release: x)
#pragma omp target exit data map(delete: a[0:n]) map(release: x)
// CHECK: to(present: a[1:n]) from(x)
#pragma omp target update to(present: a[1:n]) from(x)
// CHECK: loop {{.*}} bind(parallel)
#pragma omp target parallel
#pragma omp loop bind(parallel)
    for (int i = 0; i < n; i++) a[i] = 0;
}
