/* flushes.c: message passing. A flush before an atomic store releases what came before; a flush after an atomic load
 * that sees it acquires that. Which store a load sees is taken from this run: the last one before it. */
#include "judge.h"

enum { PENDING = 4 };
static struct fence {
    uint32_t team, released; /* the row that the last flush ended, 0 = none */
    unsigned n;
    struct {
        uint64_t addr;
        uint32_t releases;
    } loaded[PENDING];          /* since the last flush */
    uint64_t flags[2][PENDING]; /* atomics that the lane has loaded, and stored to */
    unsigned nflags[2];
} own_fences[JUDGED_LANES], *fences = own_fences;
static bool any; /* has a lane of the team a fence? Most teams have none */

void flushes_begin_team(void)
{
    if (any)
        memset(fences, 0, judged.nlanes * sizeof *fences);
    any = false;
}

void flushes_turn(void)
{
    fences = turn_exchange(fences, sizeof own_fences);
    any = true;
}

static struct fence *fence_of(const struct __gd_emu_lane *l)
{
    any = true;
    return &fences[l->tid];
}

static const struct __gd_emu_lane *judged_lane(void)
{
    const struct __gd_emu_lane *l = __gd_emu_self;
    return judged.on && l && l->place ? l : NULL;
}

void __gd_emu_tell_flush(unsigned what)
{
    const struct __gd_emu_lane *l = judged_lane();
    if (!l)
        return;
    struct fence *f = fence_of(l);
    if (what & __GD_EMU_RELEASE)
        f->released = l->place->row ? l->place->row : row_make(l);
    l->place->row = 0; /* what follows is not part of it */
    if (what & __GD_EMU_ACQUIRE && f->n) {
        uint32_t row = row_make(l);
        for (unsigned i = 0; i < f->n; i++)
            order_acquire(f->loaded[i].addr, ORDER_DEVICE, f->loaded[i].releases, row);
        f->n = 0;
    }
}

static bool has_flag(const struct fence *f, bool stored, uint64_t addr)
{
    for (unsigned i = 0; i < f->nflags[stored] && i < PENDING; i++)
        if (f->flags[stored][i] == addr)
            return true;
    return false;
}

bool flush_has_told(uint32_t teller, uint32_t told)
{
    const struct fence *f = &fences[teller], *g = &fences[told];
    for (unsigned i = 0; i < f->nflags[true] && i < PENDING; i++)
        if (has_flag(g, false, f->flags[true][i]))
            return true;
    return false;
}

void flush_atomic(uint64_t addr, bool stores)
{
    const struct __gd_emu_lane *l = judged_lane();
    if (!l)
        return;
    struct fence *f = fence_of(l);
    if (!has_flag(f, stores, addr))
        f->flags[stores][f->nflags[stores]++ % PENDING] = addr;
    if (stores && f->released)
        order_release(addr, ORDER_DEVICE, f->released);
    uint32_t n = order_releases(addr, ORDER_DEVICE);
    if (!n)
        return;
    unsigned at = 0;
    while (at < f->n && f->loaded[at].addr != addr)
        at++;
    if (at == PENDING)
        at = 0;
    f->loaded[at].addr = addr;
    f->loaded[at].releases = n;
    f->n = at < f->n ? f->n : at + 1;
}

void __gd_emu_tell_release(unsigned long long key, _Bool of_device)
{
    const struct __gd_emu_lane *l = judged_lane();
    if (!l)
        return;
    order_release(key, of_device ? ORDER_DEVICE : l->team, l->place->row ? l->place->row : row_make(l));
    l->place->row = 0;
}

void __gd_emu_tell_acquire(unsigned long long key, _Bool of_device)
{
    const struct __gd_emu_lane *l = judged_lane();
    if (!l)
        return;
    uint32_t team = of_device ? ORDER_DEVICE : l->team;
    l->place->row = 0;
    together_part(l);
    order_acquire(key, team, order_releases(key, team), row_make(l));
}

static void takes(const volatile void *lock, uint64_t kind)
{
    const struct __gd_emu_lane *l = judged_lane();
    if (!l)
        return;
    stack_tells_apart();
    uint64_t key = lock_key((uintptr_t)lock);
    l->place->locks = locks_with((uint16_t)l->place->locks, key | kind);
    l->place->row = 0;
    lock_taken(l, key);
}

void __gd_emu_tell_lock(const volatile void *lock) { takes(lock, 0); }
void __gd_emu_tell_critical(const volatile void *lock) { takes(lock, LOCK_CRITICAL); }

void __gd_emu_tell_unlock(const volatile void *lock)
{
    const struct __gd_emu_lane *l = judged_lane();
    if (!l)
        return;
    uint64_t key = lock_key((uintptr_t)lock);
    l->place->locks = locks_without(locks_without((uint16_t)l->place->locks, key), key | LOCK_CRITICAL);
    l->place->row = 0;
    lock_given(l, key);
}

void __gd_emu_tell_new_lock(const volatile void *lock)
{
    if (judged_lane())
        lock_is_new(lock_key((uintptr_t)lock));
}
