/* order.c: the clocks of lanes at barriers, meetings and fences. */
#include "order.h"

#include <stdlib.h>
#include <string.h>

#define EACH(L, LANES_)                                                                                                \
    for (uint32_t left_ = (LANES_), L; left_ && (L = (uint32_t)__builtin_ctz(left_), true); left_ &= left_ - 1)

static void replace(struct view **at, struct view *by)
{
    view_drop(*at);
    *at = by;
}

static void add(struct view **at, struct view *more) { replace(at, view_join(*at, more)); }

static void forget(struct order *o)
{
    for (int l = 0; l < LANES; l++) {
        replace(&o->view[l], NULL);
        for (int s = 0; s < SCOPES; s++) {
            replace(&o->released[s][l].view, NULL);
            replace(&o->pending[s][l], NULL);
        }
    }
}

void order_start(struct warp *w)
{
    if (!w->order && !(w->order = calloc(1, sizeof *w->order)))
        abort();
    memset(w->order, 0, sizeof *w->order);
    for (int l = 0; l < LANES; l++)
        w->order->own[l] = 1;
}

void order_stop(struct warp *w) { forget(w->order); }

/* the greatest of what the lanes know of their warp, and of themselves */
static void common_row(const struct order *o, uint32_t lanes, uint32_t out[LANES])
{
    memset(out, 0, LANES * sizeof *out);
    EACH(l, lanes)
    {
        for (int k = 0; k < LANES; k++)
            out[k] = o->seen[l][k] > out[k] ? o->seen[l][k] : out[k];
        out[l] = o->own[l] > out[l] ? o->own[l] : out[l];
    }
}

static struct view *common_view(const struct order *o, uint32_t lanes)
{
    struct view *v = NULL;
    EACH(l, lanes)
    add(&v, o->view[l]);
    return v;
}

/* what a view says of the lane's own warp goes into its row */
static void learn(struct warp *w, uint32_t lane, struct view *from)
{
    struct order *o = w->order;
    const struct clocks *c = view_of(from, w->block->number);
    add(&o->view[lane], from);
    for (uint32_t k = 0; c && k < LANES; k++) {
        uint32_t v = c->v[w->index * LANES + k];
        if (v > o->seen[lane][k])
            o->seen[lane][k] = v;
    }
}

static struct view *published(struct warp *w, struct view *v, const uint32_t row[LANES])
{
    return view_with(v, w->block->number, w->block->nwarps * LANES, w->index, row);
}

void order_meet(struct warp *w, uint32_t lanes)
{
    struct order *o = w->order;
    uint32_t row[LANES];
    common_row(o, lanes, row);
    struct view *v = common_view(o, lanes);
    EACH(l, lanes)
    {
        memcpy(o->seen[l], row, sizeof row);
        replace(&o->view[l], view_share(v));
        o->own[l]++;
    }
    view_drop(v);
}

void order_arrive(struct warp *w, struct view **barrier)
{
    uint32_t row[LANES];
    common_row(w->order, w->live, row);
    struct view *v = common_view(w->order, w->live), *all = published(w, v, row);
    add(barrier, all);
    view_drop(all);
    view_drop(v);
    EACH(l, w->live)
    w->order->own[l]++;
}

void order_leave(struct warp *w, struct view *barrier)
{
    EACH(l, w->live)
    learn(w, l, barrier);
}

/* ---- fences and strong accesses ---- */
void order_fence(struct warp *w, uint32_t lanes, enum scope s)
{
    struct order *o = w->order;
    EACH(l, lanes)
    {
        for (int k = 0; k <= (int)s; k++)
            if (o->pending[k][l])
                learn(w, l, o->pending[k][l]);
        for (int k = 0; k <= (int)s; k++) {
            struct released *r = &o->released[k][l];
            replace(&r->view, view_share(o->view[l]));
            memcpy(r->row, o->seen[l], sizeof r->row);
            r->row[l] = o->own[l];
            r->set = true;
        }
        o->own[l]++;
    }
}

static struct view *released(struct warp *w, const struct released *r)
{
    return r->set ? published(w, r->view, r->row) : NULL;
}

static struct view *known_now(struct warp *w, uint32_t lane)
{
    struct order *o = w->order;
    uint32_t row[LANES];
    memcpy(row, o->seen[lane], sizeof row);
    row[lane] = o->own[lane];
    return published(w, o->view[lane], row);
}

/* A write that also reads goes on with what was released there; another one begins anew. */
void order_write(struct warp *w, uint32_t lane, struct location *to, bool and_read, int release)
{
    for (int s = 0; s < SCOPES; s++) {
        struct view *v = s <= release ? known_now(w, lane) : released(w, &w->order->released[s][lane]);
        if (and_read && (s == SCOPE_DEVICE || to->block == w->block->number))
            add(&to->view[s], v);
        else
            replace(&to->view[s], view_share(v));
        view_drop(v);
    }
    to->block = w->block->number;
    if (release >= 0)
        w->order->own[lane]++;
}

void order_read(struct warp *w, uint32_t lane, const struct location *from, int acquire)
{
    struct order *o = w->order;
    if (from->view[SCOPE_DEVICE] || from->view[SCOPE_BLOCK])
        report_order();
    add(&o->pending[SCOPE_DEVICE][lane], from->view[SCOPE_DEVICE]);
    if (from->block == w->block->number)
        add(&o->pending[SCOPE_BLOCK][lane], from->view[SCOPE_BLOCK]);
    if (acquire >= SCOPE_DEVICE)
        learn(w, lane, from->view[SCOPE_DEVICE]);
    if (acquire >= SCOPE_BLOCK && from->block == w->block->number)
        learn(w, lane, from->view[SCOPE_BLOCK]);
}

/* ---- the question ---- */
int order_missing(const struct warp *w, uint32_t lane, uint32_t warp, uint32_t lanes, uint32_t clock)
{
    return order_missing_in(w, lane, w->order->seen[lane], w->order->view[lane], warp, lanes, clock);
}

int order_missing_in(const struct warp *w, uint32_t lane, const uint32_t *row, struct view *view, uint32_t warp,
                     uint32_t lanes, uint32_t clock)
{
    const uint32_t *known = row;
    if (warp == order_number(w))
        lanes &= ~(1u << lane);
    else {
        const struct clocks *c = view_of(view, warp / w->block->nwarps);
        if (!c)
            return __builtin_ctz(lanes);
        known = c->v + warp % w->block->nwarps * LANES;
    }
    EACH(l, lanes)
    if (known[l] < clock)
        return (int)l;
    return -1;
}
