/* meet.c: where lanes wait for each other: within a warp (bar.warp.sync, shuffles, votes, matches), and a block's
 * barriers, at which warps arrive. PTX ISA: a thread waits for those of its mask, or of its warp, that have not ended.
 */
#include "meet.h"

#include "order.h"
#include "shadow.h"
#include "unset.h"
#include "watch.h"

#include <string.h>

enum { FOREIGN = 0x5a5a5a5a }; /* what a shuffle reads of a lane that does not take part */

/* ---- lanes of different frames ---- */
static void *cell(const struct warp *w, int lane, uint32_t ref)
{
    uint32_t bank = ref & 7;
    uint8_t *rows = bank < FRAME_BANKS ? w->rows[bank] + (size_t)w->in[lane]->base[bank] * UNIT : w->bank[bank];
    return rows + (size_t)(ref >> 3) * UNIT;
}
static uint32_t get32(const struct warp *w, int lane, uint32_t ref) { return ((uint32_t *)cell(w, lane, ref))[lane]; }
static uint64_t get64(const struct warp *w, int lane, uint32_t ref) { return ((uint64_t *)cell(w, lane, ref))[lane]; }
static bool get_pred(const struct warp *w, int lane, uint32_t ref)
{
    return *(uint32_t *)cell(w, lane, ref) >> lane & 1;
}
static void set32(struct warp *w, int lane, uint32_t ref, uint32_t v) { ((uint32_t *)cell(w, lane, ref))[lane] = v; }
static void set_pred(struct warp *w, int lane, uint32_t ref, bool v)
{
    uint32_t *p = cell(w, lane, ref);
    *p = (*p & ~(1u << lane)) | (uint32_t)v << lane;
}

static const struct insn *at(const struct warp *w, int lane) { return &w->launch->module->code.v[w->pc[lane]]; }

#define EACH(L, LANES_)                                                                                                \
    for (uint32_t left_ = (LANES_), L; left_ && (L = (uint32_t)__builtin_ctz(left_), true); left_ &= left_ - 1)

static const uint8_t mask_at[] = {
    [MEET_SYNC] = 0,      [MEET_SHFL_UP] = 4, [MEET_SHFL_DOWN] = 4, [MEET_SHFL_BFLY] = 4, [MEET_SHFL_IDX] = 4,
    [MEET_ALL] = 2,       [MEET_ANY] = 2,     [MEET_UNI] = 2,       [MEET_BALLOT] = 2,    [MEET_MATCH_ANY] = 2,
    [MEET_MATCH_ALL] = 2, [MEET_ADD] = 2,     [MEET_MIN_U] = 2,     [MEET_MAX_U] = 2,     [MEET_MIN_S] = 2,
    [MEET_MAX_S] = 2,     [MEET_AND] = 2,     [MEET_OR] = 2,        [MEET_XOR] = 2,       [MEET_ELECT] = 2,
};

/* ---- what they do once all are there ---- */
static void shuffle(struct warp *w, uint32_t lanes, enum meet_kind kind)
{
    uint32_t a[LANES], d[LANES];
    uint64_t u[LANES], unset[LANES];
    bool p[LANES];
    EACH(l, lanes)
    {
        a[l] = get32(w, (int)l, at(w, (int)l)->r[1]);
        u[l] = w->worker->unset ? shadow_of(w, (int)l, at(w, (int)l)->r[1]) : 0;
    }
    EACH(l, lanes)
    {
        const struct insn *i = at(w, (int)l);
        uint32_t b = get32(w, (int)l, i->r[2]) & 31, c = get32(w, (int)l, i->r[3]), segment = c >> 8 & 31,
                 low = l & segment, high = low | (c & 31 & ~segment), from;
        switch (kind) {
        case MEET_SHFL_UP:
            from = l - b;
            p[l] = (int)from >= (int)high;
            break;
        case MEET_SHFL_DOWN:
            from = l + b;
            p[l] = from <= high;
            break;
        case MEET_SHFL_BFLY:
            from = l ^ b;
            p[l] = from <= high;
            break;
        default:
            from = low | (b & ~segment);
            p[l] = from <= high;
        }
        if (!p[l])
            from = l;
        d[l] = lanes >> from & 1 ? a[from] : FOREIGN;
        unset[l] = lanes >> from & 1 ? u[from] : ~0ull;
    }
    EACH(l, lanes)
    {
        const struct insn *i = at(w, (int)l);
        set32(w, (int)l, i->r[0], d[l]);
        if (i->count)
            set_pred(w, (int)l, i->r[5], p[l]);
        if (w->worker->unset) {
            shadow_set(w, (int)l, i->r[0],
                       shadow_of(w, (int)l, i->r[2]) | shadow_of(w, (int)l, i->r[3]) ? ~0ull : unset[l]);
            shadow_set(w, (int)l, i->r[5], 0);
        }
    }
}

