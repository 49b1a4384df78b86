/* dumps.h: what --dump and explain print: the words of the command line, and of what the command asks gantry-core. */
#ifndef GANTRY_DUMPS_H
#define GANTRY_DUMPS_H

#include <string.h>

enum {
    DUMP_REGIONS = 1,
    DUMP_DECISIONS = 2,
    DUMP_DEVICE = 4,
    DUMP_HOST = 8,
    DUMP_LINK = 16,
    DUMP_STATEMENTS = 32,
    DUMP_EXPLAIN = 64
};
static const struct {
    unsigned bit;
    const char *word;
} dumps[] = {
    {DUMP_REGIONS, "regions"}, {DUMP_DECISIONS, "decisions"},   {DUMP_DEVICE, "device"},   {DUMP_HOST, "host"},
    {DUMP_LINK, "link"},       {DUMP_STATEMENTS, "statements"}, {DUMP_EXPLAIN, "explain"},
};
enum { NDUMPS = sizeof dumps / sizeof dumps[0] };

/* bits of a list, "regions,device"; 0 when a word of it is none */
static inline unsigned dumps_of(const char *list)
{
    unsigned bits = 0;
    for (const char *p = list;; p++) {
        size_t n = strcspn(p, ","), i = 0;
        while (i < NDUMPS && (strlen(dumps[i].word) != n || memcmp(dumps[i].word, p, n) != 0))
            i++;
        if (i == NDUMPS)
            return 0;
        bits |= dumps[i].bit;
        p += n;
        if (!*p)
            return bits;
    }
}

#endif
