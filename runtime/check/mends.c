/* mends.c: which update or map type would bring what is old: a section of it that destroys nothing newer, where the
 * program has a name for it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "strands.h"

struct part { /* of what is mapped: bytes [first, end) */
    uint64_t first, end;
};

/* The bytes that an update would bring, and those that it would destroy: what the side that it goes to has newer. */
static uint64_t bits_brought(const struct check_pair *c, bool to, uint64_t k)
{
    uintptr_t at = (to ? c->p.dev : c->p.host) + k;
    uint64_t bits = check_bits(GANTRY_OLD, at) & ~(to ? check_attached_bits(c, at) : check_bits(GANTRY_STORED, at));
    return bits & check_first(c->p.size - k);
}

static uint64_t bits_lost(const struct check_pair *c, bool to, uint64_t k)
{
    uintptr_t at = (to ? c->p.dev : c->p.host) + k;
    uint64_t newer = check_bits(GANTRY_NEWER, at) & ~check_bits(GANTRY_OLD, at);
    return (to ? newer : newer | check_bits(GANTRY_STORED, at)) & check_first(c->p.size - k);
}

typedef uint64_t bits_at(const struct check_pair *c, bool to, uint64_t k);

/* From the first to the last of them; nothing: first == end. */
static struct part part_of(const struct check_pair *c, bool to, bits_at *bits_at)
{
    struct part p = {0};
    for (uint64_t k = 0; k < c->p.size; k += 64) {
        uint64_t bits = bits_at(c, to, k);
        if (bits && p.end == 0)
            p.first = k + (unsigned)__builtin_ctzll(bits);
        if (bits)
            p.end = k + 64 - (unsigned)__builtin_clzll(bits);
    }
    return p;
}

static bool loses_within(const struct check_pair *c, bool to, struct part p)
{
    for (uint64_t k = p.first; k < p.end; k += 64)
        if (bits_lost(c, to, k) & check_first(p.end - k))
            return true;
    return false;
}

static bool same_path(const struct check_pair *c, uint64_t offset, const char *path)
{
    char other[200];
    return offset < c->p.size && check_path(c, offset, other, sizeof other) && strcmp(path, other) == 0;
}

/* "a[3:5]": whole elements of an array, one after the other, or a member; false: it has no such name. */
static bool name_part(const struct check_pair *c, struct part *p, char *out, size_t room)
{
    char first[200], last[200];
    if (p->first == p->end || !check_path(c, p->first, first, sizeof first) ||
        !check_path(c, p->end - 1, last, sizeof last))
        return false;
    while (p->first && same_path(c, p->first - 1, first))
        p->first--;
    while (same_path(c, p->end, last))
        p->end++;
    size_t n = strlen(first), at = (size_t)(strrchr(first, '[') ? strrchr(first, '[') - first : 0);
    if (strchr(first, '/') || strchr(last, '/')) /* bit-fields */
        return false;
    if (!at || first[n - 1] != ']') {
        snprintf(out, room, "%s", first);
        return strcmp(first, last) == 0;
    }
    if (strncmp(first, last, at + 1) != 0 || strchr(last + at, ']') != last + strlen(last) - 1)
        return false;
    unsigned long long from = strtoull(first + at + 1, NULL, 10), to = strtoull(last + at + 1, NULL, 10);
    snprintf(out, room, "%.*s[%llu:%llu]", (int)at, first, from, to - from + 1);
    return true;
}

/* Does the program write each index of the part as a number, where it accesses it? An index that it computes may be
 * another the next time. A section of several elements is what it went through. */
static bool as_written(const struct gantry_finding *f, const char *part)
{
    for (const char *open = strchr(part, '['); open; open = strchr(open + 1, '[')) {
        int digits = (int)strspn(open + 1, "0123456789");
        const char *behind = open + 1 + digits;
        char index[40];
        snprintf(index, sizeof index, "[%.*s]", digits, open + 1);
        bool one = *behind == ']' || strcmp(behind, ":1]") == 0;
        if (one && !check_line_has(&f->at, index) && !check_line_has(&f->other, index))
            return false;
    }
    return true;
}

enum safety { SAFE, IN_PART, HARMFUL };

/* Would an update of all that is mapped bring nothing else than it should? Else `name` is what it may bring. */
static enum safety choose_part(const struct check_pair *c, bool to, char *name, size_t room)
{
    struct part brought = part_of(c, to, bits_brought), lost = part_of(c, to, bits_lost);
    if (lost.first == lost.end)
        return SAFE;
    return name_part(c, &brought, name, room) && !loses_within(c, to, brought) ? IN_PART : HARMFUL;
}

