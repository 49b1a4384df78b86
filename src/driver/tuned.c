/* tuned.c: --tuned: what `gantry tune` has measured, as the table that gantry-core reads. */
#include "driver.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define TUNED_STORE "gantry.tuned"

const char *tuned_store(void)
{
    const char *set = getenv("GANTRY_TUNED");
    return set && *set ? set : TUNED_STORE;
}

const char *tuned_table(struct cc *cc)
{
    size_t n = 0;
    const char *bytes = file_read(cc->arena, cc->tuned, &n);
    if (!bytes) {
        diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "--tuned=%s: cannot be read: %s", cc->tuned, strerror(errno));
        return NULL;
    }
    return cc->tuned;
}
