/* sync.c: barriers, single and masked, locks, flush. */
#include "check.h"
#include "simd.h"

/* By the first lane of each of `warps` warps. All they add is 2^31: the counter's highest bit flips when the last one
 * arrives, and the bits below are 0 again. */
INLINE void arrive_and_wait(u32 warps)
{
    const u32 top = 1u << 31;
    u32 *arrived = (u32 *)&TEAM->arrived;
    hw_fence_team();
    u32 before = __atomic_fetch_add(arrived, hw_tid() == 0 ? top - (warps - 1) : 1, __ATOMIC_RELAXED);
    while (((*(volatile u32 *)arrived ^ before) & top) == 0)
        hw_pause(0);
    hw_fence_team();
}

/* A hardware barrier waits for every live lane of a warp. Where the region's last warp holds lanes that are not in it,
 * they would have to arrive as well, from other code. So the threads of each warp meet by a warp sync, and the warps'
 * first lanes by a counter in memory. Not inlined: it is rare, and barriers are many. Of the region's `lanes` all call
 * or, with LEADERS, the leaders (callers() in simd.h). */
static __attribute__((noinline)) void barrier_in_memory(u32 lanes, u32 crew)
{
    ASSERT(hw_tid() < lanes && lanes <= TEAM->workers);
    u32 rest = lanes - (hw_tid() - hw_lane());
    u64 mask = callers(hw_mask(rest < hw_width() ? rest : hw_width()), crew);
    hw_warp_sync(mask);
    if (hw_lane() == 0)
        arrive_and_wait(round_to_warps(lanes) / hw_width());
    hw_warp_sync(mask);
}

HOT void __gd_plain_barrier(struct __gd_group *g)
{
    ASSERT(state_is_there());
    if (depth() || !TEAM->in_parallel)
        return;
    u32 crew = team_crew();
    ASSERT(is_crew_word(crew) && lane_thread(crew) < TEAM->nthreads);
    ASSERT(!g || (crew & __GD_LEADERS && g->mask == group_mask(crew)));
    if (TEAM->mode == __GD_SPMD)
        __gd_group_barrier(g, 0);
    else if (TEAM->lanes)
        __gd_group_barrier(g, TEAM->lanes);
    else
        barrier_in_memory(TEAM->nthreads << size_shift(crew), g ? crew : 1);
}

HOT void __gd_spmd_plain_barrier(struct __gd_group *g)
{
    ASSERT(kernel_has_begun() && !(__gd_begun & (__GD_MODE_MASK & ~__GD_SPMD)));
    if (g)
        __gd_group_barrier(g, 0);
    else
        hw_barrier_team_together();
}

/* In the header of the launch's scratch memory, after the word of reductions. */
enum { LEAGUE_ARRIVED = 1, LEAGUE_ROUND = 2 };

/* One lane of each team arrives. The last one begins the next round, which the others wait for. */
INLINE void league_meets(const struct __gd_env *env)
{
    u32 *words = (u32 *)env->scratch, *arrived = words + LEAGUE_ARRIVED, *round = words + LEAGUE_ROUND;
    ASSERT(words && *arrived < hw_nteams());
    u32 now = __atomic_load_n(round, __ATOMIC_RELAXED); /* it cannot change before this team has arrived */
    hw_fence_device();
    if (__atomic_fetch_add(arrived, 1u, __ATOMIC_RELAXED) != hw_nteams() - 1) {
        hw_wait_while(round, now);
        return;
    }
    TELL(__gd_emu_tell_meeting());
    __atomic_store_n(arrived, 0u, __ATOMIC_RELAXED);
    /* What the others did is known from here on, and to whom reads the round: a store that releases would pass on no
     * more than what its own lane knew already. */
    hw_fence_device();
    __atomic_store_n(round, now + 1, __ATOMIC_RELAXED);
    hw_wake(round);
}

HOT void __gd_teams_barrier(const struct __gd_env *env)
{
    if (hw_nteams() > 1)
        league_meets(env);
    else
        TELL(__gd_emu_tell_meeting());
}

