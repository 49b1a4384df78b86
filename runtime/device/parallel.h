/* parallel.h: what entry.c and reduce.c need of parallel.c. */
#ifndef GANTRY_PARALLEL_H
#define GANTRY_PARALLEL_H

#include "state.h"

/* tasks.c: around the implicit task of a nested region */
struct __gd_group_of_tasks __gd_implicit_begin(void);
void __gd_implicit_end(struct __gd_group_of_tasks g);
void __gd_share_begin(void); /* by one lane, before the first push of a kernel */
#if defined(GANTRY_CHECK_RUNTIME)
void __gd_share_end(void); /* by the same, after the last pop */
#else
INLINE void __gd_share_end(void) {}
#endif
void *__gd_arena_push(u32 size); /* by one thread of the team; a multiple of 16 bytes */
void __gd_arena_pop(void *p);    /* the same thread; last in, first out */

#endif
