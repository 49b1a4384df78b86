/* reduced.c: reductions of the host's loops, threads and tasks, as Clang has libomp carry them out. Who adds its share
 * to the original does that alone, one after another; the copies of tasks belong to a thread, whose tasks share them.
 */
#include <stdlib.h>

#include "strands.h"

/* ---- shares of threads: 1 means that this thread adds its share, and then says so; 2 that it does by atomics ---- */
enum { ADDS = 1 };

/* What comes before the others' shares is in order for the addition, and not for what the thread does behind it: with
 * nowait nobody waits for others there. */
static void shares_add(const void *lock, bool begins)
{
    struct strand *s = strand_here();
    if (!s)
        return;
    check_enter();
    if (begins) {
        strand_adds(s);
        strand_acquires(s, (uint64_t)(uintptr_t)lock);
    } else if (s->adds) {
        strand_releases(s, (uint64_t)(uintptr_t)lock, true);
        strand_added(s);
    }
    check_leave();
}

/* Who comes there waits for all others, who come, too. */
static void all_meet(const void *lock, bool begins)
{
    struct strand *s = strand_here();
    if (!s)
        return;
    check_enter();
    if (begins)
        strand_acquires(s, (uint64_t)(uintptr_t)lock);
    else
        strand_releases(s, (uint64_t)(uintptr_t)lock, true);
    check_leave();
}

typedef void combine(void *to, void *from);
#define REDUCE(NAME)                                                                                                   \
    int32_t __real___kmpc_##NAME(void *place, int32_t thread, int32_t n, size_t size, void *list, combine *add,        \
                                 void *lock) __attribute__((weak));                                                    \
    int32_t __wrap___kmpc_##NAME(void *place, int32_t thread, int32_t n, size_t size, void *list, combine *add,        \
                                 void *lock);                                                                          \
    int32_t __wrap___kmpc_##NAME(void *place, int32_t thread, int32_t n, size_t size, void *list, combine *add,        \
                                 void *lock)                                                                           \
    {                                                                                                                  \
        int32_t how = __real___kmpc_##NAME(place, thread, n, size, list, add, lock);                                   \
        if (how == ADDS)                                                                                               \
            shares_add(lock, true);                                                                                    \
        return how;                                                                                                    \
    }                                                                                                                  \
    void __real___kmpc_end_##NAME(void *place, int32_t thread, void *lock) __attribute__((weak));                      \
    void __wrap___kmpc_end_##NAME(void *place, int32_t thread, void *lock);                                            \
    void __wrap___kmpc_end_##NAME(void *place, int32_t thread, void *lock)                                             \
    {                                                                                                                  \
        shares_add(lock, false);                                                                                       \
        __real___kmpc_end_##NAME(place, thread, lock);                                                                 \
    }
REDUCE(reduce)
REDUCE(reduce_nowait)

/* ---- the same in code of Gantry's own: teams of the host, scope constructs (gen/host); leagues that wait ---- */
void __real___gantry_host_lock(int take) __attribute__((weak));
void __wrap___gantry_host_lock(int take);
void __wrap___gantry_host_lock(int take)
{
    if (!take)
        shares_add(__real___gantry_host_lock, false);
    __real___gantry_host_lock(take);
    if (take)
        shares_add(__real___gantry_host_lock, true);
}

void __real___gantry_host_turn(int take, const void *of, int me, int n) __attribute__((weak));
void __wrap___gantry_host_turn(int take, const void *of, int me, int n);
void __wrap___gantry_host_turn(int take, const void *of, int me, int n)
{
    if (!take)
        shares_add(of, false);
    __real___gantry_host_turn(take, of, me, n);
    if (take)
        shares_add(of, true);
}

struct gantry_host_meeting;
void __real___gantry_host_meet(struct gantry_host_meeting *m) __attribute__((weak));
void __wrap___gantry_host_meet(struct gantry_host_meeting *m);
void __wrap___gantry_host_meet(struct gantry_host_meeting *m)
{
    all_meet(m, false);
    __real___gantry_host_meet(m);
    all_meet(m, true);
}

const void *const *__real___gantry_host_gather(struct gantry_host_meeting *m, const void *mine) __attribute__((weak));
const void *const *__wrap___gantry_host_gather(struct gantry_host_meeting *m, const void *mine);
const void *const *__wrap___gantry_host_gather(struct gantry_host_meeting *m, const void *mine)
{
    all_meet(m, false);
    const void *const *all = __real___gantry_host_gather(m, mine);
    all_meet(m, true);
    return all;
}

/* ---- copies of tasks ---- */
struct reduced { /* libomp's: a list item */
    void *shared, *original;
    size_t size;
    void *init, *fini, *combine;
    uint32_t flags;
};
struct range {
    uintptr_t begin, end;
};
static struct ranges {
    struct range *v;
    uint32_t n, room;
} items, copies;

static const struct range *range_at(const struct ranges *r, uintptr_t at)
{
    for (uint32_t i = r->n; i-- > 0;)
        if (at >= r->v[i].begin && at < r->v[i].end)
            return &r->v[i];
    return NULL;
}

static void range_add(struct ranges *r, uintptr_t at, size_t n)
{
    const struct range *there = range_at(r, at);
    if (there && there->begin == at && there->end >= at + n)
        return;
    if (r->n == r->room) {
        uint32_t room = r->room ? 2 * r->room : 16;
        struct range *v = realloc(r->v, room * sizeof *v);
        if (!v)
            return;
        r->v = v;
        r->room = room;
    }
    r->v[r->n++] = (struct range){at, at + n};
}

bool reduced_by_tasks(uintptr_t at) { return range_at(&copies, at); }

static void know_items(const struct reduced *v, int n)
{
    check_enter();
    for (int i = 0; i < n; i++)
        range_add(&items, (uintptr_t)v[i].shared, v[i].size);
    check_leave();
}

void *__real___kmpc_taskred_init(int32_t thread, int32_t n, void *v) __attribute__((weak));
void *__wrap___kmpc_taskred_init(int32_t thread, int32_t n, void *v);
void *__wrap___kmpc_taskred_init(int32_t thread, int32_t n, void *v)
{
    know_items(v, n);
    return __real___kmpc_taskred_init(thread, n, v);
}

void *__real___kmpc_taskred_modifier_init(void *place, int32_t thread, int shared, int32_t n, void *v)
    __attribute__((weak));
void *__wrap___kmpc_taskred_modifier_init(void *place, int32_t thread, int shared, int32_t n, void *v);
void *__wrap___kmpc_taskred_modifier_init(void *place, int32_t thread, int shared, int32_t n, void *v)
{
    know_items(v, n);
    return __real___kmpc_taskred_modifier_init(place, thread, shared, n, v);
}

void *__real___kmpc_task_reduction_get_th_data(int32_t thread, void *group, void *item) __attribute__((weak));
void *__wrap___kmpc_task_reduction_get_th_data(int32_t thread, void *group, void *item);
void *__wrap___kmpc_task_reduction_get_th_data(int32_t thread, void *group, void *item)
{
    void *copy = __real___kmpc_task_reduction_get_th_data(thread, group, item);
    check_enter();
    const struct range *r = range_at(&items, (uintptr_t)item);
    r = r ? r : range_at(&copies, (uintptr_t)item); /* of a task of a task */
    if (r && copy)
        range_add(&copies, (uintptr_t)copy, r->end - r->begin);
    check_leave();
    return copy;
}
