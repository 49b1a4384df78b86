/* here.c: the host as a device, for golden runs: a region that runs in place is recorded as if its maps had been
 * carried out, in the one memory that there is. What is mapped is noted in a present table, whose device addresses are
 * the host's own; nothing is allocated or copied. Under the lock of verify.c. */
#include <stdlib.h>
#include <string.h>

#include "../host/present.h"
#include "../host/registry.h"
#include "verify.h"

/* Most copies are from where something lies to the same place. */
int gantry_here_copy(void *dst, const void *src, uint64_t n)
{
    if (dst != src)
        memmove(dst, src, n);
    return 0;
}

static int copy_to(struct gantry_device *dev, uint64_t dst, const void *src, uint64_t n, struct gantry_err *err)
{
    (void)dev, (void)err;
    return gantry_here_copy((void *)(uintptr_t)dst, src, n);
}

static int copy_from(struct gantry_device *dev, void *dst, uint64_t src, uint64_t n, struct gantry_err *err)
{
    (void)dev, (void)err;
    return gantry_here_copy(dst, (const void *)(uintptr_t)src, n);
}

static const struct gantry_plugin plugin = {
    .abi = GANTRY_ABI_VERSION, .kind = "host", .copy_to = copy_to, .copy_from = copy_from};
static struct gantry_dev here = {.plugin = &plugin,
                                 .present_lock = PTHREAD_RWLOCK_INITIALIZER,
                                 .lock = PTHREAD_MUTEX_INITIALIZER,
                                 .moved_lock = PTHREAD_MUTEX_INITIALIZER,
                                 .moved = PTHREAD_COND_INITIALIZER};

bool gantry_is_here(const struct gantry_dev *d) { return d == &here; }

/* Its number is the initial device's: no device has it. */
struct gantry_dev *gantry_here(void)
{
    here.number = here.ordinal = gantry_num_devices();
    return &here;
}

/* ---- variables of declare target ---- */
static void add_variable(struct gantry_module *module, const struct gantry_var *v)
{
    static uint64_t unused; /* where device code would find a `link` variable's address */
    struct gantry_loc where = {v->file, NULL, v->line, 0};
    struct gantry_err err = {0};
    if (!v->size || (v->flags & GANTRY_VAR_INDIRECT))
        return;
    int rc = v->flags & GANTRY_VAR_LINK ? gantry_add_link(&here, v, (uint64_t)(uintptr_t)&unused, module, &err)
                                        : gantry_associate(&here, v->addr, (uint64_t)(uintptr_t)v->addr, v->size,
                                                           v->symbol, module, &where, &err);
    if (rc)
        gantry_fail(&where, &err);
}

void gantry_here_variables(void)
{
    if (here.generation == gantry_registry_generation())
        return;
    gantry_registry_lock();
    for (const struct gantry_variables *v = gantry_registry_variables; v; v = v->next)
        for (uint32_t i = 0; i < v->n; i++)
            if (!gantry_tree_at(here.present, (uintptr_t)v->vars[i].addr))
                add_variable(v->module, &v->vars[i]);
    here.generation = gantry_registry_generation();
    gantry_registry_unlock();
}

/* ---- maps ---- */
static bool is_mapped(const struct gantry_map *m)
{
    return m->param != GANTRY_PARAM_VALUE && m->param != GANTRY_PARAM_DEVPTR && !(m->flags & GANTRY_MAP_LOOKUP);
}

/* Bytes that are mapped without a copy are those of before until something else is found there. */
void gantry_here_unstored(struct gantry_block *b)
{
    b->first = malloc(b->size ? b->size : 1);
    if (!b->first)
        gantry_verify_no_memory();
    memcpy(b->first, (const void *)(uintptr_t)b->begin, b->size);
    b->unstored = true;
}

