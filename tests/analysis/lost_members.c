// RUN: %gantry cc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck --implicit-check-not=warning: %s
/* A structure is mapped and what its pointers point to is not. */
struct list { int n; double *v; };
void members(int n, double *p)
{
    struct list a = {n, p}, b = {n, p}, c = {n, p};
// CHECK: lost_members.c:[[#@LINE+3]]:5: warning: the region follows a pointer in 'a', and nothing maps what it points to: on a device it leads nowhere [GN0489]
// CHECK: lost_members.c:[[#@LINE+1]]:24: note: 'a' is mapped here; add 'map(a.member[0:n])'
#pragma omp target map(a) map(b, b.v[0:n])
    a.v[0] = b.v[0];
#pragma omp target map(c)
    c.n += c.v != p;
}
