/* label.c: what the user calls things, as far as the plug-in tells it: blocks of device memory, parameters of kernels.
 * With these, a report of an access to the host's memory says which variable led there. */
#include "label.h"

#include <stdlib.h>
#include <string.h>

enum { NEAR = 1 << 30, SEARCHED = 64 << 20 };

/* what no module holds lives as long as the process: blocks keep their labels when they are freed */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct store kept;
static const char *keep(const char *text)
{
    pthread_mutex_lock(&lock);
    const char *s = store_text(&kept, text, strlen(text));
    pthread_mutex_unlock(&lock);
    return s;
}

void label_block(struct memory *m, uint64_t address, const char *label)
{
    const char *s = keep(label);
    pthread_mutex_lock(&m->lock);
    struct allocation *a = memory_find(m, address);
    if (a && a->address == address)
        a->name = s;
    pthread_mutex_unlock(&m->lock);
}

void label_parameters(struct kernel *k, uint32_t n, const char *const *names)
{
    struct store *s = &k->module->store;
    pthread_mutex_lock(&lock);
    if (!k->labels) {
        const char **labels = store_take(s, (n + 1) * sizeof *labels);
        for (uint32_t i = 0; i < n; i++)
            labels[i] = names[i] ? store_text(s, names[i], strlen(names[i])) : NULL;
        k->nlabels = n;
        __atomic_store_n(&k->labels, labels, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&lock);
}

/* ---- who holds a pointer that is nearest to the address ---- */
struct holder {
    uint64_t least, value, offset; /* offset: of the value, in what holds it */
    const char *name;              /* of a function, where a variable of its own does */
    enum { PARAMETER, BLOCK, STACK } kind;
    bool part; /* of several words */
};

static bool nearer(struct holder *h, uint64_t address, uint64_t value)
{
    uint64_t away = address >= value ? address - value : value - address;
    if (value <= 0xffff || away >= h->least)
        return false;
    h->least = away, h->value = value;
    return true;
}

/* of words one after the other: structures have pointers, too */
static void in_words(struct holder *h, uint64_t address, const struct holder *what, const uint8_t *from, uint64_t size)
{
    for (uint64_t at = 0, v; at + sizeof v <= size; at += sizeof v) {
        memcpy(&v, from + at, sizeof v);
        if (nearer(h, address, v))
            h->name = what->name, h->kind = what->kind, h->offset = at, h->part = size > sizeof v;
    }
}

static void in_parameters(struct holder *h, const struct launch *n, uint64_t address)
{
    const struct function *f = &n->module->functions.v[n->kernel->function];
    const char *const *labels = __atomic_load_n(&n->kernel->labels, __ATOMIC_ACQUIRE);
    for (uint32_t k = 0; labels && k < f->nparams && k < n->kernel->nlabels; k++)
        if (labels[k])
            in_words(h, address, &(struct holder){.name = labels[k], .kind = PARAMETER},
                     n->params + f->params[k].offset, f->params[k].size);
}

/* variables of the functions that the lane is in: PTX has no names for them */
static void in_stack(struct holder *h, const struct warp *w, int lane, uint64_t address)
{
    for (const struct frame *f = w->in[lane]; f; f = f->up) {
        const struct function *g = &w->launch->module->functions.v[f->function];
        in_words(h, address, &(struct holder){.name = g->name, .kind = STACK},
                 w->local + (size_t)lane * w->local_room + f->sp, g->local_bytes);
    }
}

static void in_blocks(struct holder *h, struct memory *m, uint64_t address)
{
    uint64_t looked = 0;
    pthread_mutex_lock(&m->lock);
    for (size_t k = m->blocks.n; k-- && looked < SEARCHED;) {
        const struct allocation *a = m->blocks.v[k];
        for (uint64_t at = 0; !a->freed && a->name && at + 8 <= a->size && looked < SEARCHED; at += 8, looked += 8) {
            uint64_t v;
            memcpy(&v, a->host + at, sizeof v);
            if (nearer(h, address, v))
                h->name = a->name, h->offset = at, h->kind = BLOCK;
        }
    }
    pthread_mutex_unlock(&m->lock);
}

const char *label_host(const struct warp *w, int lane, uint64_t address, char *out, size_t size)
{
    struct holder h = {.least = NEAR};
    uint64_t device = (address - DEVICE_WINDOW) / DEVICE_SIZE;
    if (address <= 0xffff)
        return w->worker->device->memory.heap_full ? ": a malloc had found no memory left" : "";
    if (address >= DEVICE_WINDOW && device < MOST_DEVICES) {
        snprintf(out, size, ": memory of device %u", (unsigned)device);
        return device == (uint64_t)w->worker->device->ordinal ? "" : out;
    }
    in_parameters(&h, w->launch, address);
    in_blocks(&h, &w->worker->device->memory, address);
    if (address >= 1ull << 47)
        return "";
    if (!h.name)
        in_stack(&h, w, lane, address);
    if (!h.name)
        return ": it may be the host's";
    int n = snprintf(out, size, ": a host address, %llu bytes %s what ", (unsigned long long)h.least,
                     address >= h.value ? "after" : "before");
    if (h.kind == STACK)
        snprintf(out + n, size - (size_t)n, "a variable of %s points to, which is not mapped", h.name);
    else if (h.kind == PARAMETER && !h.part)
        snprintf(out + n, size - (size_t)n, "'%s' points to, which is not mapped", h.name);
    else if (h.kind == PARAMETER)
        snprintf(out + n, size - (size_t)n, "byte %llu of '%s' points to, which is not mapped",
                 (unsigned long long)h.offset, h.name);
    else
        snprintf(out + n, size - (size_t)n, "byte %llu of '%s' points to, which was not attached",
                 (unsigned long long)h.offset, h.name);
    return out;
}
