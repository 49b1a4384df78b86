/* stacks.c: stacks are each lane's own, and what happens there is nobody else's business; that no other lane reaches
 * them is looked at by the access checks. But where one lane runs all iterations of a simd loop, variables that the
 * iterations share may lie on its stack: while the loop runs they are judged like memory of the thread. So is, where a
 * nested parallel region runs on the lane, all that lies on the stack when it begins. */
#include "judge.h"

enum { MOST_SHARED = 32, MOST_NESTED = 32 }; /* at a time; what else iterations share is not judged */
static struct {
    uint32_t n; /* those that did not fit are counted, too */
    struct {
        uint64_t begin, end;
        const char *name;
    } shared[MOST_SHARED];
    uint32_t regions;             /* nested ones; what an iteration has meets the next one as its own */
    uint64_t around[MOST_NESTED]; /* of each: from where on the stack is of the thread that met it */
    bool apart[MOST_NESTED];      /* … its threads may have come to know which one they are, by an atomic or a lock */
} stacks[JUDGED_LANES];

void stacks_begin_lane(uint32_t tid) { stacks[tid].n = stacks[tid].regions = 0; }

static bool is_on_stack(uint32_t tid, uint64_t addr)
{
    return addr >= judged.lane[tid].low && addr < judged.lane[tid].high;
}

struct shared {
    const char *name; /* NULL: none is there */
    uint64_t size;
};

static struct shared shared_at(uint32_t tid, uint64_t addr)
{
    uint32_t n = stacks[tid].n < MOST_SHARED ? stacks[tid].n : MOST_SHARED;
    for (uint32_t i = 0; i < n; i++)
        if (addr >= stacks[tid].shared[i].begin && addr < stacks[tid].shared[i].end)
            return (struct shared){stacks[tid].shared[i].name, stacks[tid].shared[i].end - stacks[tid].shared[i].begin};
    return (struct shared){0};
}

const char *shared_name(uint64_t addr, uint64_t *size)
{
    struct shared s = shared_at((*judged.self)->tid, addr);
    *size = s.size;
    return s.name;
}

static bool is_shared(uint32_t tid, uint64_t addr) { return shared_at(tid, addr).name; }

bool stack_is_around(uint64_t addr)
{
    uint32_t tid = (*judged.self)->tid, n = stacks[tid].regions;
    return n && n <= MOST_NESTED && addr >= stacks[tid].around[n - 1] && addr < judged.lane[tid].high;
}

bool stack_is_own(uint64_t addr)
{
    uint32_t tid = (*judged.self)->tid;
    return is_on_stack(tid, addr) && !is_shared(tid, addr);
}

bool stack_is_shared(uint64_t addr)
{
    uint32_t tid = (*judged.self)->tid;
    return is_on_stack(tid, addr) && is_shared(tid, addr);
}

void stack_tells_apart(void)
{
    const struct __gd_emu_lane *l = judged.on ? *judged.self : NULL;
    for (uint32_t i = 0; l && l->place && i < stacks[l->tid].regions && i < MOST_NESTED; i++)
        stacks[l->tid].apart[i] = true;
}

/* Code of a nested region that none of its constructs shares out: all of its threads run it, one of them here. */
bool stack_is_of_several(const struct __gd_emu_lane *l)
{
    const struct __gd_emu_place *p = l->place;
    uint32_t n = stacks[l->tid].regions;
    return p->several & 1 && !p->one && !p->group.of && !(p->asked & __GD_EMU_GROUP) && !p->locks && n &&
           n <= MOST_NESTED && !stacks[l->tid].apart[n - 1];
}

/* What was there before was another variable, or an earlier loop's. */
void __gd_emu_tell_lanes(const volatile void *p, unsigned long long size, const char *name)
{
    const struct __gd_emu_lane *l = judged.on ? *judged.self : NULL;
    uint64_t begin = (uintptr_t)p;
    if (!l || !l->place)
        return;
    if (is_on_stack(l->tid, begin) && !is_shared(l->tid, begin))
        cells_forget(begin, size);
    uint32_t i = stacks[l->tid].n++;
    if (i < MOST_SHARED) {
        stacks[l->tid].shared[i].begin = begin;
        stacks[l->tid].shared[i].end = begin + size;
        stacks[l->tid].shared[i].name = name;
    }
}

void __gd_emu_tell_lanes_end(unsigned n)
{
    const struct __gd_emu_lane *l = judged.on ? *judged.self : NULL;
    if (l && l->place)
        stacks[l->tid].n -= n < stacks[l->tid].n ? n : stacks[l->tid].n;
}

/* The functions of such regions are not inlined, so that their variables lie below. In iterations of a nested region
 * nothing is compared (rows.c), so that what these share is what those of the outer one do. */
void __gd_emu_tell_nested(void)
{
    const struct __gd_emu_lane *l = judged.on ? *judged.self : NULL;
    uint64_t here = (uintptr_t)__builtin_frame_address(0);
    if (!l || !l->place)
        return;
    uint32_t n = stacks[l->tid].regions++;
    if (n < MOST_NESTED)
        stacks[l->tid].apart[n] = false;
    if (n < MOST_NESTED)
        stacks[l->tid].around[n] = l->place->group.of ? n ? stacks[l->tid].around[n - 1] : UINT64_MAX : here;
}

void __gd_emu_tell_nested_end(void)
{
    const struct __gd_emu_lane *l = judged.on ? *judged.self : NULL;
    if (l && l->place)
        stacks[l->tid].regions -= stacks[l->tid].regions > 0;
}
