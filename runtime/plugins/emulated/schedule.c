/* schedule.c: one OS thread runs the teams it claims, one after the other.
 *
 * Lanes begin as calls on the fibre that happens to run; only a lane that has to wait keeps its stack, and
 * the next one begins on another. So a kernel without synchronisation runs all its lanes on one stack, without a
 * switch. Who goes on next: lanes that are ready in the order in which they became so, then lanes that have not begun;
 * with a seed, any of them, and the lanes of a team begin in random order. A lane goes on until it has to wait, unless
 * GANTRY_EMULATED_PREEMPT interrupts it before loads and stores. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "emulated.h"
#include "gantry_checker.h"
#include "switch.h"

enum { SPINS_TO_LOOK = 4096 };

static _Thread_local struct emu_worker *here;

struct emu_worker *emu_worker_here(void) { return here; }

/* Frames of functions with all checks are up to ten times as large as without. What is not touched costs nothing. */
static size_t stack_bytes(const struct gantry_device *d)
{
    enum { TIMES = 16, MOST = 1 << 30 };
    size_t most = d->stack > MOST / TIMES ? MOST : d->stack * TIMES;
    return gantry_checker ? most : d->stack;
}

struct emu_worker *emu_worker_new(struct gantry_device *d)
{
    struct emu_worker *w = aligned_alloc(_Alignof(struct emu_worker), sizeof *w);
    if (!w)
        return NULL;
    memset(w, 0, offsetof(struct emu_worker, told)); /* the rest is the lanes' own, and hardly ever used */
    w->stacks.bytes = stack_bytes(d);
    return w;
}

void emu_worker_free(struct emu_worker *w)
{
    if (!w)
        return;
    free(w->given);
    free(w->taken);
    emu_fibre_free_all(&w->stacks);
    emu_count_free(w);
    free(w->signal_stack);
    free(w);
}

void emu_no_longer_spinning(struct emu_worker *w)
{
    w->spinning = false;
    atomic_fetch_sub(&w->launch->spinning, 1);
}

/* ---- teams ---- */

static bool claim(struct emu_worker *w)
{
    struct emu_launch *l = w->launch;
    if (atomic_load_explicit(&l->failed, memory_order_relaxed))
        return false;
    if (w->team_next == w->team_end) {
        uint32_t first = atomic_fetch_add_explicit(&l->next_team, l->chunk, memory_order_relaxed);
        if (first >= l->nteams)
            return false;
        w->team_next = first;
        w->team_end = l->nteams - first < l->chunk ? l->nteams : first + l->chunk;
    }
    uint64_t k = w->team_next++;
    w->team = (uint32_t)(l->seeded ? (l->order_first + k * l->order_step) % l->nteams : k);
    return true;
}

static void shuffle_order(struct emu_worker *w)
{
    for (uint32_t i = 0; i < w->ntid; i++)
        w->order[i] = (uint16_t)i;
    for (uint32_t i = w->ntid; i > 1; i--) {
        uint32_t k = (uint32_t)(emu_random(&w->random) % i);
        uint16_t other = w->order[k];
        w->order[k] = w->order[i - 1];
        w->order[i - 1] = other;
    }
}

static uint64_t lanes_mask(uint32_t n) { return n >= 64 ? ~0ull : (1ull << n) - 1; }

static void begin_judged_team(struct emu_worker *w)
{
    for (uint32_t i = 0; i < w->ntid; i++)
        w->told[i].place = (struct __gd_emu_place){0};
    for (uint32_t i = 0; w->gave && i < w->ntid; i++)
        memset(w->told[i].given, 0, sizeof w->told[i].given);
    w->gave = false;
    GANTRY_TELL(team_begins, w->team);
}

