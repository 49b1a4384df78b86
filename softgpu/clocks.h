/* clocks.h: who knows what of whom: vector clocks of lanes, for races.c.
 *
 * Each lane has a clock, which goes on when the lane lets others know of what it did. What a lane knows of all others
 * is in two parts: of the lanes of its own warp, a row in the warp's struct order; of everybody else a view, which does
 * not change once it is made, so that lanes that met share one. */
#ifndef GANTRY_SOFTGPU_CLOCKS_H
#define GANTRY_SOFTGPU_CLOCKS_H

#include "softgpu.h"

struct clocks { /* of the lanes of a block */
    uint32_t refs, n;
    uint32_t v[];
};
enum { LEAF_BLOCKS = 64 };
struct leaf { /* of blocks whose numbers follow each other: views that differ in one block share all others' leaves */
    uint32_t refs;
    uint64_t number;                /* of the first block, divided by LEAF_BLOCKS */
    struct clocks *of[LEAF_BLOCKS]; /* NULL: nothing is known of it */
};
struct view { /* by their numbers; a pointer to none is a view that knows nothing */
    uint32_t refs, n;
    struct leaf *of[];
};

struct view *view_share(struct view *v);
void view_drop(struct view *v);
/* what both know; a and b stay as they are */
struct view *view_join(struct view *a, struct view *b);
void views_forget(void); /* at the end of a launch: joins that are remembered to be found again */
/* v, and of a warp's lanes what row says; lanes: of the block */
struct view *view_with(struct view *v, uint64_t block, uint32_t lanes, uint32_t warp, const uint32_t row[LANES]);
const struct clocks *view_of(const struct view *v, uint64_t block); /* NULL: nothing is known of it */

#endif
