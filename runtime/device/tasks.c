/* tasks.c: explicit tasks (OpenMP 5.2, 12.5, 12.8, 16.1). They run at once, on the lane that meets them: kept is what
 * omp_in_explicit_task and omp_in_final tell of the innermost one, and whether its task group has been cancelled, for then
 * the tasks behind are not run.
 *
 * Only a detached task may be over later than its code: when its event is fulfilled. Events are objects of the device heap,
 * in a list of the lane that met the task, the latest first. Who waits for tasks waits for those of the list that are
 * concerned: a taskwait for those that the current task has met, a task group for those since its beginning, a
 * barrier for all. Programs without such tasks pay for none of this: the device link says whether there are any. */
#include "parallel.h"

HW_SHARED u8 __gd_tasks[MAX_LANES];

enum { EXPLICIT = 1, FINAL = 2, CANCELLED = 4, FLAG_BITS = 8 };

struct event {
    u32 fulfilled;
    u32 met_by, serial; /* numbers of its lane, for the task that met it, and of its own */
    struct event *next;
};
struct lane_tasks {
    u32 current, serial; /* the number of the current task, and the last that was given out */
    struct event *events;
};
static HW_SHARED struct lane_tasks lane_tasks[MAX_LANES];
INLINE struct lane_tasks *mine(void) { return (struct lane_tasks *)&lane_tasks[hw_tid()]; }
INLINE u8 *flags(void) { return (u8 *)&__gd_tasks[hw_tid()]; }

HOT void __gd_tasks_begin(void)
{
    if (!cancels_exist() && !events_exist())
        return;
    *flags() = 0;
    if (events_exist())
        *mine() = (struct lane_tasks){0, 0, 0};
}

INLINE u64 saved(void) { return *flags() | (events_exist() ? (u64)mine()->current << FLAG_BITS : 0); }
INLINE void new_task(void)
{
    if (events_exist())
        mine()->current = ++mine()->serial;
}

/* Tasks in a final task are final. */
HOT u64 __gd_task_begin(_Bool final)
{
    u64 outer = saved();
    *flags() = (u8)(EXPLICIT | (final ? FINAL : outer & FINAL) | (cancels_exist() ? outer & CANCELLED : 0));
    new_task();
    return outer;
}

HOT void __gd_task_end(u64 outer)
{
    u8 cancelled = cancels_exist() ? *flags() & CANCELLED : 0;
    *flags() = (u8)outer | cancelled;
    if (events_exist())
        mine()->current = (u32)(outer >> FLAG_BITS);
}

/* ---- events ---- */
static void wait_for(const struct event *e)
{
    for (u32 n = 0; !hw_load_acquire(&e->fulfilled); n++)
        hw_pause(n);
}

/* those behind number `since`, of the current task or of all */
static __attribute__((noinline)) void wait_for_tasks(u32 since, _Bool all)
{
    struct event **at = &mine()->events;
    while (*at && (*at)->serial > since) {
        struct event *e = *at;
        if (all || e->met_by == mine()->current) {
            wait_for(e);
            *at = e->next;
            __gd_heap_free(e);
        } else {
            at = &e->next;
        }
    }
}

HOT void __gd_tasks_done(void)
{
    if (events_exist())
        wait_for_tasks(0, 1);
}
HOT void __gd_taskwait(void)
{
    if (events_exist())
        wait_for_tasks(0, 0);
}

u64 __gd_event(void)
{
    static struct event of_nobody; /* of a task that is not run */
    if (cancels_exist() && (*flags() & CANCELLED))
        return (u64)&of_nobody;
    struct event *e = __gd_heap(sizeof *e);
    *e = (struct event){0, mine()->current, ++mine()->serial, mine()->events};
    mine()->events = e;
    return (u64)e;
}

void __gd_event_wait(u64 event)
{
    if (!cancels_exist() || !(*flags() & CANCELLED))
        wait_for((const struct event *)event);
}

void omp_fulfill_event(u64 event)
{
    hw_fence_device();
    hw_store_release(&((struct event *)event)->fulfilled, 1);
}

/* ---- implicit tasks of nested regions, which end with a barrier ---- */
HOT struct __gd_group_of_tasks __gd_implicit_begin(void)
{
    struct __gd_group_of_tasks g = {saved(), events_exist() ? mine()->serial : 0};
    *flags() = 0;
    new_task();
    return g;
}
HOT void __gd_implicit_end(struct __gd_group_of_tasks g)
{
    if (events_exist())
        wait_for_tasks(g.since, 1);
    *flags() = (u8)g.outer;
    if (events_exist())
        mine()->current = (u32)(g.outer >> FLAG_BITS);
}

/* ---- task groups ---- */
HOT struct __gd_group_of_tasks __gd_taskgroup_begin(void)
{
    struct __gd_group_of_tasks g = {0, events_exist() ? mine()->serial : 0};
    if (cancels_exist()) {
        g.outer = *flags() & CANCELLED;
        *flags() &= (u8)~CANCELLED;
    }
    return g;
}
HOT void __gd_taskgroup_end(struct __gd_group_of_tasks g)
{
    if (events_exist())
        wait_for_tasks(g.since, 1);
    if (cancels_exist())
        *flags() = (u8)((*flags() & ~CANCELLED) | g.outer);
}
HOT _Bool __gd_task_runs(void) { return !cancels_exist() || !(*flags() & CANCELLED); }

_Bool __gd_cancel_tasks(_Bool now)
{
    if (now && TEAM->cancel_var)
        *flags() |= CANCELLED;
    return *flags() & CANCELLED;
}

int omp_in_final(void) { return (*flags() & FINAL) != 0; }
int omp_in_explicit_task(void) { return (*flags() & EXPLICIT) != 0; }
