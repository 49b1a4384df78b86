/* ptx.h: what a kernel in PTX takes of a GPU: by ptxas where it is, else by an estimate from its text. */
#ifndef GANTRY_PTX_H
#define GANTRY_PTX_H

#include "../base/base.h"

struct ptx_kernel {
    const char *name;
    uint32_t registers;                /* of a lane */
    uint32_t stack, spilled, reloaded; /* bytes of a lane: variables; stored to and loaded from memory for want of
                                        * registers */
    uint32_t shared;                   /* bytes of a team */
    uint32_t most_lanes;               /* of a team, by its clauses; 0: any */
    uint32_t most_registers;           /* by `ompx registers` or --registers; 0: any */
    bool calls_by_pointer;             /* functions of which nothing is counted */
};
typedef VEC(struct ptx_kernel) ptx_kernels;

/* By the text alone: registers as the most that are alive at a time, so nothing of what ptxas reorders or spills. */
void ptx_estimate(struct arena *a, const char *text, ptx_kernels *out);
/* The same text without the limits of registers. */
const char *ptx_unlimited(struct arena *a, const char *text);
/* Puts what `ptxas -v` has printed in place of the estimates. */
void ptx_said(const char *said, ptx_kernels *all);

#endif
