// RUN: %not %front --no-check %s 2>&1 | %FileCheck %s
void f(int n)
{
    int x = 0, v = 0;
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
