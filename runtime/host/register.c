/* register.c: modules (one per executable or shared library) with their images and declare target variables,
 * made known by constructors in any order and taken back by destructors; images load on a device when first
 * needed.
 *
 * Locks: the registry's own lock, then a device's, then its present table's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"

struct variables {
    struct variables *next;
    struct gantry_module *module;
    const struct gantry_var *vars;
    uint32_t n;
};
struct region_cache { /* gantry_region.cache: a kernel per device, filled in when first launched */
    struct region_cache *next;
    const struct gantry_region *region;
    int n;
    struct {
        atomic_bool ready;
        struct gantry_kernel kernel;
    } slot[];
};
struct registered {
    struct registered *next;
    struct gantry_module *module;
    struct region_cache *caches;
};
static struct registered *modules;
static struct variables *variables;
static atomic_uint generation = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static unsigned registry_generation(void) { return atomic_load(&generation); }

static void check_header(const char *what, const char *name, uint32_t magic, uint32_t abi, uint32_t size,
                         uint32_t expected)
{
    if (magic != GANTRY_MAGIC)
        gantry_failf(NULL, "%s of '%s' is damaged: its first word is %#x", what, name, magic);
    if (abi != GANTRY_ABI_VERSION || size != expected)
        gantry_failf(NULL,
                     "%s of '%s' was made for version %u (%u bytes) of Gantry's binary interface; the runtime "
                     "in this program has version %u (%u bytes). Build both with the same Gantry",
                     what, name, abi, size, GANTRY_ABI_VERSION, expected);
}

static struct registered *find_registered(const struct gantry_module *m)
{
    for (struct registered *r = modules; r; r = r->next)
        if (r->module == m)
            return r;
    return NULL;
}

void gantry_register_module(struct gantry_module *m)
{
    if (!m)
        gantry_failf(NULL, "a device construct has no module: link with `gantry cc`");
    check_header("the device module", m->magic == GANTRY_MAGIC && m->abi == GANTRY_ABI_VERSION ? m->name : "?",
                 m->magic, m->abi, m->size, sizeof *m);
    for (uint32_t i = 0; i < m->nimages; i++)
        check_header("a device image", m->name, m->images[i]->magic, m->images[i]->abi, m->images[i]->size,
                     sizeof *m->images[i]);
    struct registered *r = calloc(1, sizeof *r);
    if (!r)
        gantry_failf(NULL, "out of host memory");
    r->module = m;
    pthread_mutex_lock(&lock);
    if (find_registered(m)) {
        pthread_mutex_unlock(&lock);
        free(r);
        return;
    }
    struct registered **end = &modules;
    while (*end)
        end = &(*end)->next;
    *end = r;
    __atomic_store_n(&m->cache, r, __ATOMIC_RELEASE);
    atomic_fetch_add(&generation, 1);
    pthread_mutex_unlock(&lock);
}

/* A region may run in a constructor that comes before its module's own. */
void gantry_see_module(struct gantry_module *m)
{
    if (!__atomic_load_n(&m->cache, __ATOMIC_ACQUIRE))
        gantry_register_module(m);
}

void gantry_register_vars(struct gantry_module *m, const struct gantry_var *vars, uint32_t n)
{
    struct variables *v = calloc(1, sizeof *v);
    if (!v)
        gantry_failf(NULL, "out of host memory");
    *v = (struct variables){NULL, m, vars, n};
    pthread_mutex_lock(&lock);
    v->next = variables;
    variables = v;
    atomic_fetch_add(&generation, 1);
    pthread_mutex_unlock(&lock);
}

static void unload_from(struct gantry_dev *d, const struct gantry_module *m)
{
    gantry_forget_module(d, m);
    pthread_mutex_lock(&d->lock);
    for (struct gantry_loaded **p = &d->loaded; *p;) {
        struct gantry_loaded *l = *p;
        if (l->module != m) {
            p = &l->next;
            continue;
        }
        *p = l->next;
        gantry_indirect_forget(d, l);
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
    gantry_queue_wait(); /* its regions may be among what runs */
    pthread_mutex_lock(&lock);
    m->cache = NULL;
    for (struct registered **p = &modules; *p;) {
        struct registered *r = *p;
        if (r->module != m) {
            p = &r->next;
            continue;
        }
        *p = r->next;
        while (r->caches) {
            struct region_cache *c = r->caches;
            r->caches = c->next;
            free(c);
        }
        free(r);
    }
    for (struct variables **p = &variables; *p;) {
        struct variables *v = *p;
        if (v->module != m) {
            p = &v->next;
            continue;
        }
        *p = v->next;
        free(v);
    }
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < gantry_devices_known(); i++) {
        struct gantry_dev *d = gantry_dev_if_open(i);
        if (d)
            unload_from(d, m);
    }
}

