/* checks_kernels.c: callers of the device runtime that break its rules, one in each kernel, and one that does not. */
#include "gantry_device.h"
#include "hw.h"
#include "checks_kernels.h"

#define MODE(name, mode) enum { name##__mode = (mode) };
TEST_KERNELS(MODE)

const u32 __gd_most_lanes = 64, __gd_lane_stacks = 0, __gd_large_reductions = 1, __gd_frames = 0, __gd_cancels = 0, __gd_virtual_teams = 0, __gd_tells = 0;

#define ENTRY(name, mode)                                                                                              \
    void name(struct __gd_env env, struct test_args a);                                                                \
    void name##__entry(void **args);                                                                                   \
    void name##__entry(void **args) { name(*(struct __gd_env *)args[0], *(struct test_args *)args[1]); }
TEST_KERNELS(ENTRY)
#define KERNEL(name) __GD_KERNEL name(struct __gd_env env, struct test_args a)

static void run(u32 id, __gd_region *fn, void *payload, u32 crew)
{
    (void)id;
    fn(payload, crew);
}
static void published(u32 id, void *payloads, u32 crew)
{
    (void)id;
    __gd_published(payloads, crew);
}
static void nothing(void *payload, u32 crew) { (void)payload, (void)crew; }
static void add(void *into, const void *from) { *(int *)into += *(const int *)from; }

KERNEL(k_good)
{
    (void)a;
    int local;
    if (!__gd_generic_begin(&env, k_good__mode, run))
        return;
    void *p = __gd_share_push(sizeof local, &local);
    __gd_parallel(0, nothing, p, 0, 1, 1);
    u64 outer = __gd_task_begin(0);
    __gd_task_end(outer);
    __gd_share_pop(p, &local);
    __gd_generic_end();
}

/* ---- words ---- */
KERNEL(k_crew_word)
{
    (void)a;
    if (__gd_spmd_begin(&env, k_crew_word__mode, 3))
        __gd_spmd_end();
}
KERNEL(k_mode_word)
{
    (void)a;
    if (__gd_spmd_begin(&env, __GD_GENERIC, 1))
        __gd_spmd_end();
}

/* ---- who may call what ---- */
KERNEL(k_without_state)
{
    (void)a;
    if (!__gd_spmd_begin(&env, k_without_state__mode, 1))
        return;
    __gd_barrier(0);
    __gd_spmd_end();
}
static void ends_the_kernel(void *payload, u32 crew)
{
    (void)payload, (void)crew;
    __gd_main_parallel(0, nothing, 0, 0, 1, 1);
}
KERNEL(k_not_main)
{
    (void)a;
    if (!__gd_generic_begin(&env, k_not_main__mode, run))
        return;
    __gd_main_parallel(0, ends_the_kernel, 0, 0, 1, 1);
    __gd_generic_end();
}

/* ---- stacks ---- */
KERNEL(k_share_left)
{
    (void)a;
    int local;
    if (!__gd_generic_begin(&env, k_share_left__mode, run))
        return;
    __gd_share_push(sizeof local, &local);
    __gd_generic_end();
}
KERNEL(k_share_order)
{
    (void)a;
    int local, later;
    if (!__gd_generic_begin(&env, k_share_order__mode, run))
        return;
    void *p = __gd_share_push(sizeof local, &local), *q = __gd_share_push(sizeof later, &later);
    __gd_share_pop(p, &local);
    __gd_share_pop(q, &later);
    __gd_generic_end();
}

/* ---- tasks, locks ---- */
KERNEL(k_task_left)
{
    (void)a;
    if (!__gd_spmd_begin(&env, k_task_left__mode, 1))
        return;
    __gd_task_begin(0);
    __gd_spmd_end();
}
KERNEL(k_task_end)
{
    (void)a;
    if (!__gd_spmd_begin(&env, k_task_end__mode, 1))
        return;
    __gd_task_end(0);
    __gd_spmd_end();
}
KERNEL(k_unlock)
{
    (void)a;
    u32 lock = 0;
    if (!__gd_spmd_begin(&env, k_unlock__mode, 1))
        return;
    __gd_unlock(&lock);
    __gd_spmd_end();
}

/* ---- arguments of constructs ---- */
KERNEL(k_loop_level)
{
    (void)a;
    struct __gd_loop l;
    if (!__gd_spmd_begin(&env, k_loop_level__mode, 1))
        return;
    __gd_loop_begin(&l, __GD_SPMD_THREADS, (enum __gd_sched)17, 10, 0, 1);
    __gd_spmd_end();
}
KERNEL(k_reduce_nothing)
{
    (void)a;
    int sum = 0;
    if (!__gd_spmd_begin(&env, k_reduce_nothing__mode, 1))
        return;
    __gd_spmd_reduce_team(&sum, 0, add, 1);
    __gd_spmd_end();
}
KERNEL(k_ordered_back)
{
    (void)a;
    struct __gd_ordered o;
    if (!__gd_spmd_begin(&env, k_ordered_back__mode, 1))
        return;
    __gd_ordered_begin(&o, __GD_SPMD_THREADS, 1);
    for (int times = 0; times < 2 && __gd_spmd_thread(1) == 0; times++) { /* the first iteration twice */
        __gd_ordered_iteration(&o, 0);
        __gd_ordered_enter(&o);
        __gd_ordered_leave(&o, 1);
    }
    __gd_spmd_end();
}
KERNEL(k_scan_nothing)
{
    (void)a;
    int sum = 0;
    struct __gd_scan s;
    if (!__gd_spmd_begin(&env, k_scan_nothing__mode, 1))
        return;
    __gd_scan_begin(&s, 1, 1);
    __gd_scan(&s, &sum, 0, sizeof sum, add, 0, 1);
    __gd_spmd_end();
}

/* ---- groups ---- */
KERNEL(k_group_space)
{
    (void)a;
    if (!__gd_spmd_begin(&env, k_group_space__mode, 4))
        return;
    __gd_spmd_group_space(&env, 24, 4);
    __gd_spmd_end();
}
KERNEL(k_payload)
{
    (void)a;
    if (!__gd_spmd_begin(&env, k_payload__mode, 4 | __GD_LEADERS))
        return;
    struct __gd_group *g = __gd_spmd_group_space(&env, sizeof *g, 4 | __GD_LEADERS);
    if (__gd_group_begin(g, published, 4 | __GD_LEADERS)) {
        __gd_simd(g, published, 0, 0, 0, 4 | __GD_LEADERS);
        __gd_group_end(g, 4 | __GD_LEADERS);
    }
    __gd_spmd_end();
}
