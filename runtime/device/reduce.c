/* reduce.c: reductions over the lanes of a warp, the warps of a team and the teams of a league.
 *
 * The order of combination is a function of the numbers of threads and teams alone, so that equal shapes give
 * equal bits. Payloads up to __GD_SHUFFLED_BYTES travel by shuffles in words; larger ones (reductions over arrays) are
 * combined thread by thread in memory that the whole team sees.
 *
 * Everything is counted in lanes. The lanes of a group hold the same data: a warp's tree of combinations ends where
 * neighbouring lanes belong to the same thread, and the first lane of a thread acts for it. */
#include "check.h"
#include "parallel.h"
#include "simd.h"

#if defined(__NVPTX__) /* all blocks of a module are as users' are: mem.c */
#define malloc __gd_malloc
#define free __gd_free
#endif
void *malloc(__SIZE_TYPE__ bytes); /* the device heap: mem.c, or the driver's */
void free(void *p);

enum {
    SLOT_BYTES = 2048, /* shared memory for the warps' results */
    HEADER_BYTES = 64, /* of the scratch memory; its first word counts the teams that have arrived */
};
static HW_SHARED _Alignas(16) u8 slots[SLOT_BYTES];
static HW_SHARED u32 last_team;
typedef u8 *buffer;
static HW_SHARED buffer turn_buffer; /* where larger payloads of the team are combined */

/* the lanes whose threads reduce: `count` of them, numbered from 0; all warps are whole but the last */
struct lanes {
    u32 me, count;
    _Bool spmd;  /* in an SPMD kernel's own code: hardware barrier */
    _Bool whole; /* no live lane of the last warp is outside */
    u32 crew;
};

INLINE void *heap_take(u64 bytes)
{
    void *p = malloc(bytes ? bytes : 1);
    if (!p)
        __gd_trap("the device heap has no room for the copies of a reduction over an array", 0, 0);
    return p;
}

INLINE u32 lesser(u32 a, u32 b) { return a < b ? a : b; }

INLINE void lanes_barrier(struct lanes c)
{
    if (c.spmd)
        __gd_spmd_plain_barrier(own_group(c.crew));
    else
        __gd_plain_barrier(own_group(c.crew));
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

/* What combines two objects: f element by element, of `each` bytes. */
struct how {
    __gd_combine *f;
    u32 each;
};
INLINE void combine(struct how h, void *into, const void *from, u32 size)
{
    for (u32 at = 0; at < size; at += h.each)
        h.f((u8 *)into + at, (const u8 *)from + at);
}

/* The first n lanes of the warp combine, groups of `group` as one; lane 0 has the result. All lanes in the mask
 * take part in the shuffles. */
INLINE void warp_reduce(void *data, u32 size, struct how f, u64 mask, u32 n, u32 group)
{
    _Alignas(16) u8 from[__GD_SHUFFLED_BYTES];
    for (u32 distance = hw_width() / 2; distance >= group; distance /= 2) {
        fetch_down(from, data, size, mask, distance, n);
        if (hw_lane() + distance < n)
            combine(f, data, from, size);
    }
}

/* The lanes of one warp, `n` of which hold data. A constant mask saves instructions, where it is valid. */
INLINE void lanes_warp_reduce(void *data, u32 size, struct how f, struct lanes c, u32 live, u32 n)
{
    if (c.whole)
        warp_reduce(data, size, f, callers(hw_whole_mask(live), c.crew), n, group_size(c.crew));
    else
        warp_reduce(data, size, f, callers(hw_mask(live), c.crew), n, group_size(c.crew));
}

/* Larger payloads: threads add theirs to `sum` one after the other; barriers order the warps, warp syncs the lanes of a
 * warp. Lane 0 has the total. */
INLINE void by_turns(void *data, u32 size, struct how f, struct lanes c, u8 *sum)
{
    u32 width = hw_width(), live = lesser(c.count - (c.me & ~(width - 1)), width);
    for (u32 first = 0; first < c.count; first += width) {
        if ((c.me & ~(width - 1)) == first)
            for (u32 lane = 0; lane < live; lane += group_size(c.crew)) {
                if (hw_lane() == lane) {
                    if (c.me == 0)
                        __builtin_memcpy(sum, data, size);
                    else
                        combine(f, sum, data, size);
                }
                hw_warp_sync(callers(hw_mask(live), c.crew));
            }
        lanes_barrier(c);
    }
    if (c.me == 0)
        __builtin_memcpy(data, sum, size);
    lanes_barrier(c); /* all have used sum: it may be freed */
}

/* The warps' results, where their slots do not fit at once: one slot, warp after warp. */
INLINE void warps_by_turns(void *data, u32 size, struct how f, struct lanes c, u32 holders)
{
    u32 width = hw_width();
    for (u32 first = 0; first < holders; first += width) {
        if (c.me == first) {
            if (first == 0)
                copy_out((void *)slots, data, size);
            else
                combine(f, (void *)slots, data, size);
        }
        lanes_barrier(c);
    }
    if (c.me == 0)
        copy_in(data, (const void *)slots, size);
}

/* The results of several warps, in their slots, by warp 0: a lane for each; where only leaders call, in memory, in the
 * same tree. */
INLINE void reduce_slots(void *data, u32 size, struct how f, struct lanes c, u32 warps)
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
            combine(f, (void *)(slots + w * size), (const void *)(slots + (w + distance) * size), size);
        hw_warp_sync(callers(hw_whole_mask(width), c.crew));
    }
    if (c.me == 0)
        copy_in(data, (const void *)slots, size);
}

