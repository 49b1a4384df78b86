/* asserted.c: what the program asserts (`assume`, `#pragma ompx`), and whether it is so (docs/checks.md, GC8xx). Of
 * loops whose iterations are said to be independent, and which the host runs one iteration after the other, what each
 * iteration touches is kept, byte by byte. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static bool asked(void) { return gantry_check_on(GANTRY_CHECK_ASSERTED); }

/* ---- expressions ---- */
void __gantry_assumed(int holds, const struct gantry_loc *at, const char *expression, const char *values, ...)
{
    char text[700], line[700] = "  ";
    va_list ap;
    if (!asked())
        return;
    gantry_findings_asserted();
    if (holds)
        return;
    va_start(ap, values);
    int n = 2 + vsnprintf(line + 2, sizeof line - 3, values, ap);
    va_end(ap);
    n = n < (int)sizeof line - 2 ? n : (int)sizeof line - 2;
    memcpy(line + n, "\n", 2);
    snprintf(text, sizeof text, "the program asserts '%s', which is false here", expression);
    gantry_finding(&(struct gantry_finding){
        .id = "GC801",
        .at = *at,
        .name = expression,
        .text = text,
        .detail = n > 2 ? line : NULL,
        .advice = "what was made by it is wrong for such values: assert less, or see to it that it holds"});
}

/* ---- sizes ---- */
void __gantry_sized(const void *p, long low, long bytes, const struct gantry_loc *at, const char *item)
{
    char text[700], place[300];
    uintptr_t begin;
    size_t n;
    const void *caller;
    if (!asked())
        return;
    gantry_findings_asserted();
    if (!check_heap_block(p, &begin, &n, &caller))
        return;
    long before = (long)((uintptr_t)p - begin);
    bool fits = bytes <= 0 || (low + before >= 0 && low + before + bytes <= (long)n);
    if (fits)
        return;
    struct gantry_loc taken = check_place_of(caller);
    snprintf(text, sizeof text,
             "the program asserts that there is '%s', which reaches beyond the memory: %zu bytes, taken at %s", item, n,
             check_place(&taken, place, sizeof place));
    gantry_finding(&(struct gantry_finding){.id = "GC803",
                                            .at = *at,
                                            .other = taken,
                                            .name = item,
                                            .text = text,
                                            .advice = "the section must lie inside of that memory"});
}

/* ---- iterations ---- */
enum { MOST_RANGES = 64, MOST_GRANULES = 1 << 21, BYTES = 8, SEVERAL = -1 };
enum { NOT_AT_WORK = 0 };
struct granule {
    uintptr_t at;                          /* 0: none; the address of its first byte, and 1 */
    uint32_t writer[BYTES], reader[BYTES]; /* the last iteration that did, from 1 on; reader: or SEVERAL */
    const void *wrote, *read;              /* the code that did */
};
struct range {
    uintptr_t begin, end;
    size_t element;
    const char *name;
};
struct loop { /* that runs: its iterations so far */
    struct loop *outer;
    struct gantry_loc at;
    const char *words;
    uintptr_t frame;
    uint32_t iteration, now; /* now: NOT_AT_WORK between iterations */
    bool listed, over;       /* listed: only `ranges` count; over: nothing is kept any more */
    unsigned nranges, nscalars;
    struct range ranges[MOST_RANGES], scalars[MOST_RANGES];
    struct check_observed *observed; /* gets what iterations do; NULL: what they must not do is told */
    struct granule *table;
    size_t room, used; /* room: 0, or a power of two */
};
static _Thread_local struct loop *loops;
static _Thread_local uintptr_t stack_low;
atomic_uint check_each;

static struct granule *find(struct loop *l, uintptr_t at)
{
    size_t i = (size_t)((at >> 3) * 0x9e3779b97f4a7c15u >> 20) & (l->room - 1);
    while (l->table[i].at && l->table[i].at != (at | 1))
        i = (i + 1) & (l->room - 1);
    return &l->table[i];
}

static bool grow(struct loop *l)
{
    struct loop larger = *l;
    if (l->used >= MOST_GRANULES)
        return false;
    larger.room = l->room ? 2 * l->room : 1024;
    larger.table = calloc(larger.room, sizeof *larger.table);
    if (!larger.table)
        return false;
    for (size_t i = 0; i < l->room; i++)
        if (l->table[i].at)
            *find(&larger, l->table[i].at & ~(uintptr_t)1) = l->table[i];
    free(l->table);
    l->table = larger.table;
    l->room = larger.room;
    return true;
}

static struct granule *granule(struct loop *l, uintptr_t at)
{
    if (4 * l->used >= 3 * l->room && !grow(l)) {
        l->over = true;
        return NULL;
    }
    struct granule *g = find(l, at);
    l->used += !g->at;
    g->at = at | 1;
    return g;
}

static const struct range *range_of(const struct range *r, unsigned n, uintptr_t at)
{
    for (unsigned i = 0; i < n; i++)
        if (at >= r[i].begin && at < r[i].end)
            return &r[i];
    return NULL;
}

/* Is it one of the elements that the program speaks of? The function's own variables, and those of functions that it
 * calls, are not, but for arrays that were there before the loop; scalars are where all is observed. */
static bool counts(const struct loop *l, uintptr_t at)
{
    if (range_of(l->ranges, l->nranges, at))
        return true;
    if (l->listed)
        return false;
    return range_of(l->scalars, l->nscalars, at) ? l->observed != NULL : !(at >= stack_low && at < l->frame);
}

