/* reduce.c: reductions over the lanes of a warp, the warps of a team and the teams of a league.
 *
 * The order of combination is a function of the numbers of threads and teams alone, so that equal shapes give
 * equal bits. Payloads up to LANE_BYTES travel by shuffles in words; larger ones (reductions over arrays) are
 * combined thread by thread in memory that the whole team sees.
 *
 * Everything is counted in lanes. The lanes of a group hold the same data: a warp's tree ends where neighbours belong
 * to the same thread, and what one lane does by itself, the first lane of a thread does. */
#include "parallel.h"
#include "simd.h"

enum {
    LANE_BYTES = 128,  /* the largest payload that shuffles carry */
    SLOT_BYTES = 2048, /* shared memory for the warps' results */
    HEADER_BYTES = 64, /* of the scratch memory; its first word counts the teams that have arrived */
};
static HW_SHARED _Alignas(16) u8 slots[SLOT_BYTES];
static HW_SHARED u32 last_team;
typedef u8 *buffer;
static HW_SHARED buffer turn_buffer; /* where larger payloads of the team are combined */

/* the lanes whose threads reduce: `count` of them, numbered from 0 in whole warps but for the last */
struct lanes {
    u32 me, count;
    _Bool spmd;  /* in an SPMD kernel's own code: hardware barrier */
    _Bool whole; /* no live lane of the last warp is outside */
    u32 crew;
};

INLINE u32 lesser(u32 a, u32 b) { return a < b ? a : b; }

INLINE void lanes_barrier(struct lanes c)
{
    if (c.spmd)
        __gd_spmd_barrier(own_group(c.crew));
    else
        __gd_barrier(own_group(c.crew));
}

/* Copies between a private object and memory that is aligned to the object's size, up to 8 bytes. */
INLINE void copy_out(void *to, const void *data, u32 size)
{
    if (size % 8 == 0) {
        for (u32 i = 0; i < size / 8; i++)
            __builtin_memcpy((u64 *)to + i, (const u8 *)data + 8 * i, 8);
    } else if (size % 4 == 0) {
        for (u32 i = 0; i < size / 4; i++)
            __builtin_memcpy((u32 *)to + i, (const u8 *)data + 4 * i, 4);
    } else {
        for (u32 i = 0; i < size; i++)
            ((u8 *)to)[i] = ((const u8 *)data)[i];
    }
}

INLINE void copy_in(void *data, const void *from, u32 size)
{
    if (size % 8 == 0) {
        for (u32 i = 0; i < size / 8; i++)
            __builtin_memcpy((u8 *)data + 8 * i, (const u64 *)from + i, 8);
    } else if (size % 4 == 0) {
        for (u32 i = 0; i < size / 4; i++)
            __builtin_memcpy((u8 *)data + 4 * i, (const u32 *)from + i, 4);
    } else {
        for (u32 i = 0; i < size; i++)
            ((u8 *)data)[i] = ((const u8 *)from)[i];
    }
}

/* The first n lanes of the warp combine, groups of `group` as one; lane 0 has the result. All lanes in the mask
 * take part in the shuffles. */
INLINE void warp_reduce(void *data, u32 size, __gd_combine *f, u64 mask, u32 n, u32 group)
{
    _Alignas(16) u8 from[LANE_BYTES];
    for (u32 distance = hw_width() / 2; distance >= group; distance /= 2) {
        fetch_down(from, data, size, mask, distance, n);
        if (hw_lane() + distance < n)
            f(data, from);
    }
}

/* One warp's worth of them, `n` of which hold data. A constant mask is much cheaper, where it is right. */
INLINE void lanes_warp_reduce(void *data, u32 size, __gd_combine *f, struct lanes c, u32 live, u32 n)
{
    if (c.whole)
        warp_reduce(data, size, f, callers(hw_whole_mask(live), c.crew), n, group_size(c.crew));
    else
        warp_reduce(data, size, f, callers(hw_mask(live), c.crew), n, group_size(c.crew));
}

/* Larger payloads: one after the other into `sum`, warps by barriers, lanes by warp syncs. Lane 0 has the
 * total. */
INLINE void by_turns(void *data, u32 size, __gd_combine *f, struct lanes c, u8 *sum)
{
    u32 width = hw_width(), live = lesser(c.count - (c.me & ~(width - 1)), width);
    for (u32 first = 0; first < c.count; first += width) {
        if ((c.me & ~(width - 1)) == first)
            for (u32 lane = 0; lane < live; lane += group_size(c.crew)) {
                if (hw_lane() == lane) {
                    if (c.me == 0)
                        __builtin_memcpy(sum, data, size);
                    else
                        f(sum, data);
                }
                hw_warp_sync(callers(hw_mask(live), c.crew));
            }
        lanes_barrier(c);
    }
    if (c.me == 0)
        __builtin_memcpy(data, sum, size);
    lanes_barrier(c); /* sum may be given back */
}

/* The warps' results, where their slots do not fit at once: one slot, warp after warp. */
INLINE void warps_by_turns(void *data, u32 size, __gd_combine *f, struct lanes c, u32 holders)
{
    u32 width = hw_width();
    for (u32 first = 0; first < holders; first += width) {
        if (c.me == first) {
            if (first == 0)
                copy_out((void *)slots, data, size);
            else
                f((void *)slots, data);
        }
        lanes_barrier(c);
    }
    if (c.me == 0)
        copy_in(data, (const void *)slots, size);
}

/* The results of several warps, in their slots, by warp 0: a lane for each, or where only leaders call, these in
 * memory; the tree is the same. */