/* The same where all whom they wait for come to one instruction at once: whole rows. p: the lanes whose partner is in
 * their segment. */
static inline __attribute__((always_inline)) uint32_t shuffle_row(uint32_t d[LANES], const uint32_t *a,
                                                                  const uint32_t *b, const uint32_t *c, uint32_t lanes,
                                                                  enum meet_kind kind)
{
    uint32_t p = 0;
    for (uint32_t l = 0; l < LANES; l++) {
        uint32_t segment = c[l] >> 8 & 31, low = l & segment, high = low | (c[l] & 31 & ~segment), by = b[l] & 31,
                 from = kind == MEET_SHFL_UP     ? l - by
                        : kind == MEET_SHFL_DOWN ? l + by
                        : kind == MEET_SHFL_BFLY ? l ^ by
                                                 : low | (by & ~segment);
        bool in = kind == MEET_SHFL_UP ? (int)from >= (int)high : from <= high;
        from = in ? from : l;
        p |= (uint32_t)in << l;
        d[l] = lanes >> from & 1 ? a[from] : FOREIGN;
    }
    return p;
}

static void shuffle_together(struct warp *w, const struct insn *i, uint32_t lanes)
{
    const uint32_t *a = row(w, i->r[1]), *b = row(w, i->r[2]), *c = row(w, i->r[3]);
    uint32_t d[LANES], p, *to = row(w, i->r[0]);
    switch (i->sub) {
    case MEET_SHFL_UP:
        p = shuffle_row(d, a, b, c, lanes, MEET_SHFL_UP);
        break;
    case MEET_SHFL_DOWN:
        p = shuffle_row(d, a, b, c, lanes, MEET_SHFL_DOWN);
        break;
    case MEET_SHFL_BFLY:
        p = shuffle_row(d, a, b, c, lanes, MEET_SHFL_BFLY);
        break;
    default:
        p = shuffle_row(d, a, b, c, lanes, MEET_SHFL_IDX);
    }
    if (lanes == (uint32_t)ALL_LANES)
        memcpy(to, d, sizeof d);
    else
        EACH(l, lanes)
    to[l] = d[l];
    if (i->count) {
        uint32_t *pred = row(w, i->r[5]);
        *pred = (*pred & ~lanes) | (p & lanes);
    }
}

/* what all lanes get is made of what all lanes bring: a bit of it each, or all of it */
static void spread(struct warp *w, uint32_t lanes, enum meet_kind kind)
{
    uint64_t any = 0;
    EACH(l, lanes)
    any |= (uint64_t)(shadow_of(w, (int)l, at(w, (int)l)->r[1]) != 0) << l;
    EACH(l, lanes)
    {
        const struct insn *i = at(w, (int)l);
        shadow_set(w, (int)l, i->r[0], kind == MEET_BALLOT ? any : any ? ~0ull : 0);
        if (kind == MEET_MATCH_ALL && i->count)
            shadow_set(w, (int)l, i->r[3], any != 0);
    }
}

