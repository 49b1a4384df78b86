/* gantry_names.h: what the device link writes in PTX and the cuda plug-in finds there. Names of C that PTX cannot
 * spell: each byte beyond ASCII becomes `$` and two hexadecimal digits, which no name of the user's has before. So does
 * the first letter of what is a constant of PTX's, or too short for a name. */
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
