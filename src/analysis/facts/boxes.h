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
    unsigned of_triangle; /* 1: its rows, 2: within a row */
};
/* Two loops, of which the inner one has more or fewer iterations in each next one of the outer: rows, the shortest
 * first. */
struct triangle {
    struct formula from;        /* the outer loop's first iteration */
    struct formula rows, first; /* iterations: of the outer loop, of the inner one in the first row; and in each next */
    int64_t slope;              /* … so many more */
    int64_t skipped;            /* rows before the first, in which the inner loop has none */
    bool is_mirrored;           /* the outer loop's last iteration is the first row */
};
struct box {
    unsigned n;
    struct dim dim[MOST_DIMS]; /* after box_finish, the one with the smallest distance first */
    bool is_triangle;          /* two dimensions, whose trips are those of the longest row and column; … */
    bool rows_down, row_down;  /* … their distances are below 0 */
    struct triangle shape;
    struct formula base;
    int64_t size;
    int64_t from[MOST_DIMS], more[MOST_DIMS]; /* where it begins and ends, in steps from where the first one does */
};
struct box_counter {
    struct arena *arena;
    void (*require)(void *data, struct formula p); /* the count holds if p >= 0 */
    void *data;
};

/* Leaves the iterations t with t + b REL 0, or with -t + b REL 0 where t counts down. False: not known */
bool range_narrow(struct range *r, enum operator o, struct formula b, bool down);

/* The inner loop has `first` iterations in iteration 0 of the outer one, and `slope` more, not 0, in each next. */
struct triangle triangle_made(const struct box_counter *c, const struct range *rows, struct formula first,
                              int64_t slope);
struct formula triangle_places(const struct triangle *t);
/* Two more loops, whose iterations are `by` and `inner` bytes apart; false: as box_stretch */
bool box_stretch_triangle(const struct box_counter *c, struct box *b, struct formula by, struct formula inner,
                          const struct triangle *t);

/* One more loop, whose iterations are `by` bytes apart; false: too many, or numbers too large. */
bool box_stretch(struct box *b, struct formula by, const struct range *over);
void box_finish(struct box *b);                       /* after the last one */
bool boxes_alike(const struct box *a, struct box *b); /* the same steps, and about as many? Sets b->more. */
/* Adds the bytes of the boxes, all like boxes[0] and n <= BOXES_MOST, which are changed; r: where all of them lie.
 * False: not known. */
bool boxes_count(const struct box_counter *c, struct box *boxes, unsigned n, struct reached *r, struct formula *bytes);

#endif