HOT void __gd_league_barrier(const struct __gd_env *env)
{
    if (hw_nteams() == 1 && !IS_TOLD) { /* who is in the team is all there are */
        __gd_spmd_barrier(0);
        return;
    }
    __gd_tasks_done();
    ASSERT(kernel_has_begun() && !(__gd_begun & (__GD_MODE_MASK & ~__GD_SPMD)));
    _Bool elected = hw_barrier_team_elect();
    if (elected)
        __gd_teams_barrier(env);
    hw_barrier_team_release(elected);
}

enum { SCRATCH_HEADER = 64 };

/* Where the teams leave their data in this round. Rounds take turns: whoever is in the next may leave data there while
 * others still read that of this one; in the one after that nobody does. */
INLINE u8 *gathered_at(const struct __gd_env *env, u32 before, u32 room)
{
    u32 round = __atomic_load_n((u32 *)env->scratch + LEAGUE_ROUND, __ATOMIC_RELAXED); /* as in league_meets */
    return (u8 *)env->scratch + SCRATCH_HEADER + (u64)hw_nteams() * (before + (u64)(round & 1) * room);
}

INLINE void leave(u8 *slots, const void *data, u32 size)
{
    u8 *mine = slots + (u64)hw_team() * size;
    for (u32 i = 0; i < size; i++)
        mine[i] = ((const u8 *)data)[i];
}

HOT const void *__gd_league_gather(const struct __gd_env *env, const void *data, u32 size, u32 before, u32 room)
{
    u8 *slots = hw_nteams() > 1 ? gathered_at(env, before, room) : 0;
    if (hw_tid() == 0 && slots)
        leave(slots, data, size);
    __gd_league_barrier(env);
    return slots ? slots : data;
}

HOT const void *__gd_teams_gather(const struct __gd_env *env, const void *data, u32 size, u32 before, u32 room)
{
    u8 *slots = hw_nteams() > 1 ? gathered_at(env, before, room) : 0;
    if (slots)
        leave(slots, data, size);
    __gd_teams_barrier(env);
    return slots ? slots : data;
}

HOT void __gd_barrier(struct __gd_group *g)
{
    __gd_tasks_done();
    __gd_plain_barrier(g);
}
HOT void __gd_spmd_barrier(struct __gd_group *g)
{
    __gd_tasks_done();
    __gd_spmd_plain_barrier(g);
}

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
    ASSERT(*lock == 1);
    __atomic_exchange_n(lock, 0u, __ATOMIC_RELAXED);
}

/* After each turn all lanes of the warp meet. Each turn has a depth of its own: see hw_reconverge in hw.h. */
HOT _Bool __gd_more_turns(u32 turn, u32 crew)
{
    u32 turns = hw_turns(group_size(crew));
    if (turns > 1)
        hw_reconverge(2 + turns - turn);
    return turn < turns;
}
HOT _Bool __gd_my_turn(u32 turn, u32 crew)
{
    u32 size = group_size(crew);
    return hw_turns(size) == 1 || hw_lane() / size == turn;
}

/* The locks of atomics on objects too large for the hardware: one out of a table, chosen by address. */
enum { ATOMIC_LOCKS = 64 };
static u32 atomic_locks[ATOMIC_LOCKS];

static u32 *atomic_lock_of(const volatile void *p) { return &atomic_locks[(u64)p / 16 % ATOMIC_LOCKS]; }
void __gd_atomic_lock(const volatile void *p)
{
    __gd_lock(atomic_lock_of(p));
    TELL(__gd_emu_tell_lock(atomic_lock_of(p)));
}
void __gd_atomic_unlock(const volatile void *p)
{
    TELL(__gd_emu_tell_unlock(atomic_lock_of(p)));
    __gd_unlock(atomic_lock_of(p));
}

/* A GPU schedules spinning lanes fairly; an emulated lane must yield to let others run. */
HOT void __gd_relax(void)
{
#ifdef __GANTRY_EMULATED__
    hw_pause(0);
#endif
}
