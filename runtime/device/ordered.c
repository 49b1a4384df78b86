/* ordered.c: ordered regions and doacross loops. Threads wait for each other by polling team-shared memory: that needs
 * lanes with program counters of their own, or threads of one lane each. Regions with leaders would have neither on
 * lockstep hardware, so the device link gives them threads of one lane there.
 *
 * No schedule can deadlock: every thread goes through its iterations in growing order, so the first iteration that is
 * not complete is always some thread's current one, and waits for nothing. */
#include "check.h"
#include "simd.h"

static HW_SHARED u64 next_in_order;

/* Doacross: how far each thread has come, as the number of the iteration after the last one that it has posted. */
static HW_SHARED u64 posted[MAX_LANES];

struct place {
    u32 me, all;
};
INLINE struct place my_place(enum __gd_level level, u32 crew)
{
    if (level == __GD_SPMD_THREADS)
        return (struct place){lane_thread(crew), spmd_threads()};
    return (struct place){__gd_thread(), __gd_nthreads()};
}

/* One lane stores for its thread, after all of its lanes have come here. */
INLINE void publish(u64 *at, u64 value, u32 crew)
{
    if (together(crew))
        __gd_group_sync(crew);
    if (together(crew) && lane_in_group(crew))
        return;
    hw_fence_team();
    __atomic_store_n(at, value, __ATOMIC_RELAXED);
}

/* ---- ordered ---- */

HOT void __gd_ordered_begin(struct __gd_ordered *o, enum __gd_level level, u32 crew)
{
    struct place p = my_place(level, crew);
    o->alone = p.all == 1; /* then the loop's own order is right; also in a nested region: the counter belongs to the
                            * outer loop */
    if (o->alone)
        return;
    barrier_of_level(level, crew); /* the loop before is over for all */
    if (p.me == 0)
        next_in_order = 0;
    barrier_of_level(level, crew);
}

HOT void __gd_ordered_iteration(struct __gd_ordered *o, u64 k)
{
    o->k = k;
    o->passed = 0;
}

static __attribute__((noinline)) void await_turn(u64 k)
{
    ASSERT(__atomic_load_n((u64 *)&next_in_order, __ATOMIC_RELAXED) <= k);
    while (__atomic_load_n((u64 *)&next_in_order, __ATOMIC_RELAXED) != k)
        hw_pause(0);
    hw_fence_team();
}

HOT void __gd_ordered_enter(struct __gd_ordered *o)
{
    if (!o->alone)
        await_turn(o->k);
}

HOT void __gd_ordered_leave(struct __gd_ordered *o, u32 crew)
{
    if (o->alone || o->passed)
        return;
    o->passed = 1;
    publish((u64 *)&next_in_order, o->k + 1, crew);
}

HOT void __gd_ordered_end(struct __gd_ordered *o, u32 crew)
{
    if (o->alone || o->passed)
        return;
    await_turn(o->k);
    publish((u64 *)&next_in_order, o->k + 1, crew);
}

/* ---- doacross ---- */

HOT void __gd_doacross_begin(struct __gd_doacross *d, enum __gd_level level, enum __gd_sched sched, u64 n, u64 chunk,
                             u64 inner, u32 crew)
{
    struct place p = my_place(level, crew);
    d->me = p.me;
    d->all = p.all;
    d->n = n;
    d->chunk = sched == __GD_CYCLIC ? 1 : chunk;
    d->inner = inner;
    ASSERT(d->me < d->all && d->all <= MAX_LANES);
    if (d->all == 1)
        return;
    barrier_of_level(level, crew);
    posted[d->me] = 0;
    barrier_of_level(level, crew);
}

/* the thread that runs iteration k: see cyclic_begin, chunks_begin and block_begin in loops.c */
INLINE u32 owner_of(const struct __gd_doacross *d, u64 k)
{
    if (d->chunk)
        return (u32)(k / d->chunk % d->all);
    u64 size = d->n / d->all, rest = d->n % d->all, large = rest * (size + 1);
    return (u32)(k < large ? k / (size + 1) : rest + (k - large) / size);
}

HOT void __gd_doacross_post(struct __gd_doacross *d, u64 k, u64 inner, u32 crew)
{
    if (d->all != 1)
        publish((u64 *)&posted[d->me], k * d->inner + inner + 1, crew);
}

static __attribute__((noinline)) void await_post(u32 owner, u64 number)
{
    while (__atomic_load_n((u64 *)&posted[owner], __ATOMIC_RELAXED) <= number)
        hw_pause(0);
    hw_fence_team();
}

HOT void __gd_doacross_wait(struct __gd_doacross *d, u64 k, u64 inner, u32 crew)
{
    (void)crew;
    if (d->all == 1)
        return;
    u32 owner = owner_of(d, k);
    if (owner != d->me) /* one's own earlier iterations are complete */
        await_post(owner, k * d->inner + inner);
}

HOT void __gd_doacross_wait_before(struct __gd_doacross *d, u64 k, u64 inner, u32 crew)
{
    if (inner)
        __gd_doacross_wait(d, k, inner - 1, crew);
    else if (k)
        __gd_doacross_wait(d, k - 1, d->inner - 1, crew);
}
