/* image.c: images are ordinary code and data of the process. Two things keep them apart from it: which copy
 * of the runtime they call, and, where there are several devices, that each device has variables of its own:
 * the image's variables hold the values of one device at a time, those of the others are saved, so that kernels of one
 * image on two devices take turns (those on one device do not). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "emulated.h"
#include "gantry_checker.h"

/* ---- this copy of the runtime ---- */
_Thread_local struct __gd_emu_lane *__gd_emu_self;

static struct __gd_emu_lane **own_self(void) { return &__gd_emu_self; }

const struct __gd_emu_copy __gd_emu_copy = {__GD_EMU_COPY_VERSION, own_self,       &__gd_emu_shadow, &__gd_emu_blocks,
                                            &__gd_emu_base,        &__gd_emu_size, &emu_arena_size};

static const struct __gd_emu_copy *copy_in(const char *file)
{
    void *h = dlopen(file, RTLD_LAZY | RTLD_NOLOAD);
    const struct __gd_emu_copy *c = h ? dlsym(h, "__gd_emu_copy") : NULL;
    if (h)
        dlclose(h);
    return c;
}

/* The runtime that the image calls: a shared library with kernels has a copy of its own, unless it is linked against
 * the program's. */
static const struct __gd_emu_copy *copy_for(const void *image)
{
    static const char mine;
    Dl_info theirs, ours;
    const struct __gd_emu_copy *c;
    if (!dladdr(image, &theirs) || !dladdr(&mine, &ours) || theirs.dli_fbase == ours.dli_fbase)
        return &__gd_emu_copy;
    if ((c = copy_in(theirs.dli_fname)) != NULL || (c = copy_in(NULL)) != NULL)
        return c;
    return &__gd_emu_copy;
}

/* ---- variables ---- */
struct saved {
    struct saved *next;
    struct gantry_device *dev;
    char *bytes;
};
struct emu_globals {
    struct emu_globals *next;
    const struct gantry_image *image;
    char *begin;
    size_t size;
    struct gantry_device *now; /* the device whose values the variables hold */
    unsigned users;            /* kernels and copies of that device that use them now */
    struct saved *saved;
    pthread_mutex_t lock;
    pthread_cond_t free; /* no users */
};
static struct emu_globals *all_globals;
static pthread_mutex_t all_lock = PTHREAD_MUTEX_INITIALIZER;

static struct saved *saved_for(struct emu_globals *g, const struct gantry_device *d)
{
    struct saved *s = g->saved;
    while (s && s->dev != d)
        s = s->next;
    return s;
}

static struct emu_globals *globals_of(const struct gantry_image *image)
{
    struct emu_globals *g = all_globals;
    while (g && g->image != image)
        g = g->next;
    if (g || !(g = calloc(1, sizeof *g)))
        return g;
    g->image = image;
    g->begin = (char *)image->globals_begin;
    g->size = (size_t)((const char *)image->globals_end - (const char *)image->globals_begin);
    pthread_mutex_init(&g->lock, NULL);
    pthread_cond_init(&g->free, NULL);
    g->next = all_globals;
    return all_globals = g;
}

/* The values that variables have when the image is first loaded anywhere are what each device begins with. */
static bool add_saved(struct emu_globals *g, struct gantry_device *d)
{
    struct saved *s = calloc(1, sizeof *s), *first = saved_for(g, NULL);
    char *bytes = malloc(g->size ? g->size : 1);
    if (!s || !bytes) {
        free(s);
        free(bytes);
        return false;
    }
    memcpy(bytes, first ? first->bytes : g->begin, g->size);
    *s = (struct saved){g->saved, d, bytes};
    g->saved = s;
    return true;
}

static struct emu_globals *share_globals(struct gantry_device *d, const struct gantry_image *image)
{
    pthread_mutex_lock(&all_lock);
    struct emu_globals *g = globals_of(image);
    bool good = g != NULL;
    if (g) {
        pthread_mutex_lock(&g->lock);
        good = (saved_for(g, NULL) || add_saved(g, NULL)) && (saved_for(g, d) || add_saved(g, d));
        pthread_mutex_unlock(&g->lock);
    }
    pthread_mutex_unlock(&all_lock);
    return good ? g : NULL;
}

static void bring_in(struct emu_globals *g, struct gantry_device *d)
{
    if (g->now)
        memcpy(saved_for(g, g->now)->bytes, g->begin, g->size);
    memcpy(g->begin, saved_for(g, d)->bytes, g->size);
    GANTRY_TELL(filled, d->number, (uintptr_t)g->begin, g->size);
    g->now = d;
}

void emu_image_lock(struct gantry_device *d, struct emu_module *m)
{
    struct emu_globals *g = m->globals;
    if (!g)
        return;
    pthread_mutex_lock(&g->lock);
    while (g->users && g->now != d)
        pthread_cond_wait(&g->free, &g->lock);
    if (g->now != d)
        bring_in(g, d);
    g->users++;
    pthread_mutex_unlock(&g->lock);
}

void emu_image_unlock(struct emu_module *m)
{
    struct emu_globals *g = m->globals;
    if (!g)
        return;
    pthread_mutex_lock(&g->lock);
    if (--g->users == 0)
        pthread_cond_broadcast(&g->free);
    pthread_mutex_unlock(&g->lock);
}

static void drop_saved(struct emu_globals *g, struct gantry_device *d)
{
    for (struct saved **p = &g->saved; *p; p = &(*p)->next)
        if ((*p)->dev == d) {
            struct saved *s = *p;
            *p = s->next;
            free(s->bytes);
            free(s);
            return;
        }
}

