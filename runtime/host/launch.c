/* launch.c: one launch: its arguments, its memory, its events. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "gantry_checker.h"
#include "host.h"

/* ---- arguments ---- */
static int arguments_open(struct gantry_ready *a, const struct gantry_mapping *m)
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

static void add_argument(struct gantry_ready *a, void *value, uint64_t size)
{
    a->args[a->n] = value;
    a->sizes[a->n++] = (uint32_t)size;
}

static void add_address(struct gantry_ready *a, uint64_t address)
{
    a->addresses[a->n] = address;
    add_argument(a, &a->addresses[a->n], sizeof address);
}

int gantry_launch_arguments(struct gantry_ready *a, const struct gantry_mapping *m)
{
    const struct gantry_kernel_info *k = a->kernel.info;
    if (arguments_open(a, m))
        return -1;
    add_argument(a, &a->env, sizeof a->env);
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

struct gantry_memory_needs gantry_launch_needs(const struct gantry_ready *a)
{
    const struct gantry_grid *grid = &a->grid;
    uint64_t leave = grid->virtual_teams > grid->teams ? grid->virtual_teams : grid->teams;
    bool meets = grid->info->scratch || grid->resident; /* its teams count each other in the header */
    return (struct gantry_memory_needs){meets ? SCRATCH_HEADER + leave * grid->info->scratch : 0,
                                        grid->teams * a->env.space_bytes};
}

int gantry_launch_memory_take(struct gantry_dev *d, struct gantry_memory_needs n, const struct gantry_loc *where,
                              struct gantry_launch_memory *out, struct gantry_err *err)
{
    *out = (struct gantry_launch_memory){0};
    if (n.scratch && scratch_take(d, &d->scratch, n.scratch, "reduction scratch", where, &out->scratch, err))
        return -1;
    if (n.scratch && !out->scratch->clean && d->plugin->fill(d->handle, out->scratch->addr, 0, SCRATCH_HEADER, err))
        return -1;
    return n.space ? scratch_take(d, &d->spaces, n.space, "group space", where, &out->space, err) : 0;
}

void gantry_launch_uses(struct gantry_ready *a, const struct gantry_launch_memory *held)
{
    a->env.scratch = held->scratch ? held->scratch->addr : 0;
    a->env.space = held->space ? held->space->addr : 0;
}

void gantry_launch_memory_give(struct gantry_dev *d, struct gantry_launch_memory *held, bool well)
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
        gantry_error_add(m->err, "%s '%s'", first ? ". Captured pointers that are not mapped:" : ",", map->name);
        first = false;
    }
    if (!first)
        gantry_error_add(m->err,
                         "; map what they point to, or name them in is_device_ptr if they are device addresses");
}

static int wait_for_kernel(struct gantry_dev *d, const struct gantry_loc *where, struct gantry_err *err)
{
    GANTRY_BEGINS(event, GANTRY_OP_WAIT, d->number, .name = "kernel", .where = where);
    int rc = d->plugin->sync(d->handle, err);
    GANTRY_ENDS(event);
    return rc;
}

static const struct gantry_layers *layers_of(struct gantry_dev *d, const struct gantry_ready *a,
                                             struct gantry_layers *out)
{
    if (!d->plugin->layers)
        return NULL;
    d->plugin->layers(d->handle, a->kernel.handle, &a->grid, out);
    return out;
}

int gantry_launch_run(struct gantry_dev *d, const struct gantry_ready *a, struct gantry_err *err)
{
    const struct gantry_region *r = a->grid.region;
    GANTRY_BEGINS(event, GANTRY_OP_LAUNCH, d->number, .bytes = a->env.space_bytes, .name = a->kernel.info->name,
                  .where = &r->loc, .grid = &a->grid, .tuned = a->tuned);
    GANTRY_TELL(launching, d->number, r);
    atomic_fetch_add(&gantry_kernels_under_way, 1);
    int rc = d->plugin->launch(d->handle, a->kernel.handle, &a->grid, a->args, a->sizes, err);
    if (rc == 0 && d->plugin->sync)
        rc = wait_for_kernel(d, &r->loc, err);
    atomic_fetch_sub(&gantry_kernels_under_way, 1);
    GANTRY_TELL(launched, d->number, r);
    if (rc == 0) {
        struct gantry_needed n;
        struct gantry_layers layers = {0};
        GANTRY_ENDS(event, n = gantry_needed_by(r), event.needed = n.of ? &n : NULL,
                    event.layers = layers_of(d, a, &layers));
        return 0;
    }
    struct gantry_err cause = *err;
    return gantry_error(err, cause.code, "kernel '%s' on device %d (%s), %u teams of %u threads: %s",
                        a->kernel.info->name, d->number, d->props.name, a->grid.teams, a->grid.threads, cause.text);
}

