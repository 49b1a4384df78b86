/* parallel.c: parallel regions of generic kernels: publishing, nested ones, and what their threads share.
 *
 * The main thread writes the region into the team's state and lets the workers pass a barrier; a second
 * barrier joins them (entry.c holds the workers' side). A region takes the first lanes of the team: as many as its
 * threads have. */
#include "check.h"
#include "icv.h"
#include "parallel.h"

/* Run a region on the calling lane alone, one level deeper; the program has asked for `several` threads, or not. */
INLINE void run_alone(__gd_region *fn, void *payload, _Bool several)
{
    (void)several;
    u32 me = hw_tid();
    struct __gd_group_of_tasks tasks = __gd_implicit_begin();
    ASSERT(__gd_depth[me] < 255);
    __gd_depth[me]++;
    TELL(tell_alone_begins(several));
    fn(payload, 1);
    TELL(tell_alone_ends());
    ASSERT(__gd_depth[me] > 0);
    __gd_depth[me]--;
    __gd_implicit_end(tasks);
}

/* Threads of a region for which no number is asked. */
INLINE u32 most_threads(u32 crew)
{
    u32 n = TEAM->workers >> size_shift(crew);
    return groups_exist() && TEAM->thread_limit < n ? TEAM->thread_limit : n;
}

/* `TEAM->lanes` for a region on lanes 0 to n - 1: what its barriers count. Lanes beyond the team's workers have
 * ended. */
INLINE u32 lanes_of_barrier(u32 n) { return n % hw_width() == 0 || n == TEAM->workers ? round_to_warps(n) : 0; }

/* `published`: fn for the workers to call; NULL where the kernel's switch knows the id. */
INLINE void run_by_team(u32 id, __gd_region *fn, __gd_region *published, void *payload, int num_threads, int cond,
                        u32 crew)
{
    ASSERT(state_is_there() && is_main_thread() && !TEAM->in_parallel && !depth());
    ASSERT(is_crew_word(crew) && fn);
    u32 n = most_threads(crew);
    ASSERT(n >= 1 && n << size_shift(crew) <= TEAM->workers);
    if (num_threads <= 0)
        num_threads = __gd_icvs.num_threads;
    if (num_threads > 0 && (u32)num_threads < n)
        n = (u32)num_threads;
    if (!cond || n == 1 || !__gd_icvs.max_levels) {
        if (crew == 1) {
            run_alone(fn, payload, 0);
            return;
        }
        n = 1; /* a group of workers, which the main thread is not part of */
    }
    TEAM->id = id;
    TEAM->fn = published;
    TEAM->payload = payload;
    TEAM->nthreads = n;
    TEAM->in_parallel = 1;
    __gd_icvs.region++;
    if (groups_exist())
        TEAM->crew = crew;
    TEAM->lanes = lanes_of_barrier(n << size_shift(crew));
    TEAM->arrived = 0;
    TELL(__gd_tell_forks(); __gd_emu_place_give(__GD_EMU_TEAM));
    hw_barrier_team(); /* the workers start */
    hw_barrier_team(); /* and have finished */
    TELL(__gd_tell_forks());
    TEAM->nthreads = 1;
    TEAM->in_parallel = 0;
}

/* With an id fn is not published: a function whose address is not taken can be inlined, and the kernel needs no
 * registers for unknown calls. */
HOT void __gd_main_parallel(u32 id, __gd_region *fn, void *payload, int num_threads, int cond, u32 crew)
{
    run_by_team(id, fn, id ? 0 : fn, payload, num_threads, cond, crew);
}

INLINE _Bool would_nest(void)
{
    ASSERT(state_is_there());
    return TEAM->mode != __GD_GENERIC || TEAM->in_parallel || depth();
}

void __gd_parallel(u32 id, __gd_region *fn, void *payload, int num_threads, int cond, u32 crew)
{
    if (would_nest())
        run_alone(fn, payload, cond && (num_threads > 0 ? num_threads : __gd_icvs.num_threads) != 1);
    else
        run_by_team(id, fn, fn, payload, num_threads, cond, crew);
}

