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

/* Lanes of the region's last warp that are not its threads go past them to the join: no barrier of the region
 * counts them. */
INLINE void run_region(__gd_dispatch *dispatch, u32 me)
{
    if (me < TEAM->nthreads)
        dispatch(TEAM->id, TEAM->fn, TEAM->payload);
    hw_reconverge();
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
        run_region(dispatch, me);
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
