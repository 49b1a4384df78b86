/* gantry_names.h: what the device link writes in PTX and the cuda plug-in finds there. C allows names that PTX does
 * not: each byte beyond ASCII becomes `$` and two hexadecimal digits. So does the first letter of a name that PTX has
 * as a constant, or that is too short. */
#ifndef GANTRY_NAMES_H
#define GANTRY_NAMES_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* A line at the end of PTX whose calls recurse or go through pointers: the cuda plug-in asks for a larger stack. */
#define GANTRY_PTX_DEEP "// gantry: calls of unknown depth\n"

/* false: the name is good as it is, or too long for n bytes */
static inline bool gantry_plain_name(const char *name, char *plain, size_t n)
{
    size_t at = 0;
    bool other = false, taken = !strcmp(name, "WARP_SZ") || !strcmp(name, "_") || !strcmp(name, "$");
    for (; *name; name++) {
        if (at + 4 > n)
            return false;
        if ((unsigned char)*name < 0x80 && !(taken && !at)) {
            plain[at++] = *name;
            continue;
        }
        at += (size_t)snprintf(plain + at, n - at, "$%02x", (unsigned char)*name);
        other = true;
    }
    plain[at] = 0;
    return other;
}

#endif
