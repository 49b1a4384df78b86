/* switch.h: from one lane to the next. Inline in what lanes call to wait, so that a waiting lane holds few
 * cache lines of stack. */
#ifndef GANTRY_EMU_SWITCH_H
#define GANTRY_EMU_SWITCH_H

#include <execinfo.h>

#include "emulated.h"

#define EMU_INLINE static inline __attribute__((always_inline))

void emu_fibre_main(struct emu_fibre *f);
_Noreturn void emu_no_stack(struct emu_lane *me);

EMU_INLINE struct emu_lane *emu_pick_ready(struct emu_worker *w)
{
    if (__builtin_expect(w->seeded, 0)) {
        uint32_t k = w->head + (uint32_t)(emu_random(&w->random) % (w->tail - w->head));
        uint16_t chosen = w->ring[k % EMU_MAX_LANES];
        w->ring[k % EMU_MAX_LANES] = w->ring[w->head % EMU_MAX_LANES];
        w->ring[w->head % EMU_MAX_LANES] = chosen;
    }
    struct emu_lane *l = &w->lanes[w->ring[w->head++ % EMU_MAX_LANES]];
    struct emu_fibre *next = w->lanes[w->ring[w->head % EMU_MAX_LANES]].fibre;
    if (w->head != w->tail && next) { /* so that its stack is in the cache when it goes on */
        __builtin_prefetch(next->sp);
        __builtin_prefetch((char *)next->sp + 64);
        __builtin_prefetch((char *)next->sp + 128);
    }
    return l;
}

EMU_INLINE struct emu_lane *emu_pick_fresh(struct emu_worker *w)
{
    uint32_t k = w->fresh++;
    struct emu_lane *l = &w->lanes[w->seeded ? w->order[k] : k];
    l->fibre = NULL;
    return l;
}

/* NULL: all that have begun wait, and none is left to begin */
EMU_INLINE struct emu_lane *emu_pick(struct emu_worker *w, bool fresh_first)
{
    uint32_t ready = w->tail - w->head, fresh = w->ntid - w->fresh;
    if (__builtin_expect(w->seeded, 0) && ready && fresh)
        fresh_first = emu_random(&w->random) % (ready + fresh) >= ready;
    if (fresh && (fresh_first || !ready))
        return emu_pick_fresh(w);
    return ready ? emu_pick_ready(w) : NULL;
}

EMU_INLINE struct emu_fibre *emu_fibre_for(struct emu_worker *w, struct emu_lane *l)
{
    if (l->fibre)
        return l->fibre;
    w->starting = l;
    return emu_fibre_take(&w->stacks, w, emu_fibre_main);
}

/* Switch away; come back when this lane is to go on. In between report.c may ask where it waits. */
EMU_INLINE void emu_leave(struct emu_lane *me, struct emu_fibre *to)
{
    struct emu_worker *w = me->worker;
    emu_fibre_switch(me->fibre, to);
    while (__builtin_expect(w->probed != NULL, 0)) {
        w->probe_n = backtrace(w->probe_frames, EMU_FRAMES);
        emu_fibre_switch(me->fibre, &w->home);
    }
    *w->self = &me->ids;
}

EMU_INLINE void emu_found_deadlock(struct emu_worker *w)
{
    w->failure.kind = EMU_DEADLOCK;
    w->failure.lane = NULL;
}

/* Lets other lanes run until this one has been made ready again. */
EMU_INLINE void emu_go_on(struct emu_lane *me, bool fresh_first)
{
    struct emu_worker *w = me->worker;
    struct emu_lane *l = emu_pick(w, fresh_first);
    if (l == me)
        return;
    struct emu_fibre *to = &w->home;
    if (!l)
        emu_found_deadlock(w);
    else if (!(to = emu_fibre_for(w, l)))
        emu_no_stack(me);
    else
        w->counts.switches++;
    emu_leave(me, to);
}

#endif
