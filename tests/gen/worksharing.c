// Sections are a switch over numbered iterations; copyprivate is a broadcast; an iteration of an ordered loop
// passes its turn on at its end, also after `continue`; a doacross loop's vectors become two numbers.
// RUN: %gantry cc --offload-arch=sm_70 --dump=device -c %s | %FileCheck %s
void f(int n, int *a)
{
#pragma omp target parallel map(tofrom: a[0:n])
    {
        int x = n, y = 0;
// CHECK: __gd_loop_begin(&__gd_l, __GD_SPMD_THREADS, __GD_CYCLIC, 2, 0, 1)
// CHECK: switch (__gd_k)
// CHECK: case 0:
// CHECK: case 1:
// CHECK: __gd_spmd_barrier(0);
#pragma omp sections
        {
            a[0] = x;
#pragma omp section
            a[1] = x;
        }
// CHECK: if (__gd_spmd_thread(1) == 0)
// CHECK: __gd_spmd_copyprivate((void *)&x, sizeof x, __gd_spmd_thread(1) == 0, 0, 1);
// CHECK-NOT: __gd_spmd_barrier
#pragma omp single copyprivate(x)
        x = 3;
// CHECK: __gd_ordered_begin(&__gd_od, __GD_SPMD_THREADS, 1);
// CHECK: __gd_ordered_iteration(&__gd_od, __gd_k);
// CHECK: do {
// CHECK: continue;
// CHECK: __gd_ordered_enter(&__gd_od);
// CHECK: __gd_ordered_leave(&__gd_od, 1);
// CHECK: while (0);
// CHECK-NEXT: __gd_ordered_end(&__gd_od, 1);
#pragma omp for ordered
        for (int i = 0; i < n; i++) {
            if (a[i])
                continue;
#pragma omp ordered
            a[i] = y++;
        }
// CHECK: __gd_doacross_begin(&__gd_da, __GD_SPMD_THREADS, __GD_CYCLIC, __gd_n, 0, 1UL * __gd_n1, 1);
// CHECK: if (__gd_in) __gd_doacross_wait(&__gd_da, (0UL * __gd_n0 + __gd_x0), (0UL * __gd_n1 + __gd_x1), 1);
// CHECK: __gd_doacross_post(&__gd_da, __gd_k, (0UL * __gd_n1 + __gd_x1), 1);
// CHECK: __gd_doacross_post(&__gd_da, __gd_k, 1UL * __gd_n1 - 1, 1);
#pragma omp for ordered(2)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < 4; j++) {
#pragma omp ordered depend(sink: i - 1, j)
                a[i] += j;
#pragma omp ordered depend(source)
            }
// CHECK: __GD_ATOMIC_COMPARE(*a, __gd_operand < __gd_old, __gd_operand, { (y) = __gd_new; });
#pragma omp atomic compare capture
        {
            if (x < *a) {
                *a = x;
            }
            y = *a;
        }
    }
}
