/* used.c: what a launch has loaded and stored of memory that the host knows, for constructs.c: by the cells of races.c,
 * on the pages that the launch has touched. */
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

/* `host` of what lies at `dev` */
static void look_at_page(uint64_t from, uint64_t to, uint64_t dev, uint64_t host, uint32_t item)
{
    struct slots s;
    for (uint64_t at = from & ~3ull; at < to; at += 4) {
        uint64_t h = host + (at - dev);
        accesses_of(at, &s);
        if (!s.apart) {
            add(h, h + 4, s.of[0], item);
            continue;
        }
        for (unsigned b = 0; b < 4; b++)
            if (at + b >= from && at + b < to)
                add(h + b, h + b + 1, s.of[b], item);
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

void used_by_launch(void)
{
    check_enter();
    for (const struct check_pair *c = check_pairs(); c; c = c->next)
        if (c->p.device == judged.device && !c->p.private)
            look_at(c->p.dev, c->p.size, &c->p);
    for (const struct check_block *b = check_blocks(); b; b = b->next) {
        struct gantry_pair p = {.device = judged.device, .host = b->at, .dev = b->at, .size = b->n};
        look_at(b->at, b->n, &p);
    }
    for (const struct check_pair *c = check_pairs(); c; c = c->next)
        pages_forget(c->p.dev, c->p.size);
    for (const struct check_block *b = check_blocks(); b; b = b->next)
        pages_forget(b->at, b->n);
    check_leave();
}
