/* exclusive.c: locks, critical and ordered constructs. libomp 19 tells of a release when it is over, and another thread
 * may have the lock by then: so the calls are looked at, and who takes a lock comes after all that was done before it
 * was given back. */
#include "strands.h"

enum { ORDERED = 2 }; /* no address */
#define CALLER __builtin_return_address(0)

static uint64_t key_of(const void *lock)
{
    return (uint64_t)(uintptr_t)lock | 1;
} /* libomp's own events have another */

static void orders(const void *lock, bool takes, bool sure)
{
    struct strand *s = strand_here();
    if (!s || check_inside())
        return;
    check_enter();
    if (takes)
        strand_acquires(s, key_of(lock));
    else
        strand_releases(s, key_of(lock), sure);
    check_leave();
}

void hand_orders(const void *thing, bool takes) { orders(thing, takes, true); }

void lock_learns(const void *lock) { orders(lock, true, false); }

void lock_orders(const void *lock, bool takes)
{
    (takes ? held_takes : held_gives)(lock);
    orders(lock, takes, false);
}

void lock_begins(const void *lock)
{
    if (check_inside())
        return;
    waits_forget(lock);
    check_enter();
    strand_forgets(key_of(lock));
    check_leave();
}

/* ---- critical ---- */
void __real___kmpc_critical(void *place, int32_t thread, void *lock) __attribute__((weak));
void __wrap___kmpc_critical(void *place, int32_t thread, void *lock);
void __wrap___kmpc_critical(void *place, int32_t thread, void *lock)
{
    waits_for_lock(lock, LOCK_OF_CRITICAL, NULL, CALLER);
    __real___kmpc_critical(place, thread, lock);
    waits_no_more(lock, LOCK_OF_CRITICAL, CALLER);
    lock_orders(lock, true);
}

void __real___kmpc_critical_with_hint(void *place, int32_t thread, void *lock, uint32_t hint) __attribute__((weak));
void __wrap___kmpc_critical_with_hint(void *place, int32_t thread, void *lock, uint32_t hint);
void __wrap___kmpc_critical_with_hint(void *place, int32_t thread, void *lock, uint32_t hint)
{
    waits_for_lock(lock, LOCK_OF_CRITICAL, NULL, CALLER);
    __real___kmpc_critical_with_hint(place, thread, lock, hint);
    waits_no_more(lock, LOCK_OF_CRITICAL, CALLER);
    lock_orders(lock, true);
}

void __real___kmpc_end_critical(void *place, int32_t thread, void *lock) __attribute__((weak));
void __wrap___kmpc_end_critical(void *place, int32_t thread, void *lock);
void __wrap___kmpc_end_critical(void *place, int32_t thread, void *lock)
{
    waits_gives_lock(lock, LOCK_OF_CRITICAL);
    lock_orders(lock, false);
    __real___kmpc_end_critical(place, thread, lock);
}

/* ---- ordered: of one team, in turn ---- */
static const void *turns(void)
{
    const struct strand *s = strand_implicit;
    return s && s->team ? (const char *)s->team + ORDERED : NULL;
}

void __real___kmpc_ordered(void *place, int32_t thread) __attribute__((weak));
void __wrap___kmpc_ordered(void *place, int32_t thread);
void __wrap___kmpc_ordered(void *place, int32_t thread)
{
    if (turns())
        hangs_stop(STOP_TURN, strand_implicit, 0, CALLER);
    __real___kmpc_ordered(place, thread);
    hangs_go();
    hand_orders(turns(), true);
}

void __real___kmpc_end_ordered(void *place, int32_t thread) __attribute__((weak));
void __wrap___kmpc_end_ordered(void *place, int32_t thread);
void __wrap___kmpc_end_ordered(void *place, int32_t thread)
{
    hand_orders(turns(), false);
    __real___kmpc_end_ordered(place, thread);
}

/* ---- locks ---- */

/* In the frames of a task of its own, where others had theirs before, it is the task's. */
static bool is_of_task(const struct strand *s, uintptr_t at)
{
    return !s->implicit && at >= s->own[0].begin && at < s->own[0].end;
}

/* Somebody had the lock at a time that nothing orders before now: it might as well be held, and what the program does
 * then is judged, too, though this run may never come to it. So each place is told so a few times. */
bool lock_held_beside(const void *lock, const void *caller)
{
    enum { PLACES = 256, OFTEN = 4 };
    static _Atomic unsigned char times[PLACES];
    struct strand *s = strand_here();
    if (!s || check_inside() || is_of_task(s, (uintptr_t)lock) ||
        atomic_load(&times[(uintptr_t)caller % PLACES]) >= OFTEN)
        return false;
    check_enter();
    bool held = strand_released_beside(s, key_of(lock));
    check_leave();
    return held && atomic_fetch_add(&times[(uintptr_t)caller % PLACES], 1) < OFTEN;
}

#define LOCK(SET, TEST, UNSET, KIND)                                                                                   \
    void __real_##SET(void *lock) __attribute__((weak));                                                               \
    void __wrap_##SET(void *lock);                                                                                     \
    void __wrap_##SET(void *lock)                                                                                      \
    {                                                                                                                  \
        waits_for_lock(lock, KIND, NULL, CALLER);                                                                      \
        __real_##SET(lock);                                                                                            \
        waits_no_more(lock, KIND, CALLER);                                                                             \
        lock_orders(lock, true);                                                                                       \
    }                                                                                                                  \
    int __real_##TEST(void *lock) __attribute__((weak));                                                               \
    int __wrap_##TEST(void *lock);                                                                                     \
    int __wrap_##TEST(void *lock)                                                                                      \
    {                                                                                                                  \
        int got = lock_held_beside(lock, __builtin_return_address(0)) ? 0 : __real_##TEST(lock);                       \
        if (got) {                                                                                                     \
            waits_no_more(lock, KIND, CALLER);                                                                         \
            lock_orders(lock, true);                                                                                   \
        }                                                                                                              \
        return got;                                                                                                    \
    }                                                                                                                  \
    void __real_##UNSET(void *lock) __attribute__((weak));                                                             \
    void __wrap_##UNSET(void *lock);                                                                                   \
    void __wrap_##UNSET(void *lock)                                                                                    \
    {                                                                                                                  \
        waits_gives_lock(lock, KIND);                                                                                  \
        lock_orders(lock, false);                                                                                      \
        __real_##UNSET(lock);                                                                                          \
    }
LOCK(omp_set_lock, omp_test_lock, omp_unset_lock, LOCK_SIMPLE)
LOCK(omp_set_nest_lock, omp_test_nest_lock, omp_unset_nest_lock, LOCK_NEST)
