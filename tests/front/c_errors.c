// RUN: %not %front -Wall %s 2>&1 | %FileCheck %s
// RUN: %not %front -w %s 2>&1 | %FileCheck --check-prefix=QUIET %s
/* Mistakes in C come as Clang words them, in the user's lines; its warnings obey the user's flags. */
#define TWICE(x) ((x) + undeclared)
// QUIET-NOT: warning
int f(int n, double *p)
{
// CHECK: c_errors.c:[[#@LINE+1]]:11: warning: using the result of an assignment as a condition {{.*}} [-Wparentheses]
    if (n = 1)
        n = 2;
// CHECK: c_errors.c:[[#@LINE+3]]:9: error: use of undeclared identifier 'q'
// CHECK-NEXT: {{^}}        q = p[0];
#pragma omp target map(p[0:n])
        q = p[0];
// CHECK: c_errors.c:[[#@LINE+2]]:9: error: use of undeclared identifier 'undeclared'
// CHECK: note: expanded from macro 'TWICE'
    n = TWICE(n);
// CHECK: c_errors.c:[[#@LINE+1]]:29: error: use of undeclared identifier 'nn'
#pragma omp target map(p[0: nn])
    p[0] = 1;
// CHECK: c_errors.c:[[#@LINE+2]]:1: error: expected expression
    return n +
}
