/* tasks.c: explicit tasks (OpenMP 5.2, 12.5). They run at once, on the lane that meets them: all that is kept is what
 * omp_in_explicit_task and omp_in_final tell of the innermost one. */
#include "parallel.h"

HW_SHARED u8 __gd_tasks[MAX_LANES];

enum { EXPLICIT = 1, FINAL = 2 };

/* Tasks in a final task are final. */
HOT u32 __gd_task_begin(_Bool final)
{
    u32 outer = __gd_tasks[hw_tid()];
    __gd_tasks[hw_tid()] = (u8)(EXPLICIT | (final ? FINAL : outer & FINAL));
    return outer;
}

HOT void __gd_task_end(u32 outer) { __gd_tasks[hw_tid()] = (u8)outer; }

int omp_in_final(void) { return (__gd_tasks[hw_tid()] & FINAL) != 0; }
int omp_in_explicit_task(void) { return (__gd_tasks[hw_tid()] & EXPLICIT) != 0; }
