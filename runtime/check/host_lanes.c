/* host_lanes.c: simd loops of the host, whose iterations may run side by side: they are judged as those of a loop of
 * which nobody knows what its threads get, in a team of one thread. With safelen, iterations so far apart are in order.
 */
#include <stdlib.h>

#include "strands.h"
#include "gantry_abi.h"

enum {
    DEEPEST = 8,      /* loops in functions that loops call */
    MOST_SAFE = 4096, /* iterations that are judged where safelen orders some */
};

static _Thread_local struct lanes {
    struct strand *of;      /* NULL: nobody tells of tasks */
    uint64_t done, left;    /* iterations; of this piece */
    uint64_t safelen;       /* 0: there is none */
    struct strand **window; /* the last `safelen` iterations; NULL: there is none */
    struct lane_memory memory;
    bool share; /* of one thread of those that share the loop */
} loops[DEEPEST];
static _Thread_local unsigned depth;

void __gantry_lanes(uint64_t safelen, const void *frame, uint32_t n, const struct gantry_shared *shared)
{
    if (++depth > DEEPEST)
        return;
    struct lanes *l = &loops[depth - 1];
    *l = (struct lanes){.safelen = safelen, .memory = {(uintptr_t)frame, n, shared}};
    if (safelen == 1 || safelen > MOST_SAFE)
        return;
    if (safelen && !(l->window = calloc(safelen, sizeof(struct strand *))))
        return;
    l->of = tool_lanes_begin(&l->memory);
}

/* Iteration number done - 1 has ended; the one `safelen` before the next is before all that are to come. */
static void slide(struct lanes *l, struct strand *ended)
{
    struct strand **leaves = &l->window[l->done % l->safelen];
    if (ended)
        l->window[(l->done - 1) % l->safelen] = ended;
    check_enter();
    strand_follows(l->of, *leaves);
    strand_drop(*leaves);
    *leaves = NULL;
    check_leave();
}

void __gantry_lane(void)
{
    struct lanes *l = depth && depth <= DEEPEST ? &loops[depth - 1] : NULL;
    if (!l || !l->of)
        return;
    if (l->left) {
        l->left--;
        return;
    }
    struct strand *ended = l->window ? strand_share(l->of->iterations) : NULL;
    strand_iterated(l->of);
    if (l->window)
        slide(l, ended);
    if (l->window && l->done == MOST_SAFE) { /* the rest comes after all of these */
        for (; l->done < MOST_SAFE + l->safelen; l->done++)
            slide(l, NULL);
        l->left = UINT64_MAX;
        return;
    }
    strand_iterates(l->of, PART_LANE);
    l->left = (l->window ? 1 : strand_piece(l->done)) - 1;
    l->done += l->left + 1;
}

static struct lanes *share_here(void)
{
    struct lanes *l = depth && depth <= DEEPEST ? &loops[depth - 1] : NULL;
    return l && l->share ? l : NULL;
}

void __gantry_lane_of_share(uint64_t safelen, const void *frame, uint32_t n, const struct gantry_shared *shared)
{
    if (!share_here()) {
        if (depth >= DEEPEST)
            return;
        __gantry_lanes(safelen, frame, n, shared);
        loops[depth - 1].share = true;
    }
    __gantry_lane();
}

void __gantry_lanes_end(void)
{
    if (!depth || depth-- > DEEPEST)
        return;
    struct lanes *l = &loops[depth];
    if (l->of)
        tool_lanes_end(l->of);
    for (uint64_t i = 0; l->window && i < l->safelen; i++)
        if (l->window[i]) {
            check_enter();
            strand_drop(l->window[i]);
            check_leave();
        }
    free(l->window);
}

void __real___kmpc_for_static_fini(void *place, int32_t thread) __attribute__((weak));
void __wrap___kmpc_for_static_fini(void *place, int32_t thread);
void __wrap___kmpc_for_static_fini(void *place, int32_t thread)
{
    if (share_here())
        __gantry_lanes_end();
    __real___kmpc_for_static_fini(place, thread);
}
