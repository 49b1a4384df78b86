/* text/variant_lines.c: calls of variants in the lines of pragmas, `num_threads(base(2))`. The host compiler gets these
 * lines as the user wrote them, so the texts that the tree keeps of a line name the functions that are called instead.
 * Everything else is printed from the probe copy, with its patches.
 *
 * needs: host_patches, sorted.   sets: region.pragma, clause.written, item.written, decl_pragma.pragma.
 * breaks: nothing. */
#include "selector.h"

#include <stdlib.h>
#include <string.h>

/* Appends the text of s with the changes for host code. */
static void render(const struct unit *u, struct slice s, struct sb *out)
{
    uint32_t from = s.begin;
    for (size_t i = 0; i < u->host_patches.n; i++) {
        const struct patch *p = u->host_patches.v[i];
        if (p->off < from || p->off + p->len > s.end || p->of_user_function)
            continue; /* outside, in what another one replaced, or not in this function */
        sb_addn(out, u->text + from, p->off - from);
        for (size_t k = 0; k < p->parts.n; k++)
            if (p->parts.v[k].text)
                sb_add(out, p->parts.v[k].text);
            else
                render(u, p->parts.v[k].slice, out);
        from = p->off + p->len;
    }
    sb_addn(out, u->text + from, s.end - from);
}

/* `text` with each `old` that is no part of a longer name replaced */
static const char *replaced(struct front *f, const char *text, const char *old, const char *with)
{
    struct sb out = {0};
    size_t n = strlen(old);
    if (!text || !strstr(text, old))
        return text;
    for (const char *p = text; *p;) {
        if (!strncmp(p, old, n) && (p == text || !is_word(p[-1]))) {
            sb_add(&out, with);
            p += n;
        } else {
            sb_addc(&out, *p++);
        }
    }
    return sb_take(&out, f->arena);
}

static void change_region(struct front *f, struct region *r, const char *old, const char *with)
{
    r->pragma = replaced(f, r->pragma, old, with);
    for (const struct clause *k = r->clauses; k; k = k->next) {
        struct clause *c = unfinished(k);
        c->written = replaced(f, c->written, old, with);
        for (size_t i = 0; i < c->items.n; i++)
            c->items.v[i].written = replaced(f, c->items.v[i].written, old, with);
    }
}

static void change_lines(struct front *f, struct slice call)
{
    struct unit *u = f->unit;
    struct sb with = {0};
    render(u, call, &with);
    const char *old = arena_strndup(f->arena, u->text + call.begin, call.end - call.begin);
    for (size_t i = 0; i < u->regions.n; i++)
        if (slice_has(u->regions.v[i]->pragma_at, call.begin))
            change_region(f, unfinished(u->regions.v[i]), old, with.s);
    for (size_t i = 0; i < u->decl_pragmas.n; i++)
        if (slice_has(u->decl_pragmas.v[i].at, call.begin))
            u->decl_pragmas.v[i].pragma = replaced(f, u->decl_pragmas.v[i].pragma, old, with.s);
    sb_free(&with);
}

static int by_length(const void *a, const void *b)
{
    const struct slice *x = a, *y = b;
    uint32_t n = x->end - x->begin, m = y->end - y->begin;
    return n == m ? (x->begin > y->begin) - (x->begin < y->begin) : n < m ? 1 : -1;
}

/* Calls in the arguments of others are changed with these. Of the others the longest come first: their text may contain
 * that of a shorter one. */
void variant_lines(struct front *f, const struct calls *calls)
{
    struct calls outer = {0};
    for (size_t i = 0; i < calls->n; i++)
        if (!outer.n || calls->v[i].begin >= outer.v[outer.n - 1].end)
            vec_push(f->arena, &outer, calls->v[i]);
    if (outer.n)
        qsort(outer.v, outer.n, sizeof *outer.v, by_length);
    for (size_t i = 0; i < outer.n; i++)
        change_lines(f, outer.v[i]);
}
