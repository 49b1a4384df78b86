/* patch.c: what was measured, as a patch of the source: clauses where OpenMP has them. */
#include "tune_priv.h"

int tune_patch(const struct tune_house *h, const char *store)
{
    (void)h;
    fprintf(stderr, "gantry: error: gantry tune: %s\n", store);
    return 1;
}
