/* idle.h: what around.c alone asks of idle.c. */
#ifndef GANTRY_PLAN_IDLE_H
#define GANTRY_PLAN_IDLE_H

#include "../analysis.h"

/* Is there a construct in the loop, or in functions called there, beside one, that a run may leave out and that maps
 * what the root leads to? Where the data is mapped around the loop, it copies nothing, and no update stands there. */
bool may_map_at_times(struct analysis *a, struct slice loop, const struct var *root, const struct region *but);

#endif
