/* analysis/facts/touches.h: the accesses of a target region: what each leads to, and where, as a linear form in the
 * numbers of the iterations of the loops around it. footprint.c gathers and counts them. */
#ifndef GANTRY_TOUCHES_H
#define GANTRY_TOUCHES_H

#include "boxes.h"

enum { MOST_LOOPS = 12, DEEPEST_CALL = 6, MOST_PARTS = 4 };

struct scope { /* the region, or a function called from it */
    const struct scope *outer;
    const struct node *call;
    const struct func *func;
    struct slice body;
    unsigned depth;
};
struct around_loop { /* a loop around some access */
    const struct node *tree;
    const struct scope *scope;
    const struct var *iv;
    unsigned outer; /* how many loops are around it; they stand before it in `path` */
    unsigned path[MOST_LOOPS];
    struct formula trip; /* its iterations; and, if slope is not 0, so many more in each next iteration of loop `by` */
    int64_t slope;
    unsigned by;
};
struct form { /* base + by[0] * t0 + by[1] * t1 … */
    struct formula base, by[MOST_LOOPS];
};
struct loops_around {
    unsigned n;
    unsigned of[MOST_LOOPS];
    struct range range[MOST_LOOPS];
};
/* What an access leads to. Members have no offsets in the tree: those of different names are objects of their own. */
struct place {
    const struct node *root; /* the array or pointer variable, or the expression that the pointer is read from */
    const struct scope *scope;
    unsigned nparts;
    const struct node *part[MOST_PARTS]; /* MEMBER, ARROW: from the outside in */
};
struct touch { /* an access */
    struct place to;
    bool reads, writes, box_known;
    int64_t size;
    uint32_t order;
    struct loops_around in;
    struct form at;
};
struct touches {
    struct analysis *a;
    const struct unit *u;
    struct kernel *k;
    struct footprint *f;
    VEC(struct around_loop) loops;
    VEC(struct touch) accesses;
    const unsigned *in; /* the loops around the access at work */
    unsigned nin;
    enum why why;
    uint32_t off; /* where */
};

/* Notes why nothing is known, and where; the first reason stays. Returns false. */
bool touch_fail(struct touches *s, enum why why, const struct node *n);
void touch_require(struct touches *s, struct formula p); /* p >= 0 at the launch, or nothing is known */

static inline bool touch_is_pointer(const struct type *t) { return t && t->kind == TYPE_POINTER; }
bool touch_is_jump(const struct node *n); /* what leaves a loop, or goes anywhere */
/* A number or pointer in a structure, as g.n, or as g->n where the construct maps g[:1]: the launch finds it in the
 * host's copy, which is the device's unless the program forgot to update it. */
bool touch_is_fixed_member(struct touches *s, const struct node *n);

bool touch_within(const struct scope *in, const struct node *n);
/* The loops around n, from the outside; false after touch_fail: what decides whether n is reached is no range. */
bool touch_loops(struct touches *s, const struct scope *in, const struct node *n, struct loops_around *l);
/* The object n: what it is a part of, and where in that, *out being empty. s->in: the loops around it. */
bool touch_place(struct touches *s, const struct scope *in, const struct node *n, int depth, struct place *p,
                 struct form *out);

#endif
