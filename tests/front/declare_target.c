// RUN: %front --funcs %s | %FileCheck %s
// RUN: %front %s | %FileCheck --check-prefix=TREE %s
// RUN: %not %front --no-check -DWRONG %s 2>&1 | %FileCheck --check-prefix=WRONG %s
/* Functions the device needs: declared so in any spelling, or reached from a region. */
#pragma omp declare target
int in_range(int x);
static int table[4] = {1, 2};
#pragma omp end declare target
#pragma omp begin declare target
int ranged_var;
int twice(int x) { return 2 * x; }
#pragma omp end declare target
// TREE: variable table declare target{{$}}
// TREE: variable ranged_var declare target{{$}}
// TREE: variable linked declare target link
// TREE: variable entered declare target{{$}}
int linked[10], entered, host_var, listed(int);
#pragma omp declare target link(linked) enter(entered, listed)
int listed(int x) { return in_range(x) + table[x]; }
int reached(int x) { return x + 1; }
int in_range(int x) { return x; }
int host_version(int x) { return host_var + x; }
#pragma omp declare target to(host_version) device_type(host)
// CHECK: func in_range(int x) -> 'int' declare-target device defined
// CHECK: func twice(int x) -> 'int' declare-target device defined
// CHECK: func listed(int x) -> 'int' declare-target device defined
// CHECK: func reached(int x) -> 'int' device defined
// CHECK: func host_version(int x) -> 'int' defined
int f(int n)
{
#pragma omp target map(n)
    n = reached(n) + linked[0] + entered;
    return n + host_version(1);
}
#ifdef WRONG
// WRONG: :[[#@LINE+1]]:28: error: 'nothing' in 'declare target' is no variable or function of file scope [GN0108]
#pragma omp declare target(nothing)
// WRONG: :[[#@LINE+1]]:1: error: 'end declare target' without a 'declare target' before [GN0107]
#pragma omp end declare target
// WRONG: :[[#@LINE+1]]:1: error: 'declare target' without its 'end declare target' [GN0107]
#pragma omp declare target
int left_open;
#endif
