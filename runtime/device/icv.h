/* icv.h: the internal control variables of tasks on a device (OpenMP 5.2, 2.2 and 2.4).
 *
 * Those of a team's initial task come with the launch and are one for the team. What is set inside a parallel region
 * ends with the region. nthreads-var and max-active-levels-var are then each thread's own, in an array by lane that
 * only kernels have which reach such a routine (icv.c); of the other variables a region has one each. */
#ifndef GANTRY_ICV_H
#define GANTRY_ICV_H

#include "state.h"

struct icv {
    u64 value, in_region;
    u32 region; /* for which in_region was set */
};
struct icvs {
    int num_threads; /* of the initial task; 0 = as many as there are */
    int max_levels;  /* max-active-levels-var: 0 or 1 */
    struct icv max_teams, teams_thread_limit, schedule, chunk, default_device, allocator;
    u32 region;           /* parallel regions that the team has begun, plus 1 */
    u32 claimed, cleared; /* the region for which the array by lane is being or was cleared */
    u64 pool;             /* team-shared memory of allocators: one bit per block in use (alloc.c) */
};
HW_SHARED_EXTERN struct icvs __gd_icvs;
#define ICV(NAME) ((struct icv *)&__gd_icvs.NAME)

INLINE void icv_begin(struct icv *v, int value)
{
    v->value = (u64)(i64)value;
    v->region = 0;
}

INLINE void icvs_begin(const struct __gd_env *env)
{
    __gd_icvs.num_threads = env->num_threads;
    __gd_icvs.max_levels = !env->inactive;
    icv_begin(ICV(max_teams), env->max_teams);
    icv_begin(ICV(teams_thread_limit), env->teams_thread_limit);
    icv_begin(ICV(schedule), env->schedule);
    icv_begin(ICV(chunk), env->chunk);
    icv_begin(ICV(default_device), env->default_device);
    icv_begin(ICV(allocator), env->allocator);
    __gd_icvs.region = 1;
    __gd_icvs.claimed = __gd_icvs.cleared = 0;
    __gd_icvs.pool = 0;
}

/* The team's code of a generic kernel is its initial task; threads of a parallel region have variables of their own. */
INLINE _Bool in_initial_task(void) { return !TEAM->in_parallel && !depth(); }

INLINE u64 icv_get(const struct icv *v)
{
    return !in_initial_task() && v->region == __gd_icvs.region ? v->in_region : v->value;
}
INLINE void icv_set(struct icv *v, u64 value)
{
    if (in_initial_task()) {
        v->value = value;
        return;
    }
    v->in_region = value;
    v->region = __gd_icvs.region;
}

#endif
