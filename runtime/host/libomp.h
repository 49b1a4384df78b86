/* libomp.h: the host's OpenMP library, where the process has it. Programs without host OpenMP do not load it; callers
 * then use an answer of their own. */
#ifndef GANTRY_LIBOMP_H
#define GANTRY_LIBOMP_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct gantry_libomp { /* its functions; all are there from LLVM 15 on */
#define LIBOMP(RET, NAME, PARAMS) RET(*NAME) PARAMS;
#include "libomp.def"
#undef LIBOMP
};
extern _Atomic(const struct gantry_libomp *) gantry_libomp_known;
const struct gantry_libomp *gantry_libomp_look(void);

/* NULL: the process has no libomp, so far. Inline, and a few instructions only: programs call routines in loops. */
static inline const struct gantry_libomp *gantry_libomp(void)
{
    const struct gantry_libomp *l = atomic_load_explicit(&gantry_libomp_known, memory_order_acquire);
    return l ? l : gantry_libomp_look();
}

#endif
