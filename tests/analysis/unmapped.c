// RUN: %gantry cc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck --implicit-check-not=warning: %s
/* Regions that cannot do what they say; and their neighbours, which can, without a word. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>
struct list { int n; double *v; };
void fill(double *);
void not_mapped(int n)
{
    double *h = (double *)malloc(n * sizeof(double)), s = 0;
    memset(h, 0, n * sizeof *h);
#pragma omp target map(s)
// CHECK: unmapped.c:[[#@LINE+2]]:{{[0-9]+}}: warning: the region follows 'h', a pointer to the host's memory that nothing maps: on a device it leads nowhere [GN0434]
// CHECK: unmapped.c:[[#@LINE-2]]:{{.*}} note: add 'map(to: h[0:n])' here
    s = h[1] + n;
    free(h);
    double *stored = malloc(n * sizeof *stored), *passed = malloc(n * sizeof *passed);
#pragma omp target map(s)
// CHECK: unmapped.c:[[#@LINE+2]]:{{[0-9]+}}: warning: the region follows 'stored'
// CHECK: unmapped.c:[[#@LINE-2]]:{{.*}} note: add 'map(tofrom: stored[0:n])' here
    stored[1] += n;
#pragma omp target map(s)
// CHECK: unmapped.c:[[#@LINE+2]]:{{[0-9]+}}: warning: the region follows 'passed'
// CHECK: unmapped.c:[[#@LINE-2]]:{{.*}} note: add 'map(to: passed[0:n])' here
    s += *passed;
    free(stored);
    free(passed);
}
double mapped(int n, double *given)
{
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), *c = malloc(n * sizeof *c), *d, *e = given, s = 0;
    double *f = malloc(n * sizeof *f), *g = malloc(n * sizeof *g), *alias = g;
#pragma omp target enter data map(to: b[0:n], alias[0:n])
    fill(c); /* may map it */
    d = omp_target_alloc(n * sizeof *d, 0);
#pragma omp target map(a[0:n]) map(s) is_device_ptr(d)
    s = a[0] + b[0] + c[0] + d[0] + e[0] + given[0] + g[0];
#pragma omp target if (n > 5) map(s)
    s += f[0];
#pragma omp target map(s)
    {
        double *own = malloc(8);
        own[0] = 1;
        s += own[0] + (f != NULL);
    }
    return s;
}
void attached(int n, struct list *p, double *q)
{
    struct list l = {n, q};
// CHECK: unmapped.c:[[#@LINE+4]]:{{[0-9]+}}: warning: 'p->v' is attached to the device's copy of 'p->v[0:n]': what is stored in it here is lost, and may be undone [GN0435]
// CHECK: unmapped.c:[[#@LINE+1]]:{{[0-9]+}}: note: 'p->v[0:n]' is mapped here; use a pointer of the region's own
#pragma omp target map(p[0:1], p->v[0:n])
    {
        p->v = q;
    }
// CHECK: unmapped.c:[[#@LINE+3]]:{{[0-9]+}}: warning: 'l.v' is attached
#pragma omp target map(l, l.v[0:n])
    {
        l.v++;
        l.n = 1;
    }
#pragma omp target map(l, p[0:1], l.v[0:n], q[0:n], p->v[0:n])
    {
        double *at = l.v;
        at++;
        q++;
        p->v[0] = at[0];
        l.v[1] = 3;
        p->n++;
    }
}
static int counted;
void lost(int n, int *out)
{
    int a = 0, b = 0, c = 0, d = 0, e = 0, g = 0;
// CHECK: unmapped.c:[[#@LINE+3]]:{{.*}} warning: reduction variable 'a' is firstprivate on the 'target' construct: its result is lost [GN0401]
// CHECK: unmapped.c:[[#@LINE+1]]:{{.*}} note: here; 'map(tofrom: a)' brings it back
#pragma omp target firstprivate(a)
#pragma omp parallel for reduction(+: a)
    for (int i = 0; i < n; i++) a++;
// CHECK: unmapped.c:[[#@LINE+1]]:{{.*}} warning: reduction variable 'b' is mapped 'to' on the 'target' construct: its result is lost
#pragma omp target teams distribute parallel for map(to: b) reduction(+: b)
    for (int i = 0; i < n; i++) b++;
    /* used in the region; brought back by others; from elsewhere */
#pragma omp target firstprivate(c) map(from: out[0:1])
    {
#pragma omp parallel for reduction(+: c)
        for (int i = 0; i < n; i++) c++;
        out[0] = c;
    }
#pragma omp target data map(d)
    {
#pragma omp target teams distribute parallel for map(alloc: d) reduction(+: d)
        for (int i = 0; i < n; i++) d++;
    }
#pragma omp target enter data map(to: e)
#pragma omp target teams distribute parallel for map(to: e) reduction(+: e)
    for (int i = 0; i < n; i++) e++;
#pragma omp target exit data map(from: e)
#pragma omp target teams distribute parallel for firstprivate(g) reduction(+: counted)
    for (int i = 0; i < n; i++) counted += g;
}
