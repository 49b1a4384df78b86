/* workers.h: further workers for a launch, each on a thread of its own, so that its blocks run on several cores. */
#ifndef GANTRY_SOFTGPU_WORKERS_H
#define GANTRY_SOFTGPU_WORKERS_H

#include "softgpu.h"

/* A turn of a block is over: once the launch has taken long enough, others are called for the blocks that have not
 * begun. run: takes blocks until there are none; a result */
void workers_consider(struct worker *k, struct launch *n, int (*run)(struct worker *k, struct launch *n));
bool workers_stop(const struct launch *n); /* somebody's blocks ended with a fault */
/* how many blocks each worker may have begun at once */
uint32_t workers_share(const struct launch *n, uint32_t blocks);
/* waits for the others; code: the worker's own result. The first one that is none too good */
int workers_end(struct worker *k, struct launch *n, int code);

#endif
