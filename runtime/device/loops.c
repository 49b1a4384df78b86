/* loops.c: which iterations 0 … n-1 belong to whom. Exact for every n and chunk up to 2^64-1: nothing wraps.
 *
 * Everything is inlined into the loop it serves, where level and schedule are constants, so that a cyclic
 * loop costs a start, a bound and a stride. */
#include "check.h"
#include "simd.h"

/* The counter of the dynamic or guided loop that the team is in: chunks handed out, or iterations when
 * guided. */
static HW_SHARED u64 dispensed;

struct share_of {
    u64 me, all;
};

INLINE struct share_of my_share(enum __gd_level level, u32 crew)
{
    switch (level) {
    case __GD_TEAMS:
        return (struct share_of){seen_team(), seen_nteams()};
    case __GD_THREADS:
        return (struct share_of){__gd_thread(), __gd_nthreads()};
    case __GD_ALL:
        return (struct share_of){(u64)seen_team() * __gd_nthreads() + __gd_thread(),
                                 (u64)seen_nteams() * __gd_nthreads()};
    case __GD_SPMD_THREADS:
        return (struct share_of){lane_thread(crew), spmd_threads()};
    case __GD_SPMD_ALL:
        return (struct share_of){(u64)seen_team() * spmd_threads() + lane_thread(crew),
                                 (u64)seen_nteams() * spmd_threads()};
    case __GD_ONE:
        break;
    }
    return (struct share_of){0, 1};
}

INLINE u64 at_most(u64 a, u64 b) { return a < b ? a : b; }

INLINE void no_more(struct __gd_loop *l) { l->lo = l->hi = 0; }

INLINE void range(struct __gd_loop *l, u64 lo, u64 hi)
{
    l->lo = lo;
    l->hi = hi;
    l->stride = 1;
}

/* ---- neighbouring iterations on neighbouring threads. For n of 2^63 and more, where the last step could wrap past
 * 2^64, a thread's last iteration is a range of its own (jump = 1). For smaller n, which compilers often can prove,
 * none of this code is left. ---- */
INLINE void cyclic_begin(struct __gd_loop *l, struct share_of s)
{
    l->lo = s.me;
    l->hi = l->n;
    l->stride = s.all;
    l->jump = (i64)l->n < 0;
    if (l->jump)
        l->hi = l->n - s.all;
}

INLINE void cyclic_next(struct __gd_loop *l)
{
    if (!l->jump) {
        no_more(l);
        return;
    }
    u64 last = l->hi - 1 - (l->hi - 1 - l->lo) % l->stride;
    l->jump = 0; /* one iteration is left after the last one below n - stride */
    range(l, last + l->stride, last + l->stride + 1);
}

/* ---- one contiguous block for each ---- */
INLINE void block_begin_64(struct __gd_loop *l, struct share_of s)
{
    u64 size = l->n / s.all, rest = l->n % s.all;
    u64 lo = s.me * size + at_most(s.me, rest);
    l->jump = 0;
    range(l, lo, lo + size + (s.me < rest));
}

/* Divisions of 32 bits are much shorter; which ones it takes, compilers often know. */
INLINE void block_begin(struct __gd_loop *l, struct share_of s)
{
    u32 n = (u32)l->n, me = (u32)s.me, all = (u32)s.all;
    if (l->n != n || s.all != all) {
        block_begin_64(l, s);
        return;
    }
    u32 size = n / all, rest = n % all, lo = me * size + (me < rest ? me : rest);
    l->jump = 0;
    range(l, lo, lo + size + (me < rest));
}

/* ---- chunks round-robin; jump = distance to my next chunk, 0 = there is none ---- */
INLINE void chunks_range(struct __gd_loop *l, u64 lo) { range(l, lo, l->n - lo < l->chunk ? l->n : lo + l->chunk); }

INLINE void chunks_begin(struct __gd_loop *l, struct share_of s)
{
    u64 lo;
    l->stride = 1;
    l->chunk = at_most(l->chunk, l->n);
    if (__builtin_mul_overflow(s.all, l->chunk, &l->jump))
        l->jump = 0;
    if (__builtin_mul_overflow(s.me, l->chunk, &lo) || lo >= l->n)
        no_more(l);
    else
        chunks_range(l, lo);
}

INLINE void chunks_next(struct __gd_loop *l)
{
    if (l->jump == 0 || l->n - l->lo <= l->jump)
        no_more(l);
    else
        chunks_range(l, l->lo + l->jump);
}

