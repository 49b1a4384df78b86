/* together.c: lanes of a warp that come to a lock together. Where lanes share a program counter (programs linked with
 * --lockstep) one of them takes it, and waits where the loop around the attempt ends for the others, which wait for the
 * lock. With program counters of their own that is no fault.
 *
 * Which lanes go together is told by the ways that they take, not by time, so that it is the same in every run: from
 * where all of a warp are together (the beginning of a parallel region, a barrier) those have never parted that took
 * the same branches. A way is a hash of these. What time decides makes a lane's way its own: atomics, locks that are
 * only tried, orders. */
#include <string.h>

#include "judge.h"

enum { WAITS = 4096 }; /* a power of two */
static struct waits {
    unsigned n;
    struct wait {
        uint64_t way, key;
        const struct __gd_emu_judged_site *site;
        uint32_t team, warp, forks, barriers; /* team: + 1; 0 = none */
        uint16_t thread, locks;
    } of[WAITS];
} own_waits, *waits = &own_waits;
static struct way {
    uint64_t way;
    uint32_t forks, barriers; /* where it began */
} own_lanes[JUDGED_LANES], *lanes = own_lanes;
static bool told; /* the image tells ways */

void together_begin_launch(void)
{
    told = false;
    together_begin_team();
}

void together_begin_team(void)
{
    if (waits->n)
        memset(waits, 0, sizeof *waits);
    memset(lanes, 0, judged.nlanes * sizeof *lanes);
}

void together_turn(void)
{
    waits = turn_exchange(waits, sizeof *waits);
    lanes = turn_exchange(lanes, sizeof own_lanes);
}

/* ---- ways ---- */

static void go(const struct __gd_emu_lane *l, uint64_t to)
{
    const struct __gd_emu_place *p = l->place;
    if (lanes[l->tid].forks != p->forks || lanes[l->tid].barriers != p->barriers) {
        lanes[l->tid].forks = p->forks;
        lanes[l->tid].barriers = p->barriers;
        lanes[l->tid].way = 0;
    }
    lanes[l->tid].way = ((lanes[l->tid].way ^ to) + 1) * 0x9e3779b97f4a7c15ull;
    lanes[l->tid].way ^= lanes[l->tid].way >> 29;
}

void __gd_emu_tell_way(unsigned long long block)
{
    const struct __gd_emu_lane *l = __gd_emu_self;
    if (!judged.on || !l || !l->place)
        return;
    told = true;
    go(l, block);
}

void together_part(const struct __gd_emu_lane *l)
{
    if (told && l && l->place)
        go(l, ~(uint64_t)l->tid);
}

/* ---- waiting ---- */

static void report(const struct wait *first, uint16_t thread)
{
    const struct __gd_emu_judged_site *s = first->site;
    struct text text = {0}, detail = {0};
    struct what what;
    what_is_at(first->key & (((uint64_t)1 << 47) - 1), s->name, &what);
    text_add(&text, "thread %u and thread %u of team %u, lanes of one warp, wait here together for ", first->thread,
             thread, first->team - 1);
    if (*what.name || *what.block)
        text_add_what(&text, &what, s->at.size);
    else
        text_add(&text, "a lock");
    text_add(&text, ": in lockstep the one that takes it waits for the other, which waits for the lock");
    text_add(&detail, "  in the region of %s:%d, linked with --lockstep: lanes share a program counter\n",
             judged.kernel->file ? judged.kernel->file : "", judged.kernel->line);
    gantry_finding(&(struct gantry_finding){
        .id = "GC503",
        .at = {s->at.file, s->at.func, s->at.line, s->at.col},
        .text = text.s,
        .detail = detail.s,
        .advice = "use an atomic construct or a reduction, or let one thread of each warp take the lock, or "
                  "the threads of a warp one after the other"});
}

static bool go_together(const struct wait *a, const struct wait *b)
{
    return a->way == b->way && a->key == b->key && a->site == b->site && a->warp == b->warp && a->forks == b->forks &&
           a->barriers == b->barriers;
}

void together_wait(const struct __gd_emu_lane *l, uint64_t key, const struct __gd_emu_judged_site *site)
{
    const struct __gd_emu_place *p = l->place;
    if (!told)
        return;
    go(l, (uintptr_t)site);
    if (!p->thread || p->task) /* when explicit tasks are executed is a matter of time */
        return;
    struct wait now = {.way = lanes[l->tid].way,
                       .key = key,
                       .site = site,
                       .team = l->team + 1,
                       .warp = l->tid / judged.width,
                       .forks = p->forks,
                       .barriers = p->barriers,
                       .thread = (uint16_t)(p->thread - 1),
                       .locks = (uint16_t)p->locks};
    uint64_t at = (now.way ^ key) * 0x9e3779b97f4a7c15ull >> 32;
    struct wait *w = &waits->of[at % WAITS];
    while (w->team && !go_together(w, &now))
        w = &waits->of[++at % WAITS];
    if (!w->team && waits->n < WAITS / 2) {
        *w = now;
        waits->n++;
    } else if (w->team && w->thread != now.thread && !locks_common(w->locks, now.locks)) {
        report(w, now.thread);
    }
}