static void vote(struct warp *w, uint32_t lanes, enum meet_kind kind)
{
    uint32_t yes = 0;
    EACH(l, lanes)
    {
        const struct insn *i = at(w, (int)l);
        yes |= (uint32_t)(get_pred(w, (int)l, i->r[1]) != (i->size != 0)) << l;
    }
    EACH(l, lanes)
    {
        uint32_t d = at(w, (int)l)->r[0];
        if (kind == MEET_BALLOT)
            set32(w, (int)l, d, yes);
        else
            set_pred(w, (int)l, d,
                     kind == MEET_ALL   ? yes == lanes
                     : kind == MEET_ANY ? yes != 0
                                        : yes == 0 || yes == lanes);
    }
}

static void match(struct warp *w, uint32_t lanes, enum meet_kind kind)
{
    uint64_t a[LANES];
    EACH(l, lanes)
    {
        const struct insn *i = at(w, (int)l);
        a[l] = i->size == 8 ? get64(w, (int)l, i->r[1]) : get32(w, (int)l, i->r[1]);
    }
    EACH(l, lanes)
    {
        const struct insn *i = at(w, (int)l);
        uint32_t same = 0;
        EACH(o, lanes)
        same |= (uint32_t)(a[o] == a[l]) << o;
        bool all = same == lanes;
        set32(w, (int)l, i->r[0], kind == MEET_MATCH_ANY || all ? same : 0);
        if (i->count)
            set_pred(w, (int)l, i->r[3], all);
    }
}

static uint32_t reduced(enum meet_kind kind, uint32_t a, uint32_t b)
{
    switch (kind) {
    case MEET_ADD:
        return a + b;
    case MEET_MIN_U:
        return a < b ? a : b;
    case MEET_MAX_U:
        return a > b ? a : b;
    case MEET_MIN_S:
        return (int32_t)a < (int32_t)b ? a : b;
    case MEET_MAX_S:
        return (int32_t)a > (int32_t)b ? a : b;
    case MEET_AND:
        return a & b;
    case MEET_OR:
        return a | b;
    default:
        return a ^ b;
    }
}

static void redux(struct warp *w, uint32_t lanes, enum meet_kind kind)
{
    bool first = true;
    uint32_t sum = 0;
    EACH(l, lanes)
    {
        uint32_t v = get32(w, (int)l, at(w, (int)l)->r[1]);
        sum = first ? v : reduced(kind, sum, v);
        first = false;
    }
    EACH(l, lanes)
    set32(w, (int)l, at(w, (int)l)->r[0], sum);
}

/* one of them all, the same one each time */
static void elect(struct warp *w, uint32_t lanes)
{
    uint32_t leader = (uint32_t)__builtin_ctz(lanes);
    EACH(l, lanes)
    {
        const struct insn *i = at(w, (int)l);
        set32(w, (int)l, i->r[0], leader);
        set_pred(w, (int)l, i->r[1], l == leader);
        if (w->worker->unset) {
            shadow_set(w, (int)l, i->r[0], 0);
            shadow_set(w, (int)l, i->r[1], 0);
        }
    }
}

static void perform(struct warp *w, uint32_t lanes, enum meet_kind kind)
{
    if (w->worker->unset && kind > MEET_SHFL_IDX && kind != MEET_ELECT)
        spread(w, lanes, kind);
    if (kind >= MEET_SHFL_UP && kind <= MEET_SHFL_IDX)
        shuffle(w, lanes, kind);
    else if (kind >= MEET_ALL && kind <= MEET_BALLOT)
        vote(w, lanes, kind);
    else if (kind == MEET_MATCH_ANY || kind == MEET_MATCH_ALL)
        match(w, lanes, kind);
    else if (kind == MEET_ELECT)
        elect(w, lanes);
    else if (kind != MEET_SYNC)
        redux(w, lanes, kind);
    else if (w->worker->races)
        order_meet(w, lanes);
    EACH(l, lanes)
    {
        if (w->worker->watch && kind == MEET_SYNC)
            watch_passed(w, at(w, (int)l), l);
        w->state[l] = LANE_READY;
        w->pc[l]++;
    }
    w->ready |= lanes;
}

