/* unset.h: values that nobody set: followed bit by bit through registers and memory, told where they decide a branch,
 * an address, a store, a mask or a barrier. Only with GANTRY_SOFTGPU_STRICT. */
#ifndef GANTRY_SOFTGPU_UNSET_H
#define GANTRY_SOFTGPU_UNSET_H

#include "forms.h"

/* insn.spread: what of a result nobody set, given which bits of the operands nobody set. Where nothing is said, all of
 * it, if there is any such bit. */
enum spread {
    SPREAD_ALL,
    SPREAD_MOVE,  /* bits go elsewhere: what the instruction does to the values tells where to */
    SPREAD_UP,    /* from the lowest such bit upwards: sums, products */
    SPREAD_BITS,  /* each bit depends on the bits at its place */
    SPREAD_AND,   /* and a 0 decides */
    SPREAD_OR,    /* and a 1 decides */
    SPREAD_EQUAL, /* bits that were set and differ decide */
    SPREAD_CHOICE /* selp: of what is chosen */
};
/* sets spread and control of an instruction of the form */
void spread_of(const struct form *f, struct insn *i);

struct unset *unset_new(void);
void unset_begin(struct worker *k);
int unset_end(struct worker *k, struct launch *n); /* a result: whether any were told */
/* before an instruction: of those lanes that come to it, some run it */
void unset_step(struct warp *w, const struct insn *i, uint32_t group, uint32_t lanes);
/* a mask, a barrier's number, a function's address … of a lane that decides what happens */
void unset_decides(struct warp *w, const struct insn *i, int lane, uint32_t ref, const char *what);

#endif