INLINE void reduce_slots(void *data, u32 size, __gd_combine *f, struct lanes c, u32 warps)
{
    u32 width = hw_width();
    if (!(c.crew & __GD_LEADERS)) {
        if (c.me < warps)
            copy_in(data, (const void *)(slots + c.me * size), size);
        warp_reduce(data, size, f, hw_whole_mask(width), warps, 1);
        return;
    }
    u32 group = group_size(c.crew);
    for (u32 distance = width / 2; distance; distance /= 2) {
        for (u32 w = c.me / group; w < distance && w + distance < warps; w += width / group)
            f((void *)(slots + w * size), (const void *)(slots + (w + distance) * size));
        hw_warp_sync(callers(hw_whole_mask(width), c.crew));
    }
    if (c.me == 0)
        copy_in(data, (const void *)slots, size);
}

/* Payloads up to LANE_BYTES; the first `holders` lanes hold data. Lane 0 has the total. */
INLINE void lanes_reduce(void *data, u32 size, __gd_combine *f, struct lanes c, u32 holders)
{
    u32 width = hw_width(), first = c.me & ~(width - 1);
    u32 live = lesser(c.count - first, width), warps = (holders + width - 1) / width;
    if (first < holders)
        lanes_warp_reduce(data, size, f, c, live, lesser(holders - first, width));
    if (warps == 1)
        return;
    lanes_barrier(c); /* the slots of a reduction before have been read */
    if (size > SLOT_BYTES / warps) {
        warps_by_turns(data, size, f, c, holders);
        return;
    }
    if (c.me == first && first < holders)
        copy_out((void *)(slots + first / width * size), data, size);
    lanes_barrier(c);
    if (first == 0) /* a full warp, as there are several */
        reduce_slots(data, size, f, c, warps);
}

INLINE void lanes_reduce_large(void *data, u32 size, __gd_combine *f, struct lanes c)
{
    if (c.me == 0)
        turn_buffer = __gd_arena_push((size + 15) & ~15u);
    lanes_barrier(c);
    by_turns(data, size, f, c, turn_buffer);
    if (c.me == 0)
        __gd_arena_pop(turn_buffer);
}

INLINE _Bool team_reduce(void *data, u32 size, __gd_combine *f, struct lanes c)
{
    if (c.count == group_size(c.crew))
        return c.me == 0;
    if (size <= LANE_BYTES)
        lanes_reduce(data, size, f, c, c.count);
    else
        lanes_reduce_large(data, size, f, c);
    return c.me == 0;
}

HOT _Bool __gd_reduce_team(void *data, u32 size, __gd_combine *f, u32 crew)
{
    u32 n = __gd_nthreads() << size_shift(crew), me = (__gd_thread() << size_shift(crew)) + lane_in_group(crew);
    _Bool whole = TEAM->mode == __GD_SPMD || TEAM->lanes;
    return team_reduce(data, size, f, (struct lanes){me, n, 0, whole, crew});
}

INLINE struct lanes spmd_lanes(u32 crew)
{
    return (struct lanes){hw_tid(), spmd_threads() << size_shift(crew), 1, 1, crew};
}

HOT _Bool __gd_spmd_reduce_team(void *data, u32 size, __gd_combine *f, u32 crew)
{
    return team_reduce(data, size, f, spmd_lanes(crew));
}

/* ---- teams: each leaves its result in the scratch memory; the last to arrive combines them, in order of
 * teams ---- */
INLINE u8 *partials(const struct __gd_env *env) { return (u8 *)env->scratch + HEADER_BYTES; }

/* By one thread, after its team's result is written. True in the last team; the counter is ready for the next
 * launch. */
INLINE _Bool arrive(const struct __gd_env *env)
{
    u32 *arrived = (u32 *)env->scratch;
    hw_fence_device();
    if (__atomic_fetch_add(arrived, 1u, __ATOMIC_RELAXED) != hw_nteams() - 1)
        return 0;
    __atomic_store_n(arrived, 0u, __ATOMIC_RELAXED);
    hw_fence_device();
    return 1;
}

/* By a thread of the last team: the results of all teams, in place where they are too large for a copy. */
INLINE void combine_partials(void *data, u32 size, __gd_combine *f, const u8 *from, u32 first, u32 step)
{
    copy_in(data, from + (u64)first * size, size);
    for (u32 t = first + step; t < hw_nteams(); t += step)
        f(data, from + (u64)t * size);
}

HOT _Bool __gd_reduce_league(const struct __gd_env *env, void *data, u32 size, __gd_combine *f, u32 crew)
{
    struct lanes c = spmd_lanes(crew);
    u8 *mine = partials(env) + (u64)hw_team() * size;
    if (size <= LANE_BYTES || hw_nteams() == 1)
        team_reduce(data, size, f, c);
    else if (c.count > group_size(crew))
        by_turns(data, size, f, c, mine);
    if (hw_nteams() == 1)
        return c.me == 0;
    if (c.me == 0) {
        copy_out(mine, data, size);
        last_team = arrive(env);
    }
    lanes_barrier(c);
    if (!last_team)
        return 0;
    if (size > LANE_BYTES) {
        if (c.me == 0)
            combine_partials(data, size, f, partials(env), 0, 1);
        return c.me == 0;
    }
    hw_fence_device();
    u32 holders = lesser(c.count >> size_shift(crew), hw_nteams());
    if (lane_thread(crew) < holders)
        combine_partials(data, size, f, partials(env), lane_thread(crew), holders);
    lanes_reduce(data, size, f, c, holders << size_shift(crew));
    return c.me == 0;
}

HOT _Bool __gd_reduce_teams(const struct __gd_env *env, void *data, u32 size, __gd_combine *f)
{
    if (hw_nteams() == 1)
        return 1;
    copy_out(partials(env) + (u64)hw_team() * size, data, size);
    if (!arrive(env))
        return 0;
    combine_partials(data, size, f, partials(env), 0, 1);
    return 1;
}
