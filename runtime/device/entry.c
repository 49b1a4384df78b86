/* entry.c: the beginning and end of a kernel, and the state machine in which workers of a generic team wait.
 */
#include "parallel.h"

HOT _Bool __gd_spmd_begin(const struct __gd_env *env, u32 mode)
{
    if (hw_tid() >= env->threads)
        return 0;
    __gd_spmd_team_size = env->threads;
    if (mode & __GD_NEEDS_STATE) {
        __gd_depth[hw_tid()] = 0;
        if (hw_tid() == 0) {
            __gd_state_begin(env, mode, env->threads);
            __gd_share_begin();
        }
        hw_barrier_team_together();
    }
    return 1;
}

HOT void __gd_spmd_end(void) {}

/* Lanes beyond a region's threads in the last warp of the region: a hardware barrier waits for them as well,
 * so they arrive at each one, until the barrier that thread 0 named the last. */
INLINE void keep_up(u32 lanes)
{
    u32 barriers = 0;
    do {
        hw_barrier_region(lanes);
        barriers++;
    } while (*(volatile u32 *)&TEAM->last_barrier != barriers);
}

INLINE void run_region(__gd_dispatch *dispatch, u32 me, u32 threads)
{
    u32 n = TEAM->nthreads, lanes = round_to_warps(n);
    _Bool mixed = n != lanes && n != threads; /* the region's last warp holds other live lanes */
    if (me < n) {
        dispatch(TEAM->id, TEAM->fn, TEAM->payload);
        if (mixed) {
            if (me == 0)
                TEAM->last_barrier = ++TEAM->barriers;
            hw_barrier_region(lanes);
        }
    } else if (mixed && me < lanes) {
        keep_up(lanes);
    }
}

HOT _Bool __gd_generic_begin(const struct __gd_env *env, u32 mode, __gd_dispatch *dispatch)
{
    u32 me = hw_tid(), threads = env->threads;
    if ((mode & __GD_MODE_MASK) == __GD_SERIAL) {
        if (me != 0)
            return 0;
        if (mode & __GD_NEEDS_STATE) {
            __gd_depth[me] = 0;
            __gd_state_begin(env, mode, 1);
        }
        return 1;
    }
    u32 main = main_lane();
    if (me == main) {
        __gd_depth[me] = 0;
        __gd_state_begin(env, mode, 1);
        __gd_share_begin();
        return 1;
    }
    if (me >= threads)
        return 0; /* surplus lanes of the last worker warp and of the main thread's warp */
    __gd_depth[me] = 0;
    for (;;) {
        hw_barrier_team(); /* a region is published, or the kernel is over */
        if (!TEAM->fn && !TEAM->id)
            return 0;
        run_region(dispatch, me, threads);
        hw_barrier_team(); /* join */
    }
}

/* In a serial team the barrier has one lane, which passes it. */
HOT void __gd_generic_end(void)
{
    TEAM->id = 0;
    TEAM->fn = 0;
    hw_barrier_team();
}
