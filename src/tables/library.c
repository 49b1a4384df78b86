/* library.c: the rows of library.def, found by name. */
#include "tables.h"

#include <string.h>

enum { /* the words of the last column */
       STATE = LIBRARY_STATE,
       ICV = LIBRARY_ICV,
       TEAM_NUM = LIBRARY_TEAM_NUM,
       NUM_TEAMS = LIBRARY_NUM_TEAMS,
       THREAD_NUM = LIBRARY_THREAD_NUM,
       NUM_THREADS = LIBRARY_NUM_THREADS,
       OTHER = LIBRARY_OTHER,
       ALLOCATES = LIBRARY_ALLOCATES,
       HANDLE = LIBRARY_HANDLE,
       SHORT = LIBRARY_SHORT,
       ERRNO = LIBRARY_ERRNO,
};

#define LIBRARY(NAME, PLACE, EFFECT, TRAITS) {#NAME, LIBRARY_##PLACE, LIBRARY_##EFFECT, TRAITS},
#define LIBRARY_PREFIX(S, PLACE, EFFECT)
#define LIBRARY_MACRO(FUNCTION, NAME)
const struct library_row library_rows[] = {
#include "library.def"
    {0},
};
#undef LIBRARY
#undef LIBRARY_PREFIX

#define LIBRARY(NAME, PLACE, EFFECT, TRAITS)
#define LIBRARY_PREFIX(S, PLACE, EFFECT) {S, LIBRARY_##PLACE, LIBRARY_##EFFECT, LIBRARY_IS_PREFIX},
static const struct library_row prefixes[] = {
#include "library.def"
};
#undef LIBRARY
#undef LIBRARY_PREFIX
#undef LIBRARY_MACRO

#define LIBRARY(NAME, PLACE, EFFECT, TRAITS)
#define LIBRARY_PREFIX(S, PLACE, EFFECT)
#define LIBRARY_MACRO(FUNCTION, NAME) {#FUNCTION, #NAME},
static const struct {
    const char *function, *name;
} macros[] = {
#include "library.def"
};
#undef LIBRARY
#undef LIBRARY_PREFIX
#undef LIBRARY_MACRO

const char *library_spelling(const char *function)
{
    for (unsigned i = 0; i < sizeof macros / sizeof *macros; i++)
        if (strcmp(macros[i].function, function) == 0)
            return macros[i].name;
    return function;
}

enum { NROWS = sizeof library_rows / sizeof *library_rows - 1, SLOTS = 1024 };
_Static_assert(NROWS * 2 < SLOTS, "a search must come to an empty slot soon");

static unsigned hash(const char *s)
{
    unsigned h = 2166136261u; /* FNV-1a */
    for (; *s; s++)
        h = (h ^ (unsigned char)*s) * 16777619u;
    return h;
}

/* The row of exactly that name, by a hash table: slots hold row numbers from 1, 0 is empty. */
static const struct library_row *row_of(const char *name)
{
    static unsigned short slots[SLOTS];
    static bool filled;
    for (unsigned i = 0; !filled && i < NROWS; i++) {
        unsigned at = hash(library_rows[i].name) % SLOTS;
        while (slots[at])
            at = (at + 1) % SLOTS;
        slots[at] = (unsigned short)(i + 1);
    }
    filled = true;
    for (unsigned at = hash(name) % SLOTS; slots[at]; at = (at + 1) % SLOTS)
        if (strcmp(library_rows[slots[at] - 1].name, name) == 0)
            return &library_rows[slots[at] - 1];
    return NULL;
}

const struct library_row *library_find(const char *name)
{
    static const char builtin[] = "__builtin_";
    const struct library_row *row = row_of(name);
    if (!row && strncmp(name, builtin, sizeof builtin - 1) == 0 && strncmp(name, "__builtin_omp_", 14) != 0)
        row = row_of(name + sizeof builtin - 1);
    for (unsigned i = 0; !row && i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(name, prefixes[i].name, strlen(prefixes[i].name)) == 0)
            row = &prefixes[i];
    return row;
}
