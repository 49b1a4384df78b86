/* simd.c: groups of lanes: what they exchange, and the state machine in which the lanes of a group wait for the
 * simd loops of their leader.
 *
 * A leader writes a command into its group's control block; a sync shows it to the group, and a second one, after
 * all have carried it out, makes the block free again. Leader and lanes wait at different places, as hardware allows
 * whose lanes have program counters of their own. */
#include "simd.h"
#include "check.h"

_Static_assert(sizeof(struct __gd_group) == __GD_CONTROL_BYTES, "the compiler puts payloads after it");

HW_SHARED u64 __gd_team_space;
HW_SHARED struct space __gd_region_space;

HOT u32 __gd_lane(u32 crew) { return lane_in_group(crew); }

HOT void __gd_group_sync(u32 crew)
{
    ASSERT(is_crew_word(crew));
    if (group_size(crew) > 1)
        hw_warp_sync(group_mask(crew));
}

HOT void __gd_group_broadcast(void *data, u32 size, u32 from, u32 crew)
{
    ASSERT(is_crew_word(crew) && data && from < group_size(crew));
    if (group_size(crew) == 1)
        return;
    hw_warp_sync(group_mask(crew)); /* shuffles say nothing of memory */
    fetch_from(data, size, group_mask(crew), leader_lane(crew) + from);
}

HOT void __gd_group_fetch(void *data, u32 size, u32 crew)
{
    if (group_size(crew) > 1)
        fetch_from(data, size, group_mask(crew), leader_lane(crew));
}

HOT u32 __gd_group_find(_Bool p, u32 crew)
{
    u32 size = group_size(crew);
    if (size == 1)
        return p ? 0 : 1;
    u64 holds = (hw_ballot(group_mask(crew), p) & group_mask(crew)) >> leader_lane(crew);
    return holds ? (u32)__builtin_ctzll(holds) : size;
}

/* ---- reductions. combine takes a whole object, so the neighbour's is copied to the stack. There is a version for each
 * class of sizes, so that kernels with small payloads need little stack. ---- */
enum { SMALL_BYTES = __GD_SHUFFLED_BYTES, MEDIUM_BYTES = 1024, LARGE_BYTES = 16384 };

INLINE void reduce_with(u8 *from, void *data, u32 size, __gd_combine *f, u32 crew)
{
    u32 n = group_size(crew), first = leader_lane(crew);
    for (u32 distance = n / 2; distance; distance /= 2) {
        fetch_down(from, data, size, group_mask(crew), distance, first + n);
        if (lane_in_group(crew) < distance)
            f(data, from);
    }
    fetch_from(data, size, group_mask(crew), first);
}

static __attribute__((noinline)) void reduce_medium(void *data, u32 size, __gd_combine *f, u32 crew)
{
    _Alignas(16) u8 from[MEDIUM_BYTES];
    reduce_with(from, data, size, f, crew);
}

static __attribute__((noinline)) void reduce_large(void *data, u32 size, __gd_combine *f, u32 crew)
{
    _Alignas(16) u8 from[LARGE_BYTES];
    reduce_with(from, data, size, f, crew);
}

HOT void __gd_group_reduce(void *data, u32 size, __gd_combine *f, u32 crew)
{
    ASSERT(is_crew_word(crew) && data && size && f);
    _Alignas(16) u8 from[SMALL_BYTES];
    if (group_size(crew) == 1)
        return;
    if (size <= SMALL_BYTES)
        reduce_with(from, data, size, f, crew);
    else if (size <= MEDIUM_BYTES)
        reduce_medium(data, size, f, crew);
    else if (size <= LARGE_BYTES)
        reduce_large(data, size, f, crew);
    else
        __gd_trap("a simd loop reduces more than 16 KiB of variables", 0, 0);
}

HOT void __gd_group_reduce_parts(const struct __gd_part *p, u32 n, u32 crew)
{
    for (u32 i = 0; i < n; i++)
        for (u64 k = 0; k < p[i].count; k++)
            __gd_group_reduce((u8 *)p[i].data + k * p[i].size, p[i].size, p[i].combine, crew);
}

/* ---- group space: one thread's after the other's ---- */
INLINE void *space_of_thread(u64 global, u32 bytes, u32 crew)
{
    u64 begin = global ? global : (u64)hw_dynamic_shared();
    ASSERT(is_crew_word(crew) && begin && begin % __GD_SPACE_ALIGN == 0 && bytes % __GD_SPACE_ALIGN == 0);
    bytes += lane_stack_of(crew);
    __gd_region_space = (struct space){begin, bytes};
    return (void *)(begin + (u64)lane_thread(crew) * bytes);
}

