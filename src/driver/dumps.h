/* dumps.h: what --dump and explain print: words that the driver parses and passes to gantry-core. */
#ifndef GANTRY_DUMPS_H
#define GANTRY_DUMPS_H

#include <string.h>

/* DUMP(ENUM, "word"), in the order in which they are printed */
#define DUMPS(DUMP)                                                                                                    \
    DUMP(REGIONS, "regions")                                                                                           \
    DUMP(TREE, "tree")                                                                                                 \
    DUMP(CALLS, "calls")                                                                                               \
    DUMP(DECISIONS, "decisions")                                                                                       \
    DUMP(SHARING, "sharing")                                                                                           \
    DUMP(SETTINGS, "settings")                                                                                         \
    DUMP(EXPLAIN, "explain")                                                                                           \
    DUMP(DEVICE, "device")                                                                                             \
    DUMP(HOST, "host")                                                                                                 \
    DUMP(LINK, "link")

#define DUMP(E, WORD) DUMP_BIT_##E,
enum { DUMPS(DUMP) NDUMPS };
#undef DUMP
#define DUMP(E, WORD) DUMP_##E = 1 << DUMP_BIT_##E,
enum { DUMPS(DUMP) };
#undef DUMP
#define DUMP(E, WORD) {DUMP_##E, WORD},
static const struct {
    unsigned bit;
    const char *word;
} dumps[NDUMPS] = {DUMPS(DUMP)};
#undef DUMP
enum { DUMPS_WITHOUT_ANALYSIS = DUMP_REGIONS | DUMP_TREE };

/* bits of a list, "regions,device"; 0 when one of its words is unknown */
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
