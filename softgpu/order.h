/* order.h: what of a launch happens before what, by the rules of the PTX ISA (memory consistency model): barriers of a
 * block, bar.warp.sync, and fences around strong accesses to one place. Shuffles, votes and matches order nothing. Only
 * with GANTRY_SOFTGPU_STRICT. */
#ifndef GANTRY_SOFTGPU_ORDER_H
#define GANTRY_SOFTGPU_ORDER_H

#include "clocks.h"

enum scope { SCOPE_BLOCK, SCOPE_DEVICE, SCOPES };

/* A place that strong accesses wrote to: what its reader knows after a fence. */
struct location {
    uint64_t key, block; /* block: who wrote last */
    struct view *view[SCOPES];
    struct view *fenced; /* by writes of the device's scope */
    /* what the last release there let know, and whose it was: it does so by each later strong write of the same lane */
    struct view *own[SCOPES];
    uint64_t releaser;
};

struct released { /* what a lane knew at its last fence */
    bool set;
    struct view *view;
    uint32_t row[LANES];
};

struct order {                   /* of the lanes of a warp */
    uint32_t own[LANES];         /* their clocks */
    uint32_t seen[LANES][LANES]; /* seen[l][k]: what l knows of k */
    struct view *view[LANES];    /* and of other warps */
    struct released released[SCOPES][LANES];
    struct view *pending[SCOPES][LANES]; /* what strong reads have seen, for the next fence */
    /* Fences of membar and fence.sc are all in one order. One that came before a strong write, also by another lane of
     * the block and a barrier, is before one that comes, by such ways, behind a read of what was written: else that
     * read would have come before the write. fenced: what was known at such fences before; awaited: what such a fence
     * of the lane makes known to it. */
    bool fences;
    struct view *fenced[LANES], *awaited[LANES];
    /* what strong reads of one place have seen, for an acquire of the same place */
    struct {
        uint64_t key;
        struct view *view[SCOPES];
    } read[LANES];
};

void order_start(struct warp *w);
void order_stop(struct warp *w);
/* Lanes that have ended hold up nobody, but let nobody know what they did: no text says that they do. */
void order_meet(struct warp *w, uint32_t lanes); /* bar.warp.sync: they go on */
void order_arrive(struct warp *w, struct barrier *b);
void order_leave(struct warp *w, const struct barrier *b);
void order_forget(struct barrier *b);
/* sc: of membar or fence.sc */
void order_fence(struct warp *w, uint32_t lanes, enum scope s, bool sc);
/* release, acquire: the scope of the access's own order, -1: it has none. A release lets those who read it know of what
 * came before, and an acquire its lane of what was released there; neither is a fence for other accesses. */
void order_write(struct warp *w, uint32_t lane, struct location *to, bool and_read, int release);
void order_read(struct warp *w, uint32_t lane, const struct location *from, int acquire);
/* the same for fences in one order: accesses of the device's scope */
void order_write_fenced(struct warp *w, uint32_t lane, struct location *to, bool and_read);
void order_read_fenced(struct warp *w, uint32_t lane, const struct location *from);
/* a lane of a warp of the launch, of those that were at an access at that clock, that is not ordered before what the
 * lane does now; -1: all are */
int order_missing(const struct warp *w, uint32_t lane, uint32_t warp, uint32_t lanes, uint32_t clock);
/* the same for what the lane knew when row and view were what it knew */
int order_missing_in(const struct warp *w, uint32_t lane, const uint32_t *row, struct view *view, uint32_t warp,
                     uint32_t lanes, uint32_t clock);
static inline uint32_t order_number(const struct warp *w)
{
    return (uint32_t)w->block->number * w->block->nwarps + w->index;
}

#endif