HOT void *__gd_group_space(u32 bytes, u32 crew) { return space_of_thread(__gd_team_space, bytes, crew); }
HOT void *__gd_spmd_group_space(const struct __gd_env *env, u32 bytes, u32 crew)
{
    return space_of_thread(space_of_team(env), bytes, crew);
}

/* Is the caller the leader of its group, in a region whose groups have leaders? */
INLINE _Bool leads_group(void)
{
    return groups_exist() && TEAM->in_parallel && !depth() && (TEAM->crew & __GD_LEADERS);
}

HOT u32 __gd_current_crew(void) { return leads_group() ? TEAM->crew : 1; }

HOT struct __gd_group *__gd_current_group(void)
{
    if (!leads_group() || group_size(TEAM->crew) == 1)
        return 0;
    return (struct __gd_group *)(__gd_region_space.begin + (u64)lane_thread(TEAM->crew) * __gd_region_space.bytes);
}

/* ---- leaders ---- */
INLINE void command(struct __gd_group *g, u64 mask, u32 what, u32 number)
{
    ASSERT(is_aligned(g) && hw_mask(1) << hw_lane() & mask);
    g->command = what | number << GROUP_NUMBER;
    hw_warp_sync(mask);
}

HOT void __gd_group_barrier(struct __gd_group *g, u32 lanes)
{
    if (g)
        command(g, g->mask, GROUP_BARRIER, lanes);
    barrier_of_lanes(lanes);
}

/* The loop of the lanes that are not leaders: each command ends with a sync, or with the barrier that it asks for. */
INLINE void serve(struct __gd_group *g, __gd_simd_dispatch *dispatch, u32 crew)
{
    u64 mask = group_mask(crew);
    for (;;) {
        hw_warp_sync(mask);
        ASSERT((g->command & GROUP_WHAT) != GROUP_NOTHING);
        u32 what = g->command & GROUP_WHAT, number = g->command >> GROUP_NUMBER;
        if (what == GROUP_BARRIER) {
            barrier_of_lanes(number);
            continue;
        }
        if (what == GROUP_END)
            break;
        TELL(__gd_emu_place_take(hw_tid() & ~(group_size(crew) - 1), __GD_EMU_GROUP));
        dispatch(number, g + 1, group_size(crew));
        hw_warp_sync(mask);
    }
    hw_warp_sync(mask);
}

HOT _Bool __gd_group_begin(struct __gd_group *g, __gd_simd_dispatch *dispatch, u32 crew)
{
    ASSERT(is_crew_word(crew) && (group_size(crew) == 1 || (is_aligned(g) && dispatch)));
    if (lane_in_group(crew) == 0) {
        if (crew & __GD_LEADERS)
            g->mask = group_mask(crew);
        if (lane_stacks_exist() && (crew & __GD_LEADERS)) {
            g->command = GROUP_NOTHING;
            g->used = g->beyond = 0;
        }
        return 1;
    }
    serve(g, dispatch, crew);
    return 0;
}

/* Not inlined: leader and lanes must synchronise at the same instructions. */
static __attribute__((noinline)) void run_called(struct __gd_group *g, u32 crew)
{
    __gd_group_sync(crew);
    ASSERT(g->fn && g->payload);
    g->fn(g->payload, crew);
}

HOT void __gd_published(void *payloads, u32 crew)
{
    struct __gd_group *g = (struct __gd_group *)payloads - 1;
    if (lane_stacks_exist())
        run_called(g, crew);
    else
        g->fn(g->payload, crew);
}

/* Leader and lanes go through the same code, so that they can go on as one. */
HOT void __gd_simd(struct __gd_group *g, __gd_simd_dispatch *dispatch, u32 id, void (*fn)(void *, u32), void *payload,
                   u32 crew)
{
    ASSERT(is_crew_word(crew) && (id || fn));
    if (group_size(crew) == 1 && id == 0) {
        fn(payload, 1);
        return;
    }
    if (group_size(crew) == 1) {
        dispatch(id, payload, 1);
        return;
    }
    if (id == 0) {
        g->fn = fn;
        g->payload = payload;
    }
    TELL(__gd_emu_place_give(__GD_EMU_GROUP));
    command(g, group_mask(crew), GROUP_LOOP, id);
    dispatch(id, g + 1, group_size(crew));
    hw_warp_sync(group_mask(crew));
    if (lane_stacks_exist())
        g->command = GROUP_NOTHING;
}

