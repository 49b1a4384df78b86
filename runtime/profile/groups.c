/* groups.c: list items that should be mapped elsewhere, by the loops in front of which they have names. */
#include <stdlib.h>
#include <string.h>

#include "hoist.h"

/* ---- groups ---- */
static int order(int a, int b) { return a < b ? -1 : a > b; }

/* 0: of one group */
static int by_group(const struct entry *x, const struct entry *y)
{
    const struct move_place *p = x->place, *q = y->place;
    int known = order(!p, !q), files = known ? 0 : strcmp(p ? p->file : x->item->file, p ? q->file : y->item->file);
    int lines = known || files ? 0 : order(p ? p->line : x->item->directive, p ? q->line : y->item->directive);
    int ends = p && q && p->col == q->col ? order(p->end, q->end) : 0;
    int columns =
        p && q ? ends ? ends : order(p->col, q->col) : order((int)x->item->construct, (int)y->item->construct);
    int kinds = order(x->item->device, y->item->device);
    return known     ? known
           : files   ? files
           : lines   ? lines
           : columns ? columns
           : kinds   ? kinds
           : p && q  ? 0
                     : order(item_enters(x->item), item_enters(y->item));
}

static int by_entry(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    int groups = by_group(x, y);
    if (groups)
        return groups;
    return x->item->number < y->item->number ? -1 : x->item->number > y->item->number;
}

static size_t count_entries(const struct moves *all)
{
    size_t n = 0;
    for (const struct move_item *m = all->items; m; m = m->next)
        n += m->hoisted ? m->nplaces + 1 : 0;
    return n;
}

static size_t fill_entries(struct hoists *h)
{
    size_t n = 0;
    for (size_t k = 0; k < h->all->nitems; k++) {
        struct move_item *m = h->all->sorted[k];
        for (size_t i = 0; m->hoisted && i < m->nplaces; i++)
            h->entries[n++] = (struct entry){m, &m->places[i]};
        if (m->hoisted)
            h->entries[n++] = (struct entry){m, NULL};
    }
    sort_all(h->entries, n, sizeof *h->entries, by_entry);
    return n;
}

struct hoists *hoists_make(struct moves *all)
{
    struct hoists *h = calloc(1, sizeof *h);
    size_t most = count_entries(all);
    if (!h)
        return NULL;
    h->all = all;
    h->entries = calloc(most + 1, sizeof *h->entries);
    h->groups = calloc(most + 1, sizeof *h->groups);
    if (!h->entries || !h->groups)
        return h;
    size_t n = fill_entries(h);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && by_group(&h->entries[i], &h->entries[end]) == 0;)
            end++;
        h->groups[h->ngroups++] = (struct group){.entries = &h->entries[i], .n = end - i};
    }
    return h;
}

static int is_of_group(const void *key, const void *group)
{
    return by_group(key, ((const struct group *)group)->entries);
}

struct group *group_of(struct hoists *h, struct move_item *m, const struct move_place *place)
{
    struct entry key = {m, place};
    return h->ngroups ? bsearch(&key, h->groups, h->ngroups, sizeof *h->groups, is_of_group) : NULL;
}

bool group_has(const struct group *g, const struct move_item *m)
{
    size_t low = 0, high = g->n;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (g->entries[mid].item->number < m->number)
            low = mid + 1;
        else
            high = mid;
    }
    return low < g->n && g->entries[low].item == m;
}

/* Of `target data`, which runs more code than the compiler follows: no launch of this run may have stored to what it
 * only sends, and none that a run may leave out. */
static bool is_only_read(const struct move_item *m)
{
    return m->data_region && m->flags & GANTRY_MAP_READS && !m->reached;
}

/* Does what is sent undo what a region has stored, or might it in another run? */
bool item_undoes(const struct move_item *m)
{
    return m->tos && (!(m->keeps || is_only_read(m)) || m->tos_undo || m->may_undo);
}

/* ---- names ---- */
static int by_text(const void *a, const void *b)
{
    const struct name *x = a, *y = b;
    int texts = strcmp(x->text, y->text);
    return texts ? texts : x->first < y->first ? -1 : x->first > y->first;
}

int names_by_item(const void *a, const void *b)
{
    const struct name *x = a, *y = b;
    return x->first < y->first ? -1 : x->first > y->first;
}

