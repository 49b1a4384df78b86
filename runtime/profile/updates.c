/* updates.c: which list items are brought up to date at their constructs once they are mapped around a loop, and the
 * directives for that. */
#include <stdlib.h>
#include <string.h>

#include "hoist.h"

/* ---- updates ---- */
static bool is_one_construct(const struct move_item *a, const struct move_item *b)
{
    return a->construct == b->construct || (a->data_region && b->data_region);
}

bool item_needs(const struct move_item *m, bool to)
{
    return to ? item_is_sent_anew(m) : m->froms && !m->stays && m->came_changed;
}

static int last_line(const struct move_item *m) { return m->last > m->directive ? m->last : m->directive; }

/* Of the updates in the line in front of `edge`, or right behind it: is one x? *edge goes beyond them; 0: there are
 * none. */
static bool has_update_at(const struct moves *all, const struct update *u, int *edge)
{
    enum { NEAR = 8 }; /* lines of one directive */
    int next = 0;
    size_t low = items_first_of_line(all, u->file, u->behind ? *edge + 1 : *edge - NEAR);
    for (; low < all->nitems && !strcmp(all->sorted[low]->file, u->file); low++) {
        const struct move_item *x = all->sorted[low];
        if (x->directive > *edge + 1)
            break;
        if (!item_is_update(x) || (u->behind ? x->directive - 1 : last_line(x) + 1) != *edge)
            continue;
        next = u->behind ? last_line(x) : x->directive;
        if (x->flags & (u->to ? GANTRY_MAP_TO : GANTRY_MAP_FROM) && !strcmp(x->name, u->name))
            return true;
    }
    *edge = next;
    return false;
}

bool update_stands(const struct moves *all, const struct update *u, int line)
{
    for (int edge = line; edge > 0;)
        if (has_update_at(all, u, &edge))
            return true;
    return false;
}

static bool has_update(const struct moves *all, const struct move_item *m, bool to)
{
    return update_stands(all, &(struct update){m->file, m->name, to, !to}, to ? m->directive : m->last);
}

/* Is m the first item by its name that item_needs it? */
static bool is_first(struct move_item *const *mates, size_t i, bool to, unsigned mark)
{
    for (size_t k = 0; k < i; k++)
        if (mates[k]->touched == mark && is_one_construct(mates[k], mates[i]) && item_needs(mates[k], to) &&
            !strcmp(mates[k]->name, mates[i]->name))
            return false;
    return true;
}

/* "a, b": what must be brought up to date at the directive of m; the number of names. *most: the one that the host
 * changed most often; NULL: none */
static size_t put_updated(struct text *f, const struct hoists *h, const struct move_item *m, bool to,
                          const struct move_item **most, unsigned mark)
{
    size_t n = 0;
    for (size_t i = 0; i < m->nmates; i++) {
        const struct move_item *x = m->mates[i];
        if (x->touched != mark || !is_one_construct(x, m) || !item_needs(x, to) || !is_first(m->mates, i, to, mark) ||
            move_is_added(x) || has_update(h->all, x, to))
            continue;
        text_write(f, "%s%s", n++ ? ", " : "", x->name);
        if (x->tos_changed > (*most ? (*most)->tos_changed : 0))
            *most = x;
    }
    return n;
}

/* Why no updates can be written around the directive; NULL: they can */
static const char *why_not_around(const struct move_item *m)
{
    static const char *const clauses[] = {" if", " nowait", " depend", " device", " in_reduction", " async", " self"};
    if (!m->words || m->last <= 0)
        return "an update at the construct cannot be written, or would be for other data, too";
    for (size_t i = 0; i < COUNT_OF(clauses); i++) {
        const char *at = text_find(m->words, clauses[i]);
        char after = at ? at[strlen(clauses[i])] : 'x';
        if (after == '(' || after == ' ' || after == '\0')
            return "a clause decides when, where or whether the construct runs";
    }
    return m->known && !move_is_added(m) ? NULL : "it has no name there";
}

/* " device(1)" of the directive's words; NULL: it has none */
const char *item_device_clause(const struct move_item *m, size_t *n)
{
    const char *at = m->words ? text_find(m->words, " device(") : NULL;
    int depth = 0;
    for (*n = 0; at && at[*n]; (*n)++)
        if (at[*n] == '(')
            depth++;
        else if (at[*n] == ')' && --depth == 0)
            return ++*n, at;
    return NULL;
}

