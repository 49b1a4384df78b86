// RUN: %not %gantry cc -w -c -ferror-limit=0 --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
// RUN: test ! -e %t.o
/* Programs that break one rule of OpenMP each, in the order of its chapters: errors with the user's line and column, from
 * Gantry or taken over from Clang, and no output. */
#include <omp.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
struct S { int v, *q; };
struct Inc;
union U { int x; float f; };
enum { EN = 3 };
int ff(int);
static int gx, tp;
#pragma omp threadprivate(tp)
static int asks(void) { return omp_get_thread_num(); }
extern struct Inc inc;
#define GIVEN int n, int *p, int **pp, double *h
#define VARIABLES                                                          \
    int x = 0, y = 0, k = 0, a[10] = {0}, m[10][10] = {{0}}, i = 0, j = 0; \
    double d = 0;                                                          \
    const int cst = 1;                                                     \
    struct S s = {0};                                                      \
    union U un = {0};                                                      \
    _Atomic int at = 0;                                                    \
    omp_allocator_handle_t al = 0;                                         \
    omp_alloctrait_t tr[1] = {{0}};
void if_wrong_modifier(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:23: error: 'parallel' in 'if' names no construct of this directive [GN0205]
#pragma omp target if(parallel: x)
x=1;
}
void if_simd_absent(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:36: error: 'simd' in 'if' names no construct of this directive [GN0205]
#pragma omp target parallel for if(simd: x)
for(i=0;i<n;i++) a[0]=1;
}
void if_mixed(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:35: error: 'if' may be given only once for each construct [GN0203]
#pragma omp target parallel if(x) if(target: y)
x=1;
}
void if_twice(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:26: error: 'if' may be given only once for each construct [GN0203]
#pragma omp target if(x) if(y)
x=1;
}
void private_member(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:28: error: a list item of 'private' must be the name of a variable, found 's.v' [GN0213]
#pragma omp target private(s.v)
x=1;
}
void private_element(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:28: error: a list item of 'private' must be the name of a variable, found 'a[1]' [GN0213]
#pragma omp target private(a[1])
x=1;
}
void private_section(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:37: error: a list item of 'private' must be the name of a variable, found 'a[0:2]' [GN0213]
#pragma omp target parallel private(a[0:2])
x=1;
}
void fp_element(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:33: error: a list item of 'firstprivate' must be the name of a variable, found 'a[1]' [GN0213]
#pragma omp target firstprivate(a[1])
x=1;
}
void shared_element(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:36: error: a list item of 'shared' must be the name of a variable, found 'a[1]' [GN0213]
#pragma omp target parallel shared(a[1])
x=1;
}
void lastprivate_element(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:45: error: a list item of 'lastprivate' must be the name of a variable, found 'a[1]' [GN0213]
#pragma omp target parallel for lastprivate(a[1])
for(i=0;i<n;i++) a[1]=1;
}
void lin_ref(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:32: error: a list item of 'linear' must be the name of a variable, found 'ref(x)' [GN0213]
#pragma omp target simd linear(ref(x))
for(i=0;i<n;i++) p[i]=x;
}
void schedule_runtime_chunk(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:50: error: schedule(runtime) takes no chunk size [GN0205]
#pragma omp target parallel for schedule(runtime,2)
for(i=0;i<n;i++) p[i]=1;
}
void schedule_auto_chunk(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:47: error: schedule(auto) takes no chunk size [GN0205]
#pragma omp target parallel for schedule(auto,2)
for(i=0;i<n;i++) p[i]=1;
}
void schedule_mono_both(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:42: error: 'monotonic' and 'nonmonotonic' exclude each other [GN0209]
#pragma omp target parallel for schedule(monotonic,nonmonotonic:static)
for(i=0;i<n;i++) p[i]=1;
}
void schedule_bad(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:42: error: expected one of 'static', 'dynamic', 'guided', 'auto', 'runtime', 'monotonic', 'nonmonotonic', 'simd' in 'schedule', found 'block' [GN0205]
#pragma omp target parallel for schedule(block)
for(i=0;i<n;i++) p[i]=1;
}
void schedule_twice(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:50: error: 'schedule' may be given only once [GN0203]
#pragma omp target parallel for schedule(static) schedule(dynamic)
for(i=0;i<n;i++) p[i]=1;
}
void dist_schedule_dynamic(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:51: error: expected one of 'static' in 'dist_schedule', found 'dynamic' [GN0205]
#pragma omp target teams distribute dist_schedule(dynamic)
for(i=0;i<n;i++) p[i]=1;
}
void num_threads_twice(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:44: error: 'num_threads' may be given only once [GN0203]
#pragma omp target parallel num_threads(2) num_threads(3)
x=1;
}
void proc_bind_bad(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:39: error: expected one of 'primary', 'master', 'close', 'spread' in 'proc_bind', found 'foo' [GN0205]
#pragma omp target parallel proc_bind(foo)
x=1;
}
void simd_parallel(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:25: error: 'parallel' cannot stand here in a combined directive: these constructs cannot follow each other in one directive [GN0103]
#pragma omp target simd parallel
for(i=0;i<n;i++) p[i]=1;
}
void for_teams(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:29: error: 'teams' cannot stand here in a combined directive: 'target' and 'teams' come first [GN0103]
#pragma omp target parallel teams
x=1;
}
void order_bad(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:39: error: expected one of 'concurrent', 'reproducible', 'unconstrained' in 'order', found 'any' [GN0205]
#pragma omp target parallel for order(any)
for(i=0;i<n;i++) p[i]=1;
}
void order_modifier_both(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:51: error: expected ')' at the end of 'order', found ',' [GN0105]
#pragma omp target parallel for order(reproducible,unconstrained:concurrent)
for(i=0;i<n;i++) p[i]=1;
}
void bind_bad(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:36: error: expected one of 'teams', 'parallel', 'thread' in 'bind', found 'team' [GN0205]
#pragma omp target teams loop bind(team)
for(i=0;i<n;i++) p[i]=1;
}
void dev_twice(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:30: error: 'device' may be given only once [GN0203]
#pragma omp target device(0) device(1)
x=1;
}
void dev_ancestor(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:27: error: device(ancestor: ...) is not supported yet [GN0206]
#pragma omp target device(ancestor: 1)
x=1;
}
void dev_ancestor_2(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:27: error: device(ancestor: ...) is not supported yet [GN0206]
#pragma omp target device(ancestor: 2)
x=1;
}
void dev_ancestor_data(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:32: error: device(ancestor: ...) is not supported yet [GN0206]
#pragma omp target data device(ancestor: 1) map(x)
x=1;
}
void dev_ancestor_teams(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:27: error: device(ancestor: ...) is not supported yet [GN0206]
#pragma omp target device(ancestor: 1)
#pragma omp teams
x=1;
}
void dev_bad_mod(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:27: error: expected one of 'ancestor', 'device_num' in 'device', found 'number' [GN0205]
#pragma omp target device(number: 1)
x=1;
}
void data_nowait(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:32: error: 'target data' does not take the clause 'nowait' [GN0202]
#pragma omp target data map(x) nowait
x=1;
}
void data_private(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:32: error: 'target data' does not take the clause 'private' [GN0202]
#pragma omp target data map(x) private(y)
x=1;
}
void map_mod_twice(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:32: error: 'always' is given twice [GN0207]
#pragma omp target map(always, always, to: x)
x=1;
}
void map_bad_mod(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:24: error: expected one of 'to', 'from', 'tofrom', 'alloc', 'release', 'delete', 'always', 'close', 'present', 'ompx_hold' in 'map', found 'allways' [GN0205]
#pragma omp target map(allways, to: x)
x=1;
}
void map_no_colon(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:27: error: expected ',' or ':' after 'to' in 'map', found 'x' [GN0105]
#pragma omp target map(to x)
x=1;
}
void map_empty(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:24: error: expected a list of variables in 'map', found ')' [GN0105]
#pragma omp target map()
x=1;
}
void map_const(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:24: error: a list item of 'map' must be a variable, an array section or a structure member, found '1' [GN0213]
#pragma omp target map(1)
x=1;
}
void isdev_member(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:34: error: a list item of 'is_device_ptr' must be the name of a variable, found 's.q' [GN0213]
#pragma omp target is_device_ptr(s.q)
x=1;
}
void usedev_member(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:40: error: a list item of 'use_device_ptr' must be the name of a variable, found 's.q' [GN0213]
#pragma omp target data use_device_ptr(s.q)
x=1;
}
void usedev_section(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:40: error: a list item of 'use_device_ptr' must be the name of a variable, found 'p[0:2]' [GN0213]
#pragma omp target data use_device_ptr(p[0:2])
x=1;
}
void update_alloc(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:27: error: unknown clause 'alloc' on 'target update' [GN0201]
#pragma omp target update alloc(x)
}
void update_always(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:30: error: expected one of 'present' in 'to', found 'always' [GN0205]
#pragma omp target update to(always: x)
}
void update_private(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:33: error: 'target update' does not take the clause 'private' [GN0202]
#pragma omp target update to(x) private(y)
}
void defaultmap_bad(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:39: error: expected one of 'alloc', 'to', 'from', 'tofrom', 'firstprivate', 'none', 'default', 'present', 'scalar', 'aggregate', 'pointer', 'all' in 'd
#pragma omp target defaultmap(tofrom: scaler)
x=1;
}
void defaultmap_bad2(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:31: error: expected one of 'alloc', 'to', 'from', 'tofrom', 'firstprivate', 'none', 'default', 'present', 'scalar', 'aggregate', 'pointer', 'all' in 'd
#pragma omp target defaultmap(copy)
x=1;
}
void uses_pre_traits(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:36: error: 'omp_default_mem_alloc' is predefined and has its traits already [GN0652]
#pragma omp target uses_allocators(omp_default_mem_alloc(tr))
x=1;
}
void allocate_align3(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:55: error: an alignment must be a number that is a power of two, found '3' [GN0653]
#pragma omp target parallel private(x) allocate(align(3): x)
x=1;
}
void nowait_twice(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:27: error: 'nowait' may be given only once [GN0203]
#pragma omp target nowait nowait
x=1;
}
void target_unknown_clause(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:20: error: 'target' does not take the clause 'untied' [GN0202]
#pragma omp target untied
x=1;
}
void target_typo(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:20: error: unknown clause 'paralell' on 'target'; did you mean 'parallel'? [GN0201]
#pragma omp target paralell for
for(i=0;i<n;i++) p[i]=1;
}
void target_typo2(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:50: error: unknown clause 'num_threds' on 'target teams distribute parallel for'; did you mean 'num_threads'? [GN0201]
#pragma omp target teams distribute parallel for num_threds(2)
for(i=0;i<n;i++) p[i]=1;
}
void red_bad_op(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:42: error: expected 'reduction(operator: variables)' [GN0105]
#pragma omp target parallel reduction(%:x)
x=1;
}
void red_noop(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:40: error: expected 'reduction(operator: variables)' [GN0105]
#pragma omp target parallel reduction(x)
x=1;
}
void trap_num_threads_on_teams(GIVEN)
{
    VARIABLES
// CHECK: rules_of_openmp.c:[[#@LINE+1]]:26: error: 'target teams' does not take the clause 'num_threads' [GN0202]
#pragma omp target teams num_threads(3)
x=1;
}
