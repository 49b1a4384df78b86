// RUN: %not %gantry cc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
// RUN: %not %gantry cc -DHOST -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck --check-prefix=HOST %s
/* defaultmap(none) names every variable without a clause, in the order of the text; device_type(host) keeps functions away. */
struct t { int x; };
int global;
int there;
#pragma omp declare target enter(there)
int host(int x);
#pragma omp declare target enter(host) device_type(host)
int host(int x) { return x; }
void f(int n, double *p)
{
    int a[10], s = 0, own = 0;
    struct t q = {0};
// CHECK: errors_defaultmap.c:[[#@LINE+13]]:36: error: 'defaultmap(none)': 's' is used in the region, but no clause says how it gets there [GN0640]
// CHECK: errors_defaultmap.c:[[#@LINE+15]]:{{[0-9]+}}: note: 's' is used here
// CHECK: :[[#@LINE+11]]:36: error: 'defaultmap(none)': 'n' is used
// CHECK: :[[#@LINE+13]]:{{[0-9]+}}: note: 'n' is used here
// CHECK: :[[#@LINE+9]]:36: error: 'defaultmap(none)': 'a' is used
// CHECK: :[[#@LINE+11]]:{{[0-9]+}}: note: 'a' is used here
// CHECK: :[[#@LINE+7]]:36: error: 'defaultmap(none)': 'q' is used
// CHECK: :[[#@LINE+9]]:{{[0-9]+}}: note: 'q' is used here
// CHECK: :[[#@LINE+5]]:36: error: 'defaultmap(none)': 'global' is used
// CHECK-NOT: 'there' is used
// CHECK-NOT: 'own' is used
// CHECK-NOT: 'inside' is used
// CHECK-NOT: 'p' is used
#pragma omp target firstprivate(p) defaultmap(none) private(own)
    {
        int inside = 1;
        s = n + a[1] + q.x + global + there + inside;
        own = p[0];
    }
// CHECK: :[[#@LINE+2]]:20: error: 'defaultmap(none)': 'p' is used
// CHECK-NOT: 's' is used
#pragma omp target defaultmap(none: pointer) defaultmap(tofrom: scalar)
    s = p[0];
#ifdef HOST
// HOST: :[[#@LINE+3]]:{{[0-9]+}}: error: 'host' is used in device code, but its 'declare target' says device_type(host) [GN0641]
// HOST: :10:{{.*}} note: 'host' is declared here
#pragma omp target map(s)
    s = host(s);
#endif
}
