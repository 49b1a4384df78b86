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
static atomic_uint required;

void gantry_requires(uint32_t what) { atomic_fetch_or(&required, what); }

bool gantry_unified_required(void)
{
    return atomic_load_explicit(&required, memory_order_relaxed) & GANTRY_REQUIRES_UNIFIED_MEMORY;
}

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

/* ---- arguments ---- */
struct arguments {
    void **args;
    uint32_t *sizes;
    uint64_t *addresses;
    uint32_t n;
};

static int arguments_open(struct arguments *a, const struct gantry_mapping *m)
{
    size_t n = m->n + 1u;
    a->n = 0;
    a->args = malloc(n * (sizeof *a->args + sizeof *a->addresses + sizeof *a->sizes));
    if (!a->args)
        return gantry_error(m->err, 0, "out of host memory");
    a->addresses = (uint64_t *)(a->args + n);
    a->sizes = (uint32_t *)(a->addresses + n);
    return 0;
}

static void add_argument(struct arguments *a, void *value, uint64_t size)
{
    a->args[a->n] = value;
    a->sizes[a->n++] = (uint32_t)size;
}

static void add_address(struct arguments *a, uint64_t address)
{
    a->addresses[a->n] = address;
    add_argument(a, &a->addresses[a->n], sizeof address);
}

static int fill_arguments(struct arguments *a, const struct gantry_mapping *m, struct gantry_env *env,
                          const struct gantry_kernel_info *k)
{
    add_argument(a, env, sizeof *env);
    for (uint32_t i = 0; i < m->n; i++) {
        const struct gantry_val *v = &m->vals[i];
        uint64_t begin = (uint64_t)(uintptr_t)v->begin, shift = begin - (uint64_t)(uintptr_t)v->base;
        switch ((enum gantry_param)m->maps[i].param) {
        case GANTRY_PARAM_NONE:
            break;
        case GANTRY_PARAM_VALUE:
            add_argument(a, v->begin, v->size);
            break;
        case GANTRY_PARAM_DEVPTR:
            add_address(a, begin);
            break;
        case GANTRY_PARAM_ADDRESS:
            add_address(a, (m->slots[i].entry ? m->slots[i].dev : begin) - shift);
            gantry_dev_outside(m->dev, m->slots[i].entry, a->addresses[a->n - 1]);
            break;
        }
    }
    if (a->n - 1 == k->nparams)
        return 0;
    return gantry_error(m->err, 0,
                        "kernel '%s' takes %u parameters, but this construct passes %u; compile and link all "
                        "objects again with one Gantry",
                        k->name, k->nparams, a->n - 1);
}

/* ---- device memory of a launch, kept between launches: reduction scratch, group space ---- */
enum { SCRATCH_HEADER = 64 };

/* Takes a block off the list that is large enough, else any one, which the caller replaces by a larger one. */
static struct gantry_scratch *scratch_reuse(struct gantry_dev *d, struct gantry_scratch **list, uint64_t size)
{
    pthread_mutex_lock(&d->lock);
    struct gantry_scratch **p = list;
    while (*p && (*p)->size < size)
        p = &(*p)->next;
    if (!*p)
        p = list;
    struct gantry_scratch *found = *p;
    if (found)
        *p = found->next;
    pthread_mutex_unlock(&d->lock);
    return found;
}

static void scratch_give(struct gantry_dev *d, struct gantry_scratch **list, struct gantry_scratch *s)
{
    if (!s)
        return;
    pthread_mutex_lock(&d->lock);
    s->next = *list;
    *list = s;
    pthread_mutex_unlock(&d->lock);
}

static int scratch_grow(struct gantry_dev *d, struct gantry_scratch *s, uint64_t size, const char *what,
                        const struct gantry_loc *where, struct gantry_err *err)
{
    if (s->size && d->plugin->free(d->handle, s->addr, err))
        return -1;
    s->size = 0;
    s->clean = false;
    size = (size + 4095) / 4096 * 4096;
    if (d->plugin->alloc(d->handle, size, what, where, &s->addr, err))
        return -1;
    s->size = size;
    return 0;
}

static int scratch_take(struct gantry_dev *d, struct gantry_scratch **list, uint64_t size, const char *what,
                        const struct gantry_loc *where, struct gantry_scratch **out, struct gantry_err *err)
{
    struct gantry_scratch *s = scratch_reuse(d, list, size);
    if (!s && !(s = calloc(1, sizeof *s)))
        return gantry_error(err, 0, "out of host memory");
    if (s->size < size && scratch_grow(d, s, size, what, where, err)) {
        free(s);
        return -1;
    }
    *out = s;
    return 0;
}

