/* hoist.c: where to map data instead, so that it stays on the device, and what has to be brought up to date then. What
 * is proposed leaves the results as they were, if it is written as it stands: a list item that the host may use in
 * between is copied at each construct as before, by updates; only one that the compiler has seen to lie idle there
 * (analysis/plan/idle.c) is not. Where that cannot be written, it is said what must hold instead. */
#include <stdlib.h>
#include <string.h>

#include "hoist.h"

/* ---- directives ---- */
/* Bit 0: it goes to the device; bit 1: it comes back. What pointers that change places lead to in the end is known by
 * their names behind the loop, not by those in front. A loop without turns leaves what comes back as it was. */
static int directions(const struct group *g, const struct name *x, bool kept)
{
    bool back = x->returned && !(x->over && (g->apart || !x->moved)) && !(x->ended && !x->moved && !kept);
    if (!x->idle && !kept)
        return x->sent && !(x->fresh && !g->sends) ? 1 : 0;
    return ((x->sent || x->returned) && !x->unset ? 1 : 0) | (back ? 2 : 0);
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

static const char *kind_of(const struct move_place *p)
{
    return p->is_stretch ? "statement" : p->is_call ? "call" : "loop";
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
    hoist_next_line(note);
    text_write(note, "behind the %s, which ends at %s:%d: %s", p->is_stretch ? "one" : kind_of(p), file_base(p->file),
               p->end, text);
    if (p->end <= 0)
        g->of->why = "no directive can be written behind the loop";
    hoist_add_line(g->of, "behind", p->file, p->end, text);
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
        hoist_next_line(f);
        text_write(f, "likewise in front of the %s at %s:%d (%s), which runs it, too: %s", kind_of(p),
                   file_base(p->file), p->line, p->func, text ? text : "");
        if (!kept && g->apart)
            put_exit(g, f);
        if (!kept && text)
            hoist_add_line(c, "in front", p->file, p->line, text);
        else
            free(text);
    }
}

/* updates: there are some */
static void put_condition(struct text *note, struct cluster *c, bool updates)
{
    bool all = true; /* what is proposed is that already */
    for (size_t k = 0; k < c->n; k++) {
        const struct group *g = c->groups[k];
        for (size_t i = 0; i < g->nnames; i++) {
            const struct name *x = &g->names[i];
            all &= x->idle || x->whole || (!updates && directions(g, x, false) == directions(g, x, true));
        }
        for (size_t i = 0; i < g->n; i++)
            if (g->entries[i].item->tos_changed)
                return;
    }
    if (all)
        return;
    hoist_next_line(note);
    text_write(note, "if the host uses none of it in between, %s alone: ", c->n > 1 ? "these" : "this");
    put_entry(note, c->groups[0], true);
    put_others(note, c, true);
}

static void choose_directives(struct group *g)
{
    size_t n;
    bool apart = true; /* as the program has it, if it has nothing else there */
    for (size_t i = 0; i < g->n; i++)
        apart &= item_enters(g->entries[i].item);
    for (size_t i = 0; i < g->nnames; i++)
        apart |= g->names[i].moved && g->names[i].over && g->names[i].idle && !g->names[i].whole;
    /* the statement may be a declaration, which `target data` would end */
    g->apart = apart || (g->entries[0].place && (g->entries[0].place->is_call || g->entries[0].place->is_stretch));
    for (size_t i = 0; i < g->n && !g->of->why; i++)
        if (item_device_clause(g->entries[i].item, &n))
            g->of->why = "a clause decides on which device the construct runs";
}

static void at_loops(struct hoists *h, struct cluster *c, struct text *directive, struct text *where, struct text *note)
{
    struct group *first = c->groups[0];
    const struct move_place *p = first->entries[0].place;
    struct text updates = {0};
    size_t npieces = 0, nnames = 0;
    updates_put(h, c, &updates);
    syncs_put(h, c, &updates);
    for (size_t k = 0; k < c->n; k++) {
        struct group *g = c->groups[k];
        choose_directives(g);
        sort_all(g->names, g->nnames, sizeof *g->names, names_by_item);
        npieces = g->npieces > npieces ? g->npieces : npieces;
        nnames += g->nnames;
    }
    put_entry(directive, first, false);
    text_write(where, "in front of the %s at %s:%d (%s)", kind_of(p), file_base(p->file), p->line, p->func);
    if (first->apart)
        put_exit(first, note);
    put_others(note, c, false);
    char *said = text_end(&updates);
    bool any = said && *said;
    if (any) {
        hoist_next_line(note);
        text_put(note, said);
    }
    free(said);
    if (npieces > nnames) {
        hoist_next_line(note);
        text_write(note, "it used %zu pieces of memory, here or elsewhere, and has %zu name%s here", npieces, nnames,
                   nnames == 1 ? "" : "s");
    }
    if (!c->why)
        put_condition(note, c, any);
}

/* by the names of the directive, which may have others where it is to be mapped */
static void without_place(struct group *g, struct text *directive, struct text *where, struct text *note)
{
    const struct move_item *m = g->entries[0].item;
    for (size_t i = 0; i < g->nnames; i++)
        g->names[i].idle = true;
    sort_all(g->names, g->nnames, sizeof *g->names, names_by_item);
    put_maps(directive, g, 3, false);
    text_write(where, "to %s around all that runs %s:%d (%s), by the names there",
               item_enters(m) ? "'target enter data' and 'target exit data'" : "a 'target data'", file_base(m->file),
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
        hoist_add_line(c, "in front", p->file, p->line, strdup(s->directive));
    } else if (p && s->directive && s->note) {
        text_write(&text, "not as it stands: %s%s%s", c->why, *s->note ? "\n" : "", s->note);
        free(s->note);
        s->note = text_end(&text);
        const char *maps = text_find(s->directive, "map(");
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

static void make(struct hoists *h, struct group *g)
{
    struct text directive = {0}, where = {0}, note = {0};
    struct cluster *c = cluster_of(h, g);
    if (!c)
        return;
    struct hoist *s = &c->said;
    if (cluster_settle(h, c))
        at_loops(h, c, &directive, &where, &note);
    else
        without_place(c->groups[0], &directive, &where, &note);
    s->directive = text_end(&directive), s->where = text_end(&where), s->note = text_end(&note);
    finish(c);
    if (c->groups[0]->entries[0].item->acc)
        say_in_acc_words(s);
}

/* What copied the same memory before m, most often, at another directive that has no name at m's loop */
static const struct move_item *stranger(const struct group *g, const struct move_item *m)
{
    bool once = g && 2 * m->times_before <= m->tos; /* else its own loop did */
    return m->before && !once && !(g && group_has(g, m->before)) ? m->before : NULL;
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
