/* images.c: images of modules on devices: loaded when first needed, their variables mapped, their kernels found by
 * name; unloaded when their module is unregistered.
 *
 * Locks: the registry's, then a device's, then its present table's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "registry.h"

struct gantry_region_cache { /* gantry_region.cache: a kernel per device and variant, filled in when first launched */
    struct gantry_region_cache *next;
    const struct gantry_region *region;
    int n, variants;
    struct kernel_slot {
        atomic_bool ready;
        struct gantry_kernel kernel;
    } slot[];
};

/* Higher is better, 0 = does not run there. PTX for sm_N runs on N and everything newer; other kinds are
 * exact, or one image for the whole kind. */
static int fitness(const struct gantry_image *image, const struct gantry_dev *d)
{
    int of_image, of_device;
    if (strcmp(image->kind, d->plugin->kind) != 0)
        return 0;
    if (strcmp(image->arch, d->props.arch) == 0)
        return 1 << 20;
    if (sscanf(image->arch, "sm_%d", &of_image) == 1 && sscanf(d->props.arch, "sm_%d", &of_device) == 1)
        return of_image <= of_device ? of_image : 0;
    return strcmp(image->arch, image->kind) == 0 ? 1 : 0;
}

/* image of the module that fits the device; NULL and err names what there is */
static const struct gantry_image *pick_image(const struct gantry_module *m, const struct gantry_dev *d,
                                             struct gantry_err *err)
{
    const struct gantry_image *best = NULL;
    int best_fitness = 0;
    for (uint32_t i = 0; i < m->nimages; i++) {
        int f = fitness(m->images[i], d);
        if (f > best_fitness)
            best = m->images[i], best_fitness = f;
    }
    if (best)
        return best;
    gantry_error(err, 0, "'%s' has no code for device %d (%s, %s); it has", m->name, d->number, d->plugin->kind,
                 d->props.arch);
    for (uint32_t i = 0; i < m->nimages; i++)
        gantry_error_add(err, "%s %s", i ? "," : "", m->images[i]->arch);
    gantry_error_add(err, "%s. Build it with --offload-arch=%s, or run with OMP_TARGET_OFFLOAD=disabled",
                     m->nimages ? "" : " none", d->props.arch);
    return NULL;
}

/* Idempotent: tables of variables may be registered after their module was loaded. */
static int map_variable(struct gantry_dev *d, struct gantry_loaded *l, const struct gantry_var *v,
                        struct gantry_err *err)
{
    uint64_t addr = 0, size = 0;
    struct gantry_loc where = {v->file, NULL, v->line, 0};
    if (!v->size)
        return 0;
    if (d->plugin->symbol(d->handle, l->handle, v->symbol, &addr, &size, err))
        return -1;
    if (v->flags & GANTRY_VAR_INDIRECT)
        return gantry_indirect_add(d, l, v, addr, err);
    if (v->flags & GANTRY_VAR_LINK)
        return gantry_add_link(d, v, addr, l->module, err);
    if (size && size != v->size)
        return gantry_error(err, 0,
                            "declare target variable '%s' (%s:%d) has %llu bytes on the host and %llu on the "
                            "device",
                            v->symbol, v->file, v->line, (unsigned long long)v->size, (unsigned long long)size);
    return gantry_associate(d, v->addr, addr, v->size, v->symbol, l->module, &where, err);
}

static int map_variables(struct gantry_dev *d, struct gantry_loaded *l, struct gantry_err *err)
{
    int rc = 0;
    for (const struct gantry_variables *v = gantry_registry_variables; v && rc == 0; v = v->next)
        for (uint32_t i = 0; v->module == l->module && i < v->n && rc == 0; i++)
            rc = map_variable(d, l, &v->vars[i], err);
    return rc ? rc : gantry_indirect_publish(d, l, err);
}

static struct gantry_loaded *find_loaded(struct gantry_dev *d, const struct gantry_module *m)
{
    for (struct gantry_loaded *l = d->loaded; l; l = l->next)
        if (l->module == m)
            return l;
    return NULL;
}

static _Thread_local double compiling; /* microseconds of the load in progress */

void gantry_compiler_took(double microseconds) { compiling += microseconds; }

/* The caller holds the registry's lock and the device's. */
static int load_image(struct gantry_dev *d, struct gantry_module *m, struct gantry_loaded **out, struct gantry_err *err)
{
    if ((*out = find_loaded(d, m)) != NULL)
        return 0;
    const struct gantry_image *image = pick_image(m, d, err);
    if (!image || gantry_check_image(m, image, err))
        return -1;
    struct gantry_loaded *l = calloc(1, sizeof *l);
    if (!l)
        return gantry_error(err, 0, "out of host memory");
    *l = (struct gantry_loaded){.next = d->loaded, .module = m, .image = image};
    GANTRY_BEGINS(event, GANTRY_OP_LOAD, d->number, .name = image->arch);
    compiling = 0;
    if (d->plugin->load(d->handle, image, &l->handle, err)) {
        free(l);
        return -1;
    }
    GANTRY_ENDS(event, event.compiling = compiling; event.host = image->data; event.bytes = image->data_size;
                event.address = (uint64_t)(uintptr_t)l->handle);
    d->loaded = l;
    *out = l;
    return map_variables(d, l, err);
}