static bool next_team(struct emu_worker *w)
{
    if (w->launch->residents && w->counts.teams)
        emu_resident_ends(w);
    if (!claim(w))
        return false;
    if (w->launch->residents && !emu_resident_begins(w))
        return false;
    w->fresh = w->ended = w->blocked = 0;
    w->head = w->tail = 0;
    w->live_warps = w->nwarps;
    for (uint32_t i = 0; i < w->nwarps; i++) {
        uint32_t rest = w->ntid - i * w->width;
        struct emu_warp *wp = &w->warps[i];
        wp->live = wp->all = wp->segment = lanes_mask(rest < w->width ? rest : w->width);
    }
    if (w->seeded) {
        w->random = w->launch->seed + w->team * 0x9e3779b97f4a7c15ull;
        w->accesses = 1;
        shuffle_order(w);
    }
    if (w->poison)
        w->poison(w->entry);
    if (w->launch->kernel->module->uninit)
        w->launch->kernel->module->uninit->team(w->entry);
    if (w->poison_dynamic)
        emu_poison(w->dynamic, w->dynamic_bytes);
    if (w->dynamic_bytes)
        GANTRY_TELL(allocated, w->launch->dev->number, w->dynamic, w->dynamic_bytes, emu_dynamic_shared, NULL);
    w->counts.teams++;
    if (w->judged)
        begin_judged_team(w);
    return true;
}

/* Allocates dynamic shared memory: a block of exactly the size of the launch, so that accesses beyond its end are
 * found. */
static bool set_up_dynamic_shared(struct emu_worker *w)
{
    struct emu_memory *m = &w->launch->dev->memory;
    uint32_t bytes = w->launch->grid->dynamic_shared;
    struct gantry_err *err = &w->failure.err;
    if (bytes != w->dynamic_bytes) {
        if (w->dynamic_bytes && emu_memory_free(m, w->dynamic, false, err))
            return false;
        w->dynamic = w->dynamic_bytes = 0;
        if (bytes && emu_memory_alloc(m, bytes, emu_dynamic_shared, NULL, 0, &w->dynamic, err))
            return false;
        w->dynamic_bytes = bytes;
    }
    w->poison_dynamic = m->poison && bytes;
    for (uint32_t i = 0; i < w->ntid; i++)
        w->lanes[i].ids.dynamic_shared = w->dynamic;
    return true;
}

/* What does not change from team to team. */
static void set_up(struct emu_worker *w)
{
    struct emu_launch *l = w->launch;
    struct gantry_device *d = l->dev;
    w->entry = l->kernel->info->entry;
    w->args = l->args;
    w->poison = l->kernel->module->poison;
    w->ntid = l->ntid;
    w->width = d->width;
    w->nwarps = (l->ntid + w->width - 1) / w->width;
    w->seeded = l->seeded;
    w->preempt = d->preempt;
    w->lockstep = d->lockstep;
    w->judged = gantry_checker && gantry_checker->team_begins;
    w->self = l->kernel->module->copy->self();
    w->team_next = w->team_end = 0;
    w->spins = 0;
    w->spinning = false;
    w->stacks.most = 0;
    w->tls_state = 0;
    w->failure.kind = EMU_OK;
    memset(&w->counts, 0, sizeof w->counts);
    memset(w->barriers, 0, sizeof w->barriers);
    for (uint32_t i = 0; i < w->nwarps; i++) {
        struct emu_warp *wp = &w->warps[i];
        memset(wp, 0, offsetof(struct emu_warp, gathers));
        wp->index = i;
        wp->lanes = &w->lanes[i * w->width];
    }
    for (uint32_t i = 0; i < w->ntid; i++) {
        struct emu_lane *x = &w->lanes[i];
        uint32_t lane = i % w->width;
        x->ids = (struct __gd_emu_lane){i, w->ntid, 0, l->nteams, lane, w->width, 0, NULL, &w->told[i].place};
        if (w->count)
            x->ids.visits = w->count->visits + (size_t)i * w->count->table->nblocks;
        x->worker = w;
        x->warp = &w->warps[i / w->width];
        x->bit = 1ull << lane;
    }
}