struct name *group_name_by(const struct group *g, const char *text, size_t n)
{
    for (size_t low = 0, high = g->nnames; low < high;) {
        size_t mid = (low + high) / 2;
        int texts = strncmp(text, g->names[mid].text, n);
        texts = texts ? texts : g->names[mid].text[n] ? -1 : 0;
        if (texts == 0)
            return &g->names[mid];
        *(texts < 0 ? &high : &low) = texts < 0 ? mid : mid + 1;
    }
    return NULL;
}

/* of what is mapped with another name, as a member with its structure: that one */
struct name *group_name_of(const struct group *g, const struct entry *e)
{
    const char *text = e->place ? e->place->name : e->item->name;
    struct name *x = group_name_by(g, text, strlen(text));
    return x && x->whole ? group_name_by(g, x->whole, strlen(x->whole)) : x;
}

/* "s" of s.a, "p[0:1]" of p->a; NULL: that is not mapped */
static struct name *structure_of(const struct group *g, const char *member)
{
    const char *dot = text_at(member, '.'), *arrow = text_find(member, "->");
    if (dot && (!arrow || dot < arrow) && memchr(member, '[', (size_t)(dot - member)) == NULL)
        return group_name_by(g, member, (size_t)(dot - member));
    struct text whole = {0};
    if (arrow) {
        text_append(&whole, member, (size_t)(arrow - member));
        text_put(&whole, "[0:1]");
    }
    char *text = arrow ? text_end(&whole) : NULL;
    struct name *x = text ? group_name_by(g, text, strlen(text)) : NULL;
    free(text);
    return x;
}

static void add_to(struct name *to, const struct name *x)
{
    to->sent |= x->sent, to->returned |= x->returned, to->source |= x->source;
    to->idle &= x->idle, to->unwritten &= x->unwritten, to->over &= x->over, to->synced |= x->synced;
    to->ended &= x->ended, to->unset &= x->unset;
}

/* Is it one variable, and was it the same memory each time? `a` and `a[0:n]` of an array are. */
static bool are_one(const struct name *x, const struct name *y)
{
    size_t n = text_root(x->text);
    if (n != text_root(y->text) || strncmp(x->text, y->text, n) != 0 || x->moved || y->moved || !x->item->npieces ||
        x->item->npieces != y->item->npieces)
        return false;
    for (size_t i = 0; i < x->item->npieces; i++) {
        size_t k = 0;
        while (k < y->item->npieces && y->item->pieces[k] != x->item->pieces[i])
            k++;
        if (k == y->item->npieces)
            return false;
    }
    return true;
}

/* A directive may list the same memory once. */
static void join_same(struct group *g)
{
    for (size_t i = 0; i < g->nnames; i++)
        for (size_t k = 0; k < i && !g->names[i].whole; k++)
            if (!g->names[k].whole && are_one(&g->names[k], &g->names[i])) {
                g->names[i].whole = g->names[k].text;
                add_to(&g->names[k], &g->names[i]);
                g->names[k].still &= g->names[i].still;
            }
}

/* Members of a structure that is mapped, too, because regions reach them by it, are mapped as parts of that. What the
 * host reads of the rest of it is no matter, if regions do not store there. */
static void join_members(struct group *g)
{
    for (size_t i = 0; i < g->nnames; i++) {
        struct name *x = &g->names[i], *s = x->member ? structure_of(g, x->text) : NULL;
        if (!s || s == x || s->whole)
            continue;
        x->whole = s->text;
        if (!s->joined)
            s->idle |= s->unwritten && s->still && !s->returned;
        s->joined = true;
        add_to(s, x);
    }
}

static bool has_end(const struct move_place *p)
{
    for (size_t i = 0; p && i < p->nsyncs; i++)
        if (p->syncs[i].ways & 4)
            return true;
    return false;
}

