/* Errors are collected while the pieces of the front end run, and printed in the order of the source. */
#include "front_private.h"

#include <stdlib.h>
#include <string.h>

void report(struct front *f, enum diag_level level, struct loc loc, int caret_len, struct pragma *p, const char *id,
            const char *fmt, ...)
{
    struct sb text = {0};
    va_list ap;
    va_start(ap, fmt);
    sb_vprintf(&text, fmt, ap);
    va_end(ap);
    struct report r = {level, loc, caret_len, id, sb_take(&text, f->arena), p, (unsigned)f->reports.n};
    vec_push(f->arena, &f->reports, r);
}

static int by_place(const void *pa, const void *pb)
{
    const struct report *a = pa, *b = pb;
    if (a->loc.file && b->loc.file && !strcmp(a->loc.file, b->loc.file)) {
        if (a->loc.line != b->loc.line)
            return a->loc.line < b->loc.line ? -1 : 1;
    }
    return a->order < b->order ? -1 : a->order > b->order;
}

/* A note belongs to the report before it: both move together, by sorting runs and not lines. */
static struct loc group_place(const struct report *r, size_t i)
{
    while (i > 0 && r[i].level == DIAG_NOTE)
        i--;
    return r[i].loc;
}

static bool wanted(const struct report *r)
{
    return !r->pragma || r->pragma->always_ours || (r->pragma->region && r->pragma->region->on_device);
}

void reports_flush(struct front *f)
{
    size_t n = f->reports.n;
    struct report *sorted = arena_alloc(f->arena, (n + 1) * sizeof *sorted);
    struct loc *own = arena_alloc(f->arena, (n + 1) * sizeof *own);
    for (size_t i = 0; i < n; i++) {
        sorted[i] = f->reports.v[i];
        own[i] = sorted[i].loc;
        sorted[i].loc = group_place(f->reports.v, i);
    }
    qsort(sorted, n, sizeof *sorted, by_place);
    bool printing = true;
    for (size_t i = 0; i < n; i++) {
        const struct report *r = &sorted[i];
        if (r->level != DIAG_NOTE)
            printing = wanted(r);
        if (printing)
            diag_range(f->diag, r->level, own[r->order], r->caret_len, r->id, "%s", r->text);
    }
    f->reports.n = 0;
}