/* ---- dynamic, guided: on demand; jump = number of threads, 0 = the whole loop is mine ---- */
INLINE void dynamic_fetch(struct __gd_loop *l)
{
    u64 lo;
    if (l->jump == 0) {
        no_more(l);
        return;
    }
    u64 k = __atomic_fetch_add((u64 *)&dispensed, 1, __ATOMIC_RELAXED);
    if (__builtin_mul_overflow(k, l->chunk, &lo) || lo >= l->n)
        no_more(l);
    else
        chunks_range(l, lo);
}

INLINE void guided_fetch(struct __gd_loop *l)
{
    u64 lo = __atomic_load_n((u64 *)&dispensed, __ATOMIC_RELAXED), size;
    do {
        if (l->jump == 0 || lo >= l->n) {
            no_more(l);
            return;
        }
        u64 part = (l->n - lo) / (2 * l->jump);
        size = at_most(part > l->chunk ? part : l->chunk, l->n - lo);
    } while (!__atomic_compare_exchange_n((u64 *)&dispensed, &lo, lo + size, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    range(l, lo, lo + size);
}

/* One lane of a thread fetches, for all lanes that call. */
INLINE void demand_next(struct __gd_loop *l, enum __gd_sched sched, u32 crew)
{
    if (!together(crew) || lane_in_group(crew) == 0) {
        if (sched == __GD_DYNAMIC)
            dynamic_fetch(l);
        else
            guided_fetch(l);
    }
    l->lo = of_leader(l->lo, crew);
    l->hi = of_leader(l->hi, crew);
}

#ifdef __GANTRY_EMULATED__
/* Lanes go on until they wait: one thread would take all chunks, and what threads do to each other would not be seen.
 */
INLINE void let_others_fetch(const struct __gd_loop *l)
{
    if (l->jump && l->lo / l->chunk < l->jump)
        __gd_emu_yield();
}
#endif

/* All threads of the team start a loop on demand together: none may still be in the one before. */
INLINE void demand_begin(struct __gd_loop *l, enum __gd_level level, enum __gd_sched sched, struct share_of s, u32 crew)
{
    l->stride = 1;
    if (s.all == 1) { /* also in a nested region: the counter belongs to the outer loop */
        l->jump = 0;
        range(l, 0, l->n);
        return;
    }
    l->jump = s.all;
    barrier_of_level(level, crew);
    if (s.me == 0)
        dispensed = 0;
    barrier_of_level(level, crew);
    demand_next(l, sched, crew);
}

/* The groups of a warp leave a loop after different numbers of ranges. Where they share a program counter they meet
 * here. Not inlined, so that they meet in one place, wherever the compiler has put the ends of the loop. */
static __attribute__((noinline)) void meet_warp(void) { hw_reconverge(1); }

INLINE void meet(const struct __gd_loop *l, u32 crew)
{
    if (together(crew) && !(l->lo < l->hi))
        meet_warp();
}

HOT void __gd_loop_begin(struct __gd_loop *l, enum __gd_level level, enum __gd_sched sched, u64 n, u64 chunk, u32 crew)
{
    struct share_of s = my_share(level, crew);
    ASSERT(is_crew_word(crew) && level <= __GD_ONE && sched <= __GD_GUIDED);
    ASSERT(s.me < s.all);
    _Bool demand = sched == __GD_DYNAMIC || sched == __GD_GUIDED;
    if (demand && level != __GD_THREADS && level != __GD_SPMD_THREADS) {
        sched = __GD_STATIC; /* no counter is shared by the teams */
        demand = 0;
        chunk = chunk ? chunk : 1;
    }
    l->level = level;
    l->sched = sched;
    l->n = n;
    l->chunk = chunk ? chunk : 1;
    if (level == __GD_ONE) {
        l->jump = 0;
        l->sched = __GD_CYCLIC;
        range(l, 0, n);
    } else if (demand) {
        demand_begin(l, level, sched, s, crew);
    } else if (sched == __GD_CYCLIC) {
        cyclic_begin(l, s);
    } else if (chunk == 0) {
        block_begin(l, s);
    } else {
        chunks_begin(l, s);
    }
    meet(l, crew);
}

HOT _Bool __gd_loop_more(struct __gd_loop *l) { return l->lo < l->hi; }

HOT void __gd_loop_next(struct __gd_loop *l, u32 crew)
{
    if (l->sched == __GD_CYCLIC)
        cyclic_next(l);
    else if (l->sched == __GD_STATIC)
        chunks_next(l);
    else {
        TELL(let_others_fetch(l));
        demand_next(l, l->sched, crew);
    }
    meet(l, crew);
}
