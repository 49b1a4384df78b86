/* host_loops.c: worksharing loops of the host of which the program does not say which thread gets an iteration
 * (schedules dynamic, guided, auto, runtime, or none: code with -fcheck has auto then). Which ones fall on one thread,
 * and are in order there, is a matter of time and of the number of threads, so that each is judged as unordered with
 * all others: a strand of its own (strands.c). With dynamic, n those of a chunk stay together. What a thread gets of
 * libomp it gets in such pieces: of a team of one libomp gives the whole loop at once. So are
 * sections, and what `single` gives to one thread (tool.c). */
#include "strands.h"

enum { /* libomp's numbers of schedules, without those that each thread knows its part of, and their modifiers */
       CHUNKS = 33,
       STATIC = 34,
       DYNAMIC = 35,
       GUIDED = 36,
       AUTO = 38, /* runtime between */
       STEALING = 44,
       ORDERED = 32, /* from a schedule to the same one of an ordered loop */
       NOMERGE = 128,
       MODIFIERS = 3 << 29
};

static _Thread_local struct loop { /* of the implicit task of this thread, which may meet others within */
    struct strand *task;
    uint64_t size;       /* iterations that stay together; 0: the threads own theirs */
    bool grows;          /* … 1, or more of those that come late */
    uint64_t done;       /* iterations that the thread has had */
    uint64_t next, left; /* what is left of what libomp gave; left: iterations */
    int last;            /* … of which the last is that of the loop */
} loops[32];
static _Thread_local unsigned depth;

static bool is_dynamic(int schedule, bool *sized)
{
    int s = schedule & ~MODIFIERS;
    s = s > NOMERGE + ORDERED ? s - NOMERGE : s;
    s = s > DYNAMIC + ORDERED - 1 && s <= AUTO + ORDERED ? s - ORDERED : s;
    *sized = s == DYNAMIC;
    return (s >= DYNAMIC && s <= AUTO) || s == STEALING;
}

/* What libomp is to do with a loop: equal shares for `auto`, chunks in turn for `dynamic` and `guided`, so that all
 * threads have a part, the same in each run. They come to their iterations in order, so that one may wait for an
 * earlier one. */
static int32_t shared_out(int32_t schedule)
{
    static const int32_t as[][2] = {{DYNAMIC, CHUNKS}, {GUIDED, CHUNKS}, {AUTO, STATIC}};
    int32_t s = schedule & ~MODIFIERS;
    for (size_t i = 0; i < sizeof as / sizeof *as; i++)
        if (s == as[i][0] || s == as[i][0] + ORDERED)
            return schedule - as[i][0] + as[i][1];
    return schedule;
}

static void loop_begins(int schedule, int64_t chunk)
{
    struct strand *task = strand_implicit;
    bool sized, dynamic = is_dynamic(schedule, &sized);
    while (depth && loops[depth - 1].task == task) /* left without a word: code of another compiler */
        depth--;
    if (!task || !task->team || depth == sizeof loops / sizeof *loops)
        return;
    loops[depth++] = (struct loop){.task = task,
                                   .size = !dynamic             ? 0
                                           : sized && chunk > 1 ? (uint64_t)chunk
                                                                : 1,
                                   .grows = !sized};
}

static struct loop *loop_here(void)
{
    struct strand *task = depth ? strand_implicit : NULL;
    return task && loops[depth - 1].task == task && loops[depth - 1].size ? &loops[depth - 1] : NULL;
}

static uint64_t piece_of(struct loop *l)
{
    uint64_t n = l->grows ? strand_piece(l->done) : l->size;
    n = n < l->left ? n : l->left;
    l->done += n;
    return n;
}

void __real___kmpc_dispatch_deinit(void *place, int32_t thread) __attribute__((weak));
void __wrap___kmpc_dispatch_deinit(void *place, int32_t thread);
void __wrap___kmpc_dispatch_deinit(void *place, int32_t thread)
{
    struct strand *task = strand_implicit;
    if (loop_here())
        strand_iterated(task);
    if (depth && loops[depth - 1].task == task)
        depth--;
    __real___kmpc_dispatch_deinit(place, thread);
}

