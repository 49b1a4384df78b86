/* api.c: the OpenMP routines that may be called in a region (OpenMP 5.2, chapter 18), but for those about internal
 * control variables (icv.c) and memory (alloc.c). */
#include "state.h"
#include "told.h"

/* ---- teams, threads, levels ---- */
int omp_get_team_num(void)
{
    TELL(__gd_place()->asked |= __GD_EMU_LEAGUE);
    return (int)seen_team();
}
int omp_get_num_teams(void) { return (int)seen_nteams(); }
int omp_get_thread_num(void)
{
    TELL(__gd_place()->asked |= __GD_EMU_TEAM | __GD_EMU_GROUP);
    return (int)__gd_thread();
}
int omp_get_num_threads(void) { return (int)__gd_nthreads(); }
int omp_get_thread_limit(void) { return (int)TEAM->thread_limit; }
int omp_get_level(void) { return (int)(TEAM->in_parallel + depth()); }
/* Nested regions have one thread: only the team's own can be active. */
int omp_get_active_level(void) { return TEAM->in_parallel && TEAM->nthreads > 1; }
int omp_in_parallel(void) { return omp_get_active_level(); }

int omp_get_ancestor_thread_num(int level)
{
    if (level < 0 || level > omp_get_level())
        return -1;
    TELL(__gd_place()->asked |= __GD_EMU_TEAM | __GD_EMU_GROUP);
    return level == 1 && TEAM->in_parallel ? (int)lane_thread(team_crew()) : 0;
}

int omp_get_team_size(int level)
{
    if (level < 0 || level > omp_get_level())
        return -1;
    return level == 1 && TEAM->in_parallel ? (int)TEAM->nthreads : 1;
}

int omp_get_cancellation(void) { return __gd_cancel_var(); }
int omp_get_max_task_priority(void) { return 0; }

/* omp_proc_bind_false; threads have no places */
int omp_get_proc_bind(void) { return 0; }
int omp_get_num_places(void) { return 0; }
int omp_get_place_num(void) { return -1; }
int omp_get_place_num_procs(int place) { return (void)place, 0; }
void omp_get_place_proc_ids(int place, int *ids) { (void)place, (void)ids; }
int omp_get_partition_num_places(void) { return 0; }
void omp_get_partition_place_nums(int *places) { (void)places; }

/* ---- devices; the initial device's number is the number of the others ---- */
int omp_is_initial_device(void) { return 0; }
int omp_get_device_num(void) { return TEAM->device; }
int omp_get_num_devices(void) { return TEAM->num_devices; }
int omp_get_initial_device(void) { return TEAM->num_devices; }

/* ---- time ---- */
double omp_get_wtime(void) { return (double)hw_nanoseconds() * 1e-9; }
double omp_get_wtick(void) { return 1e-6; } /* a GPU updates its shared clock about that often */

/* ---- locks: the first four bytes of omp_lock_t; 0 = free ---- */
void omp_init_lock(u32 *lock)
{
    TELL(__gd_emu_tell_new_lock(lock));
    __atomic_store_n(lock, 0, __ATOMIC_RELAXED);
}
void omp_init_lock_with_hint(u32 *lock, int hint)
{
    (void)hint;
    omp_init_lock(lock);
}
void omp_destroy_lock(u32 *lock) { (void)lock; }
void omp_set_lock(u32 *lock)
{
    __gd_lock(lock);
    TELL(__gd_emu_tell_lock(lock));
}
void omp_unset_lock(u32 *lock)
{
    TELL(__gd_emu_tell_unlock(lock));
    __gd_unlock(lock);
}
int omp_test_lock(u32 *lock)
{
    u32 seen = 0;
    if (!__atomic_compare_exchange_n(lock, &seen, 1u, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        return 0;
    hw_fence_device();
    TELL(__gd_emu_tell_lock(lock));
    return 1;
}

/* Nestable: omp_nest_lock_t's eight bytes hold the owner (team and lane, counted from 1) above the nesting
 * count. */
enum { NEST_BITS = 20 };

static u64 nest_owner(void) { return ((u64)seen_team() * MAX_LANES + hw_tid() + 1) << NEST_BITS; }

void omp_init_nest_lock(u64 *lock)
{
    TELL(__gd_emu_tell_new_lock(lock));
    __atomic_store_n(lock, 0, __ATOMIC_RELAXED);
}
void omp_init_nest_lock_with_hint(u64 *lock, int hint)
{
    (void)hint;
    omp_init_nest_lock(lock);
}
void omp_destroy_nest_lock(u64 *lock) { (void)lock; }

int omp_test_nest_lock(u64 *lock)
{
    u64 me = nest_owner(), seen = __atomic_load_n(lock, __ATOMIC_RELAXED);
    if (seen >> NEST_BITS == me >> NEST_BITS) { /* it is ours: nobody else changes it */
        __atomic_store_n(lock, seen + 1, __ATOMIC_RELAXED);
        return (int)((seen + 1) & ((1u << NEST_BITS) - 1));
    }
    seen = 0;
    if (!__atomic_compare_exchange_n(lock, &seen, me + 1, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        return 0;
    hw_fence_device();
    TELL(__gd_emu_tell_lock(lock));
    return 1;
}

void omp_set_nest_lock(u64 *lock)
{
    for (u32 n = 0; !omp_test_nest_lock(lock); n++)
        hw_pause(n);
}

void omp_unset_nest_lock(u64 *lock)
{
    u64 held = __atomic_load_n(lock, __ATOMIC_RELAXED) - 1;
    hw_fence_device();
    TELL(if (!(held & ((1u << NEST_BITS) - 1))) __gd_emu_tell_unlock(lock));
    __atomic_exchange_n(lock, held & ((1u << NEST_BITS) - 1) ? held : 0, __ATOMIC_RELAXED);
}

/* ---- objects of foreign runtimes and tools: there are none on a device (OpenMP 5.2, 18.12 and 18.14) ---- */
enum { IRC_EMPTY = -1, CONTROL_NOTOOL = -2 };

static void nothing_there(int *code)
{
    if (code)
        *code = IRC_EMPTY;
}
int omp_get_num_interop_properties(void *interop) { return (void)interop, 0; }
long omp_get_interop_int(void *interop, int property, int *code)
{
    (void)interop, (void)property;
    return nothing_there(code), 0;
}
void *omp_get_interop_ptr(void *interop, int property, int *code)
{
    (void)interop, (void)property;
    return nothing_there(code), (void *)0;
}
const char *omp_get_interop_str(void *interop, int property, int *code)
{
    (void)interop, (void)property;
    return nothing_there(code), (const char *)0;
}
const char *omp_get_interop_name(void *interop, int property) { return (void)interop, (void)property, (const char *)0; }
const char *omp_get_interop_type_desc(void *interop, int property)
{
    return (void)interop, (void)property, (const char *)0;
}
const char *omp_get_interop_rc_desc(void *interop, int code) { return (void)interop, (void)code, (const char *)0; }
int omp_control_tool(int command, int modifier, void *arg)
{
    return (void)command, (void)modifier, (void)arg, CONTROL_NOTOOL;
}
