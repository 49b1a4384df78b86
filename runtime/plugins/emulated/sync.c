/* sync.c: what lanes wait for.
 *
 * Team barriers count by warps, as PTX says: a warp has arrived when all its lanes that have not ended wait
 * at the same barrier; so lanes of one warp at different places hang here as they do on the GPU. A warp
 * operation is complete when all live lanes of its mask have come to the same operation with the same mask.
 *
 * Lockstep (GANTRY_EMULATED_LOCKSTEP=1) follows hardware whose lanes share one program counter: the lanes of a warp run
 * until each has come to some synchronisation. Then those at the lowest code address perform theirs together, without
 * the rest of the warp, whatever their mask: part of a warp cannot wait for another part. At a team barrier they arrive
 * for the whole warp. Such hardware joins the lanes of a branch where all its paths meet; a fibre knows nothing of
 * branches, and code addresses say little of what comes first once a compiler has laid out the code. But a team barrier
 * is where all come along: lanes wait there while others have warp operations to do, and two barriers at once are an
 * error. Where parts of a warp pass no barrier at all, the program says where they meet (__gd_emu_reconverge), and
 * lanes wait there as long as others are on their way. */
#include <time.h>

#include "emulated.h"
#include "switch.h"

#define EACH_BIT(m, bits) (uint64_t m = (bits); m; m &= m - 1)

static struct emu_lane *lane_of(struct emu_warp *wp, uint64_t bits) { return &wp->lanes[__builtin_ctzll(bits)]; }

/* Makes lanes ready; not `but`, the running lane, which just continues. */
static void wake(struct emu_warp *wp, uint64_t lanes, struct emu_lane *but)
{
    wp->stopped &= ~lanes;
    for
        EACH_BIT(m, lanes)
        {
            struct emu_lane *l = lane_of(wp, m);
            if (l != but)
                emu_make_ready(l);
        }
}

/* ---- team barriers ---- */

static void go_on(struct emu_worker *w, struct emu_warp *wp, unsigned id, uint64_t lanes, struct emu_lane *but)
{
    wp->at[id] &= ~lanes;
    w->blocked -= (uint32_t)__builtin_popcountll(lanes);
    w->barriers[id].waiting -= (uint32_t)__builtin_popcountll(lanes);
    wake(wp, lanes, but);
}

static void release(struct emu_worker *w, unsigned id, struct emu_lane *but)
{
    struct emu_barrier *b = &w->barriers[id];
    uint32_t warps = b->arrived;
    b->arrived = 0;
    for (; warps; warps &= warps - 1) {
        struct emu_warp *wp = &w->warps[__builtin_ctz(warps)];
        wp->ids &= ~(1u << id);
        wp->in_barrier = false;
        go_on(w, wp, id, wp->at[id], but);
    }
}

/* The running lane where it has just come, as that saves a switch; else any that waits, by the seed. */
static void elect(struct emu_worker *w, unsigned id, struct emu_lane *runs)
{
    struct emu_lane *l = runs;
    uint32_t k = w->seeded ? (uint32_t)(emu_random(&w->random) % w->ntid) : 0;
    for (; !l; k = (k + 1) % w->ntid)
        if (w->lanes[k].warp->at[id] & w->lanes[k].bit)
            l = &w->lanes[k];
    l->elected = true;
    go_on(w, l->warp, id, l->bit, runs);
}

static void all_have_come(struct emu_worker *w, unsigned id, struct emu_lane *runs)
{
    (w->barriers[id].elects ? elect : release)(w, id, runs);
}

static bool complete(const struct emu_worker *w, const struct emu_barrier *b)
{
    uint32_t arrived = (uint32_t)__builtin_popcount(b->arrived);
    return b->expected ? arrived * w->width >= b->expected : arrived == w->live_warps;
}

/* true: that was the last warp, and all go on, or one */
static bool warp_arrives(struct emu_worker *w, struct emu_warp *wp, unsigned id, struct emu_lane *but)
{
    struct emu_barrier *b = &w->barriers[id];
    if (w->count) {
        w->count->sum.warp_barriers++;
        emu_count_flush(w, wp);
    }
    b->arrived |= 1u << wp->index;
    if (!complete(w, b))
        return false;
    all_have_come(w, id, but);
    return true;
}

