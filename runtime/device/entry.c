/* entry.c: the beginning and end of a kernel, and the state machine in which workers of a generic team wait.
 */
#include "check.h"
#include "icv.h"
#include "parallel.h"
#include "simd.h"

/* Written by one lane; each lane clears its own depth, and a barrier follows before anybody else reads. */
INLINE void state_begin(const struct __gd_env *env, u32 mode, u32 workers, u32 nthreads, u32 crew)
{
    TEAM->mode = mode & __GD_MODE_MASK;
    TEAM->workers = workers;
    TEAM->thread_limit = env->thread_limit;
    TEAM->device = env->device;
    TEAM->num_devices = env->num_devices;
    TEAM->nthreads = nthreads;
    TEAM->in_parallel = (mode & __GD_MODE_MASK) == __GD_SPMD;
    if (groups_exist())
        TEAM->crew = crew;
    __gd_cancel_begin(env);
    __gd_team_space = space_of_team(env);
    if (lane_stacks_exist())
        __gd_region_space.bytes = 0; /* no region has begun */
    icvs_begin(env);
}

HOT _Bool __gd_spmd_begin(const struct __gd_env *env, u32 mode, u32 crew)
{
    u32 threads = env->lanes >> size_shift(crew);
    ASSERT(is_mode_word(mode) && (mode & __GD_MODE_MASK) == __GD_SPMD);
    ASSERT(is_crew_word(crew));
    ASSERT(threads >= 1 && env->lanes <= hw_ntid() && env->lanes <= MAX_LANES);
    kernel_begins(mode);
    if (hw_tid() >= env->lanes)
        return 0;
    team_is_numbered(hw_team(), hw_nteams());
    TELL(*__gd_place() = (struct __gd_emu_place){0});
    __gd_spmd_team_size = threads;
    __gd_tasks_begin();
    if (mode & __GD_NEEDS_STATE) {
        lane_begins(hw_tid());
        if (hw_tid() == 0) {
            state_begin(env, mode, env->lanes, threads, crew);
            __gd_share_begin();
        }
        hw_barrier_team_together();
    } else if (__gd_large_reductions &&
               hw_tid() == 0) /* it is the lane that takes room there for reductions of large objects */
        __gd_share_begin();
    return 1;
}

HOT void __gd_spmd_region(const struct __gd_env *env, u32 mode, u32 crew)
{
    ASSERT(kernel_has_begun() && is_crew_word(crew));
    __gd_spmd_team_size = env->lanes >> size_shift(crew);
    if (!(mode & __GD_NEEDS_STATE) || !groups_exist())
        return;
    if (hw_tid() == 0) {
        TEAM->nthreads = __gd_spmd_team_size;
        TEAM->crew = crew;
    }
    hw_barrier_team_together();
}

/* The team before has ended, and left nothing: neither in memory that it had for itself, nor in what routines read. */
HOT void __gd_virtual_team(const struct __gd_env *env, u32 mode, u32 crew, u32 team, u32 nteams)
{
    ASSERT(kernel_has_begun() && is_crew_word(crew) && team < nteams);
    __gd_tasks_done();
    hw_barrier_team_together();
    team_is_numbered(team, nteams);
    if (!(mode & __GD_NEEDS_STATE))
        return;
    ASSERT(lane_is_back());
    lane_begins(hw_tid());
    if (hw_tid() == 0)
        state_begin(env, mode, env->lanes, env->lanes >> size_shift(crew), crew);
    hw_barrier_team_together();
}

HOT void __gd_virtual_teams_end(void)
{
    __gd_tasks_done();
    hw_barrier_team_together();
    team_is_numbered(hw_team(), hw_nteams());
}

HOT void __gd_spmd_end(void)
{
    ASSERT(kernel_has_begun());
    ASSERT(!state_is_there() || lane_is_back());
    __gd_tasks_done();
}

/* Lanes of the region's last warp that belong to none of its threads skip it and go to the join: no barrier of the
 * region counts them. */
INLINE void run_region(__gd_dispatch *dispatch)
{
    u32 crew = team_crew();
    ASSERT(is_crew_word(crew));
    if (lane_thread(crew) < TEAM->nthreads) {
        TELL(__gd_emu_place_take(main_lane(), __GD_EMU_TEAM); __gd_tell_begins(lane_thread(crew), TEAM->nthreads));
        dispatch(TEAM->id, TEAM->fn, TEAM->payload, crew);
        TELL(__gd_tell_ends());
    }
    __gd_tasks_done();
    ASSERT(lane_is_back());
    hw_reconverge(0);
}

HOT _Bool __gd_generic_begin(const struct __gd_env *env, u32 mode, __gd_dispatch *dispatch)
{
    u32 me = hw_tid(), workers = env->lanes;
    ASSERT(is_mode_word(mode) && (mode & __GD_MODE_MASK) != __GD_SPMD);
    ASSERT((mode & __GD_MODE_MASK) == __GD_SERIAL || round_to_warps(workers) + hw_width() >= hw_ntid());
    kernel_begins(mode);
    team_is_numbered(hw_team(), hw_nteams());
    TELL(*__gd_place() = (struct __gd_emu_place){0});
    __gd_tasks_begin();
    if ((mode & __GD_MODE_MASK) == __GD_SERIAL) {
        if (me != 0)
            return 0;
        if (mode & __GD_NEEDS_STATE) {
            lane_begins(me);
            state_begin(env, mode, env->threads, 1, 1);
        }
        return 1;
    }
    u32 main = main_lane();
    if (me == main) {
        lane_begins(me);
        state_begin(env, mode, workers, 1, 1);
        __gd_share_begin();
        return 1;
    }
    if (me >= workers)
        return 0; /* surplus lanes of the last worker warp and of the main thread's warp */
    lane_begins(me);
    for (;;) {
        hw_barrier_team(); /* a region is published, or the kernel is over */
        if (!TEAM->fn && !TEAM->id)
            return 0;
        run_region(dispatch);
        hw_barrier_team(); /* join */
    }
}

/* In a serial team only the main lane is left, so the barrier does not wait. */
HOT void __gd_generic_end(void)
{
    ASSERT(kernel_has_begun());
    ASSERT(!state_is_there() || (is_main_thread() && lane_is_back() && !TEAM->in_parallel));
    __gd_share_end();
    __gd_tasks_done();
    TEAM->id = 0;
    TEAM->fn = 0;
    hw_barrier_team();
}
