// RUN: %not %gantry cc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
/* List items and identifiers of reductions that OpenMP does not allow. */
struct spot {
    double value;
};
#pragma omp declare reduction(least : struct spot : omp_out = omp_in.value < omp_out.value ? omp_in : omp_out)
void wrong(int n, double *p, struct spot *s)
{
    double a[4][5], d = 0;
    struct spot t = {0};
// CHECK: :[[#@LINE+1]]:50: error: no 'declare reduction' of 'least' for type 'double' is visible here [GN0680]
#pragma omp target parallel for reduction(least: d)
    for (int i = 0; i < n; i++)
        d += i;
    {
#pragma omp declare reduction(inner : double : omp_out += omp_in)
        d = 1;
    }
// CHECK: :[[#@LINE+1]]:50: error: no 'declare reduction' of 'inner' for type 'double' is visible here [GN0680]
#pragma omp target parallel for reduction(inner: d)
    for (int i = 0; i < n; i++)
        d += i;
// CHECK: :[[#@LINE+1]]:46: error: 't' of type 'struct spot' cannot be reduced by '+' [GN0215]
#pragma omp target parallel for reduction(+: t)
    for (int i = 0; i < n; i++)
        t.value += i;
// CHECK: :[[#@LINE+1]]:46: error: the elements of 'a[0:2][1:2]' do not lie side by side: they cannot be reduced [GN0682]
#pragma omp target parallel for reduction(+: a[0:2][1:2])
    for (int i = 0; i < n; i++)
        a[i % 2][1] += i;
    double *rows[4] = {a[0], a[1], a[2], a[3]};
// CHECK: :[[#@LINE+1]]:46: error: 'rows[2][1:3]' cannot be reduced: it is reached by a pointer that has no name; give it one [GN0215]
#pragma omp target parallel for reduction(+: rows[2][1:3])
    for (int i = 0; i < n; i++)
        rows[2][1] += i;
// CHECK: :[[#@LINE+1]]:39: error: 'rows[3][1]' cannot be reduced: it is reached by a pointer that has no name; give it one [GN0215]
#pragma omp parallel for reduction(+: rows[3][1])
    for (int i = 0; i < n; i++)
        rows[3][1] += i;
// CHECK-NOT: error: {{.*}}'a[2]
#pragma omp parallel for reduction(+: a[2][1:3])
    for (int i = 0; i < n; i++)
        a[2][1] += i;
// CHECK: :[[#@LINE+1]]:25: error: the reduction modifier 'task' needs a parallel or worksharing construct [GN0681]
#pragma omp target simd reduction(task, +: d)
    for (int i = 0; i < n; i++)
        d += p[i];
    (void)s;
}
