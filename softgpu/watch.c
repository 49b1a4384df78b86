/* watch.c: of barriers and fences, the pairs of accesses that each lies between: of two lanes, to the same bytes, one
 * of them to store, so that what the one lane did is known at the barrier, and the barrier to the other lane. Where
 * there is no pair, it orders nothing that could race; where its removal is not told although there are pairs,
 * something else orders them, too (tests/softgpu/mutate.py). */
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
struct point { /* a barrier or fence */
    int line;
    VEC(struct passes *) warps; /* by their numbers */
    uint64_t weak, strong;      /* pairs */
    uint64_t sole;              /* weak pairs that no other point lies between */
    VEC(uint64_t) with;         /* by points: weak pairs that it lies between, too */
    int one, other;             /* lines of a weak pair */
    uint64_t before, after;     /* accesses between another point, or an end of the kernel, and this one */
};
struct since { /* of a warp's lanes: the point that was passed last, plus 1, and accesses since */
    size_t point[LANES];
    uint64_t accesses[LANES];
};
struct watch {
    int line; /* 0: of all */
    VEC(struct point) points;
    VEC(size_t) between;       /* those of the pair that is looked at */
    VEC(struct since *) since; /* by numbers of warps */
};

struct watch *watch_new(void)
{
    const char *line = getenv("GANTRY_SOFTGPU_WATCH");
    struct watch *t = line && *line ? calloc(1, sizeof *t) : NULL;
    if (t)
        t->line = atoi(line);
    return t;
}

static struct point *point_of(struct watch *t, int line)
{
    for (size_t k = 0; k < t->points.n; k++)
        if (t->points.v[k].line == line)
            return &t->points.v[k];
    VEC_PUSH(&t->points, (struct point){.line = line});
    return &t->points.v[t->points.n - 1];
}

static struct passes *passes_of(struct point *p, uint32_t warp)
{
    while (p->warps.n <= warp)
        VEC_PUSH(&p->warps, NULL);
    if (!p->warps.v[warp] && !(p->warps.v[warp] = calloc(1, sizeof **p->warps.v)))
        abort();
    return p->warps.v[warp];
}

static struct since *since_of(struct watch *t, uint32_t warp)
{
    while (t->since.n <= warp)
        VEC_PUSH(&t->since, NULL);
    if (!t->since.v[warp] && !(t->since.v[warp] = calloc(1, sizeof **t->since.v)))
        abort();
    return t->since.v[warp];
}

void watch_access(struct warp *w, uint32_t lane)
{
    struct watch *t = w->worker->watch;
    struct since *s = since_of(t, order_number(w));
    s->accesses[lane]++;
    if (s->point[lane])
        t->points.v[s->point[lane] - 1].after++;
}

void watch_passed(struct warp *w, const struct insn *i, uint32_t lane)
{
    struct watch *t = w->worker->watch;
    if (!t || (t->line && i->line != t->line))
        return;
    struct point *point = point_of(t, i->line);
    struct passes *p = passes_of(point, order_number(w));
    struct since *s = since_of(t, order_number(w));
    point->before += s->accesses[lane];
    s->accesses[lane] = 0;
    s->point[lane] = (size_t)(point - t->points.v) + 1;
    const struct order *o = w->order;
    VEC_PUSH(&p->of[lane].clocks, o->own[lane] - 1);
    memcpy(p->of[lane].row, o->seen[lane], sizeof p->of[lane].row);
    view_drop(p->of[lane].view);
    p->of[lane].view = view_share(o->view[lane]);
}

static bool lies_between(const struct point *p, const struct warp *w, uint32_t lane, uint32_t warp, uint32_t other_lane,
                         uint32_t clock)
{
    const struct passes *mine = order_number(w) < p->warps.n ? p->warps.v[order_number(w)] : NULL;
    const struct passes *theirs = warp < p->warps.n ? p->warps.v[warp] : NULL;
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

static void count_weak(struct watch *t, struct point *p, int line, int other)
{
    if (!p->weak++)
        p->one = other, p->other = line;
    p->sole += t->between.n == 1;
    while (p->with.n < t->points.n)
        VEC_PUSH(&p->with, 0);
    for (size_t k = 0; k < t->between.n; k++)
        p->with.v[t->between.v[k]]++;
}

void watch_pair(const struct warp *w, uint32_t lane, int line, uint32_t warp, uint32_t other_lane, uint32_t clock,
                int other, bool strong)
{
    struct watch *t = w->worker->watch;
    t->between.n = 0;
    for (size_t k = 0; k < t->points.n; k++)
        if (lies_between(&t->points.v[k], w, lane, warp, other_lane, clock))
            VEC_PUSH(&t->between, k);
    for (size_t k = 0; k < t->between.n; k++) {
        struct point *p = &t->points.v[t->between.v[k]];
        if (strong)
            p->strong++;
        else
            count_weak(t, p, line, other);
    }
}

/* the line of another point that lies between most of its pairs, too, and how many; 0: none does */
static int beside(const struct watch *t, const struct point *p, uint64_t *most)
{
    int line = 0;
    *most = 0;
    for (size_t k = 0; k < p->with.n; k++)
        if (&t->points.v[k] != p && p->with.v[k] > *most) {
            *most = p->with.v[k];
            line = t->points.v[k].line;
        }
    return line;
}

static void point_end(struct point *p)
{
    for (size_t k = 0; k < p->warps.n; k++)
        for (int l = 0; p->warps.v[k] && l < LANES; l++) {
            view_drop(p->warps.v[k]->of[l].view);
            free(p->warps.v[k]->of[l].clocks.v);
        }
    for (size_t k = 0; k < p->warps.n; k++)
        free(p->warps.v[k]);
    free(p->warps.v);
    free(p->with.v);
}

void watch_end(struct watch *t)
{
    FILE *f = fopen(getenv("GANTRY_SOFTGPU_EXECUTED"), "a");
    for (size_t k = 0; f && k < t->points.n; k++) {
        const struct point *p = &t->points.v[k];
        uint64_t most;
        int line = beside(t, p, &most);
        fprintf(f, "between %d %llu %llu %llu %d %llu %d %d %llu %llu\n", p->line, (unsigned long long)p->weak,
                (unsigned long long)p->strong, (unsigned long long)p->sole, line, (unsigned long long)most, p->one,
                p->other, (unsigned long long)p->before, (unsigned long long)p->after);
    }
    if (f)
        fclose(f);
    for (size_t k = 0; k < t->points.n; k++)
        point_end(&t->points.v[k]);
    for (size_t k = 0; k < t->since.n; k++)
        free(t->since.v[k]);
    t->points.n = t->since.n = 0;
}
