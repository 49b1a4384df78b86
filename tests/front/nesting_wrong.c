// RUN: %not %front --no-check -w %s 2>&1 | %FileCheck %s
/* What may not stand in what (OpenMP 5.2, 17.1). */
void f(int n, int *a)
{
#pragma omp target
    {
// CHECK: :[[#@LINE+1]]:9: error: a 'target' construct with a 'teams' construct in it may hold nothing else [GN0308]
        n = 2;
#pragma omp teams
        {
// CHECK: :[[#@LINE+1]]:13: error: 'barrier' may not stand in 'teams': only 'distribute', 'parallel' and 'loop'
#pragma omp barrier
// CHECK: :[[#@LINE+1]]:13: error: 'for' may not stand in 'teams'
#pragma omp for
            for (int i = 0; i < n; i++)
// CHECK: :[[#@LINE+1]]:13: error: 'barrier' may not stand in 'for': not all threads would reach the barrier
#pragma omp barrier
        }
    }
#pragma omp target
    {
// CHECK: :[[#@LINE+1]]:13: error: the statement of 'dispatch' must be one direct call [GN0729]
#pragma omp dispatch
        n = 1;
// CHECK: :[[#@LINE+1]]:13: error: 'target' may not stand in 'target': device constructs cannot be nested
#pragma omp target
        n = 2;
// CHECK: :[[#@LINE+1]]:13: error: 'target update' may not stand in 'target'
#pragma omp target update to(a[0:n])
#pragma omp parallel
        {
// CHECK: :[[#@LINE+1]]:13: error: 'distribute' may not stand in 'parallel': 'distribute' must stand directly in 'teams'
#pragma omp distribute
            for (int i = 0; i < n; i++) a[i] = 1;
#pragma omp single
            {
// CHECK: :[[#@LINE+1]]:13: error: 'for' may not stand in 'single': both divide work among the same threads
#pragma omp for
                for (int i = 0; i < n; i++) a[i] = 1;
            }
#pragma omp critical
            {
// CHECK: :[[#@LINE+1]]:13: error: 'barrier' may not stand in 'critical'
#pragma omp barrier
// CHECK: :[[#@LINE+1]]:13: error: 'critical' inside a 'critical' of the same name would wait for itself
#pragma omp critical
                n++;
            }
// CHECK: :[[#@LINE+1]]:13: error: 'teams' must stand directly in a 'target' construct, not in 'parallel'
#pragma omp teams
            n = 1;
#pragma omp for
            for (int i = 0; i < n; i++) {
// CHECK: :[[#@LINE+1]]:13: error: 'master' may not stand in 'for'
#pragma omp master
                n = 1;
            }
        }
#pragma omp simd
        for (int i = 0; i < n; i++) {
// CHECK: :[[#@LINE+1]]:13: error: 'parallel' may not stand in 'simd': only 'simd', 'loop', 'atomic' and 'ordered simd'
#pragma omp parallel
            n = 1;
        }
    }
}
// CHECK: :[[#@LINE+3]]:13: error: 'target' may not stand in the function 'inner', which runs on the device
void inner(int *p)
{
#pragma omp target
    *p = 1;
}
void outer(int *p)
{
#pragma omp target
    inner(p);
}