/* Payloads up to __GD_SHUFFLED_BYTES; the first `holders` lanes hold data. Lane 0 has the total. `fresh`: a barrier was
 * passed since a reduction before. */
INLINE void lanes_reduce(void *data, u32 size, struct how f, struct lanes c, u32 holders, _Bool fresh)
{
    u32 width = hw_width(), first = c.me & ~(width - 1);
    u32 live = lesser(c.count - first, width), warps = (holders + width - 1) / width;
    if (first < holders)
        lanes_warp_reduce(data, size, f, c, live, lesser(holders - first, width));
    if (warps == 1)
        return;
    if (!fresh)
        lanes_barrier(c); /* the slots of a reduction before have been read */
    if (size > SLOT_BYTES / warps) {
        warps_by_turns(data, size, f, c, holders);
        return;
    }
    if (c.me == first && first < holders)
        copy_out((void *)(slots + first / width * size), data, size);
    lanes_barrier(c);
    if (first == 0) /* warp 0 is full, since there are several */
        reduce_slots(data, size, f, c, warps);
}

INLINE void lanes_reduce_large(void *data, u32 size, struct how f, struct lanes c)
{
    if (c.me == 0)
        turn_buffer = __gd_arena_push((size + 15) & ~15u);
    lanes_barrier(c);
    by_turns(data, size, f, c, turn_buffer);
    if (c.me == 0)
        __gd_arena_pop(turn_buffer);
}

INLINE _Bool team_reduce(void *data, u32 size, struct how f, struct lanes c)
{
    ASSERT(is_crew_word(c.crew) && data && size && f.f && c.me < c.count);
    if (c.count == group_size(c.crew))
        return c.me == 0;
    if (size <= __GD_SHUFFLED_BYTES)
        lanes_reduce(data, size, f, c, c.count, 0);
    else
        lanes_reduce_large(data, size, f, c);
    return c.me == 0;
}

INLINE struct lanes region_lanes(u32 crew)
{
    u32 n = __gd_nthreads() << size_shift(crew), me = (__gd_thread() << size_shift(crew)) + lane_in_group(crew);
    return (struct lanes){me, n, 0, TEAM->mode == __GD_SPMD || TEAM->lanes, crew};
}

HOT _Bool __gd_reduce_team(void *data, u32 size, __gd_combine *f, u32 crew)
{
    return team_reduce(data, size, (struct how){f, size}, region_lanes(crew));
}

INLINE struct lanes spmd_lanes(u32 crew)
{
    return (struct lanes){hw_tid(), spmd_threads() << size_shift(crew), 1, 1, crew};
}

HOT _Bool __gd_spmd_reduce_team(void *data, u32 size, __gd_combine *f, u32 crew)
{
    return team_reduce(data, size, (struct how){f, size}, spmd_lanes(crew));
}

/* ---- teams: each leaves its result in the scratch memory; the last to arrive combines them, in order of
 * teams ---- */
INLINE u8 *partials(const struct __gd_env *env) { return (u8 *)env->scratch + HEADER_BYTES; }

/* By one thread, after its team's result is written. True in the last team; the counter is ready for the next
 * launch. What the other teams have left is known to the thread then, and by a barrier to its team. */
