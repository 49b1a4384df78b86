/* rank.c: which process of an MPI program this is, as its launcher says. */
#include <stdlib.h>
#include <string.h>

#include "values.h"

const char *gantry_rank(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value && strspn(value, "0123456789") == strlen(value))
            return value;
    }
    return NULL;
}

const char *gantry_rank_text(void)
{
    static _Thread_local char text[32];
    const char *rank = gantry_rank();
    snprintf(text, sizeof text, "%s%s", rank ? ": rank " : "", rank ? rank : "");
    return text;
}
