/* tasks.c: explicit tasks (OpenMP 5.2, 12.5, 15.4, 16.1). They are undeferred: the lane that meets one runs it at once.
 * Flags of the innermost task answer omp_in_explicit_task and omp_in_final, and say whether its task group has been
 * cancelled: then the tasks after it are not run. Only detached tasks may complete after their code: events.c. */
#include "check.h"
#include "events.h"
#include "parallel.h"

HOT void __gd_tasks_begin(void)
{
    if (cancels_exist())
        *task_flags() = 0;
    __gd_events_begin();
}

HOT void __gd_tasks_done(void) { __gd_events_wait(0, 1); }
HOT void __gd_taskwait(void) { __gd_events_wait(0, 0); }

/* A task in a final task is final (OpenMP 5.2, 12.3). */
HOT u64 __gd_task_begin(_Bool final)
{
    u8 outer = *task_flags();
    *task_flags() = (u8)(TASK_EXPLICIT | (final ? TASK_FINAL : outer & TASK_FINAL) |
                         (cancels_exist() ? outer & TASK_CANCELLED : 0));
    return outer | (u64)__gd_events_enter() << TASK_FLAG_BITS;
}

HOT void __gd_task_end(u64 outer)
{
    ASSERT(*task_flags() & TASK_EXPLICIT && is_task_word(outer));
    u8 cancelled = cancels_exist() ? *task_flags() & TASK_CANCELLED : 0;
    *task_flags() = (u8)outer | cancelled;
    __gd_events_leave((u32)(outer >> TASK_FLAG_BITS));
}

/* ---- implicit tasks of nested regions, which end with a barrier ---- */
HOT struct __gd_group_of_tasks __gd_implicit_begin(void)
{
    u32 since = __gd_events_now();
    struct __gd_group_of_tasks g = {*task_flags() | (u64)__gd_events_enter() << TASK_FLAG_BITS, since};
    *task_flags() = 0;
    return g;
}
HOT void __gd_implicit_end(struct __gd_group_of_tasks g)
{
    ASSERT(is_task_word(g.outer));
    __gd_events_wait(g.since, 1);
    *task_flags() = (u8)g.outer;
    __gd_events_leave((u32)(g.outer >> TASK_FLAG_BITS));
}

/* ---- task groups ---- */
HOT struct __gd_group_of_tasks __gd_taskgroup_begin(void)
{
    struct __gd_group_of_tasks g = {0, __gd_events_now()};
    if (cancels_exist()) {
        g.outer = *task_flags() & TASK_CANCELLED;
        *task_flags() &= (u8)~TASK_CANCELLED;
    }
    return g;
}
HOT void __gd_taskgroup_end(struct __gd_group_of_tasks g)
{
    __gd_events_wait(g.since, 1);
    if (cancels_exist())
        *task_flags() = (u8)((*task_flags() & ~TASK_CANCELLED) | g.outer);
}
HOT _Bool __gd_task_runs(void) { return task_runs(); }

int omp_in_final(void) { return (*task_flags() & TASK_FINAL) != 0; }
int omp_in_explicit_task(void) { return (*task_flags() & TASK_EXPLICIT) != 0; }
