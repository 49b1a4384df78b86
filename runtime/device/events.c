/* events.c: detached tasks (OpenMP 5.2, 12.5.2), which are complete when their event is fulfilled. Events lie in the
 * device heap, in a list of the lane that generated the task, the latest first. A taskwait waits for the events of that
 * list that the current task has generated, the end of a task group for those since its beginning, a barrier for
 * all. */
#include "events.h"
#include "told.h"

struct event {
    u32 fulfilled;
    u32 met_by, serial; /* numbers that its lane gave to the task that generated it, and to itself */
    struct event *next;
};
struct lane_tasks {
    u32 current, serial; /* the number of the current task, and the last that was given out */
    struct event *events;
};
static HW_SHARED struct lane_tasks lane_tasks[MAX_LANES];
INLINE struct lane_tasks *mine(void) { return (struct lane_tasks *)&lane_tasks[hw_tid()]; }

void __gd_events_begin(void) { *mine() = (struct lane_tasks){0, 0, 0}; }

u32 __gd_events_enter(void)
{
    u32 outer = mine()->current;
    mine()->current = ++mine()->serial;
    return outer;
}
void __gd_events_leave(u32 outer) { mine()->current = outer; }
u32 __gd_events_now(void) { return mine()->serial; }

static void wait_for(const struct event *e)
{
    for (u32 n = 0; !hw_load_acquire(&e->fulfilled); n++)
        hw_pause(n);
    TELL(__gd_emu_tell_acquire((u64)e, 1));
}

void __gd_events_wait(u32 since, _Bool all)
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

u64 __gd_event(void)
{
    static struct event of_nobody; /* of a task that is not run */
    if (!task_runs())
        return (u64)&of_nobody;
    struct event *e = __gd_heap(sizeof *e);
    *e = (struct event){0, mine()->current, ++mine()->serial, mine()->events};
    mine()->events = e;
    return (u64)e;
}

void omp_fulfill_event(u64 event)
{
    hw_fence_device();
    TELL(__gd_emu_tell_release(event, 1));
    hw_store_release(&((struct event *)event)->fulfilled, 1);
}