/* The library with the image may be unloaded, and another loaded at its address. */
static void drop_globals(struct gantry_device *d, struct emu_globals *g)
{
    pthread_mutex_lock(&all_lock);
    if (g->now == d)
        g->now = NULL;
    drop_saved(g, d);
    if (g->saved && !g->saved->next && !g->saved->dev) {
        drop_saved(g, NULL);
        for (struct emu_globals **p = &all_globals; *p; p = &(*p)->next)
            if (*p == g) {
                *p = g->next;
                break;
            }
        pthread_mutex_destroy(&g->lock);
        pthread_cond_destroy(&g->free);
        free(g);
    }
    pthread_mutex_unlock(&all_lock);
}

/* ---- modules ---- */

static void *symbol_named(const struct gantry_image *image, const char *name)
{
    for (uint64_t i = 0; i < image->nsymbols; i++)
        if (strcmp(image->symbols[i].name, name) == 0)
            return image->symbols[i].addr;
    return NULL;
}

static int by_address(const void *a, const void *b)
{
    uintptr_t p = (uintptr_t)((const struct __gd_emu_constant *)a)->p;
    uintptr_t q = (uintptr_t)((const struct __gd_emu_constant *)b)->p;
    return p < q ? -1 : p > q;
}

static bool add_constants(struct emu_module *m)
{
    const struct __gd_emu_constant *all = symbol_named(m->image, __GD_EMU_CONSTANTS);
    while (all && all[m->nconstants].p)
        m->nconstants++;
    if (!m->nconstants)
        return true;
    size_t bytes = m->nconstants * sizeof *all;
    if (!(m->constants = malloc(bytes)))
        return false;
    memcpy(m->constants, all, bytes);
    qsort(m->constants, m->nconstants, sizeof *all, by_address);
    return true;
}

const struct __gd_emu_constant *emu_image_constant(const struct emu_module *m, uint64_t addr)
{
    size_t lo = 0, hi = m->nconstants;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        const struct __gd_emu_constant *c = &m->constants[mid];
        if (addr - (uintptr_t)c->p < c->size)
            return c;
        if ((uintptr_t)c->p < addr)
            lo = mid + 1;
        else
            hi = mid;
    }
    return NULL;
}

struct emu_module *emu_image_load(struct gantry_device *d, const struct gantry_image *image, struct gantry_err *err)
{
    const struct __gd_emu_copy *copy = copy_for(image);
    if (copy->version != __GD_EMU_COPY_VERSION) {
        emu_error(err,
                  "the library with these kernels holds version %u of the emulated device, this program version "
                  "%d; build both with one Gantry",
                  copy->version, __GD_EMU_COPY_VERSION);
        return NULL;
    }
    if (symbol_named(image, __GD_EMU_UNINIT) && !gantry_checker) {
        emu_error(err,
                  "the library with these kernels was linked with -fcheck, the program was not: link it with -fcheck, "
                  "too");
        return NULL;
    }
    struct emu_module *m = calloc(1, sizeof *m);
    bool shared = gantry_knob_number("EMULATED_DEVICES", 1) > 1;
    if (m)
        m->image = image;
    if (!m || !add_constants(m) || (shared && !(m->globals = share_globals(d, image)))) {
        if (m)
            free(m->constants);
        free(m);
        emu_error(err, "out of host memory");
        return NULL;
    }
    m->copy = copy;
    m->counts = symbol_named(image, __GD_EMU_COUNTS);
    if (d->memory.poison)
        m->poison = (void (*)(void (*)(void **)))symbol_named(image, __GD_EMU_POISON_SHARED);
    m->uninit = symbol_named(image, __GD_EMU_UNINIT);
    if (m->uninit && emu_uninit_add)
        emu_uninit_add(m->uninit);
    *copy->shadow = __gd_emu_shadow;
    *copy->blocks = __gd_emu_blocks;
    *copy->base = __gd_emu_base;
    *copy->size = __gd_emu_size;
    *copy->arena = emu_arena_size;
    pthread_mutex_lock(&d->modules_lock);
    m->next = d->modules;
    d->modules = m;
    pthread_mutex_unlock(&d->modules_lock);
    return m;
}

void emu_image_unload(struct gantry_device *d, struct emu_module *m)
{
    pthread_mutex_lock(&d->modules_lock);
    struct emu_module **p = &d->modules;
    while (*p && *p != m)
        p = &(*p)->next;
    if (*p)
        *p = m->next;
    pthread_mutex_unlock(&d->modules_lock);
    if (m->globals)
        drop_globals(d, m->globals);
    while (m->kernels) {
        struct emu_kernel *k = m->kernels;
        m->kernels = k->next;
        free(k);
    }
    free(m->constants);
    free(m);
}

static bool inside(uint64_t addr, uint64_t n, const void *begin, const void *end)
{
    return addr >= (uintptr_t)begin && addr <= (uintptr_t)end && n <= (uintptr_t)end - addr;
}

static bool holds(const struct gantry_image *i, uint64_t addr, uint64_t n)
{
    bool found = inside(addr, n, i->globals_begin, i->globals_end);
    for (uint64_t k = 0; k < i->nsymbols && !found; k++)
        found = inside(addr, n, i->symbols[k].addr, (char *)i->symbols[k].addr + i->symbols[k].size);
    return found;
}

struct emu_module *emu_image_at(struct gantry_device *d, uint64_t addr, uint64_t n)
{
    pthread_mutex_lock(&d->modules_lock);
    struct emu_module *m = d->modules;
    while (m && !holds(m->image, addr, n))
        m = m->next;
    pthread_mutex_unlock(&d->modules_lock);
    return m;
}
