/* reduce.c: reductions over the lanes of a warp, the warps of a team and the teams of a league.
 *
 * The order of combination is a function of the numbers of threads and teams alone, so that equal shapes give
 * equal bits. Payloads up to LANE_BYTES travel by shuffles in words; larger ones (reductions over arrays) are
 * combined thread by thread in memory that the whole team sees. */
#include "parallel.h"

enum {
    LANE_BYTES = 128,  /* the largest payload that shuffles carry */
    SLOT_BYTES = 2048, /* shared memory for the warps' results */
    HEADER_BYTES = 64, /* of the scratch memory; its first word counts the teams that have arrived */
};
static HW_SHARED _Alignas(16) u8 slots[SLOT_BYTES];
static HW_SHARED u32 last_team;
typedef u8 *buffer;
static HW_SHARED buffer turn_buffer; /* where larger payloads of the team are combined */

/* the threads that reduce: `count` of them, numbered from 0 in whole warps but for the last */
struct crew {
    u32 me, count;
    _Bool spmd;  /* in an SPMD kernel's own code: hardware barrier */
    _Bool whole; /* no live lane of the last warp is outside */
};

INLINE u32 lesser(u32 a, u32 b) { return a < b ? a : b; }

INLINE void crew_barrier(struct crew c)
{
    if (c.spmd)
        hw_barrier_team_together();
    else
        __gd_barrier();
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

/* into = data of the lane `distance` further on */
INLINE void fetch_down(u8 *into, const u8 *data, u32 size, u64 mask, u32 distance, u32 n)
{
    u32 at = 0;
    for (; at + 8 <= size; at += 8) {
        u64 word;
        __builtin_memcpy(&word, data + at, 8);
        word = hw_shuffle_down(mask, word, distance, n);
        __builtin_memcpy(into + at, &word, 8);
    }
    for (; at + 4 <= size; at += 4) {
        u32 word;
        __builtin_memcpy(&word, data + at, 4);
        word = hw_shuffle_down32(mask, word, distance, n);
        __builtin_memcpy(into + at, &word, 4);
    }
    for (; at < size; at++)
        into[at] = (u8)hw_shuffle_down32(mask, data[at], distance, n);
}

/* The first n lanes of the warp combine; lane 0 has the result. All lanes in the mask take part in the
 * shuffles. */
INLINE void warp_reduce(void *data, u32 size, __gd_combine *f, u64 mask, u32 n)
{
    _Alignas(16) u8 from[LANE_BYTES];
    for (u32 distance = hw_width() / 2; distance; distance /= 2) {
        fetch_down(from, data, size, mask, distance, n);
        if (hw_lane() + distance < n)
            f(data, from);
    }
}

/* One warp's worth of the crew, `n` lanes of which hold data. A constant mask is much cheaper, where it is
 * right. */
INLINE void crew_warp_reduce(void *data, u32 size, __gd_combine *f, struct crew c, u32 live, u32 n)
{
    if (c.whole)
        warp_reduce(data, size, f, hw_whole_mask(live), n);
    else
        warp_reduce(data, size, f, hw_mask(live), n);
}

/* Larger payloads: one after the other into `sum`, warps by barriers, lanes by warp syncs. Thread 0 has the
 * total. */
INLINE void by_turns(void *data, u32 size, __gd_combine *f, struct crew c, u8 *sum)
{
    u32 width = hw_width(), live = lesser(c.count - (c.me & ~(width - 1)), width);
    for (u32 first = 0; first < c.count; first += width) {
        if ((c.me & ~(width - 1)) == first)
            for (u32 lane = 0; lane < live; lane++) {
                if (hw_lane() == lane) {
                    if (c.me == 0)
                        __builtin_memcpy(sum, data, size);
                    else
                        f(sum, data);
                }
                hw_warp_sync(hw_mask(live));
            }
        crew_barrier(c);
    }
    if (c.me == 0)
        __builtin_memcpy(data, sum, size);
    crew_barrier(c); /* sum may be given back */
}

/* The warps' results, where their slots do not fit at once: one slot, warp after warp. */
INLINE void warps_by_turns(void *data, u32 size, __gd_combine *f, struct crew c, u32 holders)
{
    u32 width = hw_width();
    for (u32 first = 0; first < holders; first += width) {
        if (c.me == first) {
            if (first == 0)
                copy_out((void *)slots, data, size);
            else
                f((void *)slots, data);
        }
        crew_barrier(c);
    }
    if (c.me == 0)
        copy_in(data, (const void *)slots, size);
}

/* Payloads up to LANE_BYTES; the first `holders` threads of the crew hold data. Thread 0 has the total. */
INLINE void crew_reduce(void *data, u32 size, __gd_combine *f, struct crew c, u32 holders)
{
    u32 width = hw_width(), first = c.me & ~(width - 1);
    u32 live = lesser(c.count - first, width), warps = (holders + width - 1) / width;
    if (first < holders)
        crew_warp_reduce(data, size, f, c, live, lesser(holders - first, width));
    if (warps == 1)
        return;
    crew_barrier(c); /* the slots of a reduction before have been read */
    if (size > SLOT_BYTES / warps) {
        warps_by_turns(data, size, f, c, holders);
        return;
    }
    if (c.me == first && first < holders)
        copy_out((void *)(slots + first / width * size), data, size);
    crew_barrier(c);
    if (first == 0) { /* a full warp, as there are several */
        if (c.me < warps)
            copy_in(data, (const void *)(slots + c.me * size), size);
        warp_reduce(data, size, f, hw_whole_mask(width), warps);
    }
}

INLINE void crew_reduce_large(void *data, u32 size, __gd_combine *f, struct crew c)
{
    if (c.me == 0)
        turn_buffer = __gd_arena_push((size + 15) & ~15u);
    crew_barrier(c);
    by_turns(data, size, f, c, turn_buffer);
    if (c.me == 0)
        __gd_arena_pop(turn_buffer);
}

INLINE _Bool team_reduce(void *data, u32 size, __gd_combine *f, struct crew c)
{
    if (c.count == 1)
        return 1;
    if (size <= LANE_BYTES)
        crew_reduce(data, size, f, c, c.count);
    else
        crew_reduce_large(data, size, f, c);
    return c.me == 0;
}

HOT _Bool __gd_reduce_team(void *data, u32 size, __gd_combine *f)
{
    u32 n = __gd_nthreads();
    _Bool whole = TEAM->mode == __GD_SPMD || TEAM->lanes;
    return team_reduce(data, size, f, (struct crew){__gd_thread(), n, 0, whole});
}

HOT _Bool __gd_spmd_reduce_team(void *data, u32 size, __gd_combine *f)
{
    return team_reduce(data, size, f, (struct crew){hw_tid(), spmd_threads(), 1, 1});
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

/* By one thread of the last team: the results of all teams, in place where they are too large for a copy. */
INLINE void combine_partials(void *data, u32 size, __gd_combine *f, const u8 *from, u32 first, u32 step)
{
    copy_in(data, from + (u64)first * size, size);
    for (u32 t = first + step; t < hw_nteams(); t += step)
        f(data, from + (u64)t * size);
}

HOT _Bool __gd_reduce_league(const struct __gd_env *env, void *data, u32 size, __gd_combine *f)
{
    struct crew c = {hw_tid(), spmd_threads(), 1, 1};
    u8 *mine = partials(env) + (u64)hw_team() * size;
    if (size <= LANE_BYTES || hw_nteams() == 1)
        team_reduce(data, size, f, c);
    else if (c.count > 1)
        by_turns(data, size, f, c, mine);
    if (hw_nteams() == 1)
        return c.me == 0;
    if (c.me == 0) {
        copy_out(mine, data, size);
        last_team = arrive(env);
    }
    crew_barrier(c);
    if (!last_team)
        return 0;
    if (size > LANE_BYTES) {
        if (c.me == 0)
            combine_partials(data, size, f, partials(env), 0, 1);
        return c.me == 0;
    }
    hw_fence_device();
    u32 holders = lesser(c.count, hw_nteams());
    if (c.me < holders)
        combine_partials(data, size, f, partials(env), c.me, holders);
    crew_reduce(data, size, f, c, holders);
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
