// RUN: %not %gantry cc -c %s -o %t.o 2>&1 | %FileCheck %s
/* default(firstprivate) cannot decide about what the same directive maps. */

void f(int n)
{
// CHECK: errors_default.c:[[# @LINE + 1]]:{{[0-9]+}}: error: 'n' is mapped by the directive whose 'default' makes copies
#pragma omp target parallel default(firstprivate) map(tofrom: n)
    n = 1;
}
