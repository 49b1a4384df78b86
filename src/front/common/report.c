/* common/report.c: collects the errors and warnings of the passes of the front end, and prints them in source order. */
#include "../front_private.h"

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
    if (p && p->orig_known && !p->orig_text) /* the pragma comes from a macro */
        caret_len = 1;
    struct report r = {.level = level, .loc = loc, .caret_len = caret_len, .id = id, .pragma = p};
    r.text = sb_take(&text, f->arena);
    r.order = (unsigned)f->reports.n;
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

/* The place that a report is sorted by. A note belongs to the report before it and must stay with it, so it is sorted
 * by that report's place. */
static struct loc group_place(const struct report *r, size_t i)
{
    while (i > 0 && r[i].level == DIAG_NOTE)
        i--;
    return r[i].loc;
}

static bool ours(const struct report *r)
{
    return !r->pragma || r->pragma->always_ours || r->pragma->in_hand ||
           (r->pragma->region && r->pragma->region->on_device);
}

static bool same_place(struct front *f, const struct report *clang, const struct report *r)
{
    if (!clang->loc.file || !r->loc.file || strcmp(clang->loc.file, r->loc.file) != 0)
        return false;
    if (clang->loc.line == r->loc.line)
        return true;
    struct pragma *p = r->pragma;
    return p && clang->loc.line >= p->loc.line &&
           clang->loc.line <= place_of_token(f, p, (unsigned)p->toks.t.n - 1).line;
}

/* Clang's messages about a pragma are dropped where Gantry has one of its own. */
static bool wanted(struct front *f, const struct report *r)
{
    for (size_t i = 0; r->from_clang_openmp && i < f->reports.n; i++) {
        const struct report *o = &f->reports.v[i];
        if (o->id && o->level == DIAG_ERROR && ours(o) && same_place(f, r, o))
            return false;
    }
    return ours(r) && !(r->from_probe && f->probe_silent);
}

static bool same_report(const struct report *a, const struct report *b, const struct loc *own)
{
    return a->level == b->level && own[a->order].line == own[b->order].line && own[a->order].col == own[b->order].col &&
           !strcmp(a->text, b->text);
}

/* Is there an error to print that did not come from the probe copy? If not, those of the probe copy are printed. */
static bool any_before_probe(const struct front *f)
{
    for (size_t i = 0; i < f->reports.n; i++)
        if (f->reports.v[i].level == DIAG_ERROR && !f->reports.v[i].from_probe && ours(&f->reports.v[i]))
            return true;
    return false;
}

void reports_flush(struct front *f)
{
    size_t n = f->reports.n;
    f->probe_silent = f->probe_silent && any_before_probe(f);
    struct report *sorted = arena_alloc(f->arena, (n + 1) * sizeof *sorted);
    struct loc *own = arena_alloc(f->arena, (n + 1) * sizeof *own);
    for (size_t i = 0; i < n; i++) {
        sorted[i] = f->reports.v[i];
        own[i] = sorted[i].loc;
        sorted[i].loc = group_place(f->reports.v, i);
    }
    qsort(sorted, n, sizeof *sorted, by_place);
    bool printing = true;
    const struct report *last = NULL;
    for (size_t i = 0; i < n; i++) {
        const struct report *r = &sorted[i];
        if (r->level != DIAG_NOTE)
            printing = wanted(f, r) && !(last && same_report(last, r, own));
        if (printing && r->level != DIAG_NOTE)
            last = r;
        if (printing)
            diag_message(f->diag, (struct diag_message){.level = r->level,
                                                        .loc = own[r->order],
                                                        .caret_len = r->caret_len,
                                                        .id = r->id,
                                                        .option = r->option,
                                                        .text = r->text,
                                                        .settled = r->from_clang,
                                                        .raised = r->raised,
                                                        .worded = r->worded});
    }
    f->reports.n = 0;
}
