// RUN: %gantry cc --dump=host %s | %FileCheck %s
/* rows of the map list: name as written, flags, what the kernel gets, place */
struct list { int n; double *v; };
void maps(int n, double *p, struct list *l)
{
    double a[10][20];
// CHECK: {"p[2:n]", 0x10001, 1, [[# @LINE + 7]], {{[0-9]+}}},
// CHECK: {"a[1:2][0:20]", 0x800007, 1, [[# @LINE + 6]],
// CHECK: {"l[0:1]", 0x1, 1,
// CHECK: {"n", 0x0, 2,
// CHECK: {"l->v[0:n]", 0x103, 0,
// CHECK: {(void *)((p)), (void *)((char *)&(p)[2]), ((long)(n) == 0) ? 0 :
// CHECK: {(void *)&((l->v)),
#pragma omp target map(to: p[2:n]) map(always, tofrom: a[1:2][0:20]) map(to: l[0:1]) map(l->v[0:n])
    {
        a[1][0] = p[2] + n;
        l->v[0] = 1;
    }
}
