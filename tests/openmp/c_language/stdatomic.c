// ROW: C: functions of stdatomic.h
// SPEC: 4.0 1.7
/* Every generic function, with and without an order; flags and fences. */
#include "check.h"

#include <stdatomic.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int r[24] = {0}, n = 0;
#pragma omp target map(tofrom: r, n)
    {
        _Atomic int x = 5;
        int k = 0, e = 9;
        r[k++] = atomic_load(&x) == 5;
        atomic_store(&x, 7);
        r[k++] = x == 7;
        r[k++] = atomic_exchange(&x, 9) == 7;
        r[k++] = atomic_compare_exchange_strong(&x, &e, 11) && x == 11;
        r[k++] = !atomic_compare_exchange_strong(&x, &e, 12) && e == 11;
        while (!atomic_compare_exchange_weak(&x, &e, 11))
            ;
        r[k++] = atomic_fetch_sub(&x, 1) == 11 && atomic_fetch_add(&x, 0) == 10;
        r[k++] = atomic_fetch_or(&x, 16) == 10 && atomic_fetch_and(&x, 24) == 26 && atomic_fetch_xor(&x, 1) == 24;
        r[k++] = atomic_load_explicit(&x, memory_order_acquire) == 25;
        atomic_store_explicit(&x, 1, memory_order_release);
        r[k++] = atomic_exchange_explicit(&x, 2, memory_order_acq_rel) == 1;
        r[k++] = atomic_fetch_add_explicit(&x, 2, memory_order_relaxed) == 2;
        e = 4;
        r[k++] = atomic_compare_exchange_strong_explicit(&x, &e, 6, memory_order_seq_cst, memory_order_relaxed);
        atomic_flag f = ATOMIC_FLAG_INIT;
        r[k++] = !atomic_flag_test_and_set(&f) && atomic_flag_test_and_set(&f);
        atomic_flag_clear(&f);
        r[k++] = !atomic_flag_test_and_set_explicit(&f, memory_order_acquire);
        atomic_init(&x, 4);
        r[k++] = x == 4;
        atomic_thread_fence(memory_order_seq_cst);
        atomic_thread_fence(memory_order_acquire);
        atomic_signal_fence(memory_order_release);
        r[k++] = atomic_is_lock_free(&x);
        int z = 0;
        __atomic_fetch_add(&z, 3, __ATOMIC_SEQ_CST);
        __sync_fetch_and_add(&z, 4);
        r[k++] = z == 7;
        n = k;
    }
    CHECK_INT(n, 16, "checks");
    for (int k = 0; k < n; k++)
        CHECK_INT(r[k], 1, "check %d", k);
    atomic_long total = 0;
#pragma omp target teams distribute parallel for map(tofrom: total)
    for (int i = 0; i < 500; i++)
        atomic_fetch_add(&total, i);
    CHECK_INT(total, 500 * 499 / 2, "by many threads");
    return check_end();
}
