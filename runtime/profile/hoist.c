/* hoist.c: where to map data instead, so that it stays on the device, and what has to be brought up to date then. What
 * is proposed leaves the results as they were, if it is written as it stands: a list item that the host may use in
 * between is copied at each construct as before, by updates; only one that the compiler has seen to lie idle there
 * (analysis/plan/idle.c) is not. Where that cannot be written, it is said what must hold instead.
 *
 * A group is what has a name in front of the same loop, or, where no loop is known, one directive. Where several loops
 * run the same constructs, as one that warms up and one that is timed, each gets a directive of its own; updates at the
 * constructs are for all of them, and do nothing where the data is not mapped. Such groups are a cluster. */
#include <stdlib.h>
#include <string.h>

#include "profile.h"

struct entry { /* an item that could be mapped at a place */
    struct move_item *item;
    const struct move_place *place; /* NULL: none is known */
};
struct name { /* in front of the loop */
    const char *text;
    size_t first; /* the number of the first item with it */
    bool sent, returned, moved, over, idle, unwritten;
    bool fresh;        /* all that is sent is sent by updates */
    bool source;       /* the host's is sent again within the loop */
    bool still;        /* what is sent stays as it was: the host may read it */
    bool joined;       /* members are mapped with it */
    bool member;       /* it lies in a structure, and is not what a pointer in one leads to */
    const char *whole; /* the name of the structure that it is a member of, which is mapped in its place; or NULL */
};
struct group {
    struct entry *entries;
    size_t n;
    struct name *names;
    size_t nnames;
    struct move_item **others; /* not of the group, and may use its memory while the loop runs */
    size_t nothers;
    bool sends;     /* one of them does, without an update */
    size_t npieces; /* of memory, that its items were */
    bool apart;     /* as enter data and exit data */
    struct cluster *of;
};
struct cluster { /* of one group, if no loop is known */
    struct cluster *next;
    struct group **groups; /* by their places */
    size_t n;
    const char *why; /* it cannot be written as it stands; NULL: it can */
    struct hoist said;
};
struct hoists {
    struct moves *all;
    struct entry *entries;
    struct group *groups;
    size_t ngroups;
    struct cluster *clusters;
};

const char *file_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

/* ---- groups ---- */
static bool enters(const struct move_item *m) { return m->construct == GANTRY_ENTER_DATA && !m->data_region; }

static int order(int a, int b) { return a < b ? -1 : a > b; }

/* 0: of one group */
static int by_group(const struct entry *x, const struct entry *y)
{
    const struct move_place *p = x->place, *q = y->place;
    int known = order(!p, !q), files = known ? 0 : strcmp(p ? p->file : x->item->file, p ? q->file : y->item->file);
    int lines = known || files ? 0 : order(p ? p->line : x->item->directive, p ? q->line : y->item->directive);
    int columns = p && q ? order(p->col, q->col) : order((int)x->item->construct, (int)y->item->construct);
    int kinds = order(x->item->device, y->item->device);
    return known     ? known
           : files   ? files
           : lines   ? lines
           : columns ? columns
           : kinds   ? kinds
           : p && q  ? 0
                     : order(enters(x->item), enters(y->item));
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
    qsort(h->entries, n, sizeof *h->entries, by_entry);
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

static struct group *group_of(struct hoists *h, struct move_item *m, const struct move_place *place)
{
    struct entry key = {m, place};
    return h->ngroups ? bsearch(&key, h->groups, h->ngroups, sizeof *h->groups, is_of_group) : NULL;
}

static bool has_item(const struct group *g, const struct move_item *m)
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

/* Does what is sent undo what a region has stored, or might it in another run? */
static bool undoes(const struct move_item *m) { return m->tos && (!m->keeps || m->tos_undo || m->may_undo); }

/* ---- names ---- */
static int by_text(const void *a, const void *b)
{
    const struct name *x = a, *y = b;
    int texts = strcmp(x->text, y->text);
    return texts ? texts : x->first < y->first ? -1 : x->first > y->first;
}

static int by_item(const void *a, const void *b)
{
    const struct name *x = a, *y = b;
    return x->first < y->first ? -1 : x->first > y->first;
}

static struct name *name_by(const struct group *g, const char *text, size_t n)
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

/* of a member that is mapped with its structure: the structure's */
static struct name *name_of(const struct group *g, const struct entry *e)
{
    const char *text = e->place ? e->place->name : e->item->name;
    struct name *x = name_by(g, text, strlen(text));
    return x && x->whole ? name_by(g, x->whole, strlen(x->whole)) : x;
}

/* "s" of s.a, "p[0:1]" of p->a; NULL: that is not mapped */
static struct name *structure_of(const struct group *g, const char *member)
{
    const char *dot = strchr(member, '.'), *arrow = strstr(member, "->");
    if (dot && (!arrow || dot < arrow) && memchr(member, '[', (size_t)(dot - member)) == NULL)
        return name_by(g, member, (size_t)(dot - member));
    struct text whole = {0};
    if (arrow) {
        text_append(&whole, member, (size_t)(arrow - member));
        text_put(&whole, "[0:1]");
    }
    char *text = arrow ? text_end(&whole) : NULL;
    struct name *x = text ? name_by(g, text, strlen(text)) : NULL;
    free(text);
    return x;
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
        s->sent |= x->sent, s->returned |= x->returned, s->source |= x->source;
        s->idle &= x->idle, s->unwritten &= x->unwritten, s->over &= x->over;
    }
}

