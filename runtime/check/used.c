/* used.c: what a launch has loaded and stored of memory that the host knows, for constructs.c: by the cells of races.c,
 * on the pages that the launch has touched. Memory of another device among it is a finding. */
#include <stdio.h>
#include <stdlib.h>

#include "judge.h"
#include "strands.h"

static void add(uint64_t at, uint64_t end, const struct slot slots[4], uint32_t item)
{
    static const enum run_kind kind_of[] = {RUN_LOADED, RUN_STORED, RUN_ATOMIC_READ, RUN_ATOMIC_STORED};
    for (unsigned k = 0; k < 4; k++)
        if (slots[k].row)
            construct_runs(kind_of[k], at, end, item, &site_at(slots[k].site)->at);
}

/* Memory of the host's that the region accesses itself is as good as copied: the host is held against that. */
static void add_host(uint64_t at, uint64_t end, const struct slot slots[4], uint32_t item)
{
    bool stored = slots[__GD_EMU_WRITE].row || slots[__GD_EMU_ATOMIC_WRITE].row;
    bool loaded = slots[__GD_EMU_READ].row || slots[__GD_EMU_ATOMIC_READ].row;
    if (stored || loaded)
        construct_runs(stored ? RUN_BROUGHT : RUN_TAKEN, at, end, item, NULL);
}

/* `host` of what lies at `dev` */
static void look_at_page(uint64_t from, uint64_t to, uint64_t dev, uint64_t host, uint32_t item)
{
    bool of_host = check_is_host(dev, host);
    struct slots s;
    for (uint64_t at = from & ~3ull; at < to; at += 4) {
        uint64_t h = host + (at - dev);
        accesses_of(at, &s);
        if (!s.apart) {
            add(h, h + 4, s.of[0], item);
            if (of_host)
                add_host(h, h + 4, s.of[0], item);
            continue;
        }
        for (unsigned b = 0; b < 4; b++)
            if (at + b >= from && at + b < to) {
                add(h + b, h + b + 1, s.of[b], item);
                if (of_host)
                    add_host(h + b, h + b + 1, s.of[b], item);
            }
    }
}

static void look_at(uint64_t dev, uint64_t n, const struct gantry_pair *p)
{
    uint32_t item = NO_ITEM;
    for (uint64_t at = dev, next; at < dev + n; at = next) {
        next = (at / JUDGED_PAGE + 1) * JUDGED_PAGE;
        if (!page_touched(at))
            continue;
        item = item == NO_ITEM ? construct_item(p) : item;
        look_at_page(at, next < dev + n ? next : dev + n, dev, p->host, item);
    }
}

/* ---- another device's ---- */
static const struct slot *first_of(const struct slots *s)
{
    for (unsigned b = 0; b < (s->apart ? 4 : 1); b++)
        for (unsigned k = 0; k < 4; k++)
            if (s->of[b][k].row)
                return &s->of[b][k];
    return NULL;
}

static void tell_foreign(const struct check_pair *c, uint64_t offset, const struct slot *s)
{
    const struct __gd_emu_site *site = &site_at(s->site)->at;
    struct row row = row_at(s->row);
    struct text text = {0}, detail = {0};
    char element[500], place[300], block[400];
    if (c->p.name)
        check_element(c, offset, site->size, element, sizeof element);
    else
        snprintf(element, sizeof element, "byte %llu of %s", (unsigned long long)offset,
                 check_block_words(c->p.dev, block, sizeof block));
    text_add(&text, "a region on device %d %s %s, which is memory of device %d", judged.device,
             site->kind ? "stores to" : "reads", element, c->p.device);
    text_add(&detail, "  by ");
    text_add_who(&detail, &row);
    text_add(&detail, ", in the region of %s:%d\n", judged.kernel->file, judged.kernel->line);
    if (c->p.where.file)
        text_add(&detail, "  mapped at %s\n", check_place(&c->p.where, place, sizeof place));
    gantry_finding(&(struct gantry_finding){.id = "GC102",
                                            .at = {site->file, site->func, site->line, site->col},
                                            .name = c->p.name,
                                            .text = text.s,
                                            .detail = detail.s,
                                            .advice = "device pointers are for the device that they were made for: "
                                                      "omp_target_memcpy copies from one to another"});
}

static void look_for_foreign(const struct check_pair *c)
{
    struct slots all;
    bool asked = gantry_check_on(GANTRY_CHECK_BOUNDS);
    for (uint64_t at = c->p.dev & ~3ull, next; asked && at < c->p.dev + c->p.size; at = next) {
        bool touched = page_touched(at);
        if (touched)
            accesses_of(at, &all);
        const struct slot *s = touched ? first_of(&all) : NULL;
        next = touched ? at + 4 : (at / JUDGED_PAGE + 1) * JUDGED_PAGE;
        if (!s)
            continue;
        tell_foreign(c, at < c->p.dev ? 0 : at - c->p.dev, s);
        return;
    }
}

/* ---- the host's heap, where device code may access it: what the host does there meanwhile is to be seen ---- */
static bool any_touched(uintptr_t at, size_t n)
{
    bool any = false;
    for (uintptr_t page = at / JUDGED_PAGE; page <= (at + n - 1) / JUDGED_PAGE && !any; page++)
        any = page_touched(page * JUDGED_PAGE);
    return any;
}

static void look_at_hosts(void)
{
    uintptr_t at;
    size_t n;
    for (uint32_t i = 0; hosts_next(&i, &at, &n);) {
        if (any_touched(at, n) && check_chunks_make(at, n, false))
            look_at(at, n, &(struct gantry_pair){.device = judged.device, .host = at, .dev = at, .size = n});
    }
    for (uint32_t i = 0; hosts_next(&i, &at, &n);)
        pages_forget(at, n);
}

void used_by_launch(void)
{
    check_enter();
    for (const struct check_pair *c = check_pairs(); c; c = c->next)
        if (c->p.device != judged.device && !check_is_variable(&c->p))
            look_for_foreign(c);
        else if (c->p.device == judged.device && !c->p.private)
            look_at(c->p.dev, c->p.size, &c->p);
    for (const struct check_block *b = check_blocks(); b; b = b->next) {
        struct check_pair c = {.p = {.device = b->device, .host = b->at, .dev = b->at, .size = b->n}};
        if (b->device != judged.device)
            look_for_foreign(&c);
        else
            look_at(b->at, b->n, &c.p);
    }
    look_at_hosts();
    for (const struct check_pair *c = check_pairs(); c; c = c->next)
        pages_forget(c->p.dev, c->p.size);
    for (const struct check_block *b = check_blocks(); b; b = b->next)
        pages_forget(b->at, b->n);
    check_leave();
}
