// RUN: %not %front --no-check -w %s 2>&1 | %FileCheck %s
int plain(int x);
int of_double(double x) { return (int)x; }
int two(int x, int y) { return x + y; }
// CHECK: :[[#@LINE+1]]:29: error: the variant is no function of the file [GN0108]
#pragma omp declare variant(nowhere) match(construct={target})
int a(int x);
// CHECK: :[[#@LINE+1]]:13: error: the variant 'of_double' is of another type than 'b', or is that function itself [GN0727]
#pragma omp declare variant(of_double) match(construct={target})
int b(int x) { return x; }
// CHECK: :[[#@LINE+1]]:13: error: the variant 'two' is of another type than 'c', or is that function itself [GN0727]
#pragma omp declare variant(two) match(construct={target})
int c(int x) { return x; }
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: 'declare variant' needs a 'match' clause [GN0214]
#pragma omp declare variant(plain)
int d(int x);
// CHECK: :[[#@LINE+1]]:42: error: expected 'construct', 'device', {{.*}} found 'machine' [GN0720]
#pragma omp declare variant(plain) match(machine={kind(gpu)})
int e(int x);
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: expected 'interop' and its types in brackets{{.*}} [GN0105]
#pragma omp declare variant(two) match(construct={dispatch}) append_args(target)
int g(int x);
// CHECK: :[[#@LINE+1]]:13: error: the variant 'two' is of another type than 'k', or is that function itself [GN0727]
#pragma omp declare variant(two) match(construct={dispatch}) append_args(interop(target), interop(targetsync))
int k(int x) { return x; }
int appended(int x, void *object);
#pragma omp declare variant(appended) match(construct={dispatch}) append_args(interop(target))
int l(int x);
extern int n;
#pragma omp declare variant(plain) match(user={condition(n > 3)})
int h(int x);
#pragma omp declare variant(plain) match(target_device={kind(gpu)})
int q(int x);
int with_pointer(int *p);
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: 'adjust_args' names no parameter of the function [GN0213]
#pragma omp declare variant(with_pointer) match(construct={dispatch}) adjust_args(need_device_ptr: q)
int j(int *p);
#pragma omp declare variant(with_pointer) match(construct={dispatch}) adjust_args(need_device_ptr: p)
int i(int *p);
void f(int *p)
{
    n = h(1);
#pragma omp target
    {
// CHECK: :[[#@LINE+2]]:{{[0-9]+}}: error: OpenMP makes no interop objects in target regions{{.*}} [GN0439]
#pragma omp dispatch
        n = l(1);
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: 'target_device' in a target region: devices are not asked about there{{.*}} [GN0726]
        n = q(1);
    }
// CHECK: :[[#@LINE+3]]:{{[0-9]+}}: error: the condition of the variant 'plain' reads 'n', of which a construct {{.*}} [GN0437]
// CHECK: :[[#@LINE+1]]:1: note: this construct
#pragma omp target parallel firstprivate(n) map(p[0:1])
    p[0] = h(1);
// CHECK: :[[#@LINE+1]]:18: error: a call of 'h', which has variants, is not supported in 'depend'{{.*}} [GN0730]
#pragma omp task depend(out: p[h(1)])
    p[0] = 1;
// CHECK-NOT: GN0730
#pragma omp task depend(out: p[l(1)])
    p[0] = 1;
// CHECK: :[[#@LINE+1]]:13: error: the statement of 'dispatch' must be one direct call [GN0729]
#pragma omp dispatch
    {
        n = h(3);
    }
}
// CHECK: :[[#@LINE+1]]:9: error: 'end declare variant' without a 'begin declare variant' before [GN0438]
#pragma omp end declare variant
#pragma omp begin declare variant match(device={kind(gpu)})
// CHECK: :[[#@LINE+1]]:9: error: 'begin declare variant' inside another one is not supported where a condition{{.*}} [GN0438]
#pragma omp begin declare variant match(user={condition(n > 3)})
#pragma omp end declare variant
#pragma omp end declare variant
// CHECK: :[[#@LINE+1]]:9: error: 'begin declare variant' without its 'end declare variant' [GN0438]
#pragma omp begin declare variant match(device={kind(gpu)})
