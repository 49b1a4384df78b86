/* stacks.c: stacks are each lane's own, and what happens there is nobody else's business; that no other lane reaches
 * them is looked at by the access checks. But where one lane runs all iterations of a simd loop, variables that the
 * iterations share may lie on its stack: while the loop runs they are judged like memory of the thread. So is, where a
 * nested parallel region runs on the lane, all that lies on the stack when it begins. And so are variables that
 * explicit tasks share with the code that met them, up to where all tasks of the thread are over: those that they name,
 * and all that lies above the frames of functions that met one, where callers may have given them the address. */
#include "judge.h"

enum { MOST_SHARED = 32, MOST_NESTED = 32 }; /* at a time; what else iterations share is not judged */
struct variable {
    uint64_t begin, end;
    const char *name;
    uint32_t of, first; /* of tasks: the one that met them; rows before it are of another life of the memory */
};
static struct stack {
    uint32_t n; /* those that did not fit are counted, too */
    struct variable shared[MOST_SHARED];
    struct {
        uint32_t n, more; /* more: of the next task */
        struct variable shared[MOST_SHARED];
        uint64_t frame; /* the highest of the functions that met them; above it: */
        uint32_t first; /* as in struct variable; 0: there are no tasks */
    } tasks;
    uint32_t regions;             /* nested ones; what an iteration has meets the next one as its own */
    uint64_t around[MOST_NESTED]; /* of each: from where on the stack is of the thread that met it */
    bool apart[MOST_NESTED];      /* … its threads may have come to know which one they are, by an atomic or a lock */
} own_stacks[JUDGED_LANES], *stacks = own_stacks;

void stacks_turn(void) { stacks = turn_exchange(stacks, sizeof own_stacks); }

void stack_tasks_end(uint32_t tid)
{
    stacks[tid].tasks.n = stacks[tid].tasks.more = stacks[tid].tasks.first = 0;
    stacks[tid].tasks.frame = 0;
}

void stacks_begin_lane(uint32_t tid)
{
    stacks[tid].n = stacks[tid].regions = 0;
    stack_tasks_end(tid);
}

void stack_tasks_waited(uint32_t tid, uint32_t of)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < stacks[tid].tasks.n; i++)
        if (stacks[tid].tasks.shared[i].of != of)
            stacks[tid].tasks.shared[n++] = stacks[tid].tasks.shared[i];
    stacks[tid].tasks.n = n;
}

void stack_tasks_begin(uint32_t tid, uint32_t of, uint64_t frame)
{
    if (of) {
        for (uint32_t i = 0; i < stacks[tid].tasks.more; i++)
            stacks[tid].tasks.shared[stacks[tid].tasks.n++].of = of;
        stacks[tid].tasks.first = stacks[tid].tasks.first ? stacks[tid].tasks.first : row_now + 1;
        stacks[tid].tasks.frame = frame > stacks[tid].tasks.frame ? frame : stacks[tid].tasks.frame;
    }
    stacks[tid].tasks.more = 0;
}

void stacks_forget_times(void)
{
    for (uint32_t i = 0; i < JUDGED_LANES; i++) {
        stacks[i].tasks.first = stacks[i].tasks.first > 0;
        for (uint32_t k = 0; k < stacks[i].tasks.n; k++)
            stacks[i].tasks.shared[k].first = 1;
    }
}

static bool is_on_stack(uint32_t tid, uint64_t addr)
{
    return addr >= judged.lane[tid].low && addr < judged.lane[tid].high;
}

static const struct variable *variable_at(const struct variable *v, uint32_t n, uint64_t addr) /* NULL: none is there */
{
    for (uint32_t i = 0; i < n && i < MOST_SHARED; i++)
        if (addr >= v[i].begin && addr < v[i].end)
            return &v[i];
    return NULL;
}

static const struct variable *shared_at(uint32_t tid, uint64_t addr)
{
    return variable_at(stacks[tid].shared, stacks[tid].n, addr);
}

static const struct variable *shared_by_tasks(uint32_t tid, uint64_t addr)
{
    return variable_at(stacks[tid].tasks.shared, stacks[tid].tasks.n, addr);
}

const char *shared_name(uint64_t addr, uint64_t *size)
{
    uint32_t tid = (*judged.self)->tid;
    const struct variable *v = shared_at(tid, addr);
    v = v ? v : shared_by_tasks(tid, addr);
    *size = v ? v->end - v->begin : 0;
    return v ? v->name : NULL;
}

static bool is_shared(uint32_t tid, uint64_t addr) { return shared_at(tid, addr); }

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

bool stack_is_of_tasks(uint64_t addr, uint32_t *first)
{
    uint32_t tid = (*judged.self)->tid;
    if (!stacks[tid].tasks.first || !is_on_stack(tid, addr) || is_shared(tid, addr))
        return false;
    const struct variable *v = shared_by_tasks(tid, addr);
    *first = v ? v->first : stacks[tid].tasks.first;
    return v || addr >= stacks[tid].tasks.frame;
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
    if (i < MOST_SHARED)
        stacks[l->tid].shared[i] = (struct variable){begin, begin + size, name, 0, 0};
}

void __gd_emu_tell_shared(const volatile void *p, unsigned long long size, const char *name)
{
    const struct __gd_emu_lane *l = judged.on ? *judged.self : NULL;
    uint64_t begin = (uintptr_t)p;
    if (!l || !l->place || !is_on_stack(l->tid, begin) || shared_by_tasks(l->tid, begin))
        return;
    uint32_t i = stacks[l->tid].tasks.n + stacks[l->tid].tasks.more;
    if (i >= MOST_SHARED)
        return;
    stacks[l->tid].tasks.shared[i] = (struct variable){begin, begin + size, name, 0, row_now + 1};
    stacks[l->tid].tasks.more++;
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