/* The device memory that a launch uses, held until it is over. */
struct launch_memory {
    struct gantry_scratch *scratch, *space;
};

static int memory_take(struct gantry_mapping *m, const struct gantry_grid *grid, struct gantry_env *env,
                       struct launch_memory *out)
{
    struct gantry_dev *d = m->dev;
    const struct gantry_loc *where = &m->region->loc;
    bool meets = grid->info->scratch || grid->resident; /* its teams count each other in the header */
    uint64_t scratch = meets ? SCRATCH_HEADER + (uint64_t)grid->teams * grid->info->scratch : 0;
    uint64_t space = grid->teams * env->space_bytes;
    if (scratch && scratch_take(d, &d->scratch, scratch, "reduction scratch", where, &out->scratch, m->err))
        return -1;
    if (scratch && !out->scratch->clean && d->plugin->fill(d->handle, out->scratch->addr, 0, SCRATCH_HEADER, m->err))
        return -1;
    if (space && scratch_take(d, &d->spaces, space, "group space", where, &out->space, m->err))
        return -1;
    env->scratch = out->scratch ? out->scratch->addr : 0;
    env->space = out->space ? out->space->addr : 0;
    return 0;
}

static void memory_give(struct gantry_dev *d, struct launch_memory *held, bool well)
{
    if (held->scratch)
        held->scratch->clean = well;
    scratch_give(d, &d->scratch, held->scratch);
    scratch_give(d, &d->spaces, held->space);
}

/* ---- launch ---- */
/* Pointers that were captured without a mapping reach the kernel as host addresses: the likeliest cause of a
 * fault. */
static void add_unmapped(const struct gantry_mapping *m)
{
    bool first = true;
    for (uint32_t i = 0; i < m->n && !gantry_unified_required(); i++) {
        const struct gantry_map *map = &m->maps[i];
        if (map->param != GANTRY_PARAM_ADDRESS || m->slots[i].entry || !m->vals[i].begin)
            continue;
        gantry_error_add(m->err, "%s '%s' (%p)", first ? ". Captured pointers that are not mapped:" : ",", map->name,
                         m->vals[i].begin);
        first = false;
    }
    if (!first)
        gantry_error_add(m->err,
                         "; map what they point to, or name them in is_device_ptr if they are device addresses");
}

static int wait_for_kernel(struct gantry_mapping *m)
{
    const struct gantry_loc *where = &m->region->loc;
    GANTRY_BEGINS(event, GANTRY_OP_WAIT, m->dev->number, .name = "kernel", .where = where);
    int rc = m->dev->plugin->sync(m->dev->handle, m->err);
    GANTRY_ENDS(event);
    return rc;
}

static const struct gantry_layers *layers_of(struct gantry_dev *d, const struct gantry_kernel *k,
                                             const struct gantry_grid *grid, struct gantry_layers *out)
{
    if (!d->plugin->layers)
        return NULL;
    d->plugin->layers(d->handle, k->handle, grid, out);
    return out;
}

static int run_kernel(struct gantry_mapping *m, const struct gantry_kernel *k, const struct gantry_grid *grid,
                      uint64_t space, struct arguments *a)
{
    struct gantry_dev *d = m->dev;
    GANTRY_BEGINS(event, GANTRY_OP_LAUNCH, d->number, .bytes = space, .name = k->info->name, .where = &m->region->loc,
                  .grid = grid, .tuned = m->tuned);
    GANTRY_TELL(launching, d->number, m->region);
    atomic_fetch_add(&gantry_kernels_under_way, 1);
    int rc = d->plugin->launch(d->handle, k->handle, grid, a->args, a->sizes, m->err);
    if (rc == 0 && d->plugin->sync)
        rc = wait_for_kernel(m);
    atomic_fetch_sub(&gantry_kernels_under_way, 1);
    GANTRY_TELL(launched, d->number, m->region);
    if (rc == 0) {
        struct gantry_needed n;
        struct gantry_layers layers = {0};
        GANTRY_ENDS(event, n = gantry_needed_by(m->region), event.needed = n.of ? &n : NULL,
                    event.layers = layers_of(d, k, grid, &layers));
        return 0;
    }
    struct gantry_err cause = *m->err;
    gantry_error(m->err, cause.code, "kernel '%s' on device %d (%s), %u teams of %u threads: %s", k->info->name,
                 d->number, d->props.name, grid->teams, grid->threads, cause.text);
    add_unmapped(m);
    gantry_links_unmapped(m->dev, m->err);
    return -1;
}