bool gantry_registry_has_kind(const char *kind, bool *any)
{
    bool found = false;
    pthread_mutex_lock(&lock);
    *any = modules != NULL;
    for (const struct registered *r = modules; r && !found; r = r->next)
        for (uint32_t i = 0; i < r->module->nimages && !found; i++)
            found = strcmp(r->module->images[i]->kind, kind) == 0;
    pthread_mutex_unlock(&lock);
    return found;
}

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
    for (const struct variables *v = variables; v && rc == 0; v = v->next)
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

/* registry and device locks held */
static int load_image(struct gantry_dev *d, struct gantry_module *m, struct gantry_loaded **out, struct gantry_err *err)
{
    struct gantry_event e = {.op = GANTRY_OP_LOAD, .device = d->number, .begin = gantry_now()};
    if ((*out = find_loaded(d, m)) != NULL)
        return 0;
    const struct gantry_image *image = pick_image(m, d, err);
    if (!image)
        return -1;
    struct gantry_loaded *l = calloc(1, sizeof *l);
    if (!l)
        return gantry_error(err, 0, "out of host memory");
    *l = (struct gantry_loaded){.next = d->loaded, .module = m, .image = image};
    if (d->plugin->load(d->handle, image, &l->handle, err)) {
        free(l);
        return -1;
    }
    e.name = image->arch;
    gantry_trace(&e, gantry_now());
    d->loaded = l;
    *out = l;
    return map_variables(d, l, err);
}

int gantry_load_variables(struct gantry_dev *d, struct gantry_err *err)
{
    struct gantry_loaded *l;
    int rc = 0;
    if (atomic_load(&d->generation) == registry_generation())
        return 0;
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&d->lock);
    for (const struct variables *v = variables; v && rc == 0; v = v->next)
        if (find_registered(v->module) && (rc = load_image(d, v->module, &l, err)) == 0)
            rc = map_variables(d, l, err);
    if (rc == 0)
        atomic_store(&d->generation, registry_generation());
    pthread_mutex_unlock(&d->lock);
    pthread_mutex_unlock(&lock);
    return rc;
}

/* ---- kernels: found by name once per region and device ---- */
static struct region_cache *cache_of(const struct gantry_region *r, struct registered *owner)
{
    struct region_cache *c = r->cache;
    if (c)
        return c;
    int n = gantry_num_devices();
    if (!(c = calloc(1, sizeof *c + (size_t)n * sizeof c->slot[0])))
        return NULL;
    c->n = n, c->region = r;
    c->next = owner->caches;
    owner->caches = c;
    __atomic_store_n(&((struct gantry_region *)r)->cache, c, __ATOMIC_RELEASE);
    return c;
}

static int resolve(struct gantry_dev *d, const struct gantry_region *r, struct gantry_loaded *l,
                   struct gantry_kernel *out, struct gantry_err *err)
{
    for (uint32_t i = 0; i < l->image->nkernels; i++) {
        const struct gantry_kernel_info *k = &l->image->kernels[i];
        if (strcmp(k->name, r->kernel) == 0) {
            out->info = k;
            return d->plugin->kernel(d->handle, l->handle, k, &out->handle, err);
        }
    }
    return gantry_error(err, 0,
                        "kernel '%s' is not in the %s image of '%s'; build and link all objects again with "
                        "one Gantry",
                        r->kernel, l->image->arch, l->module->name);
}

int gantry_kernel_get(struct gantry_dev *d, const struct gantry_region *r, struct gantry_kernel *out,
                      struct gantry_err *err)
{
    struct region_cache *c = __atomic_load_n((struct region_cache *const *)&r->cache, __ATOMIC_ACQUIRE);
    if (c && d->number < c->n && atomic_load_explicit(&c->slot[d->number].ready, memory_order_acquire)) {
        *out = c->slot[d->number].kernel;
        return 0;
    }
    struct gantry_loaded *l;
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&d->lock);
    struct registered *owner = find_registered(r->module);
    int rc = owner ? load_image(d, r->module, &l, err)
                   : gantry_error(err, 0, "the module of this construct is not registered: link with `gantry cc`");
    if (rc == 0)
        rc = resolve(d, r, l, out, err);
    if (rc == 0 && (c = cache_of(r, owner)) != NULL) {
        c->slot[d->number].kernel = *out;
        atomic_store_explicit(&c->slot[d->number].ready, true, memory_order_release);
    }
    pthread_mutex_unlock(&d->lock);
    pthread_mutex_unlock(&lock);
    return rc;
}