void hoist_add_line(struct cluster *c, const char *how, const char *file, int line, char *text)
{
    struct hoist_line *more = realloc(c->said.lines, (c->said.nlines + 1) * sizeof *more);
    if (!more) {
        free(text);
        return;
    }
    c->said.lines = more;
    more[c->said.nlines++] = (struct hoist_line){how, file, line, text};
}

void hoist_next_line(struct text *f)
{
    if (f->n > 0)
        text_put(f, "\n");
}

/* Of m's construct an item to update that has a name; m: there is none */
static const struct move_item *named_mate(const struct move_item *m, bool to, unsigned mark)
{
    for (size_t i = 0; i < m->nmates; i++) {
        const struct move_item *x = m->mates[i];
        if (x->touched == mark && is_one_construct(x, m) && item_needs(x, to) && !move_is_added(x))
            return x;
    }
    return m;
}

static void update_at(const struct hoists *h, struct cluster *c, struct text *note, const struct move_item *m, bool to,
                      unsigned mark)
{
    struct text update = {0};
    const struct move_item *most = NULL;
    text_write(&update, "#pragma omp target update %s(", to ? "to" : "from");
    size_t n = put_updated(&update, h, m, to, &most, mark);
    text_put(&update, ")");
    size_t length;
    const char *device = item_device_clause(m, &length);
    if (device)
        text_append(&update, device, length);
    char *text = text_end(&update);
    const char *why = n ? why_not_around(named_mate(m, to, mark)) : NULL;
    for (size_t i = 0; i < m->nmates && !why; i++)
        if (move_is_added(m->mates[i]) && m->mates[i]->touched == mark && item_needs(m->mates[i], to))
            why = "the structure that a pointer leads to has no name of its own there";
        else if (m->mates[i]->touched == mark && is_one_construct(m->mates[i], m) && item_needs(m->mates[i], to) &&
                 move_finds_others(m->mates[i]))
            why = "the construct that would need updates runs for other data, too, which another directive maps";
    c->why = c->why ? c->why : why;
    if (n && text) {
        hoist_next_line(note);
        if (to && most)
            text_write(note, "the host changed %s in %llu of %llu calls; behind that, or in front of %s:%d: %s",
                       n > 1 ? most->name : "it", (unsigned long long)most->tos_changed, (unsigned long long)most->tos,
                       file_base(m->file), m->directive, text);
        else if (to)
            text_write(note, "where the host changes it, or in front of %s:%d: %s", file_base(m->file), m->directive,
                       text);
        else if (m->last > 0)
            text_write(note, "where the host reads it, or behind %s:%d: %s", file_base(m->file), m->last, text);
        else /* a line behind the construct is no line of its block */
            text_write(note, "where the host reads it: %s", text);
        hoist_add_line(c, to ? "in front" : "behind", m->file, to ? m->directive : m->last, text);
        text = NULL;
    }
    free(text);
}

static void updates_of(const struct hoists *h, struct cluster *c, struct text *note, struct move_item *m, unsigned mark)
{
    if (!m->mates || m->mates[0]->mark_of_directive == mark)
        return;
    m->mates[0]->mark_of_directive = mark;
    update_at(h, c, note, m, true, mark);
    update_at(h, c, note, m, false, mark);
}

/* The end of target data is what its begin is. */
static void touch(struct move_item *m, unsigned mark)
{
    for (size_t k = 0; k < m->nmates; k++)
        if (is_one_construct(m, m->mates[k]) && !strcmp(m->name, m->mates[k]->name)) {
            m->mates[k]->stays = m->stays, m->mates[k]->unwritten = m->unwritten;
            m->mates[k]->touched = mark;
        }
}

void updates_put(struct hoists *h, struct cluster *c, struct text *note)
{
    unsigned mark = ++h->all->marks;
    for (size_t k = 0; k < c->n; k++)
        for (size_t i = 0; i < c->groups[k]->nothers; i++)
            touch(c->groups[k]->others[i], mark);
    for (size_t k = 0; k < c->n; k++)
        for (size_t i = 0; i < c->groups[k]->n; i++) {
            struct move_item *m = c->groups[k]->entries[i].item;
            touch(m, mark);
            group_name_of(c->groups[k], &c->groups[k]->entries[i])->fresh &= !m->tos || item_needs(m, true);
        }
    for (size_t k = 0; k < c->n; k++) {
        struct group *g = c->groups[k];
        for (size_t i = 0; i < g->n; i++)
            updates_of(h, c, note, g->entries[i].item, mark);
        for (size_t i = 0; i < g->nothers; i++)
            updates_of(h, c, note, g->others[i], mark),
                g->sends |= g->others[i]->tos && !item_needs(g->others[i], true);
    }
}
