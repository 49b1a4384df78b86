/* sync.c: barriers, single and masked, locks, flush. */
#include "state.h"

/* Threads of a region smaller than the team: their last warp holds other lanes as well, and a hardware
 * barrier waits for those too. They follow every barrier of the region (parallel.c: keep_up) until its last,
 * which thread 0 names. */
HOT void __gd_barrier(void)
{
    if (depth() || !TEAM->in_parallel)
        return;
    if (TEAM->mode == __GD_SPMD) {
        hw_barrier_team();
        return;
    }
    if (hw_tid() == 0)
        TEAM->barriers++;
    hw_barrier_region(round_to_warps(TEAM->nthreads));
}

HOT void __gd_spmd_barrier(void) { hw_barrier_team_together(); }

HOT _Bool __gd_single(void) { return __gd_thread() == 0; }
HOT _Bool __gd_masked(int filter) { return (int)__gd_thread() == filter; }

HOT void __gd_flush(void) { hw_fence_device(); }

void __gd_lock(u32 *lock)
{
    for (u32 n = 0;; n++) {
        u32 seen = 0;
        if (__atomic_compare_exchange_n(lock, &seen, 1u, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            break;
        hw_pause(n);
    }
    hw_fence_device();
}

void __gd_unlock(u32 *lock)
{
    hw_fence_device();
    __atomic_exchange_n(lock, 0u, __ATOMIC_RELAXED);
}

/* The locks of atomics on objects too large for the hardware: one out of a table, chosen by address. */
enum { ATOMIC_LOCKS = 64 };
static u32 atomic_locks[ATOMIC_LOCKS];

static u32 *atomic_lock_of(const volatile void *p) { return &atomic_locks[(u64)p / 16 % ATOMIC_LOCKS]; }
void __gd_atomic_lock(const volatile void *p) { __gd_lock(atomic_lock_of(p)); }
void __gd_atomic_unlock(const volatile void *p) { __gd_unlock(atomic_lock_of(p)); }
