// RUN: %not %gantry cc -DERRORS -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=ERR
// RUN: %not %gantry cc -DCALLS -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=CALLS
// RUN: %gantry cc -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=WARN
/* Text that comes out of macros and _Pragma: messages point at the macro's name, and notes lead through the definitions; names
 * are those that the user wrote. */
#include <errno.h>
#include <stdlib.h>
#define TARGET _Pragma("omp target teams distribute parallel for num_teams(0)")
#define COUNT(x) for (int i = 0; i < x; i++)
#define BOTH(x) TARGET COUNT(x)
#define SUM x + 1
#define AT(p, i) p[i]
#define HERE AT(a, 3)
#define SIDE(x) (x)
#define TWICE 1
#undef TWICE
#define TWICE 2
#define INNER(x) (1 + rand() + (x))
#define OUTER(x) (INNER(x) + rand())
#define TWO(x) x = 1; x += rand(); srand(x)
#ifdef CALLS
void calls(int *a)
{
#pragma omp target map(a[0:9])
    {
// CALLS: macros.c:[[#@LINE+3]]:16: error: 'rand' has no device version
// CALLS: macros.c:[[OUTER:[0-9]+]]:19: note: expanded from macro 'OUTER'
// CALLS: macros.c:[[INNER:[0-9]+]]:23: note: expanded from macro 'INNER'
        a[0] = OUTER(a[1]);
// CALLS: macros.c:[[#@LINE+4]]:9: error: 'rand' has no device version
// CALLS: macros.c:[[TWO:[0-9]+]]:28: note: expanded from macro 'TWO'
// CALLS: macros.c:[[#@LINE+2]]:9: error: 'srand' has no device version
// CALLS: macros.c:[[TWO]]:36: note: expanded from macro 'TWO'
        TWO(a[0]);
    }
}
#elif defined(ERRORS)
void wrong(int *a, int n)
{
    int x = 0;
// ERR: macros.c:[[#@LINE+5]]:5: error: 'num_teams' needs a positive number, not 0 [GN0211]
// ERR-NEXT: BOTH(n) a[i]
// ERR-NEXT: {{^ +\^$}}
// ERR-NEXT: macros.c:10:17: note: expanded from macro 'BOTH'
// ERR: macros.c:8:16: note: expanded from macro 'TARGET'
    BOTH(n) a[i] = 1;
// ERR: macros.c:[[#@LINE+1]]:5: error: unknown clause 'foo' on 'target'{{.*}} [GN0201]
    _Pragma("omp target foo")
    a[0] = 1;
// ERR: macros.c:[[#@LINE+1]]:14: error: 'target' does not take the clause 'num_teams' [GN0202]
    if (n) { _Pragma("omp target num_teams(3)") a[0] = 1; }
// ERR: macros.c:[[#@LINE+2]]:32: error: 'errno' is a function, and cannot be in 'map' [GN0213]
// ERR: errno.h:{{[0-9]+:[0-9]+}}: note: expanded from macro 'errno'
#pragma omp target map(tofrom: errno)
    a[0] = 1;
// ERR: macros.c:[[#@LINE+2]]:28: error: 'SUM' in 'map' is a value, not a variable or a place in memory [GN0213]
// ERR: macros.c:11:13: note: expanded from macro 'SUM'
#pragma omp target map(to: SUM) map(to: a[0:1])
    a[0] = 1;
// ERR: macros.c:[[#@LINE+2]]:26: error: 'num_teams' needs a positive number
// ERR-NOT: note: expanded from macro 'TWICE'
#pragma omp target teams num_teams(TWICE - 2) map(a[0:1])
    a[0] = 1;
}
#endif
void followed(int n)
{
    double *a = malloc(n * sizeof *a), *b = malloc(n), *c = malloc(n), s = 0;
// WARN: macros.c:[[#@LINE+7]]:19: warning: the region follows 'a'{{.*}} [GN0434]
// WARN: macros.c:13:17: note: expanded from macro 'HERE'
// WARN: macros.c:[[#@LINE+4]]:1: note: add 'map(to: a[0:n])' here
// WARN: macros.c:[[#@LINE+4]]:29: warning: the region follows 'b'
// WARN: macros.c:[[#@LINE+3]]:42: warning: the region follows 'c'
// WARN-NOT: expanded
#pragma omp target map(s)
    s = SIDE(n) + HERE + AT(b, 2) + SIDE(c[2]);
}
