/* acc/rows.c: sections of several pointers, `r[0:n][0:m]` of `double **r` (OpenACC 3.3, 2.7.1): the pointers are there
 * too, and lead to the rows. OpenMP says so by a section of the pointers, and an iterator over the rows:
 *
 *     copy(r[0:n][0:m])     map(to: r[0:n]) map(iterator(long __gantry_i0 = 0:0 + (n)), tofrom: r[__gantry_i0][0:m])
 *
 * What calls say of each piece of memory stands in loops over the rows. */
#include "write.h"

#include <string.h>

enum { MOST = ACC_MOST_BRACKETS };

struct bracket {
    const char *text;          /* with its brackets */
    const char *lower, *count; /* of a section; of an element its index, and NULL */
    bool row;                  /* the memory of another pointer begins here */
};

struct rows {
    const char *base;
    struct bracket v[MOST];
    unsigned n;
};

static void read_rows(struct writer *w, struct range item, struct rows *out)
{
    struct arena *arena = w->a->f->arena;
    const struct type *t = acc_type(w->c, item);
    unsigned open = find(&w->ps, item, "[");
    out->base = range_text(&w->ps, (struct range){item.b, open});
    for (; t && open < item.e && is(&w->ps, open, "[") && out->n < MOST; t = t->elem) {
        unsigned close = matching(&w->ps, open), colon = find(&w->ps, (struct range){open + 1, close}, ":");
        struct bracket *b = &out->v[out->n];
        *b = (struct bracket){.text = range_text(&w->ps, (struct range){open, close + 1}),
                              .lower = range_text(&w->ps, (struct range){open + 1, close}),
                              .row = out->n > 0 && t->kind == TYPE_POINTER};
        if (colon < close) {
            b->lower = colon > open + 1 ? range_text(&w->ps, (struct range){open + 1, colon}) : "0";
            b->count = colon + 1 < close ? range_text(&w->ps, (struct range){colon + 1, close})
                       : t->count >= 0   ? arena_printf(arena, "%lld - (%s)", (long long)t->count, b->lower)
                                         : NULL;
        }
        out->n++;
        open = close + 1;
    }
}

/* the item from its beginning to bracket `upto`; sections before bracket `from` are elements of iterators */
static const char *part(struct writer *w, const struct rows *r, unsigned from, unsigned upto)
{
    struct sb s = {0};
    sb_add(&s, r->base);
    for (unsigned i = 0; i < upto; i++)
        if (i < from && r->v[i].count)
            sb_printf(&s, "[__gantry_i%u]", i);
        else
            sb_add(&s, r->v[i].text);
    return sb_take(&s, w->a->f->arena);
}

/* "map(iterator(…), tofrom: r[__gantry_i0][0:m])" */
static const char *clause(struct writer *w, const char *before, const char *kind, const struct rows *r, unsigned from,
                          unsigned upto)
{
    struct sb s = {0};
    unsigned n = 0;
    sb_printf(&s, " %s(", before);
    for (unsigned i = 0; i < from; i++)
        if (r->v[i].count)
            sb_printf(&s, "%slong __gantry_i%u = (%s):(%s) + (%s)", n++ ? ", " : "iterator(", i, r->v[i].lower,
                      r->v[i].lower, r->v[i].count);
    sb_printf(&s, "%s%s%s)", !n ? "" : *kind ? "), " : "): ", kind, part(w, r, from, upto));
    return sb_take(&s, w->a->f->arena);
}

const char *acc_row_clauses(struct writer *w, struct range item, const char *before, const char *kind,
                            const char *pointers)
{
    struct rows r = {0};
    struct sb s = {0};
    unsigned from = 0;
    read_rows(w, item, &r);
    for (unsigned i = 1; i < r.n; i++)
        if (r.v[i].row) {
            sb_add(&s, pointers ? clause(w, before, pointers, &r, from, i) : "");
            from = i;
        }
    sb_add(&s, clause(w, before, kind, &r, from, r.n));
    return sb_take(&s, w->a->f->arena);
}

/* the memory of the brackets from `from` on to `upto` */
static struct memory memory(struct writer *w, const struct rows *r, unsigned from, unsigned upto)
{
    struct arena *arena = w->a->f->arena;
    struct sb loops = {0};
    unsigned first = from; /* section: elements before it are part of what it is of */
    while (!r->v[first].count && first + 1 < upto)
        first++;
    for (unsigned i = 0; i < from; i++)
        if (r->v[i].count)
            sb_printf(&loops, "for (long __gantry_i%u = %s; __gantry_i%u < (%s) + (%s); __gantry_i%u++) ", i,
                      r->v[i].lower, i, r->v[i].lower, r->v[i].count, i);
    const struct bracket *b = &r->v[first];
    const char *base = part(w, r, from, first);
    return (struct memory){.at = arena_printf(arena, "(void *)&(%s)[%s]", base, b->lower),
                           .bytes = arena_printf(arena, "((%s) * sizeof *(%s))", b->count ? b->count : "1", base),
                           .loops = sb_take(&loops, arena),
                           .pointer = arena_printf(arena, "&(%s)", part(w, r, from, from))};
}

unsigned acc_row_memory(struct writer *w, struct range item, struct memory out[ACC_MOST_BRACKETS])
{
    struct rows r = {0};
    unsigned n = 0, upto, from;
    read_rows(w, item, &r);
    for (upto = r.n; upto > 0; upto = from) {
        for (from = upto - 1; from > 0 && !r.v[from].row;)
            from--;
        out[n++] = memory(w, &r, from, upto);
    }
    return n;
}

void acc_say_list(struct writer *w, const struct acc_clause *x, const char *openmp, const char *pointers)
{
    struct range r = {0};
    bool plain = true, opened = false;
    const char *kind = strchr(openmp, '(') + 1,
               *before = arena_strndup(w->a->f->arena, openmp, (size_t)(kind - 1 - openmp));
    while (acc_next_item(&w->ps, acc_variables(x), &r))
        plain &= !acc_rows(w->a, w->c, r) && !acc_may_lead(w, x, r);
    if (plain) {
        acc_say(w, x->at, " ");
        acc_say_around(w, x, openmp, ")");
        return;
    }
    for (r = (struct range){0}; acc_next_item(&w->ps, x->list, &r);) {
        if (acc_rows(w->a, w->c, r) || acc_may_lead(w, x, r))
            continue;
        acc_say(w, x->at, opened ? ", " : arena_printf(w->a->f->arena, " %s", openmp));
        acc_copy(w, r);
        opened = true;
    }
    if (opened)
        acc_say(w, x->all.e - 1, ")");
    for (r = (struct range){0}; acc_next_item(&w->ps, x->list, &r);)
        if (acc_rows(w->a, w->c, r))
            acc_say(w, r.b, acc_row_clauses(w, r, before, kind, pointers));
}
