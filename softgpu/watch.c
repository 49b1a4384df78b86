/* watch.c: of one barrier or fence, the pairs of accesses that it lies between: of two lanes, to the same bytes, one of
 * them to store, so that what the one lane did is known at the barrier, and the barrier to the other lane. Where there
 * is no pair, it orders nothing that could race; where its removal is not told although there are pairs, something else
 * orders them, too (tests/softgpu/mutate.py). */
#include "watch.h"

#include "order.h"

#include <stdlib.h>
#include <string.h>

struct passes { /* of a warp's lanes */
    struct {
        VEC(uint32_t) clocks; /* at which it passed */
        uint32_t row[LANES];  /* what it knew after the last time */
        struct view *view;
    } of[LANES];
};
struct watch {
    int line;
    VEC(struct passes *) warps; /* by their numbers */
    uint64_t weak, strong;      /* pairs */
    int one, other;             /* lines of one of them */
};

struct watch *watch_new(void)
{
    const char *line = getenv("GANTRY_SOFTGPU_WATCH");
    struct watch *t = line && *line ? calloc(1, sizeof *t) : NULL;
    if (t)
        t->line = atoi(line);
    return t;
}

static struct passes *passes_of(struct watch *t, uint32_t warp)
{
    while (t->warps.n <= warp)
        VEC_PUSH(&t->warps, NULL);
    if (!t->warps.v[warp] && !(t->warps.v[warp] = calloc(1, sizeof **t->warps.v)))
        abort();
    return t->warps.v[warp];
}

void watch_passed(struct warp *w, const struct insn *i, uint32_t lane)
{
    struct watch *t = w->worker->watch;
    if (!t || i->line != t->line)
        return;
    struct passes *p = passes_of(t, order_number(w));
    const struct order *o = w->order;
    VEC_PUSH(&p->of[lane].clocks, o->own[lane] - 1);
    memcpy(p->of[lane].row, o->seen[lane], sizeof p->of[lane].row);
    view_drop(p->of[lane].view);
    p->of[lane].view = view_share(o->view[lane]);
}

bool watch_between(const struct warp *w, uint32_t lane, uint32_t warp, uint32_t other_lane, uint32_t clock)
{
    const struct watch *t = w->worker->watch;
    const struct passes *mine = order_number(w) < t->warps.n ? t->warps.v[order_number(w)] : NULL;
    const struct passes *theirs = warp < t->warps.n ? t->warps.v[warp] : NULL;
    if (mine && mine->of[lane].clocks.n &&
        order_missing_in(w, lane, mine->of[lane].row, mine->of[lane].view, warp, 1u << other_lane, clock) < 0)
        return true;
    for (size_t k = 0; theirs && k < theirs->of[other_lane].clocks.n; k++) {
        uint32_t passed = theirs->of[other_lane].clocks.v[k];
        if (passed >= clock)
            return order_missing(w, lane, warp, 1u << other_lane, passed) < 0;
    }
    return false;
}

void watch_pair(struct watch *t, bool strong, int line, int other)
{
    if (!strong && !t->weak++)
        t->one = other, t->other = line;
    t->strong += strong;
}

void watch_end(struct watch *t)
{
    FILE *f = fopen(getenv("GANTRY_SOFTGPU_EXECUTED"), "a");
    if (f) {
        fprintf(f, "between %llu %llu %d %d\n", (unsigned long long)t->weak, (unsigned long long)t->strong, t->one,
                t->other);
        fclose(f);
    }
    for (size_t k = 0; k < t->warps.n; k++)
        for (int l = 0; t->warps.v[k] && l < LANES; l++) {
            view_drop(t->warps.v[k]->of[l].view);
            free(t->warps.v[k]->of[l].clocks.v);
        }
    for (size_t k = 0; k < t->warps.n; k++)
        free(t->warps.v[k]);
    t->warps.n = 0;
    t->weak = t->strong = 0;
    t->one = t->other = 0;
}