/* those that wait at an operation of this kind with this mask, if nobody is missing */
static void complete(struct warp *w, enum meet_kind kind, uint32_t mask)
{
    uint32_t here = 0, wanted = mask & w->live;
    EACH(l, wanted)
    if (w->state[l] == LANE_MEETS && w->meet_mask[l] == mask && at(w, (int)l)->sub == kind)
        here |= 1u << l;
    if (here && here == wanted)
        perform(w, here, kind);
}

static bool have_mask(const uint32_t *row, uint32_t lanes, uint32_t mask)
{
    uint32_t others = 0;
    for (uint32_t l = 0; l < LANES; l++)
        others |= (row[l] ^ mask) & (0 - (lanes >> l & 1));
    return !others;
}

bool meet_at_once(struct warp *w, const struct insn *i, uint32_t lanes)
{
    const uint32_t *masks = row(w, i->r[mask_at[i->sub]]);
    uint32_t mask = masks[__builtin_ctz(lanes)];
    bool shuffles = i->sub >= MEET_SHFL_UP && i->sub <= MEET_SHFL_IDX;
    if (w->worker->races || (i->sub != MEET_SYNC && !shuffles) || (mask & w->live) != lanes ||
        !have_mask(masks, lanes, mask))
        return false;
    if (shuffles)
        shuffle_together(w, i, lanes);
    return true;
}

void meet(struct warp *w, const struct insn *i, uint32_t lanes)
{
    uint32_t mask = 0, same = 0;
    EACH(l, lanes)
    {
        if (w->worker->unset)
            unset_decides(w, i, (int)l, i->r[mask_at[i->sub]], "which lanes meet");
        mask = get32(w, (int)l, i->r[mask_at[i->sub]]);
        if (!(mask >> l & 1))
            fault(w, i, (int)l, AS_FINDING(SG_ILLEGAL_INSTRUCTION, 502), "the lane is not in its own mask 0x%08x",
                  mask);
        w->meet_mask[l] = mask;
        w->state[l] = LANE_MEETS;
        w->pc[l] = (uint32_t)(i - w->launch->module->code.v);
    }
    w->ready &= ~lanes;
    for (uint32_t todo = lanes; todo; todo &= ~same) {
        mask = w->meet_mask[__builtin_ctz(todo)];
        same = 0;
        EACH(l, todo)
        same |= (uint32_t)(w->meet_mask[l] == mask) << l;
        complete(w, (enum meet_kind)i->sub, mask);
    }
}

/* ---- a block's barriers ---- */
static void release(struct block *b, struct barrier *bar)
{
    struct barrier done = *bar;
    *bar = (struct barrier){0};
    for (uint32_t k = 0; k < b->nwarps; k++) {
        struct warp *w = b->warps[k];
        if (!(done.waiting >> k & 1))
            continue;
        if (done.view)
            order_leave(w, &done);
        EACH(l, w->live)
        {
            const struct insn *i = at(w, (int)l);
            if (w->worker->watch)
                watch_passed(w, i, l);
            if (i->sub == BAR_RED_POPC)
                set32(w, (int)l, i->r[0], done.popc);
            else if (i->sub == BAR_RED_AND || i->sub == BAR_RED_OR)
                set_pred(w, (int)l, i->r[0], i->sub == BAR_RED_AND ? !done.any_not : done.popc != 0);
            if (w->worker->unset && i->sub >= BAR_RED_POPC)
                shadow_set(w, (int)l, i->r[0], done.unset ? ~0ull : 0);
            w->state[l] = LANE_READY;
            w->pc[l]++;
        }
        w->ready = w->live;
    }
    order_forget(&done);
}

static void check(struct block *b, struct barrier *bar)
{
    uint32_t wanted = bar->count ? bar->count : b->live_warps * LANES;
    if (bar->arrived && bar->arrived >= wanted)
        release(b, bar);
}