/* Is it mapped as it was, by itself or as one of several list items? */
static bool is_within(const struct gantry_pair *p, const struct check_pair *now)
{
    return now && p->host >= now->p.host && p->host + p->size <= now->p.host + now->p.size &&
           p->host - now->p.host == p->dev - now->p.dev;
}

/* Where the update belongs: "before d.c:16". A line of its own that cannot stand there, or a name that means nothing
 * there, may stand behind the region that stored (`made`), or in the function that maps it. */
static const char *where_to_update(const struct check_pair *c, bool to, const struct gantry_loc *before,
                                   const struct gantry_loc *made, int line, char *out, size_t room)
{
    char at[300];
    const char *function = c->named.func;
    struct gantry_loc first = {before->file, before->func, line ? line : before->line, 0}; /* of the statement */
    if (!to && made->line > 0 && check_same_function(&c->named, made) &&
        (!line || !check_same_function(&c->named, before)))
        snprintf(out, room, "behind the region at %s", check_place(made, at, sizeof at));
    else if (check_same_function(&c->named, before) || !function || !before->func || !*function)
        snprintf(out, room, "before %s", check_place(&first, at, sizeof at));
    else
        snprintf(out, room, "in %s, before %s is reached,", function, check_place(before, at, sizeof at));
    return out;
}

void check_advise_update(const struct check_pair *c, bool to, const struct check_update *less,
                         const struct gantry_loc *before, struct gantry_finding *f, char *text, size_t room)
{
    static const char *const sides[] = {"host", "device"};
    const struct gantry_pair *p = &c->p;
    const struct check_pair *now = check_pair_of_device(p->dev);
    bool waits = to && constructs_await(p->host, p->size);
    char indent[128], at[300], place[500], part[300], device[40] = "", *advice = text + room / 2;
    const char *name = p->name ? p->name : "?", *way = to ? "to" : "from",
               *first = waits ? "taskwait' and '#pragma omp " : "";
    bool moved = !to && before->file && before->line == f->other.line; /* it is the region's place, not the load's */
    int line = before->file && !moved ? check_line_before(before, indent, sizeof indent) : 0;
    enum safety safety =
        is_within(p, now)
            ? choose_part(&(struct check_pair){.p = *p, .attached = now->attached, .nattached = now->nattached}, to,
                          part, sizeof part)
            : SAFE;
    bool sure = safety != IN_PART || as_written(f, part);
    where_to_update(c, to, before, &f->other, line, place, sizeof place);
    if (!c->usual)
        snprintf(device, sizeof device, " device(%d)", p->device);
    f->advice = advice;
    if (less) {
        snprintf(advice, room / 2,
                 "the update at %s brings '%s' only: a longer section of it, or all of '%s', would do",
                 check_place(&less->by, at, sizeof at), less->item, name);
        return;
    }
    if (c->renamed)
        snprintf(advice, room / 2,
                 "'#pragma omp %starget update %s%s' %s would bring it, by the name that it has there: pointers have "
                 "been exchanged since it was mapped as '%s'",
                 first, way, device, place, name);
    else if (safety == HARMFUL)
        snprintf(advice, room / 2,
                 "'#pragma omp target update %s(…)%s' %s would bring it; not of all of '%s', since the %s has newer "
                 "bytes of it",
                 way, device, place, name, sides[to]);
    else
        snprintf(advice, room / 2, "'#pragma omp %starget update %s(%s)%s' %s would bring it%s", first, way,
                 safety == IN_PART ? part : name, device, place,
                 waits   ? ": a construct with nowait may still use it"
                 : !sure ? " in this run: with the indices that the program has there"
                         : "");
    if (!line || waits || safety == HARMFUL || !sure || !check_can_name(c, before))
        return;
    snprintf(text, room / 2, "%s#pragma omp target update %s(%s)%s\n", indent, way, safety == IN_PART ? part : name,
             device);
    f->edit = (struct gantry_edit){before->file, line, 1, 1, text};
}

/* A map dropped what was newer: one that brings it back, where the map type is written. */
void check_advise_map(const struct check_pair *c, struct gantry_finding *f, char *text, size_t room)
{
    static const char *const types[][2] = {
        {"to", "tofrom"}, {"alloc", "from"}, {"release", "from"}, {"delete", "from"}};
    bool ends = c->by.line != c->p.where.line || c->by.col != c->p.where.col; /* by an exit, not by its own construct */
    char at[300], *advice = text + room / 2;
    snprintf(advice, room / 2,
             "%s at %s brings it back; if the old value is meant, say so by gantry_check_expect(pointer, bytes)",
             ends ? "map(from: …)" : "map(tofrom: …) or map(from: …)", check_place(&c->by, at, sizeof at));
    f->advice = advice;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (ends == (i >= 2) && check_map_type(&c->by, types[i][0], types[i][1], text, room / 2, &f->edit))
            return;
}
