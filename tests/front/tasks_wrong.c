// RUN: %not %front --no-check %s 2>&1 | %FileCheck %s
typedef enum { zero } omp_event_handle_t;
void f(int n, int *a)
{
    int x = 0;
    float y = 0;
#pragma omp target parallel
    {
        omp_event_handle_t event;
// CHECK: :[[#@LINE+1]]:18: error: a detached task with dependences is not supported in device code, where tasks do not wait for each other: leave out 'detach' or 'depend' [GN0700]
#pragma omp task detach(event) depend(out: x)
        x++;
// CHECK: :[[#@LINE+1]]:18: error: 'task' does not take the clause 'num_threads' [GN0202]
#pragma omp task num_threads(3)
        x++;
// CHECK: :[[#@LINE+1]]:21: error: 'n' in 'if' names no construct of this directive
#pragma omp task if(n: 1)
        x++;
#pragma omp task
        {
// CHECK: :[[#@LINE+1]]:13: error: 'barrier' may not stand in 'task': not all threads would reach the barrier [GN0301]
#pragma omp barrier
// CHECK: :[[#@LINE+1]]:13: error: 'for' may not stand in 'task': a task is run by one thread [GN0301]
#pragma omp for
            for (int i = 0; i < n; i++)
                x++;
// CHECK: :[[#@LINE+1]]:13: error: 'masked' may not stand in 'task': a task is run by one thread [GN0301]
#pragma omp masked
            x++;
// CHECK: :[[#@LINE+1]]:13: error: 'cancel parallel' must stand directly in a 'parallel' construct
#pragma omp cancel parallel
        }
// CHECK: :[[#@LINE+1]]:13: error: 'cancel taskgroup' must stand directly in a 'task' or 'taskloop' construct
#pragma omp cancel taskgroup
#pragma omp simd
        for (int i = 0; i < n; i++) {
// CHECK: :[[#@LINE+1]]:13: error: 'task' may not stand in 'simd'
#pragma omp task
            a[i]++;
        }
// CHECK: :[[#@LINE+2]]:5: error: 'taskloop' must be followed by a 'for' loop [GN0302]
#pragma omp taskloop
    x++;
// CHECK: :[[#@LINE+1]]:35: error: 'grainsize' and 'num_tasks' exclude each other [GN0209]
#pragma omp taskloop grainsize(3) num_tasks(4)
        for (int i = 0; i < n; i++)
            x++;
// CHECK: :[[#@LINE+1]]:22: error: 'grainsize' needs a positive number, not 0 [GN0211]
#pragma omp taskloop grainsize(0)
        for (int i = 0; i < n; i++)
            x++;
// CHECK: :[[#@LINE+1]]:30: error: 'nogroup' and 'reduction' exclude each other [GN0209]
#pragma omp taskloop nogroup reduction(+: x)
        for (int i = 0; i < n; i++)
            x++;
// CHECK: :[[#@LINE+1]]:41: error: 'y' of type 'float' cannot be reduced by '&' [GN0215]
#pragma omp taskgroup task_reduction(&: y)
        x++;
// CHECK: :[[#@LINE+1]]:36: error: 'x' is in 'private' and in 'shared' [GN0212]
#pragma omp task private(x) shared(x)
        x++;
    }
#pragma omp target teams
    {
// CHECK: :[[#@LINE+1]]:13: error: 'taskgroup' may not stand in 'target teams': only 'distribute', 'parallel' and 'loop' may stand directly in 'teams' [GN0301]
#pragma omp taskgroup
        x++;
    }
#pragma omp target parallel for order(concurrent)
    for (int i = 0; i < n; i++) {
// CHECK: :[[#@LINE+1]]:13: error: 'task' may not stand in 'target parallel for': the loop's order is 'concurrent' [GN0301]
#pragma omp task
        a[i]++;
    }
}