static void arrive(struct warp *w, const struct insn *i)
{
    struct block *b = w->block;
    int first = __builtin_ctz(w->live);
    struct barrier *bar = &b->barriers[w->barrier_id[first]];
    uint32_t count = w->barrier_count[first];
    if (bar->arrived && bar->count != count)
        fault(w, i, first, AS_FINDING(SG_ILLEGAL_INSTRUCTION, 502),
              "barrier %u: this warp counts %u lanes, another one %u (0: the block's)", w->barrier_id[first], count,
              bar->count);
    bar->count = count;
    bar->arrived += LANES;
    if (w->worker->races)
        order_arrive(w, bar);
    if (i->sub >= BAR_RED_POPC) {
        EACH(l, w->live)
        {
            bool yes = get_pred(w, (int)l, at(w, (int)l)->r[3]) != (i->size != 0);
            bar->unset |= w->worker->unset && shadow_of(w, (int)l, at(w, (int)l)->r[3]);
            bar->popc += yes;
            bar->any_not |= !yes;
        }
    }
    if (i->sub == BAR_ARRIVE) {
        EACH(l, w->live)
        {
            if (w->worker->watch)
                watch_passed(w, at(w, (int)l), l);
            w->state[l] = LANE_READY;
            w->pc[l]++;
        }
        w->ready = w->live;
    } else
        bar->waiting |= 1ull << w->index;
    check(b, bar);
}

/* the warp arrives once all its lanes that have not ended are at the barrier */
static void arrive_if_whole(struct warp *w)
{
    if (!w->live)
        return;
    int first = __builtin_ctz(w->live);
    uint32_t id = w->barrier_id[first];
    if (w->state[first] != LANE_BARRIER || w->block->barriers[id].waiting >> w->index & 1)
        return;
    EACH(l, w->live)
    if (w->state[l] != LANE_BARRIER || w->barrier_id[l] != id)
        return;
    const struct insn *i = at(w, first);
    EACH(l, w->live)
    if (w->pc[l] != w->pc[first] && (i->count || at(w, (int)l)->count))
        fault(w, i, (int)l, AS_FINDING(SG_ILLEGAL_INSTRUCTION, 502),
              "an aligned barrier %u, at which lane %d of the warp is at another instruction", id, first);
    arrive(w, i);
}

void barrier_arrive(struct warp *w, const struct insn *i, uint32_t lanes)
{
    EACH(l, lanes)
    {
        if (w->worker->unset) {
            unset_decides(w, i, (int)l, i->r[1], "a barrier's number");
            unset_decides(w, i, (int)l, i->r[2], "how many lanes a barrier counts");
        }
        uint32_t id = get32(w, (int)l, i->r[1]), count = i->target ? get32(w, (int)l, i->r[2]) : 0;
        if (id >= MOST_BARRIERS)
            fault(w, i, (int)l, AS_FINDING(SG_ILLEGAL_INSTRUCTION, 502), "there is no barrier %u", id);
        if (count % LANES || (i->target && !count))
            fault(w, i, (int)l, AS_FINDING(SG_ILLEGAL_INSTRUCTION, 502),
                  "barrier %u counts %u lanes, which are no whole warps", id, count);
        w->barrier_id[l] = id;
        w->barrier_count[l] = count;
        w->state[l] = LANE_BARRIER;
        w->pc[l] = (uint32_t)(i - w->launch->module->code.v);
    }
    w->ready &= ~lanes;
    arrive_if_whole(w);
}

void lanes_ended(struct warp *w)
{
    uint32_t waiting = 0;
    EACH(l, w->live)
    if (w->state[l] == LANE_MEETS)
        waiting |= 1u << l;
    EACH(l, waiting)
    if (w->state[l] == LANE_MEETS)
        complete(w, (enum meet_kind)at(w, (int)l)->sub, w->meet_mask[l]);
    arrive_if_whole(w);
    if (w->live)
        return;
    w->block->live_warps--;
    for (int k = 0; k < MOST_BARRIERS; k++)
        check(w->block, &w->block->barriers[k]);
}
