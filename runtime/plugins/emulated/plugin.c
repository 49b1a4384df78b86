/* plugin.c: the emulated GPU as a kind of device (include/gantry_plugin.h). */
#define _GNU_SOURCE
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulated.h"
#include "gantry_checker.h"
#include "gantry_findings.h"

enum { MOST_DEVICES = 64, MOST_THREADS = 256, LEAST_STACK = 16 * 1024, RESIDENT = 2048, ARGUMENT_ALIGN = 16 };

static struct gantry_device *devices[MOST_DEVICES];

struct gantry_device *emu_device_at(int number)
{
    return number >= 0 && number < MOST_DEVICES ? __atomic_load_n(&devices[number], __ATOMIC_ACQUIRE) : NULL;
}

/* ---- what there is ---- */

static int count(struct gantry_err *err)
{
    uint64_t n = gantry_knob_number("EMULATED_DEVICES", 1);
    if (n > MOST_DEVICES)
        return emu_error(err, "GANTRY_EMULATED_DEVICES=%llu: there can be at most %d", (unsigned long long)n,
                         MOST_DEVICES);
    return (int)n;
}

static const char *why_none(void) { return "GANTRY_EMULATED_DEVICES is 0"; }

static uint32_t processors(void)
{
    cpu_set_t ours;
    int n = sched_getaffinity(0, sizeof ours, &ours) ? 1 : CPU_COUNT(&ours);
    return n < 1 ? 1 : n > MOST_THREADS ? MOST_THREADS : (uint32_t)n;
}

static int read_settings(struct gantry_device *d, struct gantry_err *err)
{
    uint64_t width = gantry_knob_number("EMULATED_WARP", 32), none = UINT64_MAX;
    uint64_t seed = gantry_knob_number("EMULATED_SEED", none), threads = gantry_knob_number("EMULATED_THREADS", 0);
    uint64_t stack = gantry_stack_bytes("EMULATED_STACK", 65536);
    if (width != 32 && width != 64)
        return emu_error(err, "GANTRY_EMULATED_WARP=%llu: a warp has 32 or 64 lanes", (unsigned long long)width);
    if (stack < LEAST_STACK || stack > 1u << 30)
        return emu_error(
            err,
            "a lane of the emulated device cannot have %llu bytes of stack: GANTRY_EMULATED_STACK or OMP_STACKSIZE_DEV "
            "says between %d bytes and 1 GiB",
            (unsigned long long)stack, LEAST_STACK);
    d->width = (uint32_t)width;
    d->units = (uint32_t)gantry_knob_number("EMULATED_SMS", 8);
    d->shared = (uint32_t)gantry_knob_number("EMULATED_SHARED", 49152);
    d->lockstep = gantry_knob_number("EMULATED_LOCKSTEP", 0) != 0;
    d->check = gantry_check_on(GANTRY_CHECK_BOUNDS) && gantry_knob_number("EMULATED_CHECK", 1) != 0;
    d->patience = gantry_knob_number("EMULATED_PATIENCE", 10);
    d->stack = stack;
    d->preempt = (uint32_t)gantry_knob_number("EMULATED_PREEMPT", 0);
    d->seeded = seed != none || d->preempt;
    d->seed = seed != none ? seed : 0;
    /* a seeded schedule must be reproducible, which it is not with several OS threads; and the judge knows one only */
    bool judged = gantry_checker && gantry_checker->alone && gantry_checker->alone();
    d->nthreads = threads ? (uint32_t)(threads < MOST_THREADS ? threads : MOST_THREADS) : processors();
    d->nthreads = judged || (d->seeded && !threads) ? 1 : d->nthreads;
    d->memory.size = gantry_knob_number("EMULATED_MEMORY", 1ull << 32);
    d->memory.poison = gantry_knob_number("EMULATED_POISON", 1) != 0;
    d->misuse = d->check && gantry_check_on(GANTRY_CHECK_MISUSE);
    d->memory.check = d->check;
    return 0;
}

