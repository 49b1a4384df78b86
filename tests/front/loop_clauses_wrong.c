// RUN: %not %front --no-check -w %s 2>&1 | %FileCheck %s
/* linear, aligned, conditional lastprivate, scan, code between loops, transformations: what OpenMP does not allow */
struct s {
    int v;
};
void wrong(int n, int *a, struct s s, double d)
{
    int x = 0, y = 0;
// CHECK: :[[#@LINE+1]]:48: error: 'd' in 'linear' is neither an integer nor a pointer [GN0213]
#pragma omp target parallel for simd linear(x, d)
    for (int i = 0; i < n; i++) a[i] = x;
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: 'x' in 'linear' must be the iteration variable of a loop that the construct shares out: where teams share a loop, no other may be linear [GN0670]
#pragma omp target teams distribute parallel for linear(x: 2)
    for (int i = 0; i < n; i++) a[i] = x;
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: 'x' is in 'linear' and in 'private' [GN0212]
#pragma omp target parallel for linear(x: 2) private(x)
    for (int i = 0; i < n; i++) a[i] = x;
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: the modifier 'ref' of 'linear' is for references, which C does not have [GN0206]
#pragma omp target parallel for linear(x: ref, step(2))
    for (int i = 0; i < n; i++) a[i] = x;
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: 'x' is linear in the number of an iteration, which is not known in a nest that is not rectangular: compute it from the loops' variables [GN0670]
#pragma omp target parallel for collapse(2) linear(x)
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) a[i] = x;
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: 'x' in 'aligned' is neither an array nor a pointer [GN0213]
#pragma omp target simd aligned(x: 8)
    for (int i = 0; i < n; i++) a[i] = x;
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: 's' in a conditional 'lastprivate' is no scalar [GN0213]
#pragma omp target parallel for lastprivate(conditional: s)
    for (int i = 0; i < n; i++) s.v = i;
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: 'lastprivate' may be conditional where threads or lanes share a loop, not with 'distribute' [GN0671]
#pragma omp target teams distribute parallel for lastprivate(conditional: x)
    for (int i = 0; i < n; i++) x = i;
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: a loop with a reduction(inscan, ...) needs a 'scan' in its body [GN0672]
#pragma omp target parallel for reduction(inscan, +: x)
    for (int i = 0; i < n; i++) x += i;
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: a reduction may be 'inscan' where threads or one thread run a loop: on 'for', 'simd' and these with 'parallel' [GN0672]
#pragma omp target teams distribute parallel for reduction(inscan, +: x)
    for (int i = 0; i < n; i++) {
        x += i;
#pragma omp scan inclusive(x)
        a[i] = x;
    }
#pragma omp target parallel for reduction(+: x)
    for (int i = 0; i < n; i++) {
        x += i;
// CHECK: :[[#@LINE+1]]:13: error: 'scan' must stand in the body of a loop with a reduction(inscan, ...) [GN0672]
#pragma omp scan inclusive(x)
        a[i] = x;
    }
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: 'y' must be an inscan reduction that the 'scan' lists, as others of this loop are [GN0672]
#pragma omp target parallel for reduction(inscan, +: x) reduction(+: y)
    for (int i = 0; i < n; i++) {
        x += i;
#pragma omp scan inclusive(x)
        a[i] = x;
    }
#pragma omp target parallel for reduction(inscan, +: x)
    for (int i = 0; i < n; i++) {
        if (i) {
            x += i;
// CHECK: :[[#@LINE+1]]:13: error: 'scan' must stand between the statements of the loop's body, in its own block [GN0672]
#pragma omp scan inclusive(x)
            a[i] = x;
        }
    }
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: 'schedule' and a reduction(inscan, ...) exclude each other [GN0209]
#pragma omp target parallel for reduction(inscan, +: x) schedule(static)
    for (int i = 0; i < n; i++) {
        x += i;
#pragma omp scan inclusive(x)
        a[i] = x;
    }
#pragma omp target parallel for reduction(inscan, +: x)
    for (int i = 0; i < n; i++) {
        x += i;
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: 'scan' needs an 'inclusive' or 'exclusive' clause [GN0214]
#pragma omp scan
        a[i] = x;
    }
#pragma omp target parallel for collapse(2)
    for (int i = 0; i < n; i++) {
// CHECK: :[[#@LINE+1]]:13: error: 'atomic' may not stand between the loops that 'collapse' joins [GN0303]
#pragma omp atomic
        a[0]++;
        for (int j = 0; j < n; j++) a[j] = i;
    }
#pragma omp target map(a[:n])
    {
// CHECK: :[[#@LINE+1]]:13: error: 'tile' needs canonical loops directly one in the other, whose bounds do not name each other's variables [GN0674]
#pragma omp tile sizes(4, 4)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++) a[j] = i;
// CHECK: :[[#@LINE+2]]:13: error: 'unroll' needs canonical loops directly one in the other, whose bounds do not name each other's variables, and 'partial' where another directive takes its loop [GN0674]
#pragma omp simd
#pragma omp unroll full
        for (int i = 0; i < 8; i++) a[i] = i;
    }
}
/* Loops that no transformation takes: the same messages as for other loop directives. */
void headers(int n, int *a)
{
#pragma omp target map(a[:n])
    {
// CHECK: :[[#@LINE+2]]:13: error: 'tile' needs canonical loops directly one in the other{{.*}} [GN0674]
// CHECK: :[[#@LINE+2]]:{{.*}}note: the first part of 'for' must declare exactly one variable
#pragma omp tile sizes(4)
        for (int i = 0, m = n; i < m; i++) a[i] = i;
// CHECK: :[[#@LINE+2]]:13: error: 'reverse' needs canonical loops
// CHECK: :[[#@LINE+2]]:{{.*}}note: a bound or the step names the loop variable itself
#pragma omp reverse
        for (int i = 0; i < n - i; i++) a[i] = i;
// CHECK: :[[#@LINE+2]]:13: error: 'reverse' needs canonical loops
// CHECK: :[[#@LINE+2]]:{{.*}}note: with '!=' the step must be 1 or -1
#pragma omp reverse
        for (int i = 0; i != n; i += 2) a[i] = i;
// CHECK: :[[#@LINE+2]]:13: error: 'interchange' needs canonical loops
// CHECK: :[[#@LINE+1]]:{{.*}}note: a permutation names each loop once, by a constant
#pragma omp interchange permutation(2, 2)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) a[i] = j;
// CHECK: :[[#@LINE+2]]:13: error: 'interchange' needs canonical loops
// CHECK: :[[#@LINE+1]]:{{.*}}note: a permutation names each loop once, by a constant
#pragma omp interchange permutation(n, 1)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) a[i] = j;
// CHECK: :[[#@LINE+1]]:13: error: 'reverse' needs canonical loops
#pragma omp reverse
        while (n) n--;
// CHECK: :[[#@LINE+1]]:13: error: 'tile' needs canonical loops
#pragma omp tile sizes(4, 4)
        for (int i = 0; i < n; i++)
// CHECK: :[[#@LINE+2]]:13: error: 'reverse' needs canonical loops
// CHECK: :[[#@LINE+2]]:{{.*}}note: the loop variable must be an integer or a pointer
#pragma omp reverse
            for (float x = 0; x < n; x += 1) a[i] = x;
    }
}
