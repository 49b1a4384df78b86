// RUN: %front --no-check -w %s | %FileCheck %s
/* what iterators, mappers and shaped pointers are in the region tree */
typedef struct { int n, *v; } vec;
// CHECK: declare mapper (default: vec s) maps.c:[[# @LINE + 1]] map(tofrom: s, s.v[0:s.n])
#pragma omp declare mapper(vec s) map(s, s.v[0:s.n])
void maps(int n, int m, int **a, double *p, vec *s)
{
// CHECK: target enter data maps.c:[[# @LINE + 1]] map(iterator(int i = 0:n, long j = n:0:-2), to: a[i][j:m])
#pragma omp target enter data map(iterator(i = 0:n, long j = n:0:-2), to: a[i][j:m])
// CHECK: target update maps.c:[[# @LINE + 1]] to(mapper(default), present: s[0:n]) from((([n][m])p)[1:2][0:m:3])
#pragma omp target update to(mapper(default), present: s[0:n]) from((([n][m])p)[1:2][0:m:3])
// CHECK: declare mapper (inner: vec t) maps.c:[[# @LINE + 1]] map(tofrom: t.n)
#pragma omp declare mapper(inner: vec t) map(t.n)
}
