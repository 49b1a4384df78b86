/* tuned.c: --tuned: what `gantry tune` has measured, as the table that gantry-core reads. */
#include "driver.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../tune/tune.h"

#define TUNED_STORE "gantry.tuned"

const char *tuned_store(void)
{
    const char *set = getenv("GANTRY_TUNED");
    return set && *set ? set : TUNED_STORE;
}

const char *tuned_table(struct cc *cc)
{
    static const char *made; /* for all files of the command */
    size_t n = 0;
    const char *why = NULL, *bytes = made ? NULL : file_read(cc->arena, cc->tuned, &n);
    if (made)
        return made;
    if (!bytes)
        why = arena_printf(cc->arena, "%s: %s", cc->tuned, strerror(errno));
    else if (!store_is(bytes, n))
        return made = cc->tuned;
    char *text = why ? NULL : tune_table(cc->arena, cc->tuned, &why);
    if (!text) {
        diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "--tuned: %s", why);
        return NULL;
    }
    const char *path = temp_path(cc->arena, "tuned", "");
    if (!file_write(path, text, strlen(text)))
        cannot_write(path);
    return made = path;
}