static int open_device(int ordinal, struct gantry_device **out, struct gantry_err *err)
{
    int n = count(err);
    if (n < 0 || ordinal < 0 || ordinal >= n)
        return n < 0 ? -1 : emu_error(err, "there is no emulated device %d", ordinal);
    struct gantry_device *d = aligned_alloc(_Alignof(struct gantry_device), sizeof *d);
    if (!d)
        return emu_error(err, "out of host memory");
    memset(d, 0, sizeof *d);
    d->number = ordinal;
    if (read_settings(d, err) || emu_arena_reserve((unsigned)n, d->memory.size, d->preempt, err) ||
        emu_memory_open(&d->memory, (unsigned)ordinal, err)) {
        free(d);
        return -1;
    }
    GANTRY_TELL(opened, d->number);
    pthread_mutex_init(&d->launching, NULL);
    pthread_mutex_init(&d->modules_lock, NULL);
    emu_signals_install();
    emu_tally_open();
    __atomic_store_n(&devices[ordinal], d, __ATOMIC_RELEASE);
    *out = d;
    return 0;
}

static void close_device(struct gantry_device *d)
{
    __atomic_store_n(&devices[d->number], NULL, __ATOMIC_RELEASE);
    emu_pool_close(d);
    if (d->broken)
        return;
    while (d->modules)
        emu_image_unload(d, d->modules);
    emu_memory_close(&d->memory);
    pthread_mutex_destroy(&d->launching);
    pthread_mutex_destroy(&d->modules_lock);
    free(d);
}

static void props(struct gantry_device *d, struct gantry_props *out)
{
    memset(out, 0, sizeof *out);
    snprintf(out->name, sizeof out->name, "emulated GPU");
    snprintf(out->arch, sizeof out->arch, "emulated%u", d->width);
    snprintf(out->driver, sizeof out->driver, "%u CPU threads", d->nthreads);
    out->memory = d->memory.size;
    out->warp = d->width;
    out->units = d->units ? d->units : 1;
    out->max_threads = EMU_MAX_LANES;
    out->max_teams = INT_MAX;
    out->shared = d->shared;
    out->resident = RESIDENT;
    out->unified = 1; /* but only programs that require it may use it: see check.c */
}

/* ---- memory ---- */

static int mem_alloc(struct gantry_device *d, uint64_t size, const char *label, const struct gantry_loc *where,
                     uint64_t *addr, struct gantry_err *err)
{
    return emu_memory_alloc(&d->memory, size, label, where ? where->file : NULL, where ? where->line : 0, addr, err);
}

static int mem_free(struct gantry_device *d, uint64_t addr, struct gantry_err *err)
{
    if (emu_memory_free(&d->memory, addr, false, err) == 0)
        return 0;
    err->code = GANTRY_ERR_NO_BLOCK;
    return -1;
}

static void mem_taken(struct gantry_device *d, uint64_t addr, const void *code)
{
    emu_memory_taken(&d->memory, addr, code);
}

static void mem_outside(struct gantry_device *d, uint64_t addr, uint64_t pointer)
{
    emu_memory_outside(&d->memory, addr, pointer);
}

static void mem_mark(struct gantry_device *d, uint64_t addr, uint64_t n, enum gantry_mark mark)
{
    (void)d;
    emu_shadow_mark(addr, n, mark == GANTRY_MARK_CONSTANT ? EMU_CONSTANT : EMU_ATTACHED);
}

static int bad_range(struct gantry_device *d, const char *doing, uint64_t addr, uint64_t n, struct gantry_err *err)
{
    char near[512] = "outside the device's memory", number[EMU_ADDRESS];
    enum emu_where where = emu_memory_describe(&d->memory, addr, n, near, sizeof near);
    emu_error(err, "%s %llu bytes at %s%s, %s", doing, (unsigned long long)n, where ? "device address " : "",
              emu_address(addr, number), near);
    err->code = where == EMU_NOWHERE    ? GANTRY_ERR_FOREIGN
                : where == EMU_IN_FREED ? GANTRY_ERR_FREED
                                        : GANTRY_ERR_BEYOND;
    return -1;
}

/* Checks that [addr, addr + n) is device memory, or a variable of an image: then *m is the image's module, and
 * locked. */
