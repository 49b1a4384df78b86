/* count.h: what kernels did, counted while they run (docs/counters.md): instructions by class, memory transactions,
 * bank conflicts, barriers, divergence. GANTRY_SOFTGPU_COUNTS turns it on, and says where the numbers go. */
#ifndef GANTRY_SOFTGPU_COUNT_H
#define GANTRY_SOFTGPU_COUNT_H

#include "softgpu.h"

/* insn.class: what an instruction is for; NONE: the decoder's own, which no GPU has. name, label */
#define CLASSES(X)                                                                                                     \
    X(integer, "integer")                                                                                              \
    X(float, "float")                                                                                                  \
    X(double, "double")                                                                                                \
    X(convert, "convert")                                                                                              \
    X(compare, "compare, select")                                                                                      \
    X(move, "move")                                                                                                    \
    X(parameter, "parameter")                                                                                          \
    X(memory, "device memory")                                                                                         \
    X(shared, "shared memory")                                                                                         \
    X(local, "local memory")                                                                                           \
    X(atomic, "atomic")                                                                                                \
    X(branch, "branch")                                                                                                \
    X(call, "call, return")                                                                                            \
    X(barrier, "barrier")                                                                                              \
    X(sync, "warp sync")                                                                                               \
    X(shuffle, "shuffle")                                                                                              \
    X(vote, "vote, match")                                                                                             \
    X(fence, "fence")                                                                                                  \
    X(other, "other")
enum insn_class {
    CLASS_none,
#define CLASS(NAME, LABEL) CLASS_##NAME,
    CLASSES(CLASS)
#undef CLASS
        CLASS_COUNT
};
/* of an opcode, "fma.rn.f64"; sets class, and flops: operations of numbers that a lane executes */
void class_of(const char *opcode, size_t n, struct insn *i);

struct counting;
struct counting *counting_new(void); /* NULL: GANTRY_SOFTGPU_COUNTS is not set */
void counting_begin(struct worker *k, const struct launch *n);
void counting_end(struct worker *k, const struct launch *n, bool well);
/* before an instruction: `group` is at it, `lanes` of these are not predicated off */
void counting_step(struct warp *w, const struct insn *i, uint32_t group, uint32_t lanes);

#endif
