/* touched.h: what happened before what among operations (kernels, copies, fills), and which memory each of them
 * accessed: two that nothing orders, of which one stores to what the other accesses, are a finding. Only with
 * GANTRY_SOFTGPU_STRICT. */
#ifndef GANTRY_SOFTGPU_TOUCHED_H
#define GANTRY_SOFTGPU_TOUCHED_H

#include "softgpu.h"

/* ---- what happened before ----
 * Operations stand in chains: those of a stream, or of a node of a graph, one after the other. A past says of each
 * chain how many of its operations have happened. Pasts are shared and never change; NULL: none have. */
struct past;
uint32_t past_chain(void); /* a new chain */
struct past *past_share(struct past *p);
void past_drop(struct past *p);
struct past *past_join(struct past *a, struct past *b);
struct past *past_with(struct past *p, uint32_t chain, uint32_t number);
bool past_has(const struct past *p, uint32_t chain, uint32_t number);
static inline void past_add(struct past **to, struct past *more)
{
    struct past *all = past_join(*to, more);
    past_drop(*to);
    *to = all;
}

/* ---- what was accessed ---- */
enum { TOUCH_READ, TOUCH_WRITE, TOUCH_STRONG_READ, TOUCH_STRONG_WRITE, TOUCHES };
struct run { /* words of eight bytes, from the first to before the last: which bytes of each, how */
    uint64_t from, to;
    uint8_t bytes[TOUCHES];
    uint32_t insn; /* of a kernel: one that did it */
};
/* struct runs: in softgpu.h; by address, once they were sorted */
void runs_add(struct runs *r, struct run one);
void runs_add_bytes(struct runs *r, uint64_t address, uint64_t n, bool write);
void runs_sort(struct runs *r);

struct touched {
    struct touched *next;
    struct past *past; /* it is in it itself */
    uint32_t chain, number;
    const struct module *module; /* of a kernel */
    char what[128];
    struct runs runs;
};
/* NULL, or of those in the list one that conflicts with it, and that nothing orders */
const struct touched *touched_conflict(const struct touched *list, const struct touched *t, uint64_t *address,
                                       const struct run **one, const struct run **other);
void touched_drop(struct touched *t);

#endif