int gantry_load_variables(struct gantry_dev *d, struct gantry_err *err)
{
    struct gantry_loaded *l;
    int rc = 0;
    if (atomic_load(&d->generation) == gantry_registry_generation())
        return 0;
    gantry_registry_lock();
    pthread_mutex_lock(&d->lock);
    for (const struct gantry_variables *v = gantry_registry_variables; v && rc == 0; v = v->next)
        if (gantry_registry_find(v->module) && (rc = load_image(d, v->module, &l, err)) == 0)
            rc = map_variables(d, l, err);
    if (rc == 0)
        atomic_store(&d->generation, gantry_registry_generation());
    pthread_mutex_unlock(&d->lock);
    gantry_registry_unlock();
    return rc;
}

/* ---- kernels: found by name once per region and device ---- */
static struct gantry_region_cache *cache_of(const struct gantry_region *r, struct gantry_registered *owner)
{
    struct gantry_region_cache *c = r->cache;
    if (c)
        return c;
    int n = gantry_num_devices(), variants = 1;
    while (r->variants && r->variants[variants].kernel)
        variants++;
    if (!(c = calloc(1, sizeof *c + (size_t)n * (size_t)variants * sizeof c->slot[0])))
        return NULL;
    c->n = n, c->variants = variants, c->region = r;
    c->next = owner->caches;
    owner->caches = c;
    __atomic_store_n(&((struct gantry_region *)r)->cache, c, __ATOMIC_RELEASE);
    return c;
}

static int resolve(struct gantry_dev *d, const char *name, struct gantry_loaded *l, struct gantry_kernel *out,
                   struct gantry_err *err)
{
    for (uint32_t i = 0; name && i < l->image->nkernels; i++) {
        const struct gantry_kernel_info *k = &l->image->kernels[i];
        if (strcmp(k->name, name) == 0) {
            out->info = k;
            return d->plugin->kernel(d->handle, l->handle, k, &out->handle, err);
        }
    }
    return gantry_error(err, 0,
                        "kernel '%s' is not in the %s image of '%s'; build and link all objects again with "
                        "one Gantry",
                        name ? name : "?", l->image->arch, l->module->name);
}

static struct kernel_slot *slot_of(struct gantry_region_cache *c, const struct gantry_dev *d, int variant)
{
    return c && d->number < c->n ? &c->slot[d->number * c->variants + variant] : NULL;
}

int gantry_kernel_get(struct gantry_dev *d, const struct gantry_region *r, int variant, struct gantry_kernel *out,
                      struct gantry_err *err)
{
    struct kernel_slot *s =
        slot_of(__atomic_load_n((struct gantry_region_cache *const *)&r->cache, __ATOMIC_ACQUIRE), d, variant);
    if (s && atomic_load_explicit(&s->ready, memory_order_acquire)) {
        *out = s->kernel;
        return 0;
    }
    struct gantry_loaded *l;
    gantry_registry_lock();
    pthread_mutex_lock(&d->lock);
    struct gantry_registered *owner = gantry_registry_find(r->module);
    int rc = owner ? load_image(d, r->module, &l, err)
                   : gantry_error(err, 0, "the module of this construct is not registered: link with `gantry cc`");
    if (rc == 0)
        rc = resolve(d, r->variants ? r->variants[variant].kernel : r->kernel, l, out, err);
    if (rc == 0 && (s = slot_of(cache_of(r, owner), d, variant)) != NULL) {
        s->kernel = *out;
        atomic_store_explicit(&s->ready, true, memory_order_release);
    }
    pthread_mutex_unlock(&d->lock);
    gantry_registry_unlock();
    return rc;
}

/* ---- the end of a module ---- */
static void unload_from(struct gantry_dev *d, const struct gantry_module *m)
{
    gantry_dev_settles(d);
    gantry_forget_module(d, m);
    atomic_fetch_add(&d->changes, 1); /* kernels go, too */
    pthread_mutex_lock(&d->lock);
    for (struct gantry_loaded **p = &d->loaded; *p;) {
        struct gantry_loaded *l = *p;
        if (l->module != m) {
            p = &l->next;
            continue;
        }
        *p = l->next;
        gantry_indirect_forget(d, l);
        GANTRY_NOTE(GANTRY_OP_UNLOAD, d->number, .name = l->image->arch, .address = (uint64_t)(uintptr_t)l->handle);
        d->plugin->unload(d->handle, l->handle);
        free(l);
    }
    pthread_mutex_unlock(&d->lock);
}

/* dlclose, or the end of the process: then the driver may be gone already and takes everything with it */
void gantry_unregister_module(struct gantry_module *m)
{
    if (gantry_exiting() || gantry_failing())
        return;
    gantry_queue_wait(); /* regions of its may still run */
    gantry_registry_lock();
    struct gantry_registered *r = gantry_registry_remove(m);
    while (r && r->caches) {
        struct gantry_region_cache *c = r->caches;
        r->caches = c->next;
        free(c);
    }
    free(r);
    gantry_registry_unlock();
    for (int i = 0; i < gantry_devices_known(); i++) {
        struct gantry_dev *d = gantry_dev_if_open(i);
        if (d)
            unload_from(d, m);
    }
}