HOT void __gd_group_end(struct __gd_group *g, u32 crew)
{
    if (group_size(crew) == 1)
        return;
    ASSERT(!lane_stacks_exist() || !(crew & __GD_LEADERS) || (!g->used && !g->beyond));
    command(g, group_mask(crew), GROUP_END, 0);
    hw_warp_sync(group_mask(crew));
}

/* ---- simd loops of device functions. A thread's lane stack holds the variables that functions on the way to the loop
 * share with its lanes. While one of them did not fit (`beyond`), loops run on the leader alone. ---- */

/* The group of the calling lane, if the lane leads it, the others wait, and its threads have lane stacks; else NULL.
 * (In sequential code after a region TEAM->crew is still that region's, but its groups have ended.) */
INLINE struct __gd_group *waiting_group(void)
{
    if (!lane_stacks_exist() || !leads_group() || !lane_stack_of(TEAM->crew) || !__gd_region_space.bytes)
        return 0;
    struct __gd_group *g = own_group(TEAM->crew);
    return (g->command & GROUP_WHAT) >= GROUP_BARRIER ? g : 0;
}

INLINE u8 *lane_stack_begin(struct __gd_group *g)
{
    return (u8 *)g + __gd_region_space.bytes - lane_stack_of(TEAM->crew);
}
INLINE u32 units_of(u32 bytes) { return bytes / __GD_LANE_STACK_UNIT + (bytes % __GD_LANE_STACK_UNIT != 0); }
INLINE _Bool has_room_on_stack(const struct __gd_group *g, u32 bytes)
{
    return !g->beyond && units_of(bytes) <= lane_stack_of(TEAM->crew) / __GD_LANE_STACK_UNIT - g->used;
}

HOT void *__gd_lane_stack_push(u32 size, void *local)
{
    struct __gd_group *g = waiting_group();
    if (!g)
        return local;
    if (!has_room_on_stack(g, size)) {
        g->beyond++;
        return local;
    }
    void *p = lane_stack_begin(g) + g->used * __GD_LANE_STACK_UNIT;
    g->used += (unsigned short)units_of(size);
    return p;
}

HOT void __gd_lane_stack_pop(void *p, void *local)
{
    struct __gd_group *g = waiting_group();
    if (!g)
        return;
    if (p == local) {
        ASSERT(g->beyond);
        g->beyond--;
    } else {
        ASSERT(is_aligned(p) && (u8 *)p >= lane_stack_begin(g) &&
               (u8 *)p < lane_stack_begin(g) + g->used * __GD_LANE_STACK_UNIT);
        g->used = (unsigned short)(((u8 *)p - lane_stack_begin(g)) / __GD_LANE_STACK_UNIT);
    }
}

HOT _Bool __gd_alone_enter(void)
{
    struct __gd_group *g = waiting_group();
    if (g)
        g->beyond++;
    return g != 0;
}

HOT void __gd_alone_leave(_Bool *entered)
{
    struct __gd_group *g = waiting_group();
    if (g && *entered) {
        ASSERT(g->beyond);
        g->beyond--;
    }
}

HOT u32 __gd_simd_crew(u32 payload, u32 limit)
{
    struct __gd_group *g = waiting_group();
    if (!g || !has_room_on_stack(g, payload) || (limit && group_size(TEAM->crew) > limit))
        return 1;
    return TEAM->crew;
}

HOT void __gd_called_simd(void (*fn)(void *, u32), void *payload, u32 crew)
{
    if (group_size(crew) == 1) {
        fn(payload, 1);
        return;
    }
    ASSERT(is_crew_word(crew) && (crew & __GD_LEADERS) && fn && waiting_group() == own_group(crew));
    struct __gd_group *g = own_group(crew);
    g->fn = fn;
    g->payload = payload;
    TELL(__gd_emu_place_give(__GD_EMU_GROUP));
    command(g, group_mask(crew), GROUP_LOOP, 0);
    hw_warp_sync(group_mask(crew)); /* the lanes pass it at the beginning of the region's switch */
    run_called(g, group_size(crew));
    hw_warp_sync(group_mask(crew));
    g->command = GROUP_NOTHING;
}
