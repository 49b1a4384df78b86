/* api.c: the table that callers get who load the library at run time. */
#include "golden.h"

#define EXPORT __attribute__((visibility("default")))

static struct golden *session(const struct golden_origin *o, char *error, size_t size)
{
    (void)o;
    snprintf(error, size, "golden runs: not yet");
    return NULL;
}

static struct golden_file *open_file(const char *path, char *error, size_t size)
{
    snprintf(error, size, "%s: golden runs: not yet", path);
    return NULL;
}

EXPORT const struct golden_api *gantry_golden_api(unsigned abi)
{
    static const struct golden_api api = {.abi = GOLDEN_ABI, .session = session, .open = open_file};
    return abi == GOLDEN_ABI ? &api : NULL;
}