static int reach(struct gantry_device *d, const char *doing, uint64_t addr, uint64_t n, struct emu_module **m,
                 struct gantry_err *err)
{
    bool arena = emu_in_arena(addr);
    *m = arena ? NULL : emu_image_at(d, addr, n);
    if (*m)
        emu_image_lock(d, *m);
    if (n == 0 || *m)
        return 0;
    bool ours = addr >= d->memory.base && addr < d->memory.limit;
    return ours && emu_memory_usable(addr, n) ? 0 : bad_range(d, doing, addr, n, err);
}

static void done(struct emu_module *m)
{
    if (m)
        emu_image_unlock(m);
}

static int host_ends(bool read, uint64_t at, uint64_t n, struct gantry_err *err)
{
    emu_error(err, "the host's memory cannot be %s at byte %llu of %llu", read ? "read" : "written",
              (unsigned long long)at, (unsigned long long)n);
    err->code = GANTRY_ERR_HOST_MEMORY;
    return -1;
}

static int copy_to(struct gantry_device *d, uint64_t dst, const void *src, uint64_t n, struct gantry_err *err)
{
    struct emu_module *m;
    if (reach(d, "a copy to", dst, n, &m, err))
        return -1;
    uint64_t bad;
    bool good = emu_copy((void *)dst, src, n, src, &bad);
    if (good)
        GANTRY_TELL(copied_to, d->number, dst, src, n);
    done(m);
    return good ? 0 : host_ends(true, bad, n, err);
}

static int copy_from(struct gantry_device *d, void *dst, uint64_t src, uint64_t n, struct gantry_err *err)
{
    struct emu_module *m;
    if (reach(d, "a copy from", src, n, &m, err))
        return -1;
    GANTRY_TELL(copying_from, d->number, dst, src, n);
    uint64_t bad;
    bool good = emu_copy(dst, (const void *)src, n, dst, &bad);
    done(m);
    return good ? 0 : host_ends(false, bad, n, err);
}

static int copy_host(struct gantry_device *d, void *to, const void *from, uint64_t n, const void *host,
                     struct gantry_err *err)
{
    uint64_t bad;
    (void)d;
    return emu_copy(to, from, n, host, &bad) ? 0 : host_ends(host == from, bad, n, err);
}

static int copy_within(struct gantry_device *d, uint64_t dst, uint64_t src, uint64_t n, struct gantry_err *err)
{
    struct emu_module *m, *same;
    if (reach(d, "a copy from", src, n, &m, err))
        return -1;
    if (m && (same = emu_image_at(d, dst, n)) != NULL && same != m && m->globals) {
        done(m);
        return emu_error(err,
                         "a copy between the variables of two images is not supported on several emulated devices");
    }
    bool held = m && emu_image_at(d, dst, n) == m;
    struct emu_module *to = NULL;
    int rc = held ? 0 : reach(d, "a copy to", dst, n, &to, err);
    if (rc == 0) {
        memmove((void *)dst, (const void *)src, n);
        GANTRY_TELL(copied_within, d->number, dst, src, n);
    }
    done(to);
    done(m);
    return rc;
}

static int fill(struct gantry_device *d, uint64_t dst, int byte, uint64_t n, struct gantry_err *err)
{
    struct emu_module *m;
    if (reach(d, "filling", dst, n, &m, err))
        return -1;
    memset((void *)dst, byte, n);
    GANTRY_TELL(filled, d->number, dst, n);
    done(m);
    return 0;
}

/* ---- code ---- */

static int load(struct gantry_device *d, const struct gantry_image *image, void **module, struct gantry_err *err)
{
    if (strcmp(image->kind, "emulated") != 0)
        return emu_error(err, "an image of kind '%s' cannot run on the emulated device", image->kind);
    *module = emu_image_load(d, image, err);
    return *module ? 0 : -1;
}

static void unload(struct gantry_device *d, void *module) { emu_image_unload(d, module); }

static int kernel(struct gantry_device *d, void *module, const struct gantry_kernel_info *info, void **out,
                  struct gantry_err *err)
{
    struct emu_module *m = module;
    struct emu_kernel *k = calloc(1, sizeof *k);
    if (!k || !info->entry) {
        free(k);
        return emu_error(err, k ? "kernel '%s' has no code for the emulated device" : "out of host memory", info->name);
    }
    pthread_mutex_lock(&d->modules_lock);
    *k = (struct emu_kernel){m, info, m->kernels};
    m->kernels = k;
    pthread_mutex_unlock(&d->modules_lock);
    *out = k;
    return 0;
}

