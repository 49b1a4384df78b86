// RUN: %not %front --no-check %s 2>&1 | %FileCheck %s
struct bits {
    unsigned a : 3, b : 5;
};
void f(int n, struct bits *p)
{
    int x = 0, v = 0, r = 0;
#pragma omp target
    {
// CHECK: :[[#@LINE+1]]:13: error: 'section' must stand directly in a 'sections' construct [GN0301]
#pragma omp section
    x++;
#pragma omp parallel
    {
// CHECK: :[[#@LINE+1]]:13: error: 'sections' must be followed by a block in braces [GN0307]
#pragma omp sections
        x++;
#pragma omp sections
        {
#pragma omp section
            {
// CHECK: :[[#@LINE+1]]:13: error: 'barrier' may not stand in 'section'
#pragma omp barrier
            }
        }
// CHECK: :[[#@LINE+1]]:35: error: 'copyprivate' and 'nowait' exclude each other [GN0209]
#pragma omp single copyprivate(x) nowait
        x++;
// CHECK: :[[#@LINE+1]]:13: error: 'cancel for' must stand directly in a 'for' construct [GN0301]
#pragma omp cancel for
// CHECK: :[[#@LINE+1]]:1: error: 'cancel' needs one of 'parallel', 'for', 'sections' and 'taskgroup' [GN0214]
#pragma omp cancel if(n)
    }
// CHECK: :[[#@LINE+1]]:34: error: 'ordered' and 'order' exclude each other
#pragma omp parallel for ordered order(concurrent)
    for (int i = 0; i < n; i++)
        x++;
#pragma omp parallel for order(concurrent)
    for (int i = 0; i < n; i++) {
// CHECK: :[[#@LINE+1]]:13: error: 'critical' may not stand in 'parallel for': the loop's order is 'concurrent' [GN0301]
#pragma omp critical
        x++;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
// CHECK: :[[#@LINE+1]]:13: error: 'ordered' must stand directly in a loop with an 'ordered' clause without a number [GN0301]
#pragma omp ordered
        x++;
// CHECK: :[[#@LINE+1]]:13: error: 'ordered' with 'depend' or 'doacross' must stand in a loop with 'ordered(n)' [GN0661]
#pragma omp ordered depend(source)
    }
#pragma omp parallel for ordered(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
// CHECK: :[[#@LINE+1]]:21: error: the iteration vector has 1 elements, 'ordered(2)' of the loop says 2 [GN0661]
#pragma omp ordered depend(sink: i - 1)
// CHECK: :[[#@LINE+1]]:21: error: 'omp_cur_iteration - 1' of several loops is not supported yet
#pragma omp ordered doacross(sink: omp_cur_iteration - 1)
        }
// CHECK: :[[#@LINE+3]]:9: error: the loops that 'ordered(2)' counts must be rectangular
#pragma omp parallel for ordered(2)
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            x++;
// CHECK: :[[#@LINE+1]]:13: error: 'atomic' on a bit-field is not supported in device code: use a member of its own [GN0660]
#pragma omp atomic
    p->b++;
// CHECK: :[[#@LINE+1]]:13: error: 'atomic compare' needs
#pragma omp atomic compare
    if (x == n) { v = n; }
// CHECK: :[[#@LINE+1]]:13: error: 'atomic compare' needs
#pragma omp atomic compare
    if (x <= n) { x = n; }
// CHECK: :[[#@LINE+1]]:13: error: 'atomic compare' needs
#pragma omp atomic compare
    x = x < n ? v : x;
// CHECK: :[[#@LINE+1]]:13: error: 'atomic compare capture' needs
#pragma omp atomic compare capture
    if (x < n) { x = n; } else { v = x; }
// CHECK: :[[#@LINE+1]]:13: error: 'atomic compare capture' needs
#pragma omp atomic compare capture
    { r = x == n; if (v) { x = 3; } }
// CHECK: :[[#@LINE+1]]:20: error: 'weak' needs a 'compare' clause [GN0214]
#pragma omp atomic weak
    x++;
    }
}
#pragma omp begin declare target
void g(int *a)
{
// CHECK: :[[#@LINE+1]]:13: error: an 'ordered' region in a function of its own is not supported in device code
#pragma omp ordered
    a[0]++;
}
#pragma omp end declare target
