/* syncs.c: updates at the statements of the host that use what stays on the device while a loop runs, where the
 * compiler has seen all of these (analysis/plan/syncs.c). */
#include <stdlib.h>
#include <string.h>

#include "hoist.h"

struct line { /* one name of a directive */
    const struct move_sync *at;
    const char *when;
    bool to;
};
struct lines {
    struct line *v;
    size_t n;
};

static int line_of(const struct line *l) { return l->to ? l->at->last : l->at->first; }

/* 0: they go into one directive. Of one line what is to stand behind it comes first, so that it may be written first.
 */
static int by_directive(const struct line *x, const struct line *y)
{
    int files = strcmp(x->at->file, y->at->file);
    if (files || x->to != y->to || line_of(x) != line_of(y))
        return files ? files : line_of(x) != line_of(y) ? line_of(x) < line_of(y) ? -1 : 1 : y->to - x->to;
    return !x->when || !y->when ? !y->when - !x->when : strcmp(x->when, y->when);
}

static int by_name(const void *a, const void *b)
{
    const struct line *x = a, *y = b;
    int directives = by_directive(x, y);
    return directives ? directives : strcmp(x->at->name, y->at->name);
}

static size_t add_lines(struct lines *l, const struct cluster *c)
{
    size_t n = 0;
    for (size_t k = 0; k < c->n; k++)
        for (size_t i = 0; i < c->groups[k]->n; i++) {
            const struct entry *e = &c->groups[k]->entries[i];
            const struct name *x = e->place ? group_name_of(c->groups[k], e) : NULL;
            for (size_t j = 0; x && x->idle && x->synced && j < e->place->nsyncs; j++)
                for (int to = 0; to < 2; to++) {
                    const struct move_sync *s = &e->place->syncs[j];
                    if (!(s->ways & (to ? 2 : 1)))
                        continue;
                    if (l->v)
                        l->v[n] = (struct line){s, s->when, to};
                    n++;
                }
        }
    return n;
}

static void put_directive(const struct hoists *h, struct cluster *c, const struct line *v, size_t n, struct text *note)
{
    struct text text = {0};
    size_t names = 0;
    text_write(&text, "#pragma omp target update %s(", v->to ? "to" : "from");
    for (size_t i = 0; i < n; i++) {
        const struct update u = {v[i].at->file, v[i].at->name, v->to, v->to};
        if ((i && !strcmp(v[i].at->name, v[i - 1].at->name)) || update_stands(h->all, &u, line_of(v)))
            continue;
        text_write(&text, "%s%s", names++ ? ", " : "", v[i].at->name);
    }
    text_put(&text, ")");
    if (v->when)
        text_write(&text, " if(%s)", v->when);
    char *directive = text_end(&text);
    if (names && directive) {
        hoist_next_line(note);
        text_write(note,
                   v->to ? "behind what the host stores, which ends at %s:%d: %s"
                         : "in front of what the host reads or stores at %s:%d: %s",
                   file_base(v->at->file), line_of(v), directive);
        hoist_add_line(c, v->to ? "behind" : "in front", v->at->file, line_of(v), directive);
        return;
    }
    free(directive);
}

/* Where constructs found data at times that another directive had mapped, updates would be for that, too. */
static void look_at_items(struct cluster *c)
{
    for (size_t k = 0; k < c->n; k++)
        for (size_t i = 0; i < c->groups[k]->n; i++)
            if (move_finds_others(c->groups[k]->entries[i].item))
                c->why = "a construct runs for other data, too, which another directive maps";
}

void syncs_put(struct hoists *h, struct cluster *c, struct text *note)
{
    struct lines l = {0};
    l.n = add_lines(&l, c);
    if (!l.n)
        return;
    look_at_items(c);
    l.v = calloc(l.n, sizeof *l.v);
    if (!l.v) {
        c->why = "there is no memory";
        return;
    }
    add_lines(&l, c);
    sort_all(l.v, l.n, sizeof *l.v, by_name);
    for (size_t i = 0, end; i < l.n; i = end) {
        for (end = i + 1; end < l.n && by_directive(&l.v[i], &l.v[end]) == 0;)
            end++;
        put_directive(h, c, &l.v[i], end - i, note);
    }
    free(l.v);
}
