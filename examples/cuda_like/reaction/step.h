/* step.h: one time step of one cell, and what the largest value is. */
#ifndef STEP_H
#define STEP_H
#include "reaction.h"

static inline struct cell step_cell(struct cell c, struct cell n, struct cell s, struct cell w, struct cell e)
{
    const float feed = 0.035f, kill = 0.06f, du = 0.16f, dv = 0.08f;
    const float lu = n.u + s.u + (w.u + e.u) - 4 * c.u, lv = n.v + s.v + (w.v + e.v) - 4 * c.v;
    const float reacts = c.u * c.v * c.v;
    return (struct cell){c.u + (du * lu - reacts + feed * (1 - c.u)), c.v + (dv * lv + reacts - (feed + kill) * c.v)};
}

static inline int is_higher(struct peak a, struct peak b)
{
    return a.v > b.v || (a.v == b.v && a.at < b.at);
}

/* on a torus, for -n <= i < 2 n and more */
static inline int wrap(int i, int n)
{
    i %= n;
    return i < 0 ? i + n : i;
}

#endif
