/* parallel.h: what entry.c and reduce.c need of parallel.c. */
#ifndef GANTRY_PARALLEL_H
#define GANTRY_PARALLEL_H

#include "state.h"

void __gd_share_begin(void);     /* by one lane, before the first push of a kernel */
void *__gd_arena_push(u32 size); /* by one thread of the team; a multiple of 16 bytes */
void __gd_arena_pop(void *p);    /* the same thread; last in, first out */

#endif