static int launch_with(struct gantry_mapping *m, const struct gantry_kernel *k, const struct gantry_grid *grid,
                       struct gantry_env *env)
{
    struct arguments a = {0};
    if (arguments_open(&a, m))
        return -1;
    int rc = fill_arguments(&a, m, env, k->info);
    if (rc == 0)
        rc = run_kernel(m, k, grid, env->space_bytes, &a);
    free(a.args);
    return rc;
}

/* The launch as it was measured to be best; what environment variables say holds. */
static uint32_t heed_tuned(struct gantry_mapping *m, struct gantry_launch *l)
{
    struct gantry_tuned t = {0};
    if (!gantry_tuned(m, &t))
        return 0;
    if (t.teams && !gantry_settings()->teams)
        l->num_teams = (int32_t)t.teams;
    if (t.threads && !gantry_settings()->threads)
        l->num_threads = l->thread_limit = (int32_t)t.threads;
    m->tuned = t.row;
    return t.lanes;
}

/* together: its teams wait for each other, and *together becomes false where they cannot: then nothing is launched */
static int launch(struct gantry_mapping *m, const struct gantry_launch *asked, bool *together)
{
    struct gantry_launch own = *asked, *l = &own;
    uint32_t lanes = heed_tuned(m, l);
    struct gantry_kernel k = {0};
    struct gantry_grid grid;
    struct launch_memory held = {0};
    struct gantry_env env = {.trip = l->trip, .device = m->dev->number, .num_devices = gantry_num_devices()};
    if (gantry_kernel_get(m->dev, m->region, gantry_shape_variant(m->dev, m->region, l, lanes), &k, m->err) ||
        gantry_shape(m->dev, m->region, &k, l, &grid, &env, m->err) ||
        gantry_shape_space(m->dev, k.handle, l, &grid, &env, m->err) ||
        (together && gantry_shape_resident(m->dev, k.handle, &grid, m->err)))
        return -1;
    if (together && !(*together = grid.resident))
        return 0;
    if (gantry_lies_apart(m))
        env.flags |= GANTRY_ENV_APART;
    int rc = memory_take(m, &grid, &env, &held);
    if (rc == 0)
        rc = launch_with(m, &k, &grid, &env);
    memory_give(m->dev, &held, rc == 0);
    return rc;
}

void gantry_target(const struct gantry_region *r, int dev, const struct gantry_val *vals, const struct gantry_launch *l)
{
    struct gantry_err err = {0};
    struct gantry_mapping m;
    gantry_check_failed();
    GANTRY_CONSTRUCT_BEGINS(event, r, dev, GANTRY_TARGET, __builtin_return_address(0));
    struct gantry_dev *d = gantry_dev_get(dev, &err);
    GANTRY_TELL(begins, NULL, r, dev);
    if (!d || gantry_load_variables(d, &err) || gantry_map_open(&m, d, r, vals, &err))
        gantry_fail(&r->loc, &err);
    if (gantry_map_enter(&m))
        gantry_fail(&m.at, &err);
    gantry_construct_maps(&m, GANTRY_TARGET);
    if (launch(&m, l, NULL))
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
    const struct gantry_launch as_many_as_pay = {.trip = s->trip, .inner = -1};
    struct gantry_err err = {0};
    struct gantry_mapping m;
    gantry_check_failed();
    struct gantry_dev *d = gantry_dev_get(dev, &err);
    if (!d || gantry_load_variables(d, &err) || gantry_map_open(&m, d, r, vals, &err))
        gantry_fail(&r->loc, &err);
    bool fits = !gantry_unified_required() && gantry_single_fits(&m);
    if (fits) {
        GANTRY_CONSTRUCT_BEGINS(event, r, dev, GANTRY_TARGET, __builtin_return_address(0));
        if (gantry_map_enter(&m))
            gantry_fail(&m.at, &err);
        gantry_construct_maps(&m, GANTRY_TARGET);
        fits = gantry_single_places(&m, s);
        if (fits && launch(&m, &as_many_as_pay, &fits))
            gantry_fail(&r->loc, &err);
        gantry_map_use(&m, false);
        if (gantry_map_exit(&m))
            gantry_fail(&m.at, &err);
        GANTRY_ENDS(event);
    }
    gantry_map_close(&m);
    return fits;
}
