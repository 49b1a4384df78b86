/* stays.c: what may stay on the device while loops run: what the compiler has seen to lie idle on the host, and which
 * other constructs use the same memory meanwhile. */
#include <stdlib.h>
#include <string.h>

#include "hoist.h"

/* ---- sections ---- */
static bool is_constant(const char *section)
{
    for (; *section; section++)
        if ((*section >= 'a' && *section <= 'z') || (*section >= 'A' && *section <= 'Z') || *section == '_')
            return false;
    return true;
}

/* `[0:n]` and `[0:m]` of one piece of memory, which may overlap in another run, though they are the same in this one,
 * or lie apart. A variable as a whole holds each section. */
static bool may_cross(const char *x, const char *y)
{
    const char *a = text_at(x, '['), *b = text_at(y, '[');
    return a && b && strcmp(a, b) != 0 && !(is_constant(a) && is_constant(b));
}

static const char *name_at(const struct move_item *m, const struct move_place *loop)
{
    for (size_t i = 0; loop && i < m->nplaces; i++)
        if (move_is_one_place(&m->places[i], loop))
            return m->places[i].name;
    return NULL;
}

static const char lengths[] = "sections of several lengths are mapped there, which may overlap in another run";

/* Two of one pointer */
static void look_at_sections(struct group *g)
{
    for (size_t i = 1; i < g->nnames; i++) { /* by their texts */
        const char *x = g->names[i - 1].text, *y = g->names[i].text;
        size_t n = strcspn(x, "[");
        if (n == strcspn(y, "[") && strncmp(x, y, n) == 0 && may_cross(x, y))
            g->of->why = lengths;
    }
}

/* ---- memory ---- */
/* Can the item be mapped in front of that loop, too? Then it runs in there. */
static bool runs_in(const struct move_item *m, const struct move_place *loop) { return name_at(m, loop) != NULL; }

/* Does it copy what is there already? */
static bool copies_always(const struct move_item *m)
{
    return !item_is_update(m) && m->flags & GANTRY_MAP_ALWAYS && m->flags & (GANTRY_MAP_TO | GANTRY_MAP_FROM);
}

/* Has it pieces that others overlap, or that a map clause copies in any case? And how many has it? */
static void look_at_pieces(struct hoists *h, struct group *g)
{
    static const char always[] = "a map clause copies always";
    unsigned mark = ++h->all->marks;
    if (g->entries[0].place)
        look_at_sections(g);
    for (size_t i = 0; i < g->n; i++) {
        const struct entry *e = &g->entries[i];
        for (size_t k = 0; k < e->item->npieces; k++) {
            struct move_piece *p = e->item->pieces[k];
            const char *name = e->place ? e->place->name : e->item->name;
            g->npieces += p->mark != mark && !p->again;
            g->of->why = e->place && p->mark == mark && may_cross(p->named, name) ? lengths : g->of->why;
            p->mark = mark, p->named = name;
            if (p->crossed || (p->inside && group_name_of(g, e) == group_name_by(g, name, strlen(name))))
                g->of->why = "pieces of memory that overlap are mapped, by other lengths or names";
            for (size_t j = 0; j < p->nitems; j++) {
                const char *other = name_at(p->items[j], e->place);
                g->of->why = other && copies_always(p->items[j]) ? always : g->of->why;
                g->of->why = other && may_cross(other, name) ? lengths : g->of->why;
            }
        }
        for (size_t k = 0; e->place && k < e->place->ntimes; k++) {
            const char *other = name_at(e->place->times[k], e->place);
            g->of->why = copies_always(e->place->times[k]) ? always : g->of->why;
            g->of->why = !other || may_cross(other, e->place->name) ? lengths : g->of->why;
        }
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
        struct name *x = group_name_of(g, &g->entries[i]);
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
bool item_is_sent_anew(const struct move_item *m) { return item_undoes(m) || (m->tos && !m->stays && !m->unwritten); }

/* Is its memory marked, or is that sent by another directive, to undo what a region has stored? */
static bool is_source(const struct move_item *m, unsigned mark)
{
    for (size_t k = 0; k < m->npieces; k++) {
        const struct move_piece *p = m->pieces[k];
        bool sent = p->mark == mark;
        for (size_t j = 0; j < p->nitems && !sent; j++)
            sent = !item_is_update(p->items[j]) && item_undoes(p->items[j]);
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
        struct name *x = group_name_of(g, &g->entries[i]);
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
            for (size_t k = 0; item_is_sent_anew(m) && k < m->npieces; k++)
                m->pieces[k]->mark = mark;
            group_name_of(c->groups[j], &c->groups[j]->entries[i])->source |= item_is_sent_anew(m);
        }
    for (bool more = true; more;) {
        more = false;
        for (size_t j = 0; j < c->n; j++)
            more |= spread_sources(c->groups[j], mark);
        for (size_t j = 0; j < c->n; j++)
            more |= agree(c->groups[j]);
    }
}

/* ---- others ---- */
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
        if (group_has(c->groups[k], m))
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

size_t items_first_of_line(const struct moves *all, const char *file, int line)
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
    for (size_t i = items_first_of_line(all, t->file, t->directive); is_of_line(all, i, t); i++)
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
        for (size_t i = items_first_of_line(all, t->file, t->directive); is_of_line(all, i, t); i++) {
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
                if (item_is_update(x) || !(own || between || runs_in(x, g->entries[0].place)))
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

bool cluster_settle(struct hoists *h, struct cluster *c)
{
    bool found = c->groups[0]->entries[0].place != NULL;
    for (size_t i = 0; i < c->n; i++)
        look_at_pieces(h, c->groups[i]);
    settle_idle(c);
    settle_sources(h, c);
    for (size_t i = 0; found && i < c->n; i++)
        found = find_others(h, c->groups[i]);
    return found;
}