static int symbol(struct gantry_device *d, void *module, const char *name, uint64_t *addr, uint64_t *size,
                  struct gantry_err *err)
{
    const struct gantry_image *i = ((struct emu_module *)module)->image;
    (void)d;
    for (uint64_t k = 0; k < i->nsymbols; k++)
        if (strcmp(i->symbols[k].name, name) == 0) {
            *addr = (uintptr_t)i->symbols[k].addr;
            *size = i->symbols[k].size;
            return 0;
        }
    return emu_error(err, "the image has no variable '%s'", name);
}

/* ---- launch ---- */

static int block_size(const struct gantry_device *d, const struct gantry_grid *g, uint32_t *lanes,
                      struct gantry_err *err)
{
    uint64_t n = (uint64_t)g->threads * (g->info->group ? g->info->group : 1);
    if (g->info->mode == GANTRY_MODE_SERIAL)
        n = 1;
    else if (g->info->mode == GANTRY_MODE_GENERIC)
        n = (n + d->width - 1) / d->width * d->width + d->width; /* and the main thread's warp */
    if (n < 1 || n > EMU_MAX_LANES || g->teams < 1 || g->teams > INT_MAX)
        return emu_error(err, "a launch of %u teams of %llu lanes: there must be 1 to %d teams of 1 to %d lanes",
                         g->teams, (unsigned long long)n, INT_MAX, EMU_MAX_LANES);
    if (g->dynamic_shared > d->shared)
        return emu_error(err,
                         "a launch with %u bytes of dynamic team-shared memory: there are %u (GANTRY_EMULATED_SHARED)",
                         g->dynamic_shared, d->shared);
    *lanes = (uint32_t)n;
    return 0;
}

static uint64_t padded(uint64_t n) { return (n + ARGUMENT_ALIGN - 1) / ARGUMENT_ALIGN * ARGUMENT_ALIGN; }

static int room_for_arguments(struct emu_engine *e, uint64_t size, struct gantry_err *err)
{
    if (size <= e->args_room)
        return 0;
    if (e->args_addr && emu_memory_free(&e->dev->memory, e->args_addr, false, err))
        return -1;
    e->args_addr = e->args_room = 0;
    size = size < 2048 ? 4096 : 2 * size;
    if (emu_memory_alloc(&e->dev->memory, size, emu_parameters, NULL, 0, &e->args_addr, err))
        return -1;
    e->args_room = size;
    return 0;
}

