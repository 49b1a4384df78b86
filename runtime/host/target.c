/* target.c: where a construct runs, and one target region from its maps to its end. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gantry_checker.h"
#include "host.h"

static _Noreturn void fail_no_device(const struct gantry_region *r)
{
    struct gantry_err err;
    gantry_error(&err, 0, "OMP_TARGET_OFFLOAD=mandatory, but there is no device: ");
    gantry_why_no_device(&err);
    gantry_fail(&r->loc, &err);
}

static void check_region(const struct gantry_region *r)
{
    if (r->magic != GANTRY_MAGIC || r->abi != GANTRY_ABI_VERSION || r->size != sizeof *r)
        gantry_failf(NULL,
                     "an object was compiled for version %u (%u bytes) of Gantry's binary interface; the runtime "
                     "in this program has version %u (%zu bytes). Compile it again",
                     r->abi, r->size, GANTRY_ABI_VERSION, sizeof *r);
}

/* ---- requires ---- */
static void check_requirements(const struct gantry_region *r, const struct gantry_dev *d)
{
    if (gantry_unified_required() && !d->props.unified)
        gantry_failf(
            &r->loc,
            "this program requires unified_shared_memory, but kernels on device %d (%s) cannot access the host's "
            "memory. Map what they use and drop the directive, or run with OMP_TARGET_OFFLOAD=disabled",
            d->number, d->props.name);
}

/* libomp then combines the threads' parts in an order given by their numbers, not as they arrive. */
static void reduce_in_order(void)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    if (libomp)
        libomp->kmp_set_defaults("KMP_DETERMINISTIC_REDUCTION=1");
}

static int on_host(const struct gantry_region *r, enum gantry_in_place why)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (r->flags & GANTRY_REGION_DETERMINISTIC)
        pthread_once(&once, reduce_in_order);
    return why;
}

/* The one place that decides for the host: only when there is no device at all, or the
 * program says so itself by the if or device clause. */
int gantry_decide_device(const struct gantry_region *r, int device, int cond)
{
    struct gantry_err err = {0};
    gantry_check_failed();
    check_region(r);
    gantry_readers_start();
    if (!cond || device == -1)
        return on_host(r, cond ? GANTRY_IN_PLACE_CHOSEN : GANTRY_IN_PLACE_IF);
    if (r->module)
        gantry_see_module(r->module);
    bool by_default = device == GANTRY_DEVICE_DEFAULT;
    if (by_default)
        device = gantry_default_device();
    int n = gantry_num_devices();
    if (n == 0 && gantry_settings()->offload == GANTRY_OFFLOAD_MANDATORY)
        fail_no_device(r);
    int number = gantry_resolve_device(device);
    if (number == -1 || (n == 0 && device >= 0))
        return on_host(r, n ? GANTRY_IN_PLACE_CHOSEN : GANTRY_IN_PLACE_NONE);
    if (number < 0)
        gantry_failf(&r->loc, "%s %d: devices are numbered 0 to %d, and %d is the host",
                     by_default ? "the default device is" : "the device clause names device", device, n - 1, n);
    struct gantry_dev *d = gantry_dev_get(number, &err);
    if (!d || gantry_load_variables(d, &err))
        gantry_fail(&r->loc, &err);
    check_requirements(r, d);
    return number;
}

/* A team per core: then distribute keeps all cores busy, with a parallel loop inside or without. */
int gantry_host_teams(void)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    int n = libomp ? libomp->omp_get_max_teams() : 1;
    if (n <= 0)
        n = libomp->omp_get_max_threads();
    return n > 0 ? n : 1;
}

static int host_cores(void)
{
    static _Atomic int known;
    int n = atomic_load_explicit(&known, memory_order_relaxed);
    if (n == 0) {
        const struct gantry_libomp *libomp = gantry_libomp();
        n = libomp ? libomp->omp_get_num_procs() : 1;
        atomic_store_explicit(&known, n = n > 0 ? n : 1, memory_order_relaxed);
    }
    return n;
}

enum { TEAMS_PER_CORE = 64, MOST_TEAMS = 1024 };

static int most_host_teams(void)
{
    int cores = host_cores();
    int most = cores < MOST_TEAMS / TEAMS_PER_CORE ? cores * TEAMS_PER_CORE : MOST_TEAMS;
    return most > cores ? most : cores;
}

/* libomp forms no more teams than there are cores, and warns, unless this setting says so; the user's own stays. */
static void allow_more_teams(void)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    char text[64];
    snprintf(text, sizeof text, "KMP_TEAMS_THREAD_LIMIT=%d", most_host_teams());
    if (libomp && !getenv("KMP_TEAMS_THREAD_LIMIT"))
        libomp->kmp_set_defaults(text);
}