/* ---- fibres ---- */

static void emu_run_lane(struct emu_worker *w, struct emu_fibre *f, struct emu_lane *l)
{
    struct emu_warp *wp = l->warp;
    l->fibre = f;
    l->state = EMU_READY;
    l->ids.team = w->team;
    *w->self = &l->ids;
    if (w->objects[l->ids.tid])
        w->objects[l->ids.tid] = NULL;
    if (w->gone[l->ids.tid])
        w->gone[l->ids.tid] = NULL;
    if (w->judged) {
        w->frames[l->ids.tid] = 0;
        GANTRY_TELL(lane_begins, &l->ids, f->lo, f->hi);
    }
    w->entry(w->args);
    if (w->judged)
        GANTRY_TELL(lane_ends, &l->ids);
    l->state = EMU_ENDED;
    w->ended++;
    wp->live &= ~l->bit;
    if (!wp->live) {
        w->live_warps--;
        if (w->count)
            emu_count_flush(w, wp);
    }
    if (w->blocked)
        emu_lane_left(l);
}

/* The lane that ran on f has ended: returns the next lane if that can begin on this fibre; else lets others run, and
 * returns NULL when a lane that shall begin on this fibre is in `starting`. */
static struct emu_lane *after_end(struct emu_worker *w, struct emu_fibre *f)
{
    struct emu_fibre *to = &w->home;
    emu_progress(w);
    if (w->ended < w->ntid || next_team(w)) {
        struct emu_lane *l = emu_pick(w, false);
        if (l && !l->fibre)
            return l;
        if (l)
            to = l->fibre;
        else
            emu_found_deadlock(w);
    }
    emu_fibre_give(&w->stacks, f);
    if (to != &w->home)
        w->counts.switches++;
    emu_fibre_switch(f, to);
    return NULL;
}

void emu_fibre_main(struct emu_fibre *f)
{
    struct emu_worker *w = f->worker;
    emu_fibre_first();
    for (;;)
        for (struct emu_lane *l = w->starting; l; l = after_end(w, f))
            emu_run_lane(w, f, l);
}

void emu_no_stack(struct emu_lane *me)
{
    emu_misuse(me, NULL,
               "there is no memory for the stacks of so many waiting lanes (%zu bytes each, "
               "GANTRY_EMULATED_STACK)",
               me->worker->stacks.bytes);
}

void emu_stop(struct emu_worker *w)
{
    struct emu_lane *me = w->failure.lane;
    for (;;)
        emu_leave(me, &w->home);
}

void emu_misuse(struct emu_lane *l, const char *id, const char *format, ...)
{
    struct emu_worker *w = l->worker;
    va_list ap;
    w->failure = (struct emu_failure){.kind = EMU_MISUSE, .lane = l, .id = id};
    va_start(ap, format);
    vsnprintf(w->failure.text, sizeof w->failure.text, format, ap);
    va_end(ap);
    emu_stop(w);
}

/* ---- spinning ---- */

static uint64_t seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec;
}

static void stop_after_others(struct emu_lane *me)
{
    me->worker->failure.lane = me;
    emu_stop(me->worker);
}

/* Lanes here and in all other OS threads have only yielded for a long while: reports a livelock. */
static void look_for_livelock(struct emu_lane *me)
{
    struct emu_worker *w = me->worker;
    struct emu_launch *l = w->launch;
    if (atomic_load(&l->failed))
        stop_after_others(me);
    if (!w->spinning) {
        w->spinning = true;
        w->spin_since = seconds();
        atomic_fetch_add(&l->spinning, 1);
    } else if (atomic_load(&l->spinning) < atomic_load(&l->active)) {
        w->spin_since = seconds();
    } else if (seconds() - w->spin_since > l->dev->patience && !atomic_load(&l->overdue)) {
        w->failure = (struct emu_failure){.kind = EMU_LIVELOCK, .lane = me};
        emu_stop(w);
    }
    if (l->residents && !emu_resident_spins(w))
        stop_after_others(me);
    if (atomic_load(&l->active) > 1)
        sched_yield();
}

