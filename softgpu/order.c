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
        replace(&o->fenced[l], NULL);
        replace(&o->awaited[l], NULL);
        for (int s = 0; s < SCOPES; s++) {
            replace(&o->read[l].view[s], NULL);
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

static struct view *common_view(struct view *const of[LANES], uint32_t lanes)
{
    struct view *v = NULL;
    EACH(l, lanes)
    add(&v, of[l]);
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

static void replace_all(struct view *at[LANES], uint32_t lanes, struct view *by)
{
    EACH(l, lanes)
    replace(&at[l], view_share(by));
    view_drop(by);
}

void order_meet(struct warp *w, uint32_t lanes)
{
    struct order *o = w->order;
    uint32_t row[LANES];
    common_row(o, lanes, row);
    EACH(l, lanes)
    {
        memcpy(o->seen[l], row, sizeof row);
        o->own[l]++;
    }
    replace_all(o->view, lanes, common_view(o->view, lanes));
    if (o->fences) {
        replace_all(o->fenced, lanes, common_view(o->fenced, lanes));
        replace_all(o->awaited, lanes, common_view(o->awaited, lanes));
    }
}

static void add_all(struct view **at, struct view *const of[LANES], uint32_t lanes)
{
    struct view *v = common_view(of, lanes);
    add(at, v);
    view_drop(v);
}

void order_arrive(struct warp *w, struct barrier *b)
{
    struct order *o = w->order;
    uint32_t row[LANES];
    common_row(o, w->live, row);
    struct view *v = common_view(o->view, w->live), *all = published(w, v, row);
    add(&b->view, all);
    view_drop(all);
    view_drop(v);
    EACH(l, w->live)
    o->own[l]++;
    if (o->fences) {
        add_all(&b->fenced, o->fenced, w->live);
        add_all(&b->awaited, o->awaited, w->live);
    }
}

void order_leave(struct warp *w, const struct barrier *b)
{
    struct order *o = w->order;
    EACH(l, w->live)
    learn(w, l, b->view);
    if (!b->fenced && !b->awaited)
        return;
    o->fences = true;
    EACH(l, w->live)
    {
        add(&o->fenced[l], b->fenced);
        add(&o->awaited[l], b->awaited);
    }
}

void order_forget(struct barrier *b)
{
    replace(&b->view, NULL);
    replace(&b->fenced, NULL);
    replace(&b->awaited, NULL);
}

/* ---- fences and strong accesses ---- */
static struct view *known_now(struct warp *w, uint32_t lane)
{
    struct order *o = w->order;
    uint32_t row[LANES];
    memcpy(row, o->seen[lane], sizeof row);
    row[lane] = o->own[lane];
    return published(w, o->view[lane], row);
}

void order_fence(struct warp *w, uint32_t lanes, enum scope s, bool sc)
{
    struct order *o = w->order;
    EACH(l, lanes)
    {
        for (int k = 0; k <= (int)s; k++)
            if (o->pending[k][l])
                learn(w, l, o->pending[k][l]);
        bool ordered = sc && s == SCOPE_DEVICE;
        if (ordered && o->awaited[l])
            learn(w, l, o->awaited[l]);
        for (int k = 0; k <= (int)s; k++) {
            struct released *r = &o->released[k][l];
            replace(&r->view, view_share(o->view[l]));
            memcpy(r->row, o->seen[l], sizeof r->row);
            r->row[l] = o->own[l];
            r->set = true;
        }
        if (ordered) {
            replace(&o->fenced[l], known_now(w, l));
            replace(&o->awaited[l], NULL);
            o->fences = true;
        }
        o->own[l]++;
    }
}

static struct view *released(struct warp *w, const struct released *r)
{
    return r->set ? published(w, r->view, r->row) : NULL;
}

static uint64_t number_of(const struct warp *w, uint32_t lane) { return (uint64_t)order_number(w) * LANES + lane + 1; }

/* A write that also reads goes on with what was released there; another one begins anew, but for what its own lane has
 * released there. */
void order_write(struct warp *w, uint32_t lane, struct location *to, bool and_read, int release)
{
    uint64_t me = number_of(w, lane);
    for (int s = 0; s < SCOPES; s++) {
        struct view *v = s <= release ? known_now(w, lane) : released(w, &w->order->released[s][lane]);
        if (and_read && (s == SCOPE_DEVICE || to->block == w->block->number))
            add(&to->view[s], v);
        else
            replace(&to->view[s], view_share(v));
        if (release >= 0)
            replace(&to->own[s], s <= release ? view_share(v) : NULL);
        else if (to->releaser == me)
            add(&to->view[s], to->own[s]);
        view_drop(v);
    }
    to->block = w->block->number;
    if (release >= 0) {
        to->releaser = me;
        w->order->own[lane]++;
    }
}

void order_read(struct warp *w, uint32_t lane, const struct location *from, int acquire)
{
    struct order *o = w->order;
    if (from->view[SCOPE_DEVICE] || from->view[SCOPE_BLOCK])
        report_order();
    add(&o->pending[SCOPE_DEVICE][lane], from->view[SCOPE_DEVICE]);
    if (from->block == w->block->number)
        add(&o->pending[SCOPE_BLOCK][lane], from->view[SCOPE_BLOCK]);
    if (o->read[lane].key != from->key)
        for (int s = 0; s < SCOPES; s++)
            replace(&o->read[lane].view[s], NULL);
    o->read[lane].key = from->key;
    add(&o->read[lane].view[SCOPE_DEVICE], from->view[SCOPE_DEVICE]);
    if (from->block == w->block->number)
        add(&o->read[lane].view[SCOPE_BLOCK], from->view[SCOPE_BLOCK]);
    for (int s = 0; s <= acquire; s++)
        if (o->read[lane].view[s])
            learn(w, lane, o->read[lane].view[s]);
}

void order_write_fenced(struct warp *w, uint32_t lane, struct location *to, bool and_read)
{
    if (and_read)
        add(&to->fenced, w->order->fenced[lane]);
    else
        replace(&to->fenced, view_share(w->order->fenced[lane]));
}

void order_read_fenced(struct warp *w, uint32_t lane, const struct location *from)
{
    if (!from->fenced)
        return;
    add(&w->order->awaited[lane], from->fenced);
    w->order->fences = true;
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
