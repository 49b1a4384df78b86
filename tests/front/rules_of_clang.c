// RUN: %not %gantry cc -w -c -ferror-limit=0 --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
// RUN: test ! -e %t.o
/* What Clang's check of the user's file finds and Gantry takes over: errors with the user's line, and no output. */
struct S { int v, *q; };
struct B { int b : 3; };
struct Inc;
int ff(int);
#define VARIABLES                   \
    int x = 0, y = 0, k = 0, a[10]; \
    double d = 0;                   \
    const int cst = 1;              \
    struct S s = {0}, s2 = {0};     \
    struct B bf = {0};
void target_goto_out(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: use of undeclared label 'out'
{ goto out; }
out:;
}
void target_goto_in(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: use of undeclared label 'in'
goto in;
#pragma omp target
{ in: x=1; }
}
void target_return(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: cannot return from OpenMP region
{ return; }
}
void target_device_float(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: expression must have integral or unscoped enumeration type, not 'double'
#pragma omp target device(d)
x=1;
}
void target_private_const(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: const-qualified variable cannot be private
#pragma omp target private(cst)
x=cst;
}
void target_map_bitfield(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: bit fields cannot be used to specify storage in a 'map' clause
#pragma omp target map(bf.b)
x=1;
}
void target_map_thread(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: use of undeclared identifier 'tls'
#pragma omp target map(tls)
x=1;
}
void target_depend_bad(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: expected depend modifier(iterator) or 'in', 'out', 'inout', 'mutexinoutset', 'depobj' or 'inoutset' in OpenMP clause 'depend'
#pragma omp target depend(foo:x)
x=1;
}
void target_depend_zero(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: zero-length array section is not allowed in 'depend' clause
#pragma omp target depend(in:a[0:0])
x=1;
}
void target_allocate_nouses(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: use of undeclared identifier 'al'
#pragma omp target private(x) allocate(al: x)
x=1;
}
void target_allocate_noprivate(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: use of undeclared identifier 'omp_default_mem_alloc'
#pragma omp target allocate(omp_default_mem_alloc: x)
x=1;
}
void target_map_void(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: section of pointer to incomplete type 'void'
#pragma omp target map(vp[0:n])
x=1;
}
void target_map_incomplete(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: section of pointer to incomplete type 'struct Inc'
#pragma omp target map(inc[0:1])
x=1;
}
void teams_num_float(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: expression must have integral or unscoped enumeration type, not 'double'
#pragma omp target teams num_teams(d)
x=1;
}
void teams_default_none(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target teams default(none)
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: variable 'x' must have explicitly specified data sharing attributes
x=1;
}
void teams_jump(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target
#pragma omp teams
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: cannot return from OpenMP region
{ return; }
}
void dist_fp_lp(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: firstprivate variable cannot be lastprivate
#pragma omp target teams distribute firstprivate(x) lastprivate(x)
for(int i=0;i<n;i++) x=1;
}
void par_numthreads_float(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: expression must have integral or unscoped enumeration type, not 'double'
#pragma omp parallel num_threads(d)
x=1;
}
void par_return(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target
#pragma omp parallel
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: cannot return from OpenMP region
{ return; }
}
void par_goto(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target
{
#pragma omp parallel
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: use of undeclared label 'out'
{ goto out; }
out:;
}
}
void par_default_none(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target
#pragma omp parallel default(none)
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: variable 'x' must have explicitly specified data sharing attributes
x=1;
}
void par_shared_undeclared(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: use of undeclared identifier 'undeclared'
#pragma omp parallel shared(undeclared)
x=1;
}
void par_allocate_noprivate(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: the referenced item is not found in any private clause on the same directive
#pragma omp parallel allocate(x)
x=1;
}
void for_return(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel for
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: cannot return from OpenMP region
for(int i=0;i<n;i++){ if(n) return; }
}
void for_nonmono_ordered(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: 'schedule' clause with 'nonmonotonic' modifier cannot be specified if an 'ordered' clause is specified
#pragma omp target parallel for ordered schedule(nonmonotonic:dynamic)
for(int i=0;i<n;i++) {
#pragma omp ordered
x=1; }
}
void for_chunk_float(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: expression must have integral or unscoped enumeration type, not 'double'
#pragma omp target parallel for schedule(static,d)
for(int i=0;i<n;i++) x=1;
}
void for_linear_ordered_n(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: 'linear' clause cannot be specified along with 'ordered' clause with a parameter
#pragma omp target parallel for ordered(1) linear(x)
for(int i=0;i<n;i++) x=1;
}
void for_loopvar_fp(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel for firstprivate(k)
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: loop iteration variable in the associated loop of 'omp target parallel for' directive may not be firstprivate, predetermined as private
for(k=0;k<n;k++) x=1;
}
void for_loopvar_shared(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel for shared(k)
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: loop iteration variable in the associated loop of 'omp target parallel for' directive may not be shared, predetermined as private
for(k=0;k<n;k++) x=1;
}
void for_loopvar_reduction(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel for reduction(+:k)
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: loop iteration variable in the associated loop of 'omp target parallel for' directive may not be reduction, predetermined as private
for(k=0;k<n;k++) x=1;
}
void for_lastprivate_const(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: const-qualified variable cannot be lastprivate
#pragma omp target parallel for lastprivate(cst)
for(int i=0;i<n;i++) x=1;
}
void for_lastprivate_private_outer(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel private(x)
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: lastprivate variable must be shared
#pragma omp for lastprivate(x)
for(int i=0;i<n;i++) x=1;
}
void for_firstprivate_reduction_outer(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel reduction(+:x)
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: firstprivate variable must be shared
#pragma omp for firstprivate(x)
for(int i=0;i<n;i++) x=1;
}
void simd_aligned_twice(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: a variable cannot appear in more than one aligned clause
#pragma omp target simd aligned(p) aligned(p:8)
for(int i=0;i<n;i++) p[i]=1;
}
void simd_linear_step_var(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: expression must have integral or unscoped enumeration type, not 'double'
#pragma omp target simd linear(x:d)
for(int i=0;i<n;i++) x=1;
}
void simd_nontemporal_twice(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: a variable cannot appear in more than one nontemporal clause
#pragma omp target simd nontemporal(p) nontemporal(p)
for(int i=0;i<n;i++) x=1;
}
void simd_setjmp(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target simd
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: cannot return from OpenMP region
for(int i=0;i<n;i++) { if (n) return; }
}
void simd_linear_lp_collapse(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target simd collapse(2) linear(k)
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: loop iteration variable in the associated loop of 'omp target simd' directive may not be linear, predetermined as lastprivate
for(int i=0;i<n;i++) for(k=0;k<n;k++) x=1;
}
void loop_reduction_bind_teams(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target teams
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: 'reduction' clause not allowed with '#pragma omp loop bind(teams)'
#pragma omp loop bind(teams) reduction(+:x)
for(int i=0;i<n;i++) x+=1;
}
void loop_lastprivate(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: only loop iteration variables are allowed in 'lastprivate' clause in 'omp target teams loop' directives
#pragma omp target teams loop lastprivate(x)
for(int i=0;i<n;i++) x=1;
}
void section_return(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel
#pragma omp sections
{
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: cannot return from OpenMP region
{ return; }
}
}
void single_copyprivate_shared(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: copyprivate variable must be threadprivate or private in the enclosing context
#pragma omp single copyprivate(x)
x=1;
}
void single_private_copyprivate(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel private(x)
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: private variable cannot be copyprivate
#pragma omp single private(x) copyprivate(x)
x=1;
}
void single_return(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel
#pragma omp single
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: cannot return from OpenMP region
{ return; }
}
void masked_return(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel
#pragma omp masked
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: cannot return from OpenMP region
{return;}
}
void scope_return(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel
#pragma omp scope
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: cannot return from OpenMP region
{return;}
}
void critical_hint_noname(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: the name of the construct must be specified in presence of 'hint' clause
#pragma omp critical hint(1)
x=1;
}
void critical_hint_nonconst(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: expression is not an integer constant expression
#pragma omp critical(q) hint(n)
x=1;
}
void critical_hint_two_names(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel
{
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: constructs with the same name must have a 'hint' clause with the same value
#pragma omp critical(q) hint(1)
x=1;
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: constructs with the same name must have a 'hint' clause with the same value
#pragma omp critical(q) hint(2)
x=2;
}
}
void critical_return(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel
#pragma omp critical
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: cannot return from OpenMP region
{return;}
}
void barrier_if(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel
if(n)
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: '#pragma omp barrier' cannot be an immediate substatement
#pragma omp barrier
;
}
void barrier_if2(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel
{ if(n)
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: '#pragma omp barrier' cannot be an immediate substatement
#pragma omp barrier
}
}
void barrier_label(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel
{ l:
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: '#pragma omp barrier' cannot be an immediate substatement
#pragma omp barrier
}
}
void atomic_struct(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target
{
#pragma omp atomic write
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: the statement for 'atomic write' must be an expression statement of form 'x = expr;', where x is a lvalue expression with scalar type
s=s2;
}
}
void atomic_read_release(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target
{
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: directive '#pragma omp atomic read' cannot be used with 'release' clause
#pragma omp atomic read release
y=x;
}
}
void atomic_write_acquire(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target
{
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: directive '#pragma omp atomic write' cannot be used with 'acquire' clause
#pragma omp atomic write acquire
x=1;
}
}
void atomic_update_acquire(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target
{
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: directive '#pragma omp atomic update' cannot be used with 'acquire' clause
#pragma omp atomic update acquire
x++;
}
}
void atomic_update_acqrel(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target
{
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: directive '#pragma omp atomic update' cannot be used with 'acq_rel' clause
#pragma omp atomic update acq_rel
x++;
}
}
void atomic_read_acqrel(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target
{
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: directive '#pragma omp atomic read' cannot be used with 'acq_rel' clause
#pragma omp atomic read acq_rel
y=x;
}
}
void atomic_hint_nonconst(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target
{
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: expression is not an integer constant expression
#pragma omp atomic hint(n)
x++;
}
}
void ordered_sink_source(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel for ordered(1)
for(int i=0;i<n;i++){
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: 'depend(source)' clause cannot be mixed with 'depend(sink:vec)' clauses
#pragma omp ordered depend(sink:i-1) depend(source)
}
}
void ordered_source_twice(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel for ordered(1)
for(int i=0;i<n;i++){
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: directive '#pragma omp ordered' cannot contain more than one 'depend' clause with 'source' dependence
#pragma omp ordered depend(source) depend(source)
}
}
void ordered_sink_wrongvar(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel for ordered(1)
for(int i=0;i<n;i++){
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: expected 'i' loop iteration variable
#pragma omp ordered depend(sink:n-1)
#pragma omp ordered depend(source)
}
}
void ordered_threads_doacross(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel for ordered(1)
for(int i=0;i<n;i++){
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: 'depend' clauses cannot be mixed with 'threads' clause
#pragma omp ordered threads depend(source)
}
}
void cancel_for_nowait(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel
#pragma omp for nowait
for(int i=0;i<n;i++){
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: parent region for 'omp cancel' construct cannot be nowait
#pragma omp cancel for
}
}
void cancel_for_ordered(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel
#pragma omp for ordered
for(int i=0;i<n;i++){
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: parent region for 'omp cancel' construct cannot be ordered
#pragma omp cancel for
}
}
void cancel_in_if(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel
{ if(n)
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: '#pragma omp cancel' cannot be an immediate substatement
#pragma omp cancel parallel
}
}
void cancel_point_if(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel
{
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: unexpected OpenMP clause 'if' in directive '#pragma omp cancellation point'
#pragma omp cancellation point parallel if(n)
}
}
void flush_if(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target
{ if(n)
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: '#pragma omp flush' cannot be an immediate substatement
#pragma omp flush
}
}
void req_infunc(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: unexpected OpenMP directive '#pragma omp requires'
#pragma omp requires unified_address
}
void td_return(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target data map(a)
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: cannot return from OpenMP region
{ return; }
}
void ted_if(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
if(n)
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: '#pragma omp target enter data' cannot be an immediate substatement
#pragma omp target enter data map(to:a)
}
void tu_to_from(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: variable can appear only once in OpenMP 'target update' construct
#pragma omp target update to(a) from(a)
}
void tu_if(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
if(n)
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: '#pragma omp target update' cannot be an immediate substatement
#pragma omp target update to(a)
;
}
void tu_bitfield(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: bit fields cannot be used to specify storage in a 'to' clause
#pragma omp target update to(bf.b)
}
void tile_neg(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target
{
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: argument to 'sizes' clause must be a strictly positive integer value
#pragma omp tile sizes(-1)
for(int i=0;i<n;i++) x=1;
}
}
void unroll_both(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target
{
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: 'partial' and 'full' clause are mutually exclusive and may not appear on the same directive
#pragma omp unroll full partial(2)
for(int i=0;i<8;i++) x=1;
}
}
void unroll_fullnonconst(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target
{
#pragma omp unroll full
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: loop to be fully unrolled must have a constant trip count
for(int i=0;i<n;i++) x=1;
}
}
void inc_both(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel for reduction(inscan,+:x)
for(int i=0;i<n;i++) { x+=1;
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: exactly one of 'inclusive' or 'exclusive' clauses is expected
#pragma omp scan inclusive(x) exclusive(x)
y=x; }
}
void depend_iter_bad(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: expected integral or pointer type as the iterator-type, not 'float'
#pragma omp target depend(iterator(i=0:n), in: p[i]) depend(iterator(float z=0:1), in:p[0])
x=1;
}
void depend_omp_all(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: reserved locator 'omp_all_memory' requires 'out' or 'inout' dependency types
#pragma omp target depend(in: omp_all_memory)
x=1;
}
void depend_bit(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: expected addressable lvalue expression, array element, array section or array shaping expression of non 'omp_depend_t' type
#pragma omp target depend(in: bf.b)
x=1;
}
void depend_depobj_nonobj(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: 'omp_depend_t' type not found; include <omp.h>
#pragma omp target depend(depobj: x)
x=1;
}
void udr_bad(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: only 'omp_in' or 'omp_out' variables are allowed in combiner expression
#pragma omp declare reduction(foo:int:omp_out+=y)
#pragma omp target parallel reduction(foo:x)
x=1;
}
void udr_other(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: use of undeclared identifier 'zz'
#pragma omp declare reduction(foo:int:zz+=omp_in)
#pragma omp target parallel reduction(foo:x)
x=1;
}
void udr_type(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: reduction type cannot be an array type
#pragma omp declare reduction(foo:int[3]:omp_out+=omp_in)
#pragma omp target parallel reduction(foo:x)
x=1;
}
void bound_uses_iv(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel for
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: the loop condition expression depends on the current loop control variable
for(int i=0;i<n-i;i++) a[0]=1;
}
void sect_float(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: expression must have integral or unscoped enumeration type, not 'double'
#pragma omp target map(a[0:d])
x=1;
}
void critical_hint_str(int n, int *p, void *vp, struct Inc *inc, struct S *sp)
{
    VARIABLES
#pragma omp target parallel
// CHECK: rules_of_clang.c:[[#@LINE+1]]:{{[0-9]+}}: error: integer constant expression must have integer type, not 'char[2]'
#pragma omp critical(q) hint("a")
x=1;
}