/* sorted by their texts; false: no memory */
static bool find_names(struct group *g)
{
    size_t n = 0;
    if (!(g->names = calloc(g->n, sizeof *g->names)))
        return false;
    for (size_t i = 0; i < g->n; i++) {
        const struct entry *e = &g->entries[i];
        const struct move_place *p = e->place;
        g->names[i] = (struct name){.text = p ? p->name : e->item->name,
                                    .first = e->item->number,
                                    .sent = e->item->sent,
                                    .returned = e->item->returned,
                                    .moved = p && p->moved,
                                    .over = p && p->over,
                                    .idle = p && p->idle,
                                    .unwritten = p && p->unwritten,
                                    .still = !undoes(e->item),
                                    .member = (e->item->flags & GANTRY_MAP_MEMBER) != 0,
                                    .fresh = true};
    }
    for (size_t i = 0; i < g->n; i++) /* what other runs may send and bring back */
        for (size_t k = 0; g->entries[i].place && k < g->entries[i].place->ntimes; k++) {
            const struct move_item *t = g->entries[i].place->times[k];
            g->names[i].sent |= t->tos > 0, g->names[i].returned |= t->froms > 0;
            g->names[i].source |= undoes(t);
        }
    qsort(g->names, g->n, sizeof *g->names, by_text);
    for (size_t i = 0; i < g->n; i++) {
        struct name *x = &g->names[i], *last = n ? &g->names[n - 1] : NULL;
        if (!last || strcmp(last->text, x->text) != 0) {
            g->names[n++] = *x;
            continue;
        }
        last->sent |= x->sent, last->returned |= x->returned, last->source |= x->source, last->still &= x->still,
            last->member &= x->member;
        last->idle &= x->idle, last->unwritten &= x->unwritten;
    }
    g->nnames = n;
    join_members(g);
    return true;
}

/* ---- memory ---- */
static bool is_update(const struct move_item *m) { return m->construct == GANTRY_UPDATE; }

/* Can the item be mapped in front of that loop, too? Then it runs in there. */
static bool runs_in(const struct move_item *m, const struct move_place *loop)
{
    for (size_t i = 0; loop && i < m->nplaces; i++)
        if (m->places[i].line == loop->line && m->places[i].col == loop->col && !strcmp(m->places[i].file, loop->file))
            return true;
    return false;
}

/* Does it copy what is there already? */
static bool copies_always(const struct move_item *m)
{
    return !is_update(m) && m->flags & GANTRY_MAP_ALWAYS && m->flags & (GANTRY_MAP_TO | GANTRY_MAP_FROM);
}