/* The launch as it was measured to be best; what environment variables say holds. */
static struct gantry_tuned heed_tuned(struct gantry_mapping *m, struct gantry_launch *l)
{
    struct gantry_tuned t = {.march = NOT_SAID};
    if (!gantry_tuned(m, &t))
        return t;
    if (t.teams && !gantry_settings()->teams)
        l->num_teams = (int32_t)t.teams;
    if (t.threads && !gantry_settings()->threads)
        l->num_threads = l->thread_limit = (int32_t)t.threads;
    m->tuned = t.row;
    return t;
}

int gantry_launch_shape(struct gantry_ready *a, struct gantry_mapping *m, const struct gantry_launch *asked,
                        const struct gantry_together *together)
{
    struct gantry_launch own = *asked, *l = &own;
    struct gantry_tuned measured = heed_tuned(m, l);
    int variant = gantry_shape_variant(m->dev, m->region, l, &measured);
    *a = (struct gantry_ready){.env = {.trip = l->trip, .device = m->dev->number, .num_devices = gantry_num_devices()}};
    if (gantry_kernel_get(m->dev, m->region, variant, &a->kernel, m->err) ||
        gantry_shape(m->dev, m->region, &a->kernel, l, &a->grid, &a->env, m->err) ||
        gantry_shape_space(m->dev, a->kernel.handle, l, &a->grid, &a->env, m->err) ||
        ((together || l->flags & GANTRY_LAUNCH_RESIDENT) &&
         gantry_shape_resident(m->dev, a->kernel.handle, together ? together->virtual_teams : 0, &a->grid, m->err)))
        return -1;
    if (l->flags & GANTRY_LAUNCH_RESIDENT && !a->grid.resident)
        return gantry_error(m->err, 0,
                            "the teams of kernel '%s' wait for each other, and device %d (%s) cannot run even one of "
                            "%u threads so: use fewer threads",
                            a->kernel.info->name, m->dev->number, m->dev->props.name, a->grid.threads);
    if (gantry_lies_apart(m))
        a->env.flags |= GANTRY_ENV_APART;
    a->tuned = m->tuned;
    return 0;
}

/* Can the teams wait for each other, and are they what phases that can tell ask for? */
static bool is_as_asked(const struct gantry_dev *d, const struct gantry_grid *grid, const struct gantry_together *t)
{
    return grid->resident && (!t->threads || grid->threads == t->threads) && grid->virtual_teams <= d->props.max_teams;
}

int gantry_launch(struct gantry_mapping *m, const struct gantry_launch *l, struct gantry_together *together)
{
    struct gantry_ready a;
    struct gantry_launch_memory held;
    if (gantry_launch_shape(&a, m, l, together))
        return -1;
    if (together && !(together->can = is_as_asked(m->dev, &a.grid, together)))
        return 0;
    int rc = gantry_launch_memory_take(m->dev, gantry_launch_needs(&a), &m->region->loc, &held, m->err);
    gantry_launch_uses(&a, &held);
    if (rc == 0)
        rc = gantry_launch_arguments(&a, m);
    if (rc == 0 && (rc = gantry_launch_run(m->dev, &a, m->err)) != 0) {
        add_unmapped(m);
        gantry_links_unmapped(m->dev, m->err);
    }
    gantry_launch_memory_give(m->dev, &held, rc == 0);
    free(a.args);
    return rc;
}