void __gd_emu_yield(void)
{
    struct emu_lane *me = (struct emu_lane *)__gd_emu_self;
    struct emu_worker *w = me->worker;
    w->counts.yields++;
    me->caller = __builtin_return_address(0);
    if (w->fresh < w->ntid)
        w->spins = 0;
    else if (++w->spins % SPINS_TO_LOOK == 0)
        look_for_livelock(me);
    emu_make_ready(me);
    emu_go_on(me, true);
}

/* ---- interruptions ---- */

static uint32_t accesses_until_next(struct emu_worker *w)
{
    uint64_t most = 2 * (uint64_t)w->preempt - 1;
    return (uint32_t)(1 + emu_random(&w->random) % most);
}

void emu_preempt(struct emu_lane *me)
{
    struct emu_worker *w = me->worker;
    if (--w->accesses)
        return;
    w->accesses = accesses_until_next(w);
    emu_progress(w);
    emu_make_ready(me);
    emu_go_on(me, false);
}

void __gd_emu_chance(void)
{
    struct emu_lane *me = (struct emu_lane *)__gd_emu_self;
    if (!me || !me->worker->seeded || emu_random(&me->worker->random) % 2)
        return;
    me->caller = __builtin_return_address(0);
    emu_make_ready(me);
    emu_go_on(me, false);
}

/* ---- a worker's part in a launch ---- */

static void begin(struct emu_worker *w)
{
    struct emu_fibre *f = emu_fibre_for(w, emu_pick(w, false));
    if (f) {
        emu_fibre_switch(&w->home, f);
        return;
    }
    w->failure = (struct emu_failure){.kind = EMU_MISUSE};
    snprintf(w->failure.text, sizeof w->failure.text,
             "there is no memory for a stack of %zu bytes "
             "(GANTRY_EMULATED_STACK)",
             w->stacks.bytes);
}

static void no_room_to_count(struct emu_worker *w)
{
    w->failure = (struct emu_failure){.kind = EMU_MISUSE};
    snprintf(w->failure.text, sizeof w->failure.text,
             "there is no memory to count what %u lanes do (the program was linked with --count)", w->ntid);
}

static bool room_for_shadows(struct emu_worker *w)
{
    if (!w->launch->kernel->module->uninit || w->given)
        return true;
    w->given = calloc(EMU_MAX_LANES, sizeof *w->given);
    w->taken = calloc(EMU_MAX_LANES, sizeof *w->taken);
    return w->given && w->taken;
}

void emu_worker_run(struct emu_worker *w)
{
    struct emu_launch *l = w->launch;
    here = w;
    bool room = emu_count_begin(w) && room_for_shadows(w);
    set_up(w);
    bool own_stack = emu_signal_stack_enter(w);
    emu_fibre_home(&w->home);
    if (!set_up_dynamic_shared(w)) {
        w->failure.kind = EMU_MISUSE;
        w->failure.lane = NULL;
        snprintf(w->failure.text, sizeof w->failure.text,
                 "there is no device memory for %u bytes of dynamic team-shared memory", l->grid->dynamic_shared);
    } else if (!room) {
        no_room_to_count(w);
    } else if (next_team(w)) {
        begin(w);
    }
    emu_progress(w);
    int first = 0;
    if (w->failure.kind && atomic_compare_exchange_strong(&l->failed, &first, 1))
        emu_report(w);
    else
        w->failure.kind = EMU_OK;
    if (atomic_load(&l->failed))
        emu_fibre_reset_all(&w->stacks);
    if (w->count && atomic_load(&l->failed))
        w->count->spoiled = true;
    *w->self = NULL;
    if (own_stack)
        emu_signal_stack_leave(w);
    here = NULL;
}