/* ---- the sharing space: a stack in shared memory, continued in an arena of global memory ---- */
enum { SHARE_BYTES = 2048, SHARE_ALIGN = __GD_SPACE_ALIGN };
enum { ARENA_SLOTS = 64, ARENA_BYTES = 65536 }; /* teams that may overflow at once, and how far each */

struct share {
    u32 top, arena_top; /* bytes in use */
    u32 slot;           /* of the arena, while arena_top is not 0 */
};
static HW_SHARED struct share share;
static HW_SHARED _Alignas(SHARE_ALIGN) u8 share_bytes[SHARE_BYTES];
static u32 arena_taken[ARENA_SLOTS];
static _Alignas(SHARE_ALIGN) u8 arena[ARENA_SLOTS][ARENA_BYTES];

HOT void __gd_share_begin(void)
{
    share.top = 0;
    share.arena_top = 0;
}

#if defined(GANTRY_CHECK_RUNTIME)
void __gd_share_end(void)
{
    if ((__gd_begun & __GD_MODE_MASK) == __GD_GENERIC)
        ASSERT(share.top == 0 && share.arena_top == 0);
}
#endif

/* Wait for a free slot: the teams that hold one are running and give it back. */
static u32 arena_take_slot(void)
{
    u32 s = hw_team() % ARENA_SLOTS;
    for (u32 n = 0;; n++) {
        u32 seen = 0;
        if (__atomic_compare_exchange_n(&arena_taken[s], &seen, 1u, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return s;
        s = (s + 1) % ARENA_SLOTS;
        hw_pause(n / ARENA_SLOTS);
    }
}

void *__gd_arena_push(u32 size)
{
    ASSERT(size % SHARE_ALIGN == 0 && share.arena_top <= ARENA_BYTES);
    if (share.arena_top == 0)
        share.slot = arena_take_slot();
    if (size > ARENA_BYTES - share.arena_top)
        __gd_trap("a team shares more than 2 KiB + 64 KiB of variables with its threads; "
                  "make large arrays static or map them",
                  0, 0);
    void *p = arena[share.slot] + share.arena_top;
    share.arena_top += size;
    return p;
}

void __gd_arena_pop(void *p)
{
    ASSERT(share.arena_top && share.slot < ARENA_SLOTS && is_aligned(p));
    ASSERT((u8 *)p >= arena[share.slot] && (u8 *)p < arena[share.slot] + share.arena_top);
    share.arena_top = (u32)((u8 *)p - arena[share.slot]);
    if (share.arena_top == 0)
        __gd_unlock(&arena_taken[share.slot]);
}

void *__gd_share_push(u32 size, void *local)
{
    if (would_nest())
        return __gd_lane_stack_push(size, local);
    if (size > SHARE_BYTES + ARENA_BYTES) /* also keeps the rounding from wrapping */
        size = SHARE_BYTES + ARENA_BYTES;
    size = size ? (size + SHARE_ALIGN - 1) & ~(SHARE_ALIGN - 1u) : SHARE_ALIGN;
    if (share.arena_top || size > SHARE_BYTES - share.top)
        return __gd_arena_push(size);
    void *p = (void *)(share_bytes + share.top);
    share.top += size;
    return p;
}

HOT void *__gd_frame_push(u32 size, void *local)
{
    return __gd_frames ? __gd_share_push(size, local) : __gd_lane_stack_push(size, local);
}

HOT void __gd_frame_pop(void *p, void *local)
{
    if (__gd_frames)
        __gd_share_pop(p, local);
    else
        __gd_lane_stack_pop(p, local);
}

void __gd_share_pop(void *p, void *local)
{
    if (p == local || (lane_stacks_exist() && would_nest())) {
        __gd_lane_stack_pop(p, local);
        return;
    }
    if (share.arena_top)
        __gd_arena_pop(p);
    else {
        ASSERT(is_aligned(p) && (u8 *)p >= (u8 *)share_bytes && (u8 *)p < (u8 *)share_bytes + share.top);
        share.top = (u32)((u8 *)p - (u8 *)share_bytes);
    }
}
