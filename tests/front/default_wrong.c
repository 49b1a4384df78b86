// RUN: %not %front --no-check %s 2>&1 | %FileCheck %s
// RUN: %front --no-check -w -DGOOD %s | %FileCheck --check-prefix=GOOD %s
int global;
// GOOD: function f
int f(int n)
{
    int x = n;
#ifdef GOOD
#pragma omp target parallel default(firstprivate) shared(global)
#else
// CHECK: :[[#@LINE+4]]:{{[0-9]+}}: error: 'global' is a variable of file scope, for which 'default' does not speak: list it in a clause [GN0717]
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: note: 'default' is here
#pragma omp target parallel default(firstprivate)
#endif
    x += global;
    return x;
}