INLINE _Bool arrive(const struct __gd_env *env)
{
    u32 *arrived = (u32 *)env->scratch;
    ASSERT(arrived && *arrived < seen_nteams());
    hw_fence_device();
    if (__atomic_fetch_add(arrived, 1u, __ATOMIC_RELAXED) != seen_nteams() - 1)
        return 0;
    __atomic_store_n(arrived, 0u, __ATOMIC_RELAXED);
    hw_fence_device();
    return 1;
}

/* By a thread of the last team: the results of teams first, first + step … into data. */
INLINE void combine_partials(void *data, u32 size, __gd_combine *f, const u8 *from, u32 first, u32 step)
{
    copy_in(data, from + (u64)first * size, size);
    for (u32 t = first + step; t < seen_nteams(); t += step)
        f(data, from + (u64)t * size);
}

HOT _Bool __gd_reduce_league(const struct __gd_env *env, void *data, u32 size, __gd_combine *f, u32 crew)
{
    struct lanes c = spmd_lanes(crew);
    u8 *mine = partials(env) + (u64)seen_team() * size;
    if (size <= __GD_SHUFFLED_BYTES || seen_nteams() == 1)
        team_reduce(data, size, (struct how){f, size}, c);
    else if (c.count > group_size(crew))
        by_turns(data, size, (struct how){f, size}, c, mine);
    if (seen_nteams() == 1)
        return c.me == 0;
    if (c.me == 0) {
        copy_out(mine, data, size);
        last_team = arrive(env);
    }
    lanes_barrier(c);
    if (!last_team)
        return 0;
    if (size > __GD_SHUFFLED_BYTES) {
        if (c.me == 0)
            combine_partials(data, size, f, partials(env), 0, 1);
        return c.me == 0;
    }
    u32 holders = lesser(c.count >> size_shift(crew), seen_nteams());
    if (lane_thread(crew) < holders)
        combine_partials(data, size, f, partials(env), lane_thread(crew), holders);
    lanes_reduce(data, size, (struct how){f, size}, c, holders << size_shift(crew), 1);
    return c.me == 0;
}

HOT _Bool __gd_reduce_teams(const struct __gd_env *env, void *data, u32 size, __gd_combine *f)
{
    if (seen_nteams() == 1)
        return 1;
    copy_out(partials(env) + (u64)seen_team() * size, data, size);
    if (!arrive(env))
        return 0;
    combine_partials(data, size, f, partials(env), 0, 1);
    return 1;
}

/* ---- parts: arrays, element by element. What shuffles carry at once is a stretch of elements. ---- */
INLINE void part_reduce(const struct __gd_part *p, struct lanes c)
{
    _Alignas(16) u8 stretch[__GD_SHUFFLED_BYTES];
    u8 *data = p->data;
    if (p->size > __GD_SHUFFLED_BYTES) {
        for (u64 i = 0; i < p->count; i++)
            lanes_reduce_large(data + i * p->size, p->size, (struct how){p->combine, p->size}, c);
        return;
    }
    ASSERT(p->size && data && p->combine);
    u32 most = __GD_SHUFFLED_BYTES / p->size;
    for (u64 i = 0; i < p->count; i += most) {
        u32 bytes = (p->count - i < most ? (u32)(p->count - i) : most) * p->size;
        __builtin_memcpy(stretch, data + i * p->size, bytes);
        lanes_reduce(stretch, bytes, (struct how){p->combine, p->size}, c, c.count, 0);
        if (c.me == 0)
            __builtin_memcpy(data + i * p->size, stretch, bytes);
    }
}

INLINE _Bool team_reduce_parts(const struct __gd_part *p, u32 n, struct lanes c)
{
    for (u32 i = 0; i < n && c.count != group_size(c.crew); i++)
        part_reduce(&p[i], c);
    return c.me == 0;
}

HOT _Bool __gd_reduce_team_parts(const struct __gd_part *p, u32 n, u32 room, u32 crew)
{
    (void)room;
    return team_reduce_parts(p, n, region_lanes(crew));
}

HOT _Bool __gd_spmd_reduce_team_parts(const struct __gd_part *p, u32 n, u32 room, u32 crew)
{
    (void)room;
    return team_reduce_parts(p, n, spmd_lanes(crew));
}

/* A team's parts lie one after the other: in the scratch memory, or where `room` is too small for them, in memory of
 * the device heap whose address is there. */
