/* analysis/facts/boxes.h: boxes of bytes, base + the sum of by * t over the dimensions, t from 0 to their trip counts;
 * of several with the same distances, the number of bytes in their union, as a formula. */
#ifndef GANTRY_BOXES_H
#define GANTRY_BOXES_H

#include "../analysis.h"

enum { BOXES_MOST = 200, MOST_DIMS = 6 };
struct range { /* of a loop's iterations, where conditions leave some out */
    struct formula from, end;
};
struct dim {
    struct formula by, trip;
};
struct box {
    unsigned n;
    struct dim dim[MOST_DIMS]; /* after box_finish, the one with the smallest distance first */
    struct formula base;
    int64_t size;
    int64_t from[MOST_DIMS], more[MOST_DIMS]; /* where it begins and ends, in steps from where the first one does */
};
struct box_counter {
    struct arena *arena;
    void (*require)(void *data, struct formula p); /* the count holds if p >= 0 */
    void *data;
};

/* One more loop, whose iterations are `by` bytes apart; false: too many, or numbers too large. */
bool box_stretch(struct box *b, struct formula by, const struct range *over);
void box_finish(struct box *b);                       /* after the last one */
bool boxes_alike(const struct box *a, struct box *b); /* the same steps, and about as many? Sets b->more. */
/* Adds the bytes of the boxes, all like boxes[0] and n <= BOXES_MOST, which are changed; r: where all of them lie.
 * False: not known. */
bool boxes_count(const struct box_counter *c, struct box *boxes, unsigned n, struct reached *r, struct formula *bytes);

#endif
