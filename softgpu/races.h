/* races.h: conflicting accesses that nothing orders (order.h), on global and shared memory, of one launch. */
#ifndef GANTRY_SOFTGPU_RACES_H
#define GANTRY_SOFTGPU_RACES_H

#include "softgpu.h"

/* what an instruction does to memory, of insn.memory; NONE: nothing that others could see */
enum memory_kind { MEMORY_NONE, MEMORY_LOAD, MEMORY_STORE, MEMORY_ATOMIC, MEMORY_FENCE };
/* insn.strong: how strong an access is: weak ones race with all others, strong ones with those outside their scope */
enum strength { STRONG_NOT, STRONG_BLOCK, STRONG_DEVICE };
/* insn.fences: what an access does besides */
enum { FENCES_BEFORE = 1, FENCES_AFTER = 2 };

struct races *races_new(void);
void races_begin(struct worker *k, struct launch *n);
int races_end(struct worker *k, struct launch *n); /* a result: whether there were any */
void races_block(struct block *b);                 /* its shared memory: struct block.cells */
void races_block_end(struct worker *k, struct block *b);
/* before an instruction with insn.memory runs */
void races_access(struct warp *w, const struct insn *i, uint32_t lanes);

#endif
