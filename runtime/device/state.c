/* state.c: the team's state, and the ids that follow from it. */
#include "check.h"
#include "gantry_abi.h"

HW_SHARED struct team __gd_team_state;
HW_SHARED u8 __gd_depth[MAX_LANES];
HW_SHARED u8 __gd_tasks[MAX_LANES];
HW_SHARED u32 __gd_spmd_team_size;
HW_SHARED struct numbered __gd_numbered;
#if defined(GANTRY_CHECK_RUNTIME)
HW_SHARED u32 __gd_begun;
#endif

HOT u32 __gd_team(void) { return seen_team(); }
HOT u32 __gd_nteams(void) { return seen_nteams(); }
HOT u32 __gd_spmd_thread(u32 crew) { return lane_thread(crew); }
HOT u32 __gd_spmd_nthreads(const struct __gd_env *env) { return env->threads; }

HOT u32 __gd_thread(void)
{
    ASSERT(state_is_there());
    return TEAM->in_parallel && !depth() ? lane_thread(team_crew()) : 0;
}
HOT u32 __gd_nthreads(void)
{
    ASSERT(state_is_there());
    ASSERT(TEAM->nthreads >= 1 && TEAM->nthreads <= MAX_LANES);
    return depth() ? 1 : TEAM->nthreads;
}

_Static_assert(sizeof(struct __gd_env) == sizeof(struct gantry_env), "one layout on both sides");
_Static_assert(__GD_ENV_APART == GANTRY_ENV_APART, "one number on both sides");
_Static_assert(sizeof(struct __gd_places) == sizeof(struct gantry_places), "one layout on both sides");
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
