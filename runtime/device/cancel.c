/* cancel.c: cancellation of parallel regions, of loops and sections, and of task groups (OpenMP 5.2, chapter 16).
 *
 * A thread that cancels sets a bit of its team and goes to the end of the construct; others see it at their
 * cancellation points. At the end of a work-sharing construct all threads of the team meet in any case. When a parallel
 * region is cancelled some threads are at its end while others still come to barriers, and a barrier waits for all
 * lanes of the team: so threads at the end keep arriving at barriers until all are there (join). In such a region all
 * threads agree, at each barrier and before each work-sharing construct, whether it is cancelled: they read the bit
 * between two barriers, when nobody can set it. */
#include "check.h"
#include "simd.h"
#include "gantry_abi.h"

enum { PARALLEL = __GD_CANCEL_PARALLEL, WORK = __GD_CANCEL_WORK };

struct cancel_state {          /* of a team */
    u32 cancel_var, cancelled; /* bits */
    u32 left;                  /* threads at the end of a region that may be cancelled */
};
static HW_SHARED struct cancel_state cancel_state;
INLINE struct cancel_state *state(void) { return (struct cancel_state *)&cancel_state; }

void __gd_cancel_begin(const struct __gd_env *env)
{
    *state() = (struct cancel_state){env->flags & GANTRY_ENV_CANCEL, 0, 0};
}
_Bool __gd_cancel_var(void) { return state()->cancel_var != 0; }

/* True for a thread that is the only one in its region: cancelling then needs no others. */
INLINE _Bool alone(void) { return depth() || !TEAM->in_parallel; }
INLINE u32 cancelled(void) { return __atomic_load_n(&state()->cancelled, __ATOMIC_RELAXED); }

/* Not inlined: threads of a warp come from different places, and where they share a program counter they must wait in
 * one. */
static __attribute__((noinline)) void plain_barrier(struct __gd_group *g) { __gd_plain_barrier(g); }

_Bool __gd_cancel(u32 what, _Bool now)
{
    ASSERT(what == PARALLEL || what == WORK);
    if (!__gd_cancel_var() || alone())
        return now && __gd_cancel_var();
    if (now)
        __atomic_fetch_or(&state()->cancelled, what, __ATOMIC_RELAXED);
    else
        __gd_relax(); /* it may wait for another thread to cancel */
    return now || (cancelled() & what);
}

static _Bool agree(struct __gd_group *g)
{
    plain_barrier(g);
    u32 seen = cancelled();
    plain_barrier(g);
    return seen & PARALLEL;
}

_Bool __gd_cancel_agree(struct __gd_group *g) { return __gd_cancel_var() && !alone() && agree(g); }

_Bool __gd_cancel_barrier(struct __gd_group *g)
{
    __gd_tasks_done();
    if (__gd_cancel_var() && !alone())
        return agree(g);
    __gd_plain_barrier(g);
    return 0;
}

void __gd_cancel_join(struct __gd_group *g)
{
    _Bool all = 0;
    if (!__gd_cancel_var() || alone())
        return;
    __atomic_fetch_add(&state()->left, 1u, __ATOMIC_RELAXED);
    while (!all) {
        plain_barrier(g);
        ASSERT(__atomic_load_n(&state()->left, __ATOMIC_RELAXED) <= TEAM->nthreads);
        all = __atomic_load_n(&state()->left, __ATOMIC_RELAXED) == TEAM->nthreads;
        plain_barrier(g);
    }
    if (__gd_thread() == 0) /* a barrier follows before the next region begins */
        state()->left = state()->cancelled = 0;
}

void __gd_cancel_work_end(struct __gd_group *g)
{
    if (!__gd_cancel_var() || alone())
        return;
    plain_barrier(g);
    if (__gd_thread() == 0)
        __atomic_fetch_and(&state()->cancelled, ~(u32)WORK, __ATOMIC_RELAXED);
    plain_barrier(g);
}

/* Of a task group: the task that cancels ends itself, and those after it are not run (tasks.c). */
_Bool __gd_cancel_tasks(_Bool now)
{
    if (now && __gd_cancel_var())
        *task_flags() |= TASK_CANCELLED;
    return *task_flags() & TASK_CANCELLED;
}
