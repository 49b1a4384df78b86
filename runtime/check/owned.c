/* owned.c: memory that one thread of the host keeps to itself. Iterations of a loop that no thread owns may run on the
 * same thread as others or not, and count as unordered, but for what their thread has for all of them: variables on its
 * stack, and blocks that it took within the parallel region, or for itself in an earlier one. Of memory of which nobody
 * knows who took it that is assumed. Thread-local variables are a thread's own in all that it runs, tasks too. */
#define _GNU_SOURCE
#include <link.h>
#include <stdlib.h>

#include "strands.h"

/* ---- threads, and their stacks ---- */
enum { LEVEL_BITS = 8, DEEPEST = (1 << LEVEL_BITS) - 1 };
enum { MODULES = 16 }; /* that have thread-local variables: the program, libc, libomp */
struct range {
    uintptr_t begin, end;
};
static struct stack {
    uintptr_t begin, end;
    struct range local[MODULES]; /* thread-local variables: glibc lays a worker's into the same mapping */
    unsigned nlocals;
} *stacks;
static uint32_t nstacks, stack_room;
static _Thread_local uint32_t me; /* number of this thread, from 1; its stack is stacks[me - 1], where that is known */

static int add_locals(struct dl_phdr_info *info, size_t size, void *data)
{
    struct stack *s = data;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum && info->dlpi_tls_data && s->nlocals < MODULES; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS) {
            uintptr_t at = (uintptr_t)info->dlpi_tls_data;
            s->local[s->nlocals++] = (struct range){at, at + info->dlpi_phdr[i].p_memsz};
        }
    return 0;
}

static struct stack stack_here(void)
{
    struct stack s = {0};
    pthread_attr_t a;
    void *begin = NULL;
    size_t n = 0;
    if (pthread_getattr_np(pthread_self(), &a) == 0) {
        pthread_attr_getstack(&a, &begin, &n);
        pthread_attr_destroy(&a);
    }
    s.begin = (uintptr_t)begin;
    s.end = s.begin + n;
    dl_iterate_phdr(add_locals, &s);
    return s;
}

static void know_thread(void)
{
    struct stack here = stack_here();
    for (uint32_t i = 0; i < nstacks && here.begin; i++)
        if (stacks[i].begin == here.begin && stacks[i].end == here.end) { /* one that is over had it before */
            stacks[i] = here;
            me = i + 1;
            return;
        }
    if (nstacks == stack_room) {
        uint32_t room = stack_room ? 2 * stack_room : 64;
        struct stack *v = realloc(stacks, room * sizeof *v);
        if (!v)
            return;
        stacks = v;
        stack_room = room;
    }
    stacks[nstacks] = here;
    me = ++nstacks;
}

static bool is_on_a_stack(uintptr_t at)
{
    uint32_t i = 0;
    while (i < nstacks && !(at >= stacks[i].begin && at < stacks[i].end))
        i++;
    return i < nstacks;
}

uint32_t owned_thread(void)
{
    if (!me)
        know_thread();
    return me;
}

uintptr_t owned_stack_begin(void) { return owned_thread() ? stacks[me - 1].begin : 0; }
uintptr_t owned_stack_end(void) { return owned_thread() ? stacks[me - 1].end : 0; }

/* Frames of the region lie below this one's, but for the few of libomp between. */
void owned_begins(struct strand *s)
{
    enum { BETWEEN = 512 };
    uint32_t level = s->team ? team_level(s->team) : 0;
    s->thread_number = owned_thread();
    s->taker = level && me ? me << LEVEL_BITS | (level < DEEPEST ? level : DEEPEST) : 0;
    if (!me || !level)
        return;
    s->frames.begin = stacks[me - 1].begin;
    s->frames.end = (uintptr_t)__builtin_frame_address(0) + BETWEEN;
}

/* ---- static variables ---- */
static int look_at_module(struct dl_phdr_info *info, size_t size, void *data)
{
    const uintptr_t *at = data;
    bool found = false;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum && !found; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        found = p->p_type == PT_LOAD && *at - (info->dlpi_addr + p->p_vaddr) < p->p_memsz;
    }
    return found;
}

static bool is_static(uintptr_t at) { return dl_iterate_phdr(look_at_module, &at); }

/* ---- whose it is ---- */
static bool took(const struct strand *s, uint32_t taker)
{
    return taker >> LEVEL_BITS == s->taker >> LEVEL_BITS && (taker & DEEPEST) >= (s->taker & DEEPEST);
}

/* Lanes keep their copies in the frame of the loop's function, and of those that it calls. */
static bool is_lanes_own(const struct lane_memory *m, uintptr_t at)
{
    bool own = is_on_a_stack(at) && at < m->end;
    for (uint32_t i = 0; own && i < m->n; i++)
        own = at - (uintptr_t)m->shared[i].at >= m->shared[i].size;
    return own;
}

static bool keeps_to_itself(const struct strand *s, uintptr_t at)
{
    uint32_t taker;
    if (s->lanes)
        return is_lanes_own(s->lanes, at);
    const struct check_block *b = check_block_at(at);
    if (at >= s->frames.begin && at < s->frames.end)
        return true;
    if (b || check_heap_taker(at, &taker))
        return took(s, b ? b->taker : taker);
    return !is_static(at) && !is_on_a_stack(at);
}

static const struct strand *implicit_of(const struct strand *s)
{
    while (s && !s->implicit)
        s = s->parent;
    return s;
}

static const struct strand *thread_of(const struct strand *s) { return s->iterates ? s->parent : s; }

/* ---- what a thread has for all that it does: thread-local variables, and what it finds by its own number ---- */
static bool is_local_to(uint32_t thread, uintptr_t at)
{
    const struct stack *s = thread ? &stacks[thread - 1] : NULL;
    unsigned i = 0;
    while (s && i < s->nlocals && !(at >= s->local[i].begin && at < s->local[i].end))
        i++;
    return s && i < s->nlocals;
}

static bool knows_itself(const struct strand *s) { return (s->iterates ? s->parent : s)->asked; }

/* Lanes of one thread share what is local to it. */
bool owned_by_thread(const struct strand *a, const struct strand *b, uintptr_t at)
{
    bool lanes = a->part == PART_LANE && b->part == PART_LANE;
    if (lanes)
        return false;
    if (is_local_to(a->thread_number, at) && is_local_to(b->thread_number, at))
        return true;
    return a->thread_number && a->thread_number == b->thread_number && knows_itself(a) && knows_itself(b);
}

/* An iteration may have a parallel region within: its threads work for the one that has the iteration. What both stem
 * from is no iteration of theirs: two tasks of one share its variables. */
bool owned_by_both(const struct strand *a, const struct strand *b, uintptr_t at)
{
    const struct strand *y = NULL;
    for (const struct strand *x = implicit_of(a); x && !y; x = implicit_of(x->parent))
        for (y = implicit_of(b); y && y != x; y = implicit_of(y->parent))
            if ((x->iterates || y->iterates) && thread_of(x) == thread_of(y))
                return keeps_to_itself(thread_of(x), at);
    return false;
}