static void tell(struct loop *l, uintptr_t at, uint32_t other, bool other_stores, bool stores, const void *before,
                 const void *caller)
{
    char text[700], name[200] = "the same memory", detail[900], one[300], two[300], which[40] = "several";
    const struct range *r = range_of(l->ranges, l->nranges, at);
    struct check_code here, there;
    l->over = true;
    check_code_of(caller, &here);
    check_code_of(before, &there);
    if (r && r->name && r->element)
        snprintf(name, sizeof name, "'%s[%zu]'", r->name, (at - r->begin) / r->element);
    if (other != (uint32_t)SEVERAL)
        snprintf(which, sizeof which, "%u", other - 1);
    snprintf(text, sizeof text, "iterations %s and %u touch %s, and not only to read it: the program says '%s'", which,
             l->now - 1, name, l->words);
    snprintf(detail, sizeof detail, "  iteration %s %s at %s\n  iteration %u %s at %s\n", which,
             other_stores ? "stores" : "reads", check_place(&there.at, one, sizeof one), l->now - 1,
             stores ? "stores" : "reads", check_place(&here.at, two, sizeof two));
    gantry_finding(&(struct gantry_finding){
        .id = "GC802",
        .at = l->at,
        .other = here.at,
        .text = text,
        .detail = detail,
        .advice = "the iterations depend on each other: leave the pragma out, or mend the indices"});
}

static void observe(struct loop *l, uintptr_t at, uint32_t other, bool other_stores, bool stores, const void *before,
                    const void *caller)
{
    const struct range *scalar = range_of(l->scalars, l->nscalars, at), *r = range_of(l->ranges, l->nranges, at);
    check_observed_meets(l->observed,
                         !stores        ? CHECK_FLOW
                         : other_stores ? CHECK_OUTPUT
                                        : CHECK_ANTI,
                         scalar ? scalar->name
                         : r    ? r->name
                                : NULL,
                         scalar != NULL,
                         &(struct check_two){other == (uint32_t)SEVERAL ? 0 : other, l->now, before, caller}, at);
}

static void meet(struct loop *l, uintptr_t at, uint32_t other, bool other_stores, bool stores, const void *before,
                 const void *caller)
{
    (l->observed ? observe : tell)(l, at, other, other_stores, stores, before, caller);
}

static void touch(struct loop *l, uintptr_t at, bool store, const void *caller)
{
    struct granule *g = granule(l, at & ~(uintptr_t)(BYTES - 1));
    unsigned k = at % BYTES;
    if (!g)
        return;
    uint32_t wrote = g->writer[k], read = g->reader[k];
    if (wrote && wrote != l->now)
        meet(l, at, wrote, true, store, g->wrote, caller);
    if (store && read && read != l->now && !l->over)
        meet(l, at, read, false, true, g->read, caller);
    if (store) {
        g->writer[k] = l->now;
        g->wrote = caller;
        g->reader[k] = 0; /* later iterations meet this store */
    } else if (read != l->now) {
        g->reader[k] = read ? (uint32_t)SEVERAL : l->now;
        g->read = caller;
    }
}

void check_each_touches(uintptr_t at, uint64_t n, bool store, const void *caller)
{
    for (struct loop *l = check_inside() ? NULL : loops; l; l = l->outer)
        for (uint64_t i = 0; i < n && l->now != NOT_AT_WORK && !l->over; i++)
            if (counts(l, at + i))
                touch(l, at + i, store, caller);
}

/* ---- what generated code calls ---- */
static void find_stack(void)
{
    pthread_attr_t a;
    void *low = NULL;
    size_t n;
    if (stack_low || pthread_getattr_np(pthread_self(), &a))
        return;
    if (pthread_attr_getstack(&a, &low, &n) == 0)
        stack_low = (uintptr_t)low;
    pthread_attr_destroy(&a);
}

int __gantry_each_begin(const struct gantry_loc *at, const char *words, int listed, const void *frame)
{
    struct loop *l = asked() ? calloc(1, sizeof *l) : NULL;
    if (!l)
        return 0;
    find_stack();
    gantry_findings_asserted();
    *l = (struct loop){.outer = loops, .at = *at, .words = words, .listed = listed, .frame = (uintptr_t)frame};
    l->observed = check_observed_begins(at);
    loops = l;
    check_watch(&check_each);
    return 1;
}

/* bytes < 0: as many as the block of the heap has that p leads to */
void __gantry_each_of(int begun, const void *p, long low, long bytes, unsigned long element, const char *name)
{
    struct loop *l = begun ? loops : NULL;
    uintptr_t begin = (uintptr_t)p;
    size_t n = bytes < 0 ? 0 : (size_t)bytes;
    const void *caller;
    if (!l || l->nranges == MOST_RANGES)
        return;
    if (bytes < 0 && check_heap_block(p, &begin, &n, &caller))
        n -= (uintptr_t)p - begin;
    begin = (uintptr_t)p + (uintptr_t)low;
    l->ranges[l->nranges++] = (struct range){begin, begin + n, element, name};
}

void __gantry_each_scalar(int begun, const void *p, unsigned long bytes, const char *name)
{
    struct loop *l = begun ? loops : NULL;
    if (l && l->nscalars < MOST_RANGES)
        l->scalars[l->nscalars++] =
            (struct range){.begin = (uintptr_t)p, .end = (uintptr_t)p + bytes, .element = bytes, .name = name};
}

int __gantry_each_next(int begun)
{
    if (begun)
        loops->now = ++loops->iteration;
    return begun;
}

void __gantry_each_pause(const int *begun)
{
    if (*begun)
        loops->now = NOT_AT_WORK;
}

void __gantry_each_end(const int *begun)
{
    struct loop *l = *begun ? loops : NULL;
    if (!l)
        return;
    loops = l->outer;
    check_watch_no_more(&check_each);
    if (l->observed)
        check_observed_ends(l->observed, l->iteration, l->over);
    free(l->table);
    free(l);
}
