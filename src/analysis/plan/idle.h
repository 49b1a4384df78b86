/* idle.h: what around.c alone asks of idle.c. */
#ifndef GANTRY_PLAN_IDLE_H
#define GANTRY_PLAN_IDLE_H

#include "../analysis.h"

/* Adds the constructs in the loop, or in functions called there, beside one, that a run may leave out and that map what
 * the root of the row leads to: where the data is mapped around the loop, they copy nothing. false: there is one that
 * is no region and no region's `target data`. */
bool find_at_times(struct analysis *a, struct slice loop, const struct var *root, const struct region *but,
                   unsigned row, at_times_list *out);

#endif