INLINE u64 part_bytes(const struct __gd_part *p) { return (p->count * p->size + 15) & ~15ul; }
INLINE u64 parts_bytes(const struct __gd_part *p, u32 n)
{
    u64 sum = 0;
    for (u32 i = 0; i < n; i++)
        sum += part_bytes(&p[i]);
    return sum;
}
INLINE u8 *parts_of_team(const struct __gd_env *env, u32 team, u32 room, u64 bytes)
{
    u8 *at = partials(env) + (u64)team * room;
    return bytes <= room ? at : *(u8 **)at;
}

INLINE void leave_parts(const struct __gd_env *env, const struct __gd_part *p, u32 n, u32 room, u64 bytes)
{
    if (bytes > room)
        *(void **)(partials(env) + (u64)seen_team() * room) = heap_take(bytes);
    u8 *to = parts_of_team(env, seen_team(), room, bytes);
    for (u32 i = 0; i < n; to += part_bytes(&p[i]), i++)
        __builtin_memcpy(to, p[i].data, p[i].count * p[i].size);
}

/* Elements first, first + step … of all teams, into those of team 0, in order of teams. */
INLINE void combine_parts(const struct __gd_env *env, const struct __gd_part *p, u32 n, u32 room, u64 bytes, u64 first,
                          u64 step)
{
    u64 offset = 0;
    for (u32 i = 0; i < n; offset += part_bytes(&p[i]), i++)
        for (u64 k = first; k < p[i].count; k += step)
            for (u32 t = 1; t < seen_nteams(); t++)
                p[i].combine(parts_of_team(env, 0, room, bytes) + offset + k * p[i].size,
                             parts_of_team(env, t, room, bytes) + offset + k * p[i].size);
}

INLINE void take_parts(const struct __gd_env *env, const struct __gd_part *p, u32 n, u32 room, u64 bytes)
{
    const u8 *from = parts_of_team(env, 0, room, bytes);
    for (u32 i = 0; i < n; from += part_bytes(&p[i]), i++)
        __builtin_memcpy(p[i].data, from, p[i].count * p[i].size);
    for (u32 t = 0; t < seen_nteams() && bytes > room; t++)
        free(parts_of_team(env, t, room, bytes));
}

HOT _Bool __gd_reduce_league_parts(const struct __gd_env *env, const struct __gd_part *p, u32 n, u32 room, u32 crew)
{
    struct lanes c = spmd_lanes(crew);
    u64 bytes = parts_bytes(p, n);
    team_reduce_parts(p, n, c);
    if (seen_nteams() == 1)
        return c.me == 0;
    if (c.me == 0) {
        leave_parts(env, p, n, room, bytes);
        last_team = arrive(env);
    }
    lanes_barrier(c);
    if (!last_team)
        return 0;
    if (lane_in_group(crew) == 0)
        combine_parts(env, p, n, room, bytes, lane_thread(crew), c.count >> size_shift(crew));
    lanes_barrier(c);
    if (c.me == 0)
        take_parts(env, p, n, room, bytes);
    return c.me == 0;
}

HOT _Bool __gd_reduce_teams_parts(const struct __gd_env *env, const struct __gd_part *p, u32 n, u32 room)
{
    u64 bytes = parts_bytes(p, n);
    if (seen_nteams() == 1)
        return 1;
    leave_parts(env, p, n, room, bytes);
    if (!arrive(env))
        return 0;
    combine_parts(env, p, n, room, bytes, 0, 1);
    take_parts(env, p, n, room, bytes);
    return 1;
}

/* ---- memory of private copies ---- */
void *__gd_copies_take(u64 bytes, u32 crew)
{
    u64 p = 0;
    if (lane_in_group(crew) == 0 || !together(crew))
        p = (u64)heap_take(bytes);
    return (void *)of_leader(p, crew);
}

void __gd_copies_give(void *p, u32 crew)
{
    if (together(crew))
        __gd_group_sync(crew); /* the others may still read them */
    if (lane_in_group(crew) == 0 || !together(crew))
        free(p);
}

static HW_SHARED buffer team_copies;
void *__gd_spmd_copies_take(u64 bytes)
{
    __gd_spmd_plain_barrier(0);
    if (hw_tid() == 0)
        team_copies = heap_take(bytes);
    __gd_spmd_plain_barrier(0);
    return team_copies;
}

void __gd_spmd_copies_give(void *p)
{
    __gd_spmd_plain_barrier(0);
    if (hw_tid() == 0)
        free(p);
}
