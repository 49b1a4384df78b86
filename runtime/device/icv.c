/* icv.c: routines that set and ask for internal control variables of the calling task (OpenMP 5.2, 18.2, 18.4, 18.7 and
 * 18.13). */
#include "icv.h"
#include "simd.h"

HW_SHARED struct icvs __gd_icvs;

/* ---- what each thread has set for itself in the parallel region now running ---- */
struct own {
    unsigned short num_threads; /* 0 = not set */
    u8 max_levels;              /* plus 1; 0 = not set */
    u8 depth;                   /* of nested regions where it was set */
};
static HW_SHARED struct own own[MAX_LANES];

/* any lane of a group may ask: the thread's entry is its first lane's */
static struct own *entry_of_thread(void) { return (struct own *)&own[hw_tid() & ~(group_size(team_crew()) - 1)]; }

/* Team-shared memory is not initialised: whoever sets something first in a region clears the array. */
static void clear_for_region(void)
{
    u32 now = __gd_icvs.region;
    for (u32 n = 0; hw_load_acquire((u32 *)&__gd_icvs.cleared) != now; n++) {
        u32 seen = __atomic_load_n(&__gd_icvs.claimed, __ATOMIC_RELAXED);
        if (seen != now &&
            __atomic_compare_exchange_n(&__gd_icvs.claimed, &seen, now, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
            for (u32 i = 0; i < MAX_LANES; i++)
                own[i] = (struct own){0, 0, 0};
            hw_store_release((u32 *)&__gd_icvs.cleared, now);
        }
        hw_pause(n);
    }
}

static struct own *own_to_set(void)
{
    clear_for_region();
    struct own *mine = entry_of_thread();
    if (mine->depth > depth()) /* set in a nested region that has ended */
        *mine = (struct own){0, 0, 0};
    mine->depth = (u8)depth();
    return mine;
}

static struct own own_now(void)
{
    struct own none = {0, 0, 0};
    if (in_initial_task() || __gd_icvs.cleared != __gd_icvs.region)
        return none;
    struct own mine = *entry_of_thread();
    return mine.depth > depth() ? none : mine;
}

/* ---- nthreads-var ---- */
void omp_set_num_threads(int n)
{
    if (n < 1)
        return;
    if (in_initial_task())
        __gd_icvs.num_threads = n;
    else
        own_to_set()->num_threads = (unsigned short)(n < 0xffff ? n : 0xffff);
}

/* The most threads that a region can have: as many as lanes, since regions may differ in the size of their groups. */
static u32 most_threads(void)
{
    u32 n = TEAM->workers;
    return groups_exist() && TEAM->thread_limit < n ? TEAM->thread_limit : n;
}

/* What has been set, even if that is more than a region will get; else what a region would get, and a nested one gets
 * 1. */
int omp_get_max_threads(void)
{
    if (!in_initial_task()) {
        u32 n = own_now().num_threads;
        return n ? (int)n : __gd_icvs.num_threads ? __gd_icvs.num_threads : 1;
    }
    if (__gd_icvs.num_threads)
        return __gd_icvs.num_threads;
    return TEAM->mode == __GD_GENERIC ? (int)most_threads() : 1;
}

int omp_get_num_procs(void) { return (int)most_threads(); }

/* ---- max-active-levels-var: one level can be active ---- */
void omp_set_max_active_levels(int n)
{
    if (n < 0)
        return;
    if (in_initial_task())
        __gd_icvs.max_levels = n != 0;
    else
        own_to_set()->max_levels = n ? 2 : 1;
}
int omp_get_max_active_levels(void)
{
    u32 mine = own_now().max_levels;
    return mine ? (int)mine - 1 : __gd_icvs.max_levels;
}
int omp_get_supported_active_levels(void) { return 1; }

/* nest-var is gone: more than one level, which there is not (OpenMP 5.0, 3.2.10) */
void omp_set_nested(int on) { (void)on; }
int omp_get_nested(void) { return 0; }

/* dyn-var: the number of threads is not adjusted, and the variable stays false (OpenMP 5.2, 18.2.6) */
void omp_set_dynamic(int on) { (void)on; }
int omp_get_dynamic(void) { return 0; }

/* ---- run-sched-var ---- */
enum { SCHED_STATIC = 1, SCHED_AUTO = 4 };

void omp_set_schedule(int kind, int chunk)
{
    u32 plain = (u32)kind & 0x7fffffffu;
    if (plain < SCHED_STATIC || plain > SCHED_AUTO)
        return;
    icv_set(ICV(schedule), (u32)kind);
    icv_set(ICV(chunk), (u64)(chunk > 0 && plain != SCHED_AUTO ? chunk : 0));
}
void omp_get_schedule(int *kind, int *chunk)
{
    int set = (int)icv_get(ICV(schedule));
    *kind = set ? set : SCHED_STATIC;
    *chunk = (int)icv_get(ICV(chunk));
}

enum __gd_sched __gd_run_sched(_Bool in_ranges)
{
    switch ((u32)icv_get(ICV(schedule)) & 0x7fffffffu) {
    case SCHED_STATIC:
        return __GD_STATIC;
    case SCHED_STATIC + 1:
        return __GD_DYNAMIC;
    case SCHED_STATIC + 2:
        return __GD_GUIDED;
    default: /* auto, or never set */
        return in_ranges ? __GD_STATIC : __GD_CYCLIC;
    }
}
u64 __gd_run_chunk(void) { return icv_get(ICV(chunk)); }

/* ---- teams: a later launch asks the host's variables, as these routines belong outside of regions ---- */
void omp_set_num_teams(int n)
{
    if (n > 0)
        icv_set(ICV(max_teams), (u64)n);
}
int omp_get_max_teams(void) { return (int)icv_get(ICV(max_teams)); }
void omp_set_teams_thread_limit(int n)
{
    if (n > 0)
        icv_set(ICV(teams_thread_limit), (u64)n);
}
int omp_get_teams_thread_limit(void) { return (int)icv_get(ICV(teams_thread_limit)); }

/* ---- default-device-var ---- */
void omp_set_default_device(int device) { icv_set(ICV(default_device), (u64)(i64)device); }
int omp_get_default_device(void) { return (int)icv_get(ICV(default_device)); }

/* ---- def-allocator-var ---- */
void omp_set_default_allocator(u64 allocator)
{
    if (allocator)
        icv_set(ICV(allocator), allocator);
}
u64 omp_get_default_allocator(void)
{
    u64 set = icv_get(ICV(allocator));
    return set ? set : __GD_DEFAULT_MEM_ALLOC;
}