static void agree(struct emu_lane *l, unsigned id, uint32_t lanes, bool elects)
{
    struct emu_barrier *b = &l->worker->barriers[id];
    if (!b->waiting) {
        b->expected = lanes;
        b->elects = elects;
    } else if (b->expected != lanes) {
        emu_misuse(l, "GC502", "team barrier %u is entered for %u lanes, but others wait there for %u (0 = all)", id,
                   lanes, b->expected);
    } else if (b->elects != elects) {
        emu_misuse(l, "GC502", "lanes come to a barrier of the team, others of the team to one of the league");
    }
    b->waiting++;
}

static void stop_in_lockstep(struct emu_lane *l, enum emu_warp_op op);

/* The running lane has to wait. */
static void wait_for_others(struct emu_lane *l)
{
    if (__builtin_expect(l->warp->full != 0, 0))
        emu_count_look(l->worker, l->warp, NULL);
    emu_go_on(l, false);
}

static void wait_at_barrier(struct emu_lane *l, unsigned id)
{
    struct emu_worker *w = l->worker;
    struct emu_warp *wp = l->warp;
    struct emu_lane *go_on = w->seeded ? NULL : l; /* the last to arrive need not wait */
    l->state = EMU_AT_BARRIER;
    wp->at[id] |= l->bit;
    wp->ids |= 1u << id;
    wp->stopped |= l->bit;
    w->blocked++;
    if (wp->at[id] == wp->live && warp_arrives(w, wp, id, go_on) && go_on)
        l->state = EMU_READY;
    else
        wait_for_others(l);
}

EMU_INLINE void come(struct emu_lane *l, unsigned id, unsigned lanes, bool elects)
{
    struct emu_worker *w = l->worker;
    w->counts.barriers++;
    emu_progress(w);
    if (id >= EMU_BARRIERS || lanes > EMU_MAX_LANES)
        emu_misuse(l, NULL, "team barrier %u for %u lanes: there are barriers 0 to %d, for at most %d lanes", id, lanes,
                   EMU_BARRIERS - 1, EMU_MAX_LANES);
    agree(l, id, lanes, elects);
    l->barrier = (uint8_t)id;
    l->expected = lanes;
    l->elected = false;
    if (w->lockstep)
        stop_in_lockstep(l, EMU_BARRIER);
    else
        wait_at_barrier(l, id);
}

void __gd_emu_barrier(unsigned id, unsigned lanes)
{
    struct emu_lane *l = self();
    l->caller = __builtin_return_address(0);
    come(l, id, lanes, false);
}

_Bool __gd_emu_elect(void)
{
    struct emu_lane *l = self();
    l->caller = __builtin_return_address(0);
    come(l, 0, 0, true);
    return l->elected;
}

void __gd_emu_release(void)
{
    struct emu_lane *l = self();
    struct emu_worker *w = l->worker;
    release(w, 0, NULL);
    if (!w->seeded)
        return;
    l->caller = __builtin_return_address(0);
    emu_make_ready(l);
    emu_go_on(l, false);
}

/* ---- warp operations ---- */

static void exchange(struct emu_warp *wp, enum emu_warp_op op, uint64_t lanes)
{
    uint64_t votes = 0;
    if (op == EMU_SYNC || op == EMU_RECONVERGE)
        return;
    for
        EACH_BIT(m, lanes)
    if (lane_of(wp, m)->value)
        votes |= m & -m;
    for
        EACH_BIT(m, lanes)
        {
            struct emu_lane *l = lane_of(wp, m);
            bool there = lanes >> l->source & 1;
            l->result = op == EMU_BALLOT ? votes : there ? wp->lanes[l->source].value : EMU_POISON;
        }
}

/* The shadows of what lanes exchange go the same ways. Where nobody gave a value, nothing was written. */
static void exchange_shadows(struct emu_worker *w, struct emu_warp *wp, enum emu_warp_op op, uint64_t lanes)
{
    static const struct __gd_emu_uninit_value never = {~0ull, 0};
    struct __gd_emu_uninit_value votes = {0, 0};
    for
        EACH_BIT(m, lanes)
        {
            const struct __gd_emu_uninit_value *v = &w->given[lane_of(wp, m)->ids.tid];
            if (v->shadow)
                votes = (struct __gd_emu_uninit_value){votes.shadow | (m & -m), v->origin};
        }
    for
        EACH_BIT(m, lanes)
        {
            const struct emu_lane *l = lane_of(wp, m);
            bool there = lanes >> l->source & 1;
            w->taken[l->ids.tid] = op == EMU_BALLOT ? votes : there ? w->given[wp->lanes[l->source].ids.tid] : never;
        }
}