/* Has it pieces that others overlap, or that a map clause copies in any case? And how many has it? */
static void look_at_pieces(struct hoists *h, struct group *g)
{
    static const char always[] = "a map clause copies always";
    unsigned mark = ++h->all->marks;
    for (size_t i = 0; i < g->n; i++) {
        const struct entry *e = &g->entries[i];
        for (size_t k = 0; k < e->item->npieces; k++) {
            struct move_piece *p = e->item->pieces[k];
            g->npieces += p->mark != mark && !p->again;
            p->mark = mark;
            const char *name = e->place ? e->place->name : e->item->name;
            if (p->crossed || (p->inside && name_of(g, e) == name_by(g, name, strlen(name))))
                g->of->why = "pieces of memory that overlap are mapped, by other lengths or names";
            for (size_t j = 0; j < p->nitems; j++)
                g->of->why = copies_always(p->items[j]) && runs_in(p->items[j], e->place) ? always : g->of->why;
        }
        for (size_t k = 0; e->place && k < e->place->ntimes; k++)
            g->of->why = copies_always(e->place->times[k]) ? always : g->of->why;
    }
}

/* Pointers that change places lead to memory of each other: all of them lie idle, or none does. */
static void settle_moved(struct group *g)
{
    bool moved = false, all = true;
    for (size_t i = 0; i < g->nnames; i++)
        moved |= g->names[i].moved, all &= g->names[i].idle;
    bool unsure = moved && (!all || g->npieces > g->nnames);
    for (size_t i = 0; i < g->nnames; i++)
        g->names[i].idle &= !unsure, g->names[i].unwritten &= !unsure;
}

/* What an item knows to be so by its name, it makes so for the names that it has in front of other loops; did it? */
static bool agree(struct group *g)
{
    bool changed = false;
    for (size_t i = 0; i < g->n; i++) {
        struct name *x = name_of(g, &g->entries[i]);
        struct move_item *m = g->entries[i].item;
        bool idle = x->idle && m->stays, unwritten = x->unwritten && m->unwritten;
        changed |= idle != x->idle || idle != m->stays || unwritten != x->unwritten || unwritten != m->unwritten;
        x->idle = m->stays = idle, x->unwritten = m->unwritten = unwritten;
    }
    return changed;
}

static void settle_idle(struct cluster *c)
{
    for (size_t k = 0; k < c->n; k++)
        for (size_t i = 0; i < c->groups[k]->n; i++)
            c->groups[k]->entries[i].item->stays = c->groups[k]->entries[i].item->unwritten = true;
    for (bool more = true; more;) {
        more = false;
        for (size_t k = 0; k < c->n; k++) {
            settle_moved(c->groups[k]);
            more |= agree(c->groups[k]);
        }
    }
}

/* Does a construct need what the host has, so that its item is to be sent again before it? */
static bool is_sent_anew(const struct move_item *m) { return undoes(m) || (m->tos && !m->stays && !m->unwritten); }

/* Is its memory marked, or is that sent by another directive, to undo what a region has stored? */
static bool is_source(const struct move_item *m, unsigned mark)
{
    for (size_t k = 0; k < m->npieces; k++) {
        const struct move_piece *p = m->pieces[k];
        bool sent = p->mark == mark;
        for (size_t j = 0; j < p->nitems && !sent; j++)
            sent = !is_update(p->items[j]) && undoes(p->items[j]);
        if (sent)
            return true;
    }
    return false;
}

/* What is sent again before a construct comes from the host, which therefore must have what other constructs have
 * stored there, whether it uses that itself or not: data of which one item is sent again lies idle no more. */
static bool spread_sources(struct group *g, unsigned mark)
{
    bool more = false;
    for (size_t i = 0; i < g->n; i++) {
        struct move_item *m = g->entries[i].item;
        struct name *x = name_of(g, &g->entries[i]);
        if (!m->stays || !(x->source || is_source(m, mark)))
            continue;
        for (size_t k = 0; k < m->npieces; k++)
            m->pieces[k]->mark = mark;
        x->source = more = true;
        m->stays = x->idle = false;
    }
    return more;
}

static void settle_sources(struct hoists *h, struct cluster *c)
{
    unsigned mark = ++h->all->marks;
    for (size_t j = 0; j < c->n; j++)
        for (size_t i = 0; i < c->groups[j]->n; i++) {
            struct move_item *m = c->groups[j]->entries[i].item;
            for (size_t k = 0; is_sent_anew(m) && k < m->npieces; k++)
                m->pieces[k]->mark = mark;
            name_of(c->groups[j], &c->groups[j]->entries[i])->source |= is_sent_anew(m);
        }
    for (bool more = true; more;) {
        more = false;
        for (size_t j = 0; j < c->n; j++)
            more |= spread_sources(c->groups[j], mark);
        for (size_t j = 0; j < c->n; j++)
            more |= agree(c->groups[j]);
    }
}

