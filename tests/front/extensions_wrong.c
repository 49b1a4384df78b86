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
// CHECK: :[[#@LINE+1]]:14: warning: '#pragma ompx' knows 'single_launch', 'resident', 'barrier league', 'single league', 'registers', 'holds', 'independent' and 'sizes', not 'register': the line is ignored [GN0113]
#pragma ompx register(41)
#pragma omp target
    a[0]++;
// CHECK: :[[#@LINE+1]]:20: error: 'target' does not take the clause 'registers' [GN0202]
#pragma omp target registers(5)
    a[0]++;
// CHECK: :[[#@LINE+1]]:1: error: '#pragma ompx registers' must stand directly in front of a target construct [GN0112]
#pragma ompx registers(40)
// CHECK: :[[#@LINE+1]]:14: error: 'independent' stands in front of what is no loop [GN0114]
#pragma ompx independent
    a[0]++;
// CHECK: :[[#@LINE+1]]:26: error: 'n' in 'independent' is no array or pointer [GN0213]
#pragma ompx independent(n)
    for (int i = 0; i < n; i++)
        a[i]++;
// CHECK: :[[#@LINE+1]]:26: error: a list item of 'independent' must be the name of a variable, found 'a[0:n]' [GN0213]
#pragma ompx independent(a[0:n])
    for (int i = 0; i < n; i++)
        a[i]++;
// CHECK: :[[#@LINE+1]]:20: error: 'a' in 'sizes' must be a section of a variable, as in a[0:n], or of a member, s->a[0:n] [GN0208]
#pragma ompx sizes(a)
    a[0]++;
// CHECK: :[[#@LINE+1]]:20: error: 'a[0]' in 'sizes' must be a section of a variable, as in a[0:n], or of a member, s->a[0:n] [GN0208]
#pragma ompx sizes(a[0])
    a[0]++;
// CHECK: :[[#@LINE+1]]:20: error: 'n[0:1]' is no array or pointer [GN0208]
#pragma ompx sizes(n[0:1])
    a[0]++;
// CHECK: :[[#@LINE+1]]:19: error: expected '(' after 'sizes', found the end of the line [GN0105]
#pragma ompx sizes
    a[0]++;
// CHECK: :[[#@LINE+1]]:20: error: expected an expression in 'holds', found ')' [GN0105]
#pragma ompx holds()
    a[0]++;
// CHECK: :[[#@LINE+1]]:27: error: unknown clause 'always' on 'assume' [GN0201]
#pragma ompx holds(n > 0) always
    a[0]++;
// CHECK: :[[#@LINE+1]]:1: error: 'assume' needs a clause that says what [GN0214]
#pragma ompx assume
    a[0]++;
// CHECK: :[[#@LINE+1]]:20: error: unknown clause 'independent' on 'assume'
#pragma omp assume independent
    for (int i = 0; i < n; i++)
        a[i]++;
#else
#pragma ompx registers(nowhere)
#pragma omp target
    a[0]++;
#endif
}
#ifndef ALONE
// CHECK: :[[#@LINE+1]]:1: error: '#pragma ompx' stands in front of what is no function's body, and no statement [GN0114]
#pragma ompx holds(sizeof(int) == 4)
int b;
// CHECK: :[[#@LINE+1]]:1: error: '#pragma ompx' stands in front of what is no function's body, and no statement [GN0114]
#pragma ompx holds(n > 0)
void declared(int n);
// CHECK: :[[#@LINE+1]]:14: error: 'independent' stands in front of what is no loop [GN0114]
#pragma ompx independent
void defined(int n)
{
    a[n] = 0;
}
// CHECK: :[[#@LINE+1]]:1: error: '#pragma ompx' stands in front of what is no function's body, and no statement [GN0114]
#pragma ompx holds(n > 0)
#endif