static void add_entry(struct gantry_mapping *m, uint32_t i, uintptr_t begin, uint64_t size)
{
    struct gantry_loc where = gantry_item_place(m, i);
    pthread_rwlock_wrlock(&here.present_lock);
    struct gantry_entry *e = gantry_entry_add(&here, begin, size, begin, m->maps[i].name, &where);
    pthread_rwlock_unlock(&here.present_lock);
    if (!e)
        gantry_verify_no_memory();
    e->implicit = m->maps[i].flags & GANTRY_MAP_IMPLICIT;
    gantry_block_added(&here, begin, size, m->maps[i].name);
    e->born = m->serial; /* what is copied is stored to: gantry_stored */
    bool copied = (m->maps[i].flags & (GANTRY_MAP_TO | GANTRY_MAP_PARENT)) == GANTRY_MAP_TO && size == m->vals[i].size;
    if (!copied)
        gantry_here_unstored(gantry_block_at(gantry_blocks_of(&here), begin));
}

/* The members of a structure that a construct lists have one range, from the first to the last. */
static void range_of_members(const struct gantry_mapping *m, uint32_t i, uintptr_t *begin, uintptr_t *end)
{
    for (uint32_t j = i; j < m->n; j++) {
        uintptr_t first = (uintptr_t)m->vals[j].begin, last = first + m->vals[j].size;
        bool related = (m->maps[j].flags & GANTRY_MAP_MEMBER) && is_mapped(&m->maps[j]) &&
                       !((m->maps[i].flags ^ m->maps[j].flags) & GANTRY_MAP_ATTACH);
        if (!related || m->vals[j].base != m->vals[i].base || !m->vals[j].size ||
            gantry_tree_first(here.present, first, last))
            continue;
        *begin = first < *begin ? first : *begin;
        *end = last > *end ? last : *end;
    }
}

/* The pointer that leads to item i: where the first element is not mapped, it points out of its block. */
static void note_pointer(const struct gantry_mapping *m, uint32_t i)
{
    uintptr_t pointer = (uintptr_t)m->vals[i].base, value;
    if (!gantry_tree_at(here.present, pointer) || !m->vals[i].size)
        return;
    memcpy(&value, m->vals[i].base, sizeof value);
    gantry_stored(&here, pointer, sizeof value); /* as attaching does */
    gantry_blocks_note_far(&here, (struct gantry_far){pointer, value, (uint64_t)(uintptr_t)m->vals[i].begin});
}

void gantry_here_map(struct gantry_mapping *m)
{
    gantry_here_variables();
    for (uint32_t i = 0; i < m->n; i++) {
        uintptr_t begin = (uintptr_t)m->vals[i].begin, end = begin + m->vals[i].size;
        if (!is_mapped(&m->maps[i]) || begin == end || !begin || gantry_tree_first(here.present, begin, end) ||
            m->region->construct == GANTRY_UPDATE || m->region->construct == GANTRY_EXIT_DATA ||
            (m->maps[i].flags & GANTRY_MAP_PRESENT))
            continue;
        if (m->maps[i].flags & GANTRY_MAP_MEMBER)
            range_of_members(m, i, &begin, &end);
        add_entry(m, i, begin, end - begin);
    }
    for (uint32_t i = 0; i < m->n; i++)
        if (m->maps[i].flags & GANTRY_MAP_ATTACH)
            note_pointer(m, i);
}

/* A copy to the device: these bytes are stored to, whatever they are. */
void gantry_stored(struct gantry_dev *d, uint64_t dst, uint64_t n)
{
    struct gantry_block *b = gantry_block_at(gantry_blocks_of(d), dst);
    if (!b || !b->unstored || dst < b->begin)
        return;
    if (dst == b->begin && n >= b->size) {
        b->unstored = false;
        free(b->first);
        b->first = NULL;
    }
    for (uint64_t i = dst - b->begin; b->first && i < dst - b->begin + n && i < b->size; i++)
        b->first[i] = (char)~*(const char *)(uintptr_t)(b->begin + i);
}
