// RUN: %not %front --no-check %s 2>&1 | %FileCheck %s
void f(int n)
{
    int x = 0, v = 0;
    struct pair { int v, w; } one = {1, 2}, other = {3, 4};
#pragma omp target
    {
// CHECK: :[[#@LINE+1]]:13: error: 'atomic' needs 'x++;', 'x op= e;'
#pragma omp atomic
    x = v + n;
// CHECK: :[[#@LINE+1]]:13: error: 'atomic read' needs 'v = x;'
#pragma omp atomic read
    x++;
// CHECK: :[[#@LINE+1]]:13: error: 'atomic write' needs
#pragma omp atomic write
    x += 2;
// CHECK: :[[#@LINE+1]]:13: error: 'atomic read' needs 'v = x;', where both are variables, elements or members that are numbers or pointers [GN0307]
#pragma omp atomic read
    x = v + 1;
// CHECK: :[[#@LINE+1]]:13: error: 'atomic read' needs 'v = x;', where both are
#pragma omp atomic read
    x = (int)v;
// CHECK: :[[#@LINE+1]]:13: error: 'atomic write' needs 'x = expression;', where x is a number or a pointer [GN0307]
#pragma omp atomic write
    one = other;
// CHECK-NOT: error:
#pragma omp atomic read
    x = (one.v);
#pragma omp atomic write
    *(&one.v + 1) = v + 1;
// CHECK: :[[#@LINE+1]]:13: error: 'atomic capture' needs
#pragma omp atomic capture
    { v = x; n = 2; }
// CHECK: :[[#@LINE+1]]:25: error: 'read' and 'write' exclude each other [GN0209]
#pragma omp atomic read write
    v = x;
// CHECK: :[[#@LINE+1]]:28: error: 'seq_cst' and 'relaxed' exclude each other
#pragma omp atomic seq_cst relaxed
    v++;
    }
}