static struct emu_gather *gather_for(struct emu_warp *wp, enum emu_warp_op op, uint64_t mask)
{
    for (uint32_t i = 0; i < wp->ngathers; i++)
        if (wp->gathers[i].mask == mask && wp->gathers[i].op == op)
            return &wp->gathers[i];
    wp->gathers[wp->ngathers] = (struct emu_gather){mask, 0, (uint8_t)op};
    return &wp->gathers[wp->ngathers++];
}

static bool gathered(const struct emu_warp *wp, const struct emu_gather *g)
{
    return (g->mask & wp->live & ~g->arrived) == 0;
}

static void finish(struct emu_worker *w, struct emu_warp *wp, struct emu_gather *g, struct emu_lane *but)
{
    uint64_t lanes = g->arrived;
    if (w->count && !(wp->all & ~g->mask))
        emu_count_flush(w, wp);
    exchange(wp, g->op, lanes);
    if (w->given && (g->op == EMU_SHUFFLE || g->op == EMU_BALLOT))
        exchange_shadows(w, wp, g->op, lanes);
    *g = wp->gathers[--wp->ngathers];
    w->blocked -= (uint32_t)__builtin_popcountll(lanes);
    wake(wp, lanes, but);
}

static void wait_for_mask(struct emu_lane *l, enum emu_warp_op op)
{
    struct emu_worker *w = l->worker;
    struct emu_warp *wp = l->warp;
    struct emu_gather *g = gather_for(wp, op, l->mask);
    struct emu_lane *go_on = w->seeded ? NULL : l;
    l->state = EMU_AT_WARP;
    g->arrived |= l->bit;
    l->warp->stopped |= l->bit;
    w->blocked++;
    if (gathered(wp, g)) {
        finish(w, wp, g, go_on);
        l->state = EMU_READY;
        if (go_on)
            return;
    }
    wait_for_others(l);
}

static const char *const op_names[] = {"warp sync", "shuffle", "vote"};

static uint64_t warp_op(struct emu_lane *l, enum emu_warp_op op, uint64_t mask, uint64_t value, unsigned source)
{
    struct emu_worker *w = l->worker;
    emu_progress(w);
    if (w->width < 64)
        mask &= (1ull << w->width) - 1;
    if (!(mask & l->bit))
        emu_misuse(l, NULL, "%s with mask %#llx, in which the calling lane %u itself is missing", op_names[op],
                   (unsigned long long)mask, l->ids.lane);
    l->op = (uint8_t)op;
    l->mask = mask;
    l->value = value;
    l->source = (uint8_t)(source % w->width);
    if (w->lockstep)
        stop_in_lockstep(l, op);
    else
        wait_for_mask(l, op);
    return l->result;
}

void __gd_emu_warp_sync(unsigned long long mask)
{
    struct emu_lane *l = self();
    l->caller = __builtin_return_address(0);
    l->worker->counts.syncs++;
    warp_op(l, EMU_SYNC, mask, 0, 0);
}

unsigned long long __gd_emu_shuffle(unsigned long long mask, unsigned long long value, unsigned src_lane)
{
    struct emu_lane *l = self();
    l->caller = __builtin_return_address(0);
    l->worker->counts.shuffles++;
    return warp_op(l, EMU_SHUFFLE, mask, value, src_lane);
}

unsigned long long __gd_emu_ballot(unsigned long long mask, int pred)
{
    struct emu_lane *l = self();
    l->caller = __builtin_return_address(0);
    l->worker->counts.votes++;
    return warp_op(l, EMU_BALLOT, mask, pred != 0, 0);
}

unsigned long long emu_shuffle_shadowed(struct emu_lane *l, uint64_t mask, uint64_t value, unsigned src_lane,
                                        struct __gd_emu_uninit_value *v)
{
    struct emu_worker *w = l->worker;
    w->counts.shuffles++;
    w->given[l->ids.tid] = *v;
    uint64_t r = warp_op(l, EMU_SHUFFLE, mask, value, src_lane);
    *v = w->taken[l->ids.tid];
    return r;
}

unsigned long long emu_ballot_shadowed(struct emu_lane *l, uint64_t mask, int pred, struct __gd_emu_uninit_value *v)
{
    struct emu_worker *w = l->worker;
    w->counts.votes++;
    w->given[l->ids.tid] = *v;
    uint64_t r = warp_op(l, EMU_BALLOT, mask, pred != 0, 0);
    *v = w->taken[l->ids.tid];
    return r;
}

unsigned long long __gd_emu_active(void) { return self()->bit; }

/* ---- lockstep ---- */

