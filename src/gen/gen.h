/* src/gen: text from decisions: device C, host C with descriptors, the summary table. Reads, never decides. */
#ifndef GANTRY_GEN_H
#define GANTRY_GEN_H

#include "../analysis/analysis.h"

/* Device C of the whole unit: compile as C with include/ on the path. false after errors were reported. */
bool gen_device(struct analysis *a, struct sb *out);
/* Host C of the whole unit; includes gantry_abi.h. */
bool gen_host(struct analysis *a, struct sb *out);
/* Constructs whose host code can be left out are numbered from 1 as they are written: number n, NULL when there is no
 * such; *count: how many there are. */
const struct region *gen_host_construct(const struct analysis *a, unsigned n, unsigned *count);
/* docs/summary-format.md */
void gen_summary(struct analysis *a, struct sb *out);

#endif
