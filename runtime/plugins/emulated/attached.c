/* attached.c: stores of kernels to attached pointers, whose device copies the runtime has made to point to what is
 * mapped. A kernel may use such a pointer and set it back; when it is over, each must have the value that it had. What
 * they point to may have been unmapped meanwhile: then they are attached no more. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulated.h"
#include "gantry_findings.h"

struct emu_moved {
    struct emu_moved *next;
    uint64_t addr, value; /* value: before the first store */
    const struct __gd_emu_site *site;
    uint32_t team, thread;
};

static void keep(struct emu_lane *l, uint64_t addr, const struct __gd_emu_site *site)
{
    struct emu_launch *launch = l->worker->launch;
    struct emu_moved *first = atomic_load(&launch->moved), *m;
    uint32_t group = launch->kernel->info->group;
    for (m = first; m; m = m->next)
        if (m->addr == addr)
            return;
    if (!(m = malloc(sizeof *m)))
        return;
    *m =
        (struct emu_moved){.addr = addr, .site = site, .team = l->ids.team, .thread = l->ids.tid / (group ? group : 1)};
    memcpy(&m->value, (const void *)addr, sizeof m->value);
    m->next = first;
    while (!atomic_compare_exchange_weak(&launch->moved, &m->next, m))
        ;
}

void emu_attached_store(struct emu_lane *l, uint64_t addr, uint64_t n, const struct __gd_emu_site *site)
{
    for (uint64_t at = addr & ~(uint64_t)7; at < addr + n; at += 8)
        if (emu_shadow_marks(at, 1) == EMU_ATTACHED)
            keep(l, at, site);
}

static void report(const struct emu_launch *l, const struct emu_moved *m)
{
    char near[512], text[700];
    const struct gantry_kernel_info *k = l->kernel->info;
    struct emu_memory *memory = &l->dev->memory;
    struct emu_block_info b = {0};
    if (!emu_memory_describe(memory, m->addr, sizeof m->value, near, sizeof near))
        return;
    emu_memory_block(memory, m->addr, 0, &b);
    snprintf(text, sizeof text,
             "store to an attached pointer, %s, by thread %u of team %u: it points elsewhere when the kernel ends",
             near, m->thread, m->team);
    gantry_finding(&(struct gantry_finding){
        .id = "GC605",
        .at = {.file = m->site->file, .func = k->func, .line = m->site->line, .col = m->site->col},
        .name = *b.name ? b.name : NULL,
        .text = text,
        .advice = "the runtime has attached it to what is mapped, and the host's pointer does not follow: exchange "
                  "pointers on the host, or through variables of the kernel's own"});
}

void emu_attached_look(struct emu_launch *l)
{
    struct emu_moved *m = atomic_exchange(&l->moved, NULL), *next;
    for (; m; m = next) {
        uint64_t now = m->value;
        bool attached = emu_memory_usable(m->addr, sizeof now) && emu_in_arena(m->value) && *emu_number_at(m->value);
        next = m->next;
        if (attached)
            memcpy(&now, (const void *)m->addr, sizeof now);
        if (now != m->value)
            report(l, m);
        free(m);
    }
}