/* ---- who goes on ---- */
static int rank(const struct emu_lane *l)
{
    return l->op == EMU_RECONVERGE ? (l->value ? 1 : 3) : l->op == EMU_BARRIER ? 2 : 0;
}

static bool goes_first(const struct emu_lane *a, const struct emu_lane *b)
{
    if (rank(a) != rank(b))
        return rank(a) < rank(b);
    if (a->op == EMU_RECONVERGE && a->value != b->value)
        return a->value > b->value;
    return (uintptr_t)a->caller < (uintptr_t)b->caller;
}

static bool same_place(const struct emu_lane *a, const struct emu_lane *b)
{
    return a->caller == b->caller && a->op == b->op && (a->op != EMU_BARRIER || a->barrier == b->barrier) &&
           (a->op != EMU_RECONVERGE || a->value == b->value);
}

/* me: the lane that runs, and whose place reports give */
static uint64_t choose_group(struct emu_warp *wp, struct emu_lane *me, enum emu_warp_op *op)
{
    struct emu_lane *first = lane_of(wp, wp->stopped), *other = NULL;
    uint64_t group = 0;
    for
        EACH_BIT(m, wp->stopped)
    if (goes_first(lane_of(wp, m), first))
        first = lane_of(wp, m);
    *op = first->op;
    for
        EACH_BIT(m, wp->stopped)
        {
            struct emu_lane *l = lane_of(wp, m);
            if (same_place(l, first))
                group |= m & -m;
            else if (l->op == EMU_BARRIER)
                other = l;
        }
    if (*op == EMU_BARRIER && other)
        emu_misuse(me, "GC502", "lanes %u and %u of one warp, in lockstep, are at two team barriers", first->ids.lane,
                   other->ids.lane);
    return group;
}

static void step(struct emu_worker *w, struct emu_warp *wp, struct emu_lane *me)
{
    enum emu_warp_op op;
    if (!wp->live || wp->stopped != wp->live || wp->in_barrier)
        return;
    uint64_t group = choose_group(wp, me, &op);
    if (op == EMU_BARRIER) {
        unsigned id = lane_of(wp, group)->barrier;
        wp->at[id] = group;
        wp->in_barrier = true;
        warp_arrives(w, wp, id, NULL);
        return;
    }
    if (w->count)
        emu_count_flush(w, wp);
    exchange(wp, op, group);
    if (w->given && (op == EMU_SHUFFLE || op == EMU_BALLOT))
        exchange_shadows(w, wp, op, group);
    w->blocked -= (uint32_t)__builtin_popcountll(group);
    wake(wp, group, NULL);
}

static void stop_in_lockstep(struct emu_lane *l, enum emu_warp_op op)
{
    struct emu_worker *w = l->worker;
    l->op = (uint8_t)op;
    l->state = op == EMU_BARRIER ? EMU_AT_BARRIER : EMU_AT_WARP;
    l->warp->stopped |= l->bit;
    w->blocked++;
    step(w, l->warp, l);
    wait_for_others(l);
}

void __gd_emu_reconverge(unsigned depth)
{
    struct emu_lane *l = self();
    if (!l->worker->lockstep)
        return;
    l->caller = __builtin_return_address(0);
    l->mask = l->warp->live;
    l->value = depth;
    emu_progress(l->worker);
    stop_in_lockstep(l, EMU_RECONVERGE);
}

/* ---- a lane has ended: it is waited for no longer ---- */

static void recount_barriers(struct emu_worker *w, struct emu_warp *wp)
{
    if (wp->live)
        for (uint32_t ids = wp->ids; ids; ids &= ids - 1) {
            unsigned id = (unsigned)__builtin_ctz(ids);
            if (wp->at[id] == wp->live)
                warp_arrives(w, wp, id, NULL);
        }
    else
        for (unsigned id = 0; id < EMU_BARRIERS; id++)
            if (w->barriers[id].arrived && complete(w, &w->barriers[id]))
                all_have_come(w, id, NULL);
}

void emu_lane_left(struct emu_lane *l)
{
    struct emu_worker *w = l->worker;
    struct emu_warp *wp = l->warp;
    if (w->lockstep && wp->live) {
        step(w, wp, l);
    } else {
        recount_barriers(w, wp);
        for (uint32_t i = wp->ngathers; i-- > 0;)
            if (gathered(wp, &wp->gathers[i]))
                finish(w, wp, &wp->gathers[i], NULL);
    }
    if (wp->full)
        emu_count_look(w, wp, NULL);
}

unsigned long long __gd_emu_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (unsigned long long)t.tv_sec * 1000000000u + (unsigned long long)t.tv_nsec;
}
