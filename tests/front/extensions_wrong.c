// RUN: %not %front --no-check -w %s 2>&1 | %FileCheck %s
// RUN: %not %front -w -DALONE %s 2>&1 | grep "extensions_wrong.c:[0-9]*:[0-9]*: error: use of undeclared identifier .nowhere.$" > /dev/null
/* Lines `#pragma ompx …` that say nothing of a target construct, or nothing that can be. */
#define REGISTERS 300
int a[10];
void f(int n)
{
#ifndef ALONE
// CHECK: :[[#@LINE+1]]:14: error: 'registers' needs a positive number, not 0 [GN0211]
#pragma ompx registers(0)
#pragma omp target
    a[0]++;
// CHECK: :[[#@LINE+1]]:14: error: 'registers' needs a positive number, not -4 [GN0211]
#pragma ompx registers(-4)
#pragma omp target
    a[0]++;
// CHECK: :[[#@LINE+1]]:14: error: 'registers' needs a number up to 255, not 300 [GN0217]
#pragma ompx registers(REGISTERS)
#pragma omp target parallel for
    for (int i = 0; i < 10; i++)
        a[i]++;
// CHECK: :[[#@LINE+1]]:14: error: 'registers' needs a constant number [GN0210]
#pragma ompx registers(n)
#pragma omp target
    a[0]++;
// CHECK: :[[#@LINE+1]]:14: error: 'registers' needs a constant number [GN0210]
#pragma ompx registers(1.5)
#pragma omp target
    a[0]++;
// CHECK: :[[#@LINE+1]]:24: error: expected an expression in 'registers', found ')' [GN0105]
#pragma ompx registers()
#pragma omp target
    a[0]++;
// CHECK: :[[#@LINE+1]]:24: error: expected '(' after 'registers', found '4' [GN0105]
#pragma ompx registers 4
#pragma omp target
    a[0]++;
// CHECK: :[[#@LINE+1]]:27: error: expected the end of the line, found '5' [GN0105]
#pragma ompx registers(4) 5
#pragma omp target
    a[0]++;
// CHECK: :[[#@LINE+1]]:25: error: expected ')' to match the '(' before [GN0105]
#pragma ompx registers(4
#pragma omp target
    a[0]++;
// CHECK: :[[#@LINE+1]]:1: error: '#pragma ompx registers' must stand directly in front of a target construct [GN0112]
#pragma ompx registers(40)
#pragma omp parallel for
    for (int i = 0; i < 10; i++)
        a[i]++;
// CHECK: :[[#@LINE+1]]:1: error: '#pragma ompx registers' must stand directly in front of a target construct [GN0112]
#pragma ompx registers(40)
    a[0]++;
#pragma omp target
    a[0]++;
// CHECK: :[[#@LINE+1]]:1: error: '#pragma ompx registers' must stand directly in front of a target construct [GN0112]
#pragma ompx registers(40)
#pragma omp target data map(a)
    a[0]++;
// CHECK: :[[#@LINE+3]]:14: error: 'registers' may be given only once [GN0203]
// CHECK: :[[#@LINE+1]]:14: note: given before here
#pragma ompx registers(40)
#pragma ompx registers(41)
#pragma omp target
    a[0]++;
// CHECK: :[[#@LINE+1]]:14: warning: '#pragma ompx' knows 'registers', not 'register': the line is ignored [GN0113]
#pragma ompx register(41)
#pragma omp target
    a[0]++;
// CHECK: :[[#@LINE+1]]:20: error: 'target' does not take the clause 'registers' [GN0202]
#pragma omp target registers(5)
    a[0]++;
// CHECK: :[[#@LINE+1]]:1: error: '#pragma ompx registers' must stand directly in front of a target construct [GN0112]
#pragma ompx registers(40)
#else
#pragma ompx registers(nowhere)
#pragma omp target
    a[0]++;
#endif
}