/* Copies parameters into device memory, so that kernels' reads of them pass the checks. */
static int copy_arguments(struct emu_engine *e, const struct gantry_kernel_info *info, void **args,
                          const uint32_t *sizes, struct gantry_err *err)
{
    uint32_t n = info->nparams + 1;
    uint64_t total = padded(n * sizeof(void *));
    for (uint32_t i = 0; i < n; i++)
        total += padded(sizes[i] ? sizes[i] : 1);
    if (room_for_arguments(e, total, err))
        return -1;
    void **list = (void **)e->args_addr;
    char *at = (char *)e->args_addr + padded(n * sizeof *list);
    for (uint32_t i = 0; i < n; i++) {
        memcpy(at, args[i], sizes[i]);
        list[i] = at;
        at += padded(sizes[i] ? sizes[i] : 1);
    }
    GANTRY_TELL(filled, e->dev->number, e->args_addr, total);
    e->launch.args = list;
    return 0;
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

/* The order of teams: each once, whatever their number, when step and number have no common divisor. */
static void seed_launch(struct emu_launch *l)
{
    uint64_t state = l->dev->seed * 0xd1342543de82ef95ull + l->number;
    l->seed = emu_random(&state);
    l->order_first = emu_random(&state) % l->nteams;
    do
        l->order_step = 1 + emu_random(&state) % l->nteams;
    while (common_divisor(l->order_step, l->nteams) != 1);
}

static int launch_on(struct emu_engine *e, const struct emu_kernel *k, const struct gantry_grid *g, uint32_t lanes,
                     void **args, const uint32_t *sizes, struct gantry_err *err)
{
    struct emu_launch *l = &e->launch;
    if (copy_arguments(e, k->info, args, sizes, err))
        return -1;
    l->dev = e->dev;
    l->engine = e;
    l->kernel = k;
    l->grid = g;
    l->given = args;
    l->nteams = g->teams;
    l->ntid = lanes;
    l->seeded = e->dev->seeded;
    if (l->seeded)
        seed_launch(l);
    l->residents = g->resident ? emu_residents_new(l) : NULL;
    if (g->resident && !l->residents)
        return emu_error(err, "out of host memory");
    emu_image_lock(e->dev, k->module);
    GANTRY_TELL(launch_begins, e->dev->number, k->info, lanes, e->dev->width);
    int rc = emu_pool_launch(e, err);
    GANTRY_TELL(launch_ends);
    emu_attached_look(l);
    emu_image_unlock(k->module);
    if (!atomic_load(&e->dev->broken))
        emu_residents_free(l->residents);
    l->residents = NULL;
    return rc;
}

/* One for each multiprocessor, as an OS thread each. */
static int resident(struct gantry_device *d, void *kernel, const struct gantry_grid *grid, uint32_t *teams,
                    struct gantry_err *err)
{
    (void)kernel, (void)grid, (void)err;
    *teams = d->units < 1 ? 1 : d->units > EMU_MOST_RESIDENT ? EMU_MOST_RESIDENT : d->units;
    return 0;
}

static int launch(struct gantry_device *d, void *kernel, const struct gantry_grid *grid, void **args,
                  const uint32_t *sizes, struct gantry_err *err)
{
    uint32_t lanes = 0;
    if (emu_worker_here())
        return emu_error(err, "a kernel cannot launch another");
    if (block_size(d, grid, &lanes, err))
        return -1;
    struct emu_engine *e = emu_engine_take(d);
    if (!e)
        return emu_error(err, "out of host memory");
    int rc = launch_on(e, kernel, grid, lanes, args, sizes, err);
    emu_engine_give(e);
    return rc;
}

static void layers(struct gantry_device *d, void *kernel, const struct gantry_grid *grid, struct gantry_layers *out)
{
    const struct gantry_emu_counters *c = emu_pool_last();
    (void)d, (void)kernel, (void)grid;
    if (!c->counted)
        return;
    out->shared_known = true;
    out->shared = (uint32_t)c->shared_bytes;
    out->counts = (struct gantry_counts){
        .launches = 1,
        .warp_instructions = c->warp_instructions,
        .lane_instructions = c->lane_instructions,
        .idle_lanes = c->idle_lanes,
        .empty_lanes = c->empty_lanes,
        .sectors = c->load_sectors + c->store_sectors + c->atomic_sectors,
        .least_sectors = c->load_least + c->store_least + c->atomic_least,
        .shared_passes = c->shared_passes,
        .least_passes = c->shared_least,
        .atomics = c->atomics,
    };
}

int gantry_emulated_counters(int device, struct gantry_emu_counters *out)
{
    struct gantry_device *d = emu_device_at(device);
    int rc = -1;
    memset(out, 0, sizeof *out);
    if (!d)
        return rc;
    pthread_mutex_lock(&d->launching);
    if (d->has_last) {
        *out = d->last;
        rc = 0;
    }
    pthread_mutex_unlock(&d->launching);
    return rc;
}

const struct gantry_plugin gantry_plugin_emulated = {
    .abi = GANTRY_ABI_VERSION,
    .kind = "emulated",
    .count = count,
    .why_none = why_none,
    .open = open_device,
    .close = close_device,
    .props = props,
    .alloc = mem_alloc,
    .free = mem_free,
    .outside = mem_outside,
    .taken = mem_taken,
    .mark = mem_mark,
    .copy_to = copy_to,
    .copy_from = copy_from,
    .copy_within = copy_within,
    .copy_host = copy_host,
    .fill = fill,
    .load = load,
    .unload = unload,
    .kernel = kernel,
    .symbol = symbol,
    .launch = launch,
    .resident = resident,
    .sync = NULL,
    .layers = layers,
};