/* Regions that copy it, and data constructs that do: the regions ran within these at times, where it was there already.
 * There an update would copy more, and maybe what is old. */
struct users {
    bool regions, data;
};

static void add_user(struct group *g, struct users *u, const struct move_item *x)
{
    u->regions |= x->construct == GANTRY_TARGET;
    u->data |= x->construct != GANTRY_TARGET;
    if (u->regions && u->data)
        g->of->why = "regions run at times within a data construct that maps the same, and at times not";
}

static bool is_in(const struct cluster *c, const struct move_item *m)
{
    for (size_t k = 0; k < c->n; k++)
        if (has_item(c->groups[k], m))
            return true;
    return false;
}

static void add_other(struct group *g, struct move_item *x, const struct move_item *as)
{
    x->stays = false, x->unwritten = as->unwritten;
    g->others[g->nothers++] = x;
}

static bool is_same_item(const struct move_item *x, const struct move_item *t)
{
    return x->device == t->device && !strcmp(x->name, t->name) &&
           (x->construct == t->construct || (x->data_region && t->data_region));
}

static size_t first_of_line(const struct moves *all, const char *file, int line)
{
    size_t low = 0, high = all->nitems;
    while (low < high) {
        size_t mid = (low + high) / 2;
        int files = strcmp(all->sorted[mid]->file, file);
        if (files < 0 || (files == 0 && all->sorted[mid]->directive < line))
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static bool is_of_line(const struct moves *all, size_t i, const struct move_item *t)
{
    return i < all->nitems && all->sorted[i]->directive == t->directive && !strcmp(all->sorted[i]->file, t->file);
}

/* the items that did run, of one that may not have */
static size_t count_of(const struct moves *all, const struct move_item *t)
{
    size_t n = 0;
    for (size_t i = first_of_line(all, t->file, t->directive); is_of_line(all, i, t); i++)
        n += is_same_item(all->sorted[i], t);
    return n;
}

/* Constructs in the loop that a run may leave out: where they ran, as that was; else by their directives. */
static void add_times(const struct moves *all, struct group *g, const struct entry *e, unsigned mark)
{
    struct users users = {e->item->construct == GANTRY_TARGET, e->item->construct != GANTRY_TARGET};
    for (size_t k = 0; k < e->place->ntimes; k++) {
        struct move_item *t = e->place->times[k];
        add_user(g, &users, t);
        for (size_t i = first_of_line(all, t->file, t->directive); is_of_line(all, i, t); i++) {
            struct move_item *x = all->sorted[i];
            if (is_same_item(x, t) && x->mark != mark && !is_in(g->of, x)) {
                x->mark = mark;
                add_other(g, x, e->item);
            }
        }
        if (t->mark != mark && !count_of(all, t)) {
            t->mark = mark;
            add_other(g, t, e->item);
        }
    }
}

/* What else uses the memory of items that the host may use: in the loop, whenever that is, or between the group's first
 * use and its last one */
static bool find_others(struct hoists *h, struct group *g)
{
    double first = g->entries[0].item->first, latest = 0;
    size_t most = 0;
    unsigned mark = ++h->all->marks;
    for (size_t i = 0; i < g->n; i++) {
        const struct move_item *m = g->entries[i].item;
        first = m->first < first ? m->first : first;
        latest = m->latest > latest ? m->latest : latest;
        for (size_t k = 0; k < m->npieces; k++)
            most += m->pieces[k]->nitems;
        const struct move_place *p = g->entries[i].place;
        for (size_t k = 0; k < p->ntimes; k++)
            most += 1 + count_of(h->all, p->times[k]);
    }
    if (!(g->others = calloc(most + 1, sizeof(struct move_item *))))
        return false;
    for (size_t i = 0; i < g->n; i++)
        for (size_t k = 0; !g->entries[i].item->stays && k < g->entries[i].item->npieces; k++) {
            const struct move_piece *p = g->entries[i].item->pieces[k];
            struct users users = {false, false};
            g->of->why = p->nitems == MOVES_ITEMS ? "many directives map this memory" : g->of->why;
            for (size_t j = 0; j < p->nitems; j++) {
                struct move_item *x = p->items[j];
                bool between = x->latest >= first && x->first <= latest, own = is_in(g->of, x);
                if (is_update(x) || !(own || between || runs_in(x, g->entries[0].place)))
                    continue;
                add_user(g, &users, x);
                if (own || x->mark == mark)
                    continue;
                x->mark = mark;
                add_other(g, x, g->entries[i].item);
            }
        }
    for (size_t i = 0; i < g->n; i++)
        if (!g->entries[i].item->stays)
            add_times(h->all, g, &g->entries[i], mark);
    return true;
}

/* ---- updates ---- */
static bool is_one_construct(const struct move_item *a, const struct move_item *b)
{
    return a->construct == b->construct || (a->data_region && b->data_region);
}

static bool needs(const struct move_item *m, bool to)
{
    return to ? is_sent_anew(m) : m->froms && !m->stays && m->came_changed;
}

static int last_line(const struct move_item *m) { return m->last > m->directive ? m->last : m->directive; }

/* Of the updates in the line in front of `edge`, or right behind it: does one name m? *edge goes beyond them; 0: there
 * are none. */
static bool has_update_at(const struct moves *all, const struct move_item *m, bool to, int *edge)
{
    enum { NEAR = 8 }; /* lines of one directive */
    int next = 0;
    size_t low = first_of_line(all, m->file, to ? *edge - NEAR : *edge + 1);
    for (; low < all->nitems && !strcmp(all->sorted[low]->file, m->file); low++) {
        const struct move_item *x = all->sorted[low];
        if (x->directive > *edge + 1)
            break;
        if (!is_update(x) || (to ? last_line(x) + 1 : x->directive - 1) != *edge)
            continue;
        next = to ? x->directive : last_line(x);
        if (x->flags & (to ? GANTRY_MAP_TO : GANTRY_MAP_FROM) && !strcmp(x->name, m->name))
            return true;
    }
    *edge = next;
    return false;
}

/* Stands the update there already? Of those in other places, even near by, it is not known what the host does in
 * between, nor whether the same code comes to them. */
static bool has_update(const struct moves *all, const struct move_item *m, bool to)
{
    for (int edge = to ? m->directive : m->last; edge > 0;)
        if (has_update_at(all, m, to, &edge))
            return true;
    return false;
}

/* Is m the first item by its name that needs it? */
static bool is_first(struct move_item *const *mates, size_t i, bool to, unsigned mark)
{
    for (size_t k = 0; k < i; k++)
        if (mates[k]->touched == mark && is_one_construct(mates[k], mates[i]) && needs(mates[k], to) &&
            !strcmp(mates[k]->name, mates[i]->name))
            return false;
    return true;
}

/* "a, b": what must be brought up to date at the directive of m; the number of names */
static size_t put_updated(struct text *f, const struct hoists *h, const struct move_item *m, bool to, uint64_t *times,
                          uint64_t *of, unsigned mark)
{
    size_t n = 0;
    for (size_t i = 0; i < m->nmates; i++) {
        const struct move_item *x = m->mates[i];
        if (x->touched != mark || !is_one_construct(x, m) || !needs(x, to) || !is_first(m->mates, i, to, mark) ||
            move_is_added(x) || has_update(h->all, x, to))
            continue;
        text_write(f, "%s%s", n++ ? ", " : "", x->name);
        *times = x->tos_changed > *times ? x->tos_changed : *times;
        *of = x->tos > *of ? x->tos : *of;
    }
    return n;
}

/* Why no updates can be written around the directive; NULL: they can */
static const char *why_not_around(const struct move_item *m)
{
    static const char *const clauses[] = {" if", " nowait", " depend", " device", " in_reduction", " async", " self"};
    if (!m->words || m->last <= 0)
        return "no directive can be written around the construct";
    for (size_t i = 0; i < COUNT_OF(clauses); i++) {
        const char *at = strstr(m->words, clauses[i]);
        char after = at ? at[strlen(clauses[i])] : 'x';
        if (after == '(' || after == ' ' || after == '\0')
            return "a clause decides when, where or whether the construct runs";
    }
    return m->known && !move_is_added(m) ? NULL : "it has no name there";
}

/* " device(1)" of the directive's words; NULL: it has none */
static const char *device_clause(const struct move_item *m, size_t *n)
{
    const char *at = m->words ? strstr(m->words, " device(") : NULL;
    int depth = 0;
    for (*n = 0; at && at[*n]; (*n)++)
        if (at[*n] == '(')
            depth++;
        else if (at[*n] == ')' && --depth == 0)
            return ++*n, at;
    return NULL;
}

static void add_line(struct cluster *c, const char *how, const char *file, int line, char *text)
{
    struct hoist_line *more = realloc(c->said.lines, (c->said.nlines + 1) * sizeof *more);
    if (!more) {
        free(text);
        return;
    }
    c->said.lines = more;
    more[c->said.nlines++] = (struct hoist_line){how, file, line, text};
}

static void next_line(struct text *f)
{
    if (f->n > 0)
        text_put(f, "\n");
}

static void update_at(const struct hoists *h, struct cluster *c, struct text *note, const struct move_item *m, bool to,
                      unsigned mark)
{
    struct text update = {0};
    uint64_t times = 0, of = 0;
    text_write(&update, "#pragma omp target update %s(", to ? "to" : "from");
    size_t n = put_updated(&update, h, m, to, &times, &of, mark);
    text_put(&update, ")");
    size_t length;
    const char *device = device_clause(m, &length);
    if (device)
        text_append(&update, device, length);
    char *text = text_end(&update);
    const char *why = n ? why_not_around(m) : NULL;
    for (size_t i = 0; i < m->nmates && !why; i++)
        if (move_is_added(m->mates[i]) && m->mates[i]->touched == mark && needs(m->mates[i], to))
            why = "the structure that a pointer leads to has no name of its own there";
    c->why = c->why ? c->why : why;
    if (n && text) {
        next_line(note);
        if (to && times)
            text_write(note, "the host changed it in %llu of %llu calls; behind that, or in front of %s:%d: %s",
                       (unsigned long long)times, (unsigned long long)of, file_base(m->file), m->directive, text);
        else if (to)
            text_write(note, "where the host changes it, or in front of %s:%d: %s", file_base(m->file), m->directive,
                       text);
        else if (m->last > 0)
            text_write(note, "where the host reads it, or behind %s:%d: %s", file_base(m->file), m->last, text);
        else /* a line behind the construct is no line of its block */
            text_write(note, "where the host reads it: %s", text);
        add_line(c, to ? "in front" : "behind", m->file, to ? m->directive : m->last, text);
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

static void put_all_updates(struct hoists *h, struct cluster *c, struct text *note)
{
    unsigned mark = ++h->all->marks;
    for (size_t k = 0; k < c->n; k++)
        for (size_t i = 0; i < c->groups[k]->nothers; i++)
            touch(c->groups[k]->others[i], mark);
    for (size_t k = 0; k < c->n; k++)
        for (size_t i = 0; i < c->groups[k]->n; i++) {
            struct move_item *m = c->groups[k]->entries[i].item;
            touch(m, mark);
            name_of(c->groups[k], &c->groups[k]->entries[i])->fresh &= !m->tos || needs(m, true);
        }
    for (size_t k = 0; k < c->n; k++) {
        struct group *g = c->groups[k];
        for (size_t i = 0; i < g->n; i++)
            updates_of(h, c, note, g->entries[i].item, mark);
        for (size_t i = 0; i < g->nothers; i++)
            updates_of(h, c, note, g->others[i], mark), g->sends |= g->others[i]->tos && !needs(g->others[i], true);
    }
}

/* ---- directives ---- */
/* Bit 0: it goes to the device; bit 1: it comes back. What pointers that change places lead to in the end is known by
 * their names behind the loop, not by those in front. A loop without turns leaves what comes back as it was. */
static int directions(const struct group *g, const struct name *x, bool kept)
{
    bool back = x->returned && !(x->over && (g->apart || !x->moved));
    if (!x->idle && !kept)
        return x->sent && !(x->fresh && !g->sends) ? 1 : 0;
    return (x->sent || x->returned ? 1 : 0) | (back ? 2 : 0);
}

/* " map(tofrom: a, b) map(to: c)"; kept: as if all lay idle */
static void put_maps(struct text *f, const struct group *g, int mask, bool kept)
{
    static const char *const types[] = {"alloc", "to", "from", "tofrom"};
    for (int type = 3; type >= 0; type--) {
        bool any = false;
        for (size_t i = 0; i < g->nnames; i++) {
            if (g->names[i].whole || (directions(g, &g->names[i], kept) & mask) != type)
                continue;
            if (!any)
                text_write(f, "%smap(%s: ", f->n > 0 ? " " : "", mask == 2 && !type ? "release" : types[type]);
            text_write(f, "%s%s", any ? ", " : "", g->names[i].text);
            any = true;
        }
        text_put(f, any ? ")" : "");
    }
}

static void put_entry(struct text *f, const struct group *g, bool kept)
{
    text_write(f, "#pragma omp target %s", g->apart ? "enter data" : "data");
    put_maps(f, g, g->apart ? 1 : 3, kept);
}

static void put_exit(struct group *g, struct text *note)
{
    const struct move_place *p = g->entries[0].place;
    struct text exit = {0};
    text_put(&exit, "#pragma omp target exit data");
    put_maps(&exit, g, 2, false);
    char *text = text_end(&exit);
    if (!text)
        return;
    next_line(note);
    text_write(note, "behind the loop, which ends at %s:%d: %s", file_base(p->file), p->end, text);
    if (p->end <= 0)
        g->of->why = "no directive can be written behind the loop";
    add_line(g->of, "behind", p->file, p->end, text);
}

/* The directives of the other loops that run the same; kept: as if all lay idle */
static void put_others(struct text *f, struct cluster *c, bool kept)
{
    for (size_t i = 1; i < c->n; i++) {
        struct group *g = c->groups[i];
        const struct move_place *p = g->entries[0].place;
        struct text entry = {0};
        put_entry(&entry, g, kept);
        char *text = text_end(&entry);
        next_line(f);
        text_write(f, "likewise in front of the loop at %s:%d (%s), which runs it, too: %s", file_base(p->file),
                   p->line, p->func, text ? text : "");
        if (!kept && g->apart)
            put_exit(g, f);
        if (!kept && text)
            add_line(c, "in front", p->file, p->line, text);
        else
            free(text);
    }
}

static void put_condition(struct text *note, struct cluster *c)
{
    bool all = true;
    for (size_t k = 0; k < c->n; k++) {
        const struct group *g = c->groups[k];
        for (size_t i = 0; i < g->nnames; i++)
            all &= g->names[i].idle || g->names[i].whole;
        for (size_t i = 0; i < g->n; i++)
            if (g->entries[i].item->tos_changed)
                return;
    }
    if (all)
        return;
    next_line(note);
    text_write(note, "if the host uses none of it in between, %s alone: ", c->n > 1 ? "these" : "this");
    put_entry(note, c->groups[0], true);
    put_others(note, c, true);
}

static void choose_directives(struct group *g)
{
    size_t n;
    bool apart = true; /* as the program has it, if it has nothing else there */
    for (size_t i = 0; i < g->n; i++)
        apart &= enters(g->entries[i].item);
    for (size_t i = 0; i < g->nnames; i++)
        apart |= g->names[i].moved && g->names[i].over && g->names[i].idle && !g->names[i].whole;
    g->apart = apart;
    for (size_t i = 0; i < g->n && !g->of->why; i++)
        if (device_clause(g->entries[i].item, &n))
            g->of->why = "a clause decides on which device the construct runs";
}

static void at_loops(struct hoists *h, struct cluster *c, struct text *directive, struct text *where, struct text *note)
{
    struct group *first = c->groups[0];
    const struct move_place *p = first->entries[0].place;
    struct text updates = {0};
    size_t npieces = 0, nnames = 0;
    put_all_updates(h, c, &updates);
    for (size_t k = 0; k < c->n; k++) {
        struct group *g = c->groups[k];
        choose_directives(g);
        qsort(g->names, g->nnames, sizeof *g->names, by_item);
        npieces = g->npieces > npieces ? g->npieces : npieces;
        nnames += g->nnames;
    }
    put_entry(directive, first, false);
    text_write(where, "in front of the loop at %s:%d (%s)", file_base(p->file), p->line, p->func);
    if (first->apart)
        put_exit(first, note);
    put_others(note, c, false);
    char *said = text_end(&updates);
    if (said && *said) {
        next_line(note);
        text_put(note, said);
    }
    free(said);
    if (npieces > nnames) {
        next_line(note);
        text_write(note, "it used %zu pieces of memory, here or elsewhere, and has %zu name%s here", npieces, nnames,
                   nnames == 1 ? "" : "s");
    }
    if (!c->why)
        put_condition(note, c);
}

/* by the names of the directive, which may have others where it is to be mapped */
static void without_place(struct group *g, struct text *directive, struct text *where, struct text *note)
{
    const struct move_item *m = g->entries[0].item;
    for (size_t i = 0; i < g->nnames; i++)
        g->names[i].idle = true;
    qsort(g->names, g->nnames, sizeof *g->names, by_item);
    put_maps(directive, g, 3, false);
    text_write(where, "to %s around all that runs %s:%d (%s), by the names there",
               enters(m) ? "'target enter data' and 'target exit data'" : "a 'target data'", file_base(m->file),
               m->directive, m->func);
    text_put(note, HOIST_UPDATES);
}

static void finish(struct cluster *c)
{
    struct hoist *s = &c->said;
    struct text text = {0};
    const struct move_place *p = c->groups[0]->entries[0].place;
    s->whole = p && !c->why;
    if (s->whole) {
        add_line(c, "in front", p->file, p->line, strdup(s->directive));
    } else if (p && s->directive && s->note) {
        text_write(&text, "not as it stands: %s%s%s", c->why, *s->note ? "\n" : "", s->note);
        free(s->note);
        s->note = text_end(&text);
        const char *maps = strstr(s->directive, "map(");
        memmove(s->directive, maps ? maps : "", maps ? strlen(maps) + 1 : 1);
    }
}

static void say_in_acc_words(struct hoist *s)
{
    s->directive = text_in_acc_words(s->directive), s->where = text_in_acc_words(s->where),
    s->note = text_in_acc_words(s->note);
    for (size_t i = 0; i < s->nlines; i++)
        s->lines[i].text = text_in_acc_words(s->lines[i].text);
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
        inside = has_item(o, g->entries[i].item);
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

static struct cluster *cluster_of(struct hoists *h, struct group *g)
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
        qsort(c->groups, c->n, sizeof *c->groups, by_loop);
    }
    return c;
}

static bool are_named(struct cluster *c)
{
    bool all = true;
    for (size_t i = 0; i < c->n; i++)
        all = find_names(c->groups[i]) && all;
    return all;
}

static void make(struct hoists *h, struct group *g)
{
    struct text directive = {0}, where = {0}, note = {0};
    struct cluster *c = cluster_of(h, g);
    if (!c)
        return;
    struct hoist *s = &c->said;
    if (are_named(c)) {
        bool found = g->entries[0].place != NULL;
        for (size_t i = 0; i < c->n; i++)
            look_at_pieces(h, c->groups[i]);
        settle_idle(c);
        settle_sources(h, c);
        for (size_t i = 0; found && i < c->n; i++)
            found = find_others(h, c->groups[i]);
        if (found)
            at_loops(h, c, &directive, &where, &note);
        else
            without_place(c->groups[0], &directive, &where, &note);
    }
    s->directive = text_end(&directive), s->where = text_end(&where), s->note = text_end(&note);
    finish(c);
    if (c->groups[0]->entries[0].item->acc)
        say_in_acc_words(s);
}

/* What copied the same memory before m, most often, at another directive that has no name at m's loop */
static const struct move_item *stranger(const struct group *g, const struct move_item *m)
{
    bool once = g && 2 * m->times_before <= m->tos; /* else its own loop did */
    return m->before && !once && !(g && has_item(g, m->before)) ? m->before : NULL;
}

const struct hoist *hoist_of(struct hoists *h, struct move_item *m, bool within, const struct move_item **both)
{
    struct group *g = m->nplaces ? group_of(h, m, m->places) : NULL;
    *both = within ? NULL : stranger(g, m);
    if (*both)
        return NULL;
    g = g ? g : group_of(h, m, NULL);
    if (g && !g->of)
        make(h, g);
    return g && g->of ? &g->of->said : NULL;
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
