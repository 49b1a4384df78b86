// RUN: %not %front --no-check -w %s 2>&1 | %FileCheck %s
/* defaultmap clauses and device addresses that make no sense. */
struct t { int x; };
void f(int n, double *p)
{
    int a[10], s = 0;
    struct t q = {0};
// CHECK: :[[#@LINE+2]]:47: error: 'defaultmap' and 'defaultmap' speak of the same variables: pointer [GN0209]
// CHECK: :[[#@LINE+1]]:20: note: given before here
#pragma omp target defaultmap(from : pointer) defaultmap(tofrom)
    s = n;
// CHECK: :[[#@LINE+1]]:47: error: 'defaultmap' and 'defaultmap' speak of the same variables: all [GN0209]
#pragma omp target defaultmap(firstprivate)   defaultmap(tofrom: all)
    s = n;
// CHECK: :[[#@LINE+1]]:31: error: 'scalar' is a category of variables: expected what happens to them before it [GN0205]
#pragma omp target defaultmap(scalar)
    s = n;
// CHECK: :[[#@LINE+1]]:38: error: expected one of {{.*}} in 'defaultmap', found 'pointers' [GN0205]
#pragma omp target defaultmap(tofrom:pointers)
    s = n;
// CHECK: :[[#@LINE+1]]:38: error: 'to' is no category of variables: expected 'scalar', 'aggregate', 'pointer' or 'all' [GN0205]
#pragma omp target defaultmap(tofrom:to)
    s = n;
// CHECK: :[[#@LINE+1]]:38: error: 'allocatable' is a category of Fortran's variables [GN0205]
#pragma omp target defaultmap(tofrom:allocatable)
    s = n;
// CHECK: :[[#@LINE+1]]:31: error: expected one of 'alloc', {{.*}} in 'defaultmap', found ')' [GN0205]
#pragma omp target defaultmap()
    s = n;
// CHECK: :[[#@LINE+1]]:37: error: expected ':' and a category in 'defaultmap', found 'scalar' [GN0105]
#pragma omp target defaultmap(alloc scalar)
    s = n;
// CHECK: :[[#@LINE+1]]:25: error: 'target data' does not take the clause 'defaultmap' [GN0202]
#pragma omp target data defaultmap(tofrom) map(s)
    s = n;
// CHECK: :[[#@LINE+1]]:41: error: 'q.x' in 'use_device_addr' must be a variable or a section of one: name the whole structure, or a variable that holds the pointer [GN0213]
#pragma omp target data use_device_addr(q.x)
    s = n;
// CHECK: :[[#@LINE+2]]:40: error: 's' in 'use_device_ptr' is no pointer [GN0213]
// CHECK: :6:{{[0-9]+}}: note: 's' is declared here
#pragma omp target data use_device_ptr(s)
    s = n;
// CHECK: :[[#@LINE+1]]:40: error: a list item of 'use_device_ptr' must be the name of a variable, found 'q.x' [GN0213]
#pragma omp target data use_device_ptr(q.x)
    s = n;
// CHECK: :[[#@LINE+1]]:54: error: 'n' in 'is_device_ptr' is no pointer [GN0213]
#pragma omp target                     is_device_ptr(n)
    s = n;
// CHECK: :[[#@LINE+2]]:43: error: 'q' is in 'has_device_addr' and in 'map' [GN0212]
// CHECK: :[[#@LINE+1]]:36: note: given before here
#pragma omp target has_device_addr(q) map(q)
    s = n;
// CHECK: :[[#@LINE+1]]:53: error: 'p' is in 'is_device_ptr' and in 'has_device_addr' [GN0212]
#pragma omp target is_device_ptr(p) has_device_addr(p)
    s = n;
// CHECK: :[[#@LINE+2]]:21: error: 'p' is in 'use_device_ptr' and in 'use_device_addr' [GN0212]
#pragma omp target data map(p[0:1]) use_device_ptr(p)      \
    use_device_addr(p)
    s = n;
// CHECK: :[[#@LINE+1]]:48: error: section 'a[20:3]' begins at 20, outside the 10 elements there are [GN0208]
#pragma omp target data map(a) use_device_addr(a[20:3])
    s = n;
// CHECK: :[[#@LINE+1]]:36: error: section 'p[0:]' needs a length
#pragma omp target has_device_addr(p[0:])
    s = n;
// CHECK: :[[#@LINE+1]]:1: error: 'target data' needs a 'map', 'use_device_ptr' or 'use_device_addr' clause [GN0214]
#pragma omp target data if(n)
    s = n;
}
int g(int), h(int);
// CHECK: :[[#@LINE+1]]:37: error: 'indirect' needs 0, 1, false or true, found 'maybe' [GN0210]
#pragma omp declare target enter(g) indirect(maybe)
// CHECK: :[[#@LINE+1]]:57: error: 'indirect' is for functions that both the host and the device have: 'device_type(any)' [GN0209]
#pragma omp declare target enter(h) device_type(nohost) indirect