/* For num_teams(n) libomp forms n teams, up to a bound on the threads that one region may start; beyond that as many as
 * there are cores, each of which runs several (league.c). */
int gantry_host_num_teams(int n)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (n <= host_cores())
        return n;
    pthread_once(&once, allow_more_teams);
    return n <= most_host_teams() ? n : host_cores();
}

/* num_teams(lower: upper): no more than run at once, where that is enough */
int gantry_host_teams_between(int lower, int upper)
{
    if (upper <= most_host_teams())
        return upper;
    return lower > host_cores() ? lower : host_cores();
}

/* Defined in programs built with ThreadSanitizer, which is told of this lock because it does not see the library's
 * atomics. */
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

/* A spin lock: it is held for a few instructions, and sleeping would take far longer. */
void gantry_host_lock(int take)
{
    static atomic_flag held = ATOMIC_FLAG_INIT;
    if (!take) {
        if (__tsan_release)
            __tsan_release(&held);
        atomic_flag_clear_explicit(&held, memory_order_release);
        return;
    }
    for (unsigned tries = 1; atomic_flag_test_and_set_explicit(&held, memory_order_acquire); tries++)
        if (tries % 1024 == 0)
            sched_yield();
    if (__tsan_acquire)
        __tsan_acquire(&held);
}

/* The threads of a team of `teams` on the initial device: a thread_limit beyond the cores there are would only make
 * libomp warn. */
int gantry_host_thread_limit(int limit, int teams)
{
    int most = host_cores() / (teams > 0 ? teams : 1);
    most = most > 0 ? most : 1;
    return limit > 0 && limit < most ? limit : most;
}

void gantry_target(const struct gantry_region *r, int dev, const struct gantry_val *vals, const struct gantry_launch *l)
{
    struct gantry_err err = {0};
    struct gantry_mapping m;
    gantry_check_failed();
    if (gantry_graph_here && gantry_graph_notes(r, dev, vals, l))
        return;
    GANTRY_CONSTRUCT_BEGINS(event, r, dev, GANTRY_TARGET, __builtin_return_address(0));
    struct gantry_dev *d = gantry_dev_get(dev, &err);
    GANTRY_TELL(begins, NULL, r, dev);
    if (!d || gantry_load_variables(d, &err) || gantry_map_open(&m, d, r, vals, &err))
        gantry_fail(&r->loc, &err);
    if (gantry_map_enter(&m))
        gantry_fail(&m.at, &err);
    gantry_construct_maps(&m, GANTRY_TARGET);
    if (gantry_launch(&m, l, NULL))
        gantry_fail(&r->loc, &err);
    gantry_map_use(&m, false);
    if (gantry_map_exit(&m))
        gantry_fail(&m.at, &err);
    gantry_map_close(&m);
    GANTRY_TELL(ends);
    GANTRY_ENDS(event);
    gantry_lists_free(r, vals);
}

int gantry_single(const struct gantry_region *r, int dev, const struct gantry_val *vals, const struct gantry_single *s)
{
    struct gantry_err err = {0};
    struct gantry_mapping m;
    gantry_check_failed();
    if (dev < 0) /* in place, as one parallel region? */
        return gantry_knob_number("SINGLE_LAUNCH", 1) && !gantry_is_watched();
    struct gantry_dev *d = gantry_dev_get(dev, &err);
    if (!d || gantry_load_variables(d, &err) || gantry_map_open(&m, d, r, vals, &err))
        gantry_fail(&r->loc, &err);
    const struct gantry_launch as_many_as_pay = {.trip = s->trip,
                                                 .thread_limit = s->thread_limit,
                                                 .num_threads = s->num_threads,
                                                 .inner = s->inner,
                                                 .team_trip = s->team_trip};
    struct gantry_together together = {(uint32_t)s->num_teams, gantry_single_threads(s), false};
    bool fits = !gantry_unified_required() && gantry_single_fits(&m, s);
    if (fits) {
        GANTRY_CONSTRUCT_BEGINS(event, r, dev, GANTRY_TARGET, __builtin_return_address(0));
        if (gantry_map_enter(&m))
            gantry_fail(&m.at, &err);
        gantry_construct_maps(&m, GANTRY_TARGET);
        fits = gantry_single_places(&m, s);
        if (fits && gantry_launch(&m, &as_many_as_pay, &together))
            gantry_fail(&r->loc, &err);
        fits = together.can;
        gantry_map_use(&m, false);
        if (gantry_map_exit(&m))
            gantry_fail(&m.at, &err);
        GANTRY_ENDS(event);
    }
    gantry_map_close(&m);
    return fits;
}