/* The loop variable counts by one: Clang makes it so. */
#define LOOP(SUFFIX, TYPE, STEP)                                                                                       \
    void __real___kmpc_dispatch_init_##SUFFIX(void *place, int32_t thread, int32_t schedule, TYPE first, TYPE last,    \
                                              STEP step, STEP chunk) __attribute__((weak));                            \
    void __wrap___kmpc_dispatch_init_##SUFFIX(void *place, int32_t thread, int32_t schedule, TYPE first, TYPE last,    \
                                              STEP step, STEP chunk);                                                  \
    void __wrap___kmpc_dispatch_init_##SUFFIX(void *place, int32_t thread, int32_t schedule, TYPE first, TYPE last,    \
                                              STEP step, STEP chunk)                                                   \
    {                                                                                                                  \
        loop_begins(step == 1 ? schedule : 0, chunk);                                                                  \
        __real___kmpc_dispatch_init_##SUFFIX(place, thread, shared_out(schedule), first, last, step, chunk);           \
    }                                                                                                                  \
    int32_t __real___kmpc_dispatch_next_##SUFFIX(void *place, int32_t thread, int32_t *last, TYPE *from, TYPE *to,     \
                                                 STEP *step) __attribute__((weak));                                    \
    int32_t __wrap___kmpc_dispatch_next_##SUFFIX(void *place, int32_t thread, int32_t *last, TYPE *from, TYPE *to,     \
                                                 STEP *step);                                                          \
    int32_t __wrap___kmpc_dispatch_next_##SUFFIX(void *place, int32_t thread, int32_t *last, TYPE *from, TYPE *to,     \
                                                 STEP *step)                                                           \
    {                                                                                                                  \
        struct loop *l = loop_here();                                                                                  \
        if (l)                                                                                                         \
            strand_iterated(l->task);                                                                                  \
        if (!l || !l->left) {                                                                                          \
            int32_t some = __real___kmpc_dispatch_next_##SUFFIX(place, thread, last, from, to, step);                  \
            if (!l || !some)                                                                                           \
                return some;                                                                                           \
            l->next = (uint64_t)*from;                                                                                 \
            l->left = (uint64_t)*to - (uint64_t)*from + 1;                                                             \
            l->last = *last;                                                                                           \
        }                                                                                                              \
        uint64_t n = piece_of(l);                                                                                      \
        l->left -= n;                                                                                                  \
        *from = (TYPE)l->next;                                                                                         \
        *to = (TYPE)(l->next + n - 1);                                                                                 \
        *step = 1;                                                                                                     \
        *last = l->last && !l->left;                                                                                   \
        l->next += n;                                                                                                  \
        strand_iterates(l->task, PART_ITERATIONS);                                                                     \
        return 1;                                                                                                      \
    }
LOOP(4, int32_t, int32_t)
LOOP(4u, uint32_t, int32_t)
LOOP(8, int64_t, int64_t)
LOOP(8u, uint64_t, int64_t)

/* The thread is at the sections of a construct, of which it gets some. */
void __gantry_section(void);
void __gantry_section(void)
{
    struct strand *task = strand_implicit;
    if (!task || !task->team)
        return;
    strand_iterated(task);
    strand_iterates(task, PART_OF_TEAM);
}

/* Who asks which thread it is may keep memory by that number: what it does is the thread's from now on. */
static void asks(void)
{
    struct strand *task = strand_implicit, *here = task ? strand_here() : NULL;
    if (task && task->lanes) { /* all lanes of the thread get the same answer */
        while (task && task->lanes)
            task = task->outer;
        if (task)
            strand_knows_itself(task);
        return;
    }
    if (here && (here == task || here == task->iterations))
        strand_knows_itself(task);
    else if (here && !here->implicit)
        here->asked = true;
}

int __real_omp_get_thread_num(void) __attribute__((weak));
int __wrap_omp_get_thread_num(void);
int __wrap_omp_get_thread_num(void)
{
    asks();
    return __real_omp_get_thread_num();
}

int __real_omp_get_ancestor_thread_num(int level) __attribute__((weak));
int __wrap_omp_get_ancestor_thread_num(int level);
int __wrap_omp_get_ancestor_thread_num(int level)
{
    asks();
    return __real_omp_get_ancestor_thread_num(level);
}
