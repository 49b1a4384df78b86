/* host.c: functions of the library that the host may call between regions whose data stays on the device. */
#include <string.h>

#include "../tables/tables.h"
#include "annotate_priv.h"

#define HOST_FUNCTION(NAME, STORES) {#NAME, STORES},
static const struct {
    const char *name;
    bool stores;
} rows[] = {
#include "host.def"
};
#undef HOST_FUNCTION

bool is_host_function(const char *name, bool *stores)
{
    const struct library_row *row = library_find(name);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(name, rows[i].name) == 0) {
            *stores = rows[i].stores;
            return true;
        }
    return row && row->effect == LIBRARY_COMPUTES;
}