/* sorted by their texts; false: no memory */
static bool names_find(struct group *g)
{
    size_t n = 0;
    if (!(g->names = calloc(g->n, sizeof *g->names)))
        return false;
    for (size_t i = 0; i < g->n; i++) {
        const struct entry *e = &g->entries[i];
        const struct move_place *p = e->place;
        g->names[i] = (struct name){.text = p ? p->name : e->item->name,
                                    .first = e->item->number,
                                    .item = e->item,
                                    .sent = e->item->sent,
                                    .returned = e->item->returned,
                                    .moved = p && p->moved,
                                    .over = p && p->over,
                                    .idle = p && (p->idle || p->synced),
                                    .unset = p && p->unset,
                                    .synced = p && !p->idle && p->synced,
                                    .ended = p && !p->idle && p->synced && has_end(p),
                                    .unwritten = p && p->unwritten,
                                    .still = !item_undoes(e->item),
                                    .member = (e->item->flags & GANTRY_MAP_MEMBER) != 0,
                                    .fresh = true};
    }
    for (size_t i = 0; i < g->n; i++) /* what other runs may send and bring back */
        for (size_t k = 0; g->entries[i].place && k < g->entries[i].place->ntimes; k++) {
            const struct move_item *t = g->entries[i].place->times[k];
            g->names[i].sent |= t->tos > 0, g->names[i].returned |= t->froms > 0;
            g->names[i].source |= item_undoes(t);
        }
    sort_all(g->names, g->n, sizeof *g->names, by_text);
    for (size_t i = 0; i < g->n; i++) {
        struct name *x = &g->names[i], *last = n ? &g->names[n - 1] : NULL;
        if (!last || strcmp(last->text, x->text) != 0) {
            g->names[n++] = *x;
            continue;
        }
        last->sent |= x->sent, last->returned |= x->returned, last->source |= x->source, last->still &= x->still,
            last->member &= x->member;
        last->idle &= x->idle, last->unwritten &= x->unwritten, last->synced |= x->synced;
        last->ended &= x->ended, last->unset &= x->unset;
    }
    g->nnames = n;
    join_same(g);
    join_members(g);
    return true;
}

/* ---- clusters ---- */
static bool add_group(struct cluster *c, struct group *g)
{
    struct group **more = g && !g->of ? realloc(c->groups, (c->n + 1) * sizeof *more) : NULL;
    if (!more)
        return false;
    c->groups = more;
    more[c->n++] = g;
    g->of = c;
    return true;
}

/* Other loops that run a directive of the group, by other calls: which of them did is not known. */
static void add_loops(struct hoists *h, struct cluster *c, const struct group *g)
{
    for (size_t i = 0; i < g->n; i++) {
        struct move_item *m = g->entries[i].item;
        for (size_t k = 0; k < m->nplaces; k++)
            if (k == 0 || m->places[k].path != m->places[k - 1].path)
                add_group(c, group_of(h, m, &m->places[k]));
    }
}

/* Is all of it mapped in front of the loop of o, within which it lies? */
static bool is_within(const struct group *g, const struct group *o)
{
    const struct move_place *p = g->entries[0].place, *q = o->entries[0].place;
    bool inside = !strcmp(p->file, q->file) && p->line > q->line && p->line <= q->end;
    for (size_t i = 0; i < g->n && inside; i++)
        inside = group_has(o, g->entries[i].item);
    return inside;
}

static void drop_inner(struct cluster *c)
{
    size_t n = 0;
    for (size_t i = 0; i < c->n; i++) {
        bool inner = false;
        for (size_t k = 0; k < c->n && !inner; k++)
            inner = k != i && is_within(c->groups[i], c->groups[k]);
        if (!inner)
            c->groups[n++] = c->groups[i];
    }
    c->n = n;
}

static int by_loop(const void *a, const void *b)
{
    return by_group((*(struct group *const *)a)->entries, (*(struct group *const *)b)->entries);
}

static bool are_named(struct cluster *c)
{
    bool all = true;
    for (size_t i = 0; i < c->n; i++)
        all = names_find(c->groups[i]) && all;
    return all;
}

struct cluster *cluster_of(struct hoists *h, struct group *g)
{
    struct cluster *c = calloc(1, sizeof *c);
    if (!c || !add_group(c, g)) {
        free(c);
        return NULL;
    }
    c->next = h->clusters;
    h->clusters = c;
    for (size_t i = 0; g->entries[0].place && i < c->n; i++)
        add_loops(h, c, c->groups[i]);
    if (c->n > 1) {
        drop_inner(c);
        sort_all(c->groups, c->n, sizeof *c->groups, by_loop);
    }
    return are_named(c) ? c : NULL;
}

void hoists_free(struct hoists *h)
{
    for (size_t i = 0; h && i < h->ngroups; i++) {
        free(h->groups[i].names);
        free(h->groups[i].others);
    }
    for (struct cluster *c = h ? h->clusters : NULL, *next; c; c = next) {
        next = c->next;
        for (size_t k = 0; k < c->said.nlines; k++)
            free(c->said.lines[k].text);
        free(c->said.lines);
        free(c->said.directive);
        free(c->said.where);
        free(c->said.note);
        free(c->groups);
        free(c);
    }
    if (h) {
        free(h->entries);
        free(h->groups);
    }
    free(h);
}
