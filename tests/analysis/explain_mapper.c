// RUN: %gantry explain %s | %FileCheck %s
/* what a mapper maps is named, as is what iterators stand for */
struct vec { int n; double *v; };
#pragma omp declare mapper(struct vec s) map(to: s.n) map(s.v[0:s.n])
#pragma omp declare mapper(half: struct vec s) map(s, s.v[0:s.n / 2])
void scale(struct vec s, struct vec *t, int n, double **a)
{
// CHECK: data      s                map(tofrom): its mapper maps it, tofrom [GR212]
// CHECK: data      t[0:n]           map(tofrom): as the clause says [GR201]
// CHECK: mapper    t[0:n]           'half' of {{.*}}explain_mapper.c:5 maps s, s.v[0:s.n / 2]
// CHECK: mapper    s                'default' of {{.*}}explain_mapper.c:4 maps s.n, s.v[0:s.n]
// CHECK: iterated  a[i][0:3]        map(to): for each i, k
#pragma omp target map(mapper(half), tofrom: t[0:n]) map(iterator(i = 0:n, k = 0:1), to: a[i][0:3])
    for (int i = 0; i < s.n; i++)
        s.v[i] *= t[n - 1].v[0] * a[0][0];
}
