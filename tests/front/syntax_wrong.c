// RUN: %not %front -w %s 2>&1 | %FileCheck %s
/* Mistakes in words and brackets: each is shown where the user wrote it, also on a line that goes on. */
#define COUNT ) 3
void f(int n, double *p)
{
    int a[10];
// CHECK: :[[#@LINE+1]]:20: error: unknown clause 'paralel' on 'target'; did you mean 'parallel'? [GN0201]
#pragma omp target paralel for
    for (int i = 0; i < n; i++) p[i] = 1;
// CHECK: :[[#@LINE+1]]:13: error: unknown OpenMP directive 'targt'; did you mean 'target'? [GN0102]
#pragma omp targt teams
    p[0] = 1;
// CHECK: :[[#@LINE+3]]:8: error: unknown clause 'mpa' on 'target'; did you mean 'map'?
// CHECK-NEXT: {{^}}       mpa(p[0:n])
#pragma omp target /* a comment */ \
       mpa(p[0:n]) // more
    p[0] = 1;
// CHECK: :[[#@LINE+3]]:17: error: expected ')' to match the '(' before [GN0105]
// CHECK-NOT: error: expected
#pragma omp target map(to: p[0:n] \
    num_teams(4)
    p[0] = 1;
// CHECK: :[[#@LINE+1]]:24: error: expected one of 'to', 'from', {{.*}} in 'map', found 'tofro' [GN0205]
#pragma omp target map(tofro: p[0:n])
    p[0] = 1;
// CHECK: :[[#@LINE+1]]:20: error: 'loop' cannot stand here in a combined directive: 'target loop' is not a directive
#pragma omp target loop
    for (int i = 0; i < n; i++) p[i] = 1;
// CHECK: :[[#@LINE+1]]:37: error: 'parallel' cannot stand here {{.*}} 'distribute parallel' must go on with 'for'
#pragma omp target teams distribute parallel
    for (int i = 0; i < n; i++) p[i] = 1;
// CHECK: :[[#@LINE+1]]:26: error: 'simd' cannot stand here
#pragma omp target teams simd
    for (int i = 0; i < n; i++) p[i] = 1;
// CHECK: :[[#@LINE+1]]:12: error: expected a directive after '#pragma omp'
#pragma omp
// CHECK: :[[#@LINE+1]]:27: error: expected an expression in 'device', found ')'
#pragma omp target device()
    p[0] = 1;
// CHECK: :[[#@LINE+1]]:27: error: expected an expression, found ';'
#pragma omp target device(;)
    p[0] = 1;
// CHECK: :[[#@LINE+1]]:20: error: expected a clause, found '('
#pragma omp target (n)
    p[0] = 1;
// CHECK: :[[#@LINE+1]]:27: error: a list item of 'map' must be a variable
#pragma omp target map(to:5)
    p[0] = 1;
// CHECK: :[[#@LINE+1]]:31: error: expected ',' or ':' after 'to' in 'map', found 'a'
#pragma omp target map(    to a)
    p[0] = 1;
// CHECK: :[[#@LINE+1]]:26: error: expected ']', found ')'
#pragma omp target map(a[)
    p[0] = 1;
}
