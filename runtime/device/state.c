/* state.c: the team's state, its initial values, and the ids that follow from it. */
#include "icv.h"
#include "simd.h"
#include "gantry_abi.h"

HW_SHARED struct team __gd_team_state;
HW_SHARED u8 __gd_depth[MAX_LANES];
HW_SHARED u32 __gd_spmd_team_size;

/* Written by one lane; each lane clears its own depth, and a barrier follows before anybody else reads. */
HOT void __gd_state_begin(const struct __gd_env *env, u32 mode, u32 workers, u32 nthreads, u32 crew)
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
    if (rooms_exist())
        __gd_region_space.bytes = 0; /* no region has begun */
    icvs_begin(env);
}

HOT u32 __gd_team(void) { return hw_team(); }
HOT u32 __gd_nteams(void) { return hw_nteams(); }
HOT u32 __gd_spmd_thread(u32 crew) { return lane_thread(crew); }
HOT u32 __gd_spmd_nthreads(const struct __gd_env *env) { return env->threads; }

HOT u32 __gd_thread(void) { return TEAM->in_parallel && !depth() ? lane_thread(team_crew()) : 0; }
HOT u32 __gd_nthreads(void) { return depth() ? 1 : TEAM->nthreads; }

_Static_assert(sizeof(struct __gd_env) == sizeof(struct gantry_env), "one layout on both sides");
#define SAME(member)                                                                                                   \
    _Static_assert(__builtin_offsetof(struct __gd_env, member) == __builtin_offsetof(struct gantry_env, member),       \
                   "one layout on both sides")
SAME(scratch);
SAME(trip);
SAME(threads);
SAME(thread_limit);
SAME(device);
SAME(num_devices);
SAME(flags);
SAME(lanes);
SAME(space);
SAME(space_bytes);
SAME(num_threads);
SAME(max_teams);
SAME(teams_thread_limit);
SAME(schedule);
SAME(chunk);
SAME(default_device);
SAME(inactive);
SAME(allocator);
