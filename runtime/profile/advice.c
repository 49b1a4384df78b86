/* advice.c: what to change so that less moves: for each list item and each way to waste, the directive to write. What
 * the program does with the data is not known here, only the bytes of one run: that is said with the page of each id.
 */
#define _GNU_SOURCE /* open_memstream */
#include <stdlib.h>
#include <string.h>

#include "profile.h"

struct advice {
    const char *id, *what, *action;
    const struct move_item *item;
    uint64_t times, of, bytes;
    double time;
    bool supposed;                  /* true only if the host does not look at what came back */
    char *directive, *where, *note; /* note: what the directive alone would break; may be empty */
    char *exit, *update; /* what to write behind the loop, and in front of the item's directive; may be empty */
    bool whole, deletes; /* the directive is a line to write, or the item's goes … */
    const struct move_place *place; /* … in front of this one; NULL: in place of the item's directive */
};

static const struct {
    const char *id, *what;
} texts[WASTES] = {
#define ADVICE(ID, CLASS, TEXT) [WASTE_##CLASS] = {ID, TEXT},
#include "gantry_advice.def"
#undef ADVICE
};
static const struct kind {
    enum { COPIES_TO, COPIES_FROM, BLOCKS } of; /* what the times are counted of */
    bool hoists, supposed;
    uint64_t least_times, least_bytes;
} kinds[WASTES] = {
    [WASTE_SENT_AGAIN] = {COPIES_TO, true, false, 1, 0},
    [WASTE_ROUND_TRIP] = {COPIES_TO, true, false, 1, MOVES_SMALL},
    [WASTE_UNCHANGED] = {COPIES_FROM, false, false, 1, MOVES_SMALL},
    [WASTE_ALLOCATED_AGAIN] = {BLOCKS, true, false, 2, MOVES_SMALL},
    [WASTE_MEMORY_UNUSED] = {BLOCKS, false, false, 1, 0},
    [WASTE_COPY_UNUSED] = {COPIES_TO, false, false, 1, 0},
    [WASTE_OVERWRITTEN] = {COPIES_FROM, false, true, 3, MOVES_SMALL},
};

/* Told of some copies, if only these were compared. That all came back unchanged is only known if all were. */
static bool is_compared(enum waste w) { return w == WASTE_SENT_AGAIN || w == WASTE_ROUND_TRIP; }

static uint64_t number_of(const struct move_item *m, enum waste w)
{
    uint64_t n = kinds[w].of == COPIES_TO ? m->tos : kinds[w].of == COPIES_FROM ? m->froms : m->allocs;
    return is_compared(w) ? n - m->tos_not_compared : n;
}

/* Is it so each time? A map clause cannot be written for some of its copies. */
static bool always(const struct move_item *m, enum waste w)
{
    return m->waste[w].times >= number_of(m, w) || m->construct == GANTRY_UPDATE;
}

static bool is_told(const struct move_item *m, enum waste w)
{
    const struct kind *k = &kinds[w];
    uint64_t times = m->waste[w].times;
    if (times < k->least_times || m->largest < k->least_bytes)
        return false;
    if (w == WASTE_SENT_AGAIN && m->largest < MOVES_SMALL)
        return times > 1;
    if (w == WASTE_OVERWRITTEN)
        return times + 1 >= m->froms;
    return kinds[w].hoists || always(m, w);
}

/* ---- directives ---- */
static const char *map_type(bool to, bool from) { return to && from ? "tofrom" : to ? "to" : from ? "from" : "alloc"; }

static bool same_directive(const struct move_item *a, const struct move_item *b)
{
    return a->directive == b->directive && a->device == b->device && a->construct == b->construct &&
           strcmp(a->file, b->file) == 0;
}

static bool is_value(const struct move_item *m)
{
    return m->construct == GANTRY_TARGET && m->froms == 0 && m->largest <= 2 * sizeof(void *) &&
           !strpbrk(m->name, "[.>");
}

static bool is_hoisted(const struct move_item *m)
{
    for (int w = 0; w < WASTES; w++)
        if (kinds[w].hoists && is_told(m, (enum waste)w) && !(w == WASTE_SENT_AGAIN && is_value(m)))
            return true;
    return false;
}

static const struct move_place *place_of(const struct move_item *m) { return m->nplaces ? m->places : NULL; }

static bool same_place(const struct move_place *a, const struct move_place *b)
{
    return a->line == b->line && a->col == b->col && strcmp(a->file, b->file) == 0;
}

static bool enters(const struct move_item *m) { return m->construct == GANTRY_ENTER_DATA && !m->data_region; }

/* Where to map the item of `of` instead: at its loop with all that is mapped in that loop, else as its directive. */
struct hoisting {
    const struct move_item *of;
    const struct move_place *place; /* NULL: the compiler knows none */
    bool apart;                     /* as enter data and exit data */
};

static const struct move_place *place_in(const struct hoisting *h, const struct move_item *m)
{
    for (size_t i = 0; h->place && i < m->nplaces; i++)
        if (same_place(&m->places[i], h->place))
            return &m->places[i];
    return NULL;
}

static bool goes_along(const struct move_item *m, const void *hoisting)
{
    const struct hoisting *h = hoisting;
    if (!is_hoisted(m) || m->construct == GANTRY_UPDATE || m->device != h->of->device || enters(m) != enters(h->of))
        return false;
    return h->place ? place_in(h, m) != NULL : same_directive(m, h->of);
}

static const char *name_at(const struct hoisting *h, const struct move_item *m)
{
    const struct move_place *p = place_in(h, m);
    return p ? p->name : m->name;
}

/* Is there an item before m that goes along by the same name? The first one speaks for all. */
static bool is_named(const struct moves *all, const struct hoisting *h, const struct move_item *m)
{
    for (const struct move_item *x = all->items; x != m; x = x->next)
        if (goes_along(x, h) && strcmp(name_at(h, x), name_at(h, m)) == 0)
            return true;
    return false;
}

/* Bit 0: it goes to the device; bit 1: it comes back changed, and may be looked at; of all items by its name. What
 * pointers that change places lead to in the end is known by their names behind the loop, not by those in front. */
static int directions(const struct moves *all, const struct hoisting *h, const struct move_item *m)
{
    int found = 0;
    const struct move_place *p = place_in(h, m);
    for (const struct move_item *x = all->items; x; x = x->next)
        if (goes_along(x, h) && strcmp(name_at(h, x), name_at(h, m)) == 0)
            found |= (x->sent ? 1 : 0) | (x->returned ? 2 : 0);
    return p && p->over && (h->apart || !p->moved) ? found & 1 : found;
}

/* Do pointers change places, and is what one of them leads to in the end of no use? */
static bool is_apart(const struct moves *all, const struct hoisting *h)
{
    bool apart = enters(h->of);
    for (const struct move_item *m = all->items; m; m = m->next) {
        const struct move_place *p = goes_along(m, h) ? place_in(h, m) : NULL;
        apart |= p && p->moved && p->over;
    }
    return apart;
}

/* " map(tofrom: a, b) map(to: c)": the items that stay on the device; the number of names */
static size_t put_maps(FILE *f, const struct moves *all, const struct hoisting *h, int mask)
{
    size_t n = 0;
    for (int type = 3; type >= 0; type--) {
        bool any = false;
        for (const struct move_item *m = all->items; m; m = m->next) {
            if (!goes_along(m, h) || is_named(all, h, m) || (directions(all, h, m) & mask) != type)
                continue;
            const char *kind = mask == 2 ? type ? "from" : "release" : map_type(type & 1, type & 2);
            if (!any)
                fprintf(f, " map(%s: ", kind);
            fprintf(f, "%s%s", any ? ", " : "", name_at(h, m));
            any = true;
            n++;
        }
        fputs(any ? ")" : "", f);
    }
    return n;
}

/* The item says which folder. */
static const char *base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

static void next_line(FILE *f)
{
    if (ftell(f) > 0)
        fputc('\n', f);
}

/* What the directive alone would break: the host's own stores and loads between the launches would meet old data. The
 * updates stand at the directive that was found, with the names there. False: none is needed. */
static bool put_update(FILE *f, const struct moves *all, const struct move_item *of, bool to)
{
    bool any = false;
    for (const struct move_item *m = all->items; m; m = m->next) {
        if (!same_directive(m, of) || !is_hoisted(m) || !(to ? m->host_changes : m->came_changed))
            continue;
        fprintf(f, "%s%s",
                any  ? ", "
                : to ? "#pragma omp target update to("
                     : "#pragma omp target update from(",
                m->name);
        any = true;
    }
    fputs(any ? ")" : "", f);
    return any;
}

struct answer {
    const char *action; /* "hoist", "write", "leave out" */
    FILE *directive;    /* "#pragma omp …"; where that cannot be put together the clause */
    FILE *where;        /* "in front of the loop at heat.c:88" */
    FILE *note;
    FILE *exit;   /* "#pragma omp target exit data …", to be written behind the loop */
    FILE *update; /* "#pragma omp target update to …", to be written in front of the item's directive */
    const struct move_place *place; /* the line to write it in front of; NULL: in place of the item's directive */
    bool whole;                     /* the directive is */
    bool deletes;                   /* the directive is to go */
};

static void put_updates(struct answer *a, const struct moves *all, const struct move_item *m)
{
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream(&text, &n);
    if (!f)
        return;
    bool to = put_update(f, all, m, true), any = to;
    fclose(f);
    if (to) {
        next_line(a->note);
        fprintf(a->note, "the host changes it in between, in front of %s:%d: %s", base(m->file), m->directive, text);
        fputs(text, a->update);
    }
    free(text);
    f = open_memstream(&text, &n);
    any = f && put_update(f, all, m, false);
    if (f)
        fclose(f);
    if (any) {
        next_line(a->note);
        fprintf(a->note, "%s, behind %s:%d: %s", to ? "if it reads it" : "if the host reads it in between",
                base(m->file), m->directive, text);
    }
    free(text);
}

static void put_clause(FILE *f, const struct move_item *m)
{
    bool update = m->construct == GANTRY_UPDATE, to = m->flags & GANTRY_MAP_TO, from = m->flags & GANTRY_MAP_FROM;
    if (!m->known)
        fprintf(f, "%s", m->name);
    else if (update)
        fprintf(f, "%s(%s)", to ? "to" : "from", m->name);
    else
        fprintf(f, "map(%s%s: %s)", m->flags & GANTRY_MAP_ALWAYS ? "always, " : "", map_type(to, from), m->name);
}

/* ---- the directive itself, changed ---- */
enum change {
    AS_IT_IS,
    WITHOUT,      /* the item is not mapped at all */
    NOT_TO = 2,   /* not copied to the device, … */
    NOT_FROM = 4, /* … or not back */
    BY_VALUE = 8, /* firstprivate */
};

static enum change change_for(const struct move_item *m, enum waste w)
{
    switch (w) {
    case WASTE_SENT_AGAIN:
        return is_value(m) ? BY_VALUE : AS_IT_IS;
    case WASTE_MEMORY_UNUSED:
        return WITHOUT;
    case WASTE_UNCHANGED:
    case WASTE_OVERWRITTEN:
        return m->construct == GANTRY_UPDATE ? WITHOUT : NOT_FROM;
    case WASTE_COPY_UNUSED:
        return m->construct == GANTRY_UPDATE ? WITHOUT : NOT_TO;
    default:
        return AS_IT_IS;
    }
}

static bool is_of_line(const struct move_item *m, const struct move_item *of)
{
    return m->directive == of->directive && m->device == of->device && strcmp(m->file, of->file) == 0 &&
           (m->construct == of->construct || (m->data_region && of->data_region));
}

/* all that is told of the row of of's directive, and for certain; and what w says of its own */
static unsigned changes_of(const struct moves *all, const char *row, const struct move_item *of, enum waste w)
{
    unsigned found = strcmp(row, of->name) == 0 ? change_for(of, w) : AS_IT_IS;
    for (const struct move_item *m = all->items; m; m = m->next)
        for (int k = 0; is_of_line(m, of) && strcmp(row, m->name) == 0 && k < WASTES; k++)
            if (is_told(m, (enum waste)k) && !kinds[k].supposed)
                found |= change_for(m, (enum waste)k);
    return found;
}

/* of a row of a map list, with those changes: "map(to: ", "firstprivate(" or ""; the word and its ( */
static void clause_of(char *out, size_t n, const struct move_item *of, uint32_t flags, unsigned change)
{
    static const struct {
        uint32_t flag;
        const char *word;
    } modifiers[] = {{GANTRY_MAP_ALWAYS, "always, "},
                     {GANTRY_MAP_CLOSE, "close, "},
                     {GANTRY_MAP_PRESENT, "present, "},
                     {GANTRY_MAP_HOLD, "ompx_hold, "}};
    bool to = (flags & GANTRY_MAP_TO) && !(change & NOT_TO), from = (flags & GANTRY_MAP_FROM) && !(change & NOT_FROM);
    char words[48] = "";
    *out = '\0';
    if (change & WITHOUT || (change == AS_IT_IS && flags & GANTRY_MAP_IMPLICIT))
        return;
    if (change & BY_VALUE) {
        snprintf(out, n, "firstprivate(");
        return;
    }
    if (of->construct == GANTRY_UPDATE) {
        snprintf(out, n, "%s(", to ? "to" : "from");
        return;
    }
    for (size_t i = 0; i < COUNT_OF(modifiers); i++)
        if (flags & modifiers[i].flag && (to || from || modifiers[i].flag != GANTRY_MAP_ALWAYS))
            strcat(words, modifiers[i].word);
    bool exits = of->construct == GANTRY_EXIT_DATA && !of->data_region;
    snprintf(out, n, "map(%s%s: ", words,
             exits && !from ? flags & GANTRY_MAP_DELETE ? "delete" : "release" : map_type(to, from));
}

/* "target teams loop map(to: a) map(tofrom: b)"; false: it would say nothing any more */
static bool put_changed(FILE *f, const struct moves *all, const struct move_item *of, enum waste w)
{
    char kind[80], other[80];
    bool any = of->construct == GANTRY_TARGET;
    fprintf(f, "#pragma omp %s", of->words);
    for (size_t i = 0; i < of->nrows; i++) {
        bool first = true;
        clause_of(kind, sizeof kind, of, of->rows[i].flags, changes_of(all, of->rows[i].name, of, w));
        for (size_t k = 0; k < i && *kind; k++) { /* with its likes, where the first of them stands */
            clause_of(other, sizeof other, of, of->rows[k].flags, changes_of(all, of->rows[k].name, of, w));
            first &= strcmp(kind, other) != 0;
        }
        if (!*kind || !first)
            continue;
        fprintf(f, " %s%s", kind, of->rows[i].name);
        for (size_t k = i + 1; k < of->nrows; k++) {
            clause_of(other, sizeof other, of, of->rows[k].flags, changes_of(all, of->rows[k].name, of, w));
            if (strcmp(kind, other) == 0)
                fprintf(f, ", %s", of->rows[k].name);
        }
        fputc(')', f);
        any = true;
    }
    return any;
}

static void put_instead(FILE *f, const struct move_item *m)
{
    fprintf(f, "%s:%d", base(m->file), m->line);
    if (m->known && !(m->flags & GANTRY_MAP_IMPLICIT)) {
        fputs(", in place of ", f);
        put_clause(f, m);
    }
}

static void leave_out(struct answer *a, const struct move_item *m)
{
    a->action = "leave out";
    put_clause(a->directive, m);
    fprintf(a->where, "%s:%d", base(m->file), m->line);
}

/* The directive of the item without what is said of it; `clause`: what stands for the item then, or NULL */
static void write_changed(struct answer *a, const struct moves *all, const struct move_item *m, enum waste w,
                          const char *clause)
{
    char *text = NULL;
    size_t n;
    FILE *f = m->words && m->known ? open_memstream(&text, &n) : NULL;
    bool any = f && put_changed(f, all, m, w);
    if (f)
        fclose(f);
    a->whole = any;
    if (any) {
        a->action = "write";
        fputs(text, a->directive);
        fprintf(a->where, "in place of the directive at %s:%d", base(m->file), m->directive);
        if (!(m->flags & GANTRY_MAP_IMPLICIT)) {
            fputs(", which has ", a->where);
            put_clause(a->where, m);
        }
    } else if (f) {
        a->action = "leave out";
        a->deletes = true;
        put_clause(a->directive, m);
        fprintf(a->where, "%s:%d, and with it the directive, which says nothing else", base(m->file), m->line);
    } else if (clause) {
        a->action = "write";
        fprintf(a->directive, "%s", clause);
        put_instead(a->where, m);
    } else {
        leave_out(a, m);
    }
    free(text);
}

/* returns the number of names */
static size_t put_entry(FILE *f, const struct moves *all, const struct hoisting *h)
{
    fputs(h->apart ? "#pragma omp target enter data" : "#pragma omp target data", f);
    return put_maps(f, all, h, h->apart ? 1 : 3);
}

static void put_exit(FILE *f, const struct moves *all, const struct hoisting *h)
{
    fputs("#pragma omp target exit data", f);
    put_maps(f, all, h, 2);
}

/* other functions that call with the same directive, from loops of their own */
static void put_others(FILE *f, const struct moves *all, const struct move_item *m)
{
    for (size_t i = 1; i < m->nplaces && m->places[0].path; i++) {
        const struct move_place *p = &m->places[i];
        struct hoisting h = {m, p, false};
        if (p->path == 0 || p->path == m->places[i - 1].path)
            continue;
        h.apart = is_apart(all, &h);
        next_line(f);
        fprintf(f, "or in front of the loop at %s:%d (%s), where that one runs it: ", base(p->file), p->line, p->func);
        put_entry(f, all, &h);
    }
}

static void hoist_to_loop(struct answer *a, const struct moves *all, struct hoisting *h)
{
    const struct move_place *p = h->place;
    h->apart = is_apart(all, h);
    a->place = p;
    a->whole = true;
    size_t names = put_entry(a->directive, all, h), pieces = moves_pieces(goes_along, h);
    fprintf(a->where, "in front of the loop at %s:%d (%s)", base(p->file), p->line, p->func);
    if (h->apart) {
        put_exit(a->exit, all, h);
        fprintf(a->note, "behind the loop, which ends at %s:%d: ", base(p->file), p->end);
        put_exit(a->note, all, h);
    }
    put_updates(a, all, h->of);
    if (pieces > names) {
        next_line(a->note);
        fprintf(a->note, "the loop's regions used %zu pieces of memory by %zu name%s here: map the others, too", pieces,
                names, names == 1 ? "" : "s");
    }
    put_others(a->note, all, h->of);
}

static void hoist(struct answer *a, const struct moves *all, const struct move_item *m)
{
    struct hoisting h = {m, place_of(m), false};
    if (m->construct == GANTRY_UPDATE) {
        leave_out(a, m);
        return;
    }
    a->action = "hoist";
    if (h.place && (!m->before || place_in(&h, m->before))) {
        hoist_to_loop(a, all, &h);
        return;
    }
    h.place = NULL;
    h.apart = enters(m);
    put_entry(a->directive, all, &h);
    if (m->before)
        fprintf(a->where, "around both %s:%d and %s:%d (%s)", base(m->before->file), m->before->directive,
                base(m->file), m->directive, m->func);
    else
        fprintf(a->where,
                h.apart ? "in front of the loop that runs %s:%d, its exit data behind it (%s)"
                        : "around the loop that runs %s:%d (%s), by the names there",
                base(m->file), m->directive, m->func);
    put_updates(a, all, m);
}

static void write_clause(struct answer *a, const struct moves *all, const struct move_item *m, enum waste w,
                         const char *type)
{
    char clause[512];
    snprintf(clause, sizeof clause, "map(%s: %s)", type, m->name);
    write_changed(a, all, m, w, clause);
}

static void answer(struct answer *a, const struct moves *all, const struct move_item *m, enum waste w)
{
    bool from = m->flags & GANTRY_MAP_FROM;
    char clause[512];
    if (w == WASTE_MEMORY_UNUSED || (m->construct == GANTRY_UPDATE && !kinds[w].hoists)) {
        write_changed(a, all, m, w, NULL);
    } else if (w == WASTE_SENT_AGAIN && is_value(m)) {
        snprintf(clause, sizeof clause, "firstprivate(%s)", m->name);
        write_changed(a, all, m, w, clause);
    } else if (kinds[w].hoists) {
        hoist(a, all, m);
    } else if (w == WASTE_COPY_UNUSED) {
        write_clause(a, all, m, w, from ? "from" : "alloc");
    } else {
        write_clause(a, all, m, w, m->construct == GANTRY_EXIT_DATA && !m->data_region ? "release" : "to");
    }
}

/* ---- the list ---- */
/* false: no memory */
static bool fill(struct advice *a, const struct moves *all, const struct move_item *m, enum waste w)
{
    size_t n[5];
    struct answer text = {.action = "",
                          .directive = open_memstream(&a->directive, &n[0]),
                          .where = open_memstream(&a->where, &n[1]),
                          .note = open_memstream(&a->note, &n[2]),
                          .exit = open_memstream(&a->exit, &n[3]),
                          .update = open_memstream(&a->update, &n[4])};
    a->id = texts[w].id, a->what = texts[w].what, a->supposed = kinds[w].supposed, a->item = m;
    a->times = m->waste[w].times, a->bytes = m->waste[w].bytes, a->time = m->waste[w].time;
    a->of = number_of(m, w);
    if (text.directive && text.where && text.note && text.exit && text.update)
        answer(&text, all, m, w);
    FILE *const files[] = {text.directive, text.where, text.note, text.exit, text.update};
    for (size_t i = 0; i < COUNT_OF(files); i++)
        if (files[i])
            fclose(files[i]);
    a->action = text.action, a->whole = text.whole, a->deletes = text.deletes, a->place = text.place;
    return a->directive && a->where && a->note && a->exit && a->update;
}

static int by_cost(const void *a, const void *b)
{
    const struct advice *x = a, *y = b;
    if (x->supposed != y->supposed)
        return x->supposed ? 1 : -1;
    return x->time < y->time ? 1 : x->time > y->time ? -1 : 0;
}

/* what costs most first; NULL: nothing, or no memory */
static struct advice *find(const struct moves *all, size_t *n)
{
    struct advice *list = NULL;
    *n = 0;
    for (int fill_in = 0; fill_in < 2; fill_in++) {
        size_t k = 0;
        for (const struct move_item *m = all->items; m; m = m->next)
            for (int w = 0; w < WASTES; w++) {
                if (!is_told(m, (enum waste)w))
                    continue;
                if (!fill_in || fill(&list[k], all, m, (enum waste)w))
                    k++;
            }
        if (!fill_in && (k == 0 || !(list = calloc(k, sizeof *list))))
            return NULL;
        *n = k;
    }
    qsort(list, *n, sizeof *list, by_cost);
    return list;
}

static void free_all(struct advice *a, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        free(a[i].directive);
        free(a[i].where);
        free(a[i].note);
        free(a[i].exit);
        free(a[i].update);
    }
    free(a);
}

/* ---- text ---- */
enum { MOST_SHOWN = 30, MOST_WORDS = 60 };

static bool told_before(const struct advice *a, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(a[k].directive, a[i].directive) == 0 && strcmp(a[k].where, a[i].where) == 0)
            return true;
    return false;
}

static void print_one(FILE *f, const struct advice *a, size_t i, double wall)
{
    const struct advice *x = &a[i];
    char t[2][TEXT_SIZE];
    bool is_long = strlen(x->item->file) + strlen(x->item->name) + strlen(x->what) > MOST_WORDS;
    fprintf(f, "%s:%d %s: %s%s, %llu", is_long ? base(x->item->file) : x->item->file, x->item->line, x->item->name,
            x->supposed ? "perhaps: " : "", x->what, (unsigned long long)x->times);
    if (x->of)
        fprintf(f, " of %llu", (unsigned long long)x->of);
    fprintf(f, " time%s [%s]\n    costs %s", x->of == 1 || (!x->of && x->times == 1) ? "" : "s", x->id,
            text_time(t[0], x->time));
    if (wall > 0)
        fprintf(f, " (%.1f %%)", 100 * x->time / wall);
    fprintf(f, ", %s\n", text_bytes(t[1], (double)x->bytes));
    if (told_before(a, i))
        fprintf(f, "    %s: as above\n", x->action);
    else
        fprintf(f, "    %s: %s\n      %s\n", x->action, x->directive, x->where);
    for (const char *line = told_before(a, i) ? "" : x->note; *line; line += strcspn(line, "\n"), line += *line == '\n')
        fprintf(f, "      %.*s\n", (int)strcspn(line, "\n"), line);
}

static void print_all(FILE *f, const struct advice *a, size_t n, double wall)
{
    if (n == 0)
        return;
    fputs("\nwhat moved though it need not (gantry explain GP101 says what is meant, and what to make sure of)\n", f);
    for (size_t i = 0; i < n && i < MOST_SHOWN; i++)
        print_one(f, a, i, wall);
    if (n > MOST_SHOWN)
        fprintf(f, "… and %zu more: GANTRY_PROFILE=FILE.json has all\n", n - MOST_SHOWN);
}

/* ---- JSON ---- */
static void number(struct json *o, const char *key, uint64_t v)
{
    json_text(o, ",\"");
    json_text(o, key);
    json_text(o, "\":");
    json_count(o, v);
}

static void put_item(struct json *o, const struct move_item *m)
{
    json_text(o, "{\"name\":");
    json_quoted(o, m->name);
    json_field(o, "file", m->file);
    number(o, "line", m->line > 0 ? (uint64_t)m->line : 0);
    number(o, "column", m->col > 0 ? (uint64_t)m->col : 0);
    json_field(o, "function", m->func);
    number(o, "device", (uint64_t)m->device);
}

static void put_sums(struct json *o, const struct move_item *m)
{
    put_item(o, m);
    number(o, "to_bytes", m->to);
    number(o, "to_calls", m->tos);
    number(o, "from_bytes", m->from);
    number(o, "from_calls", m->froms);
    number(o, "allocs", m->allocs);
    json_text(o, "}");
}

static void put_write(struct json *o, const char *before, const char *file, int line, const char *how, const char *text)
{
    json_text(o, before);
    json_text(o, "{\"how\":");
    json_quoted(o, how);
    json_field(o, "file", file);
    number(o, "line", line > 0 ? (uint64_t)line : 0);
    json_field(o, "text", text);
    json_text(o, "}");
}

/* the lines to write, for programs that write them */
static void put_writes(struct json *o, const struct advice *a)
{
    const struct move_place *p = a->place;
    if (!a->whole && !a->deletes)
        return;
    put_write(o, ",\"writes\":[", p ? p->file : a->item->file, p ? p->line : a->item->directive,
              p          ? "in front"
              : a->whole ? "in place"
                         : "delete",
              a->whole ? a->directive : NULL);
    if (p && *a->exit)
        put_write(o, ",", p->file, p->end, "behind", a->exit);
    if (p && *a->update)
        put_write(o, ",", a->item->file, a->item->directive, "in front", a->update);
    json_text(o, "]");
}

static void put_advice(struct json *o, const struct advice *a)
{
    put_item(o, a->item);
    json_field(o, "finding", a->id);
    json_field(o, "severity", a->supposed ? "perhaps" : "advice");
    json_field(o, "text", a->what);
    number(o, "times", a->times);
    number(o, "of", a->of);
    number(o, "bytes", a->bytes);
    json_text(o, ",\"time\":");
    json_micro(o, a->time);
    json_field(o, "action", a->action);
    json_field(o, "directive", a->directive);
    json_field(o, "where", a->where);
    json_field(o, "note", *a->note ? a->note : NULL);
    put_writes(o, a);
    json_text(o, "}");
}

static void put_all(struct json *o, const struct moves *all, const struct advice *a, size_t n)
{
    json_text(o, ",\n\"moves\":{\"to_bytes\":");
    json_count(o, all->to);
    number(o, "from_bytes", all->from);
    number(o, "other_to_bytes", all->other_to);
    number(o, "other_from_bytes", all->other_from);
    number(o, "lost_bytes", all->lost);
    if (all->not_compared) {
        number(o, "not_compared", all->not_compared);
        number(o, "not_compared_bytes", all->bytes_not_compared);
    }
    json_text(o, ",\"cost\":");
    json_micro(o, all->spent);
    json_text(o, ",\"items\":[");
    for (const struct move_item *m = all->items; m; m = m->next) {
        json_text(o, m == all->items ? "\n" : ",\n");
        put_sums(o, m);
    }
    json_text(o, "]},\n\"findings\":[");
    for (size_t i = 0; i < n; i++) {
        json_text(o, i ? ",\n" : "\n");
        put_advice(o, &a[i]);
    }
    json_text(o, "]");
}

/* ---- for whom ---- */
void advice_table(FILE *f, double wall)
{
    char t[TEXT_SIZE];
    size_t n;
    const struct moves *all = moves_sum();
    if (!all)
        return;
    struct advice *a = find(all, &n);
    fprintf(f, "comparing what moved: %s", text_time(t, all->spent));
    if (all->lost)
        fprintf(f, "; %s in too many pieces were not compared", text_bytes(t, (double)all->lost));
    if (all->not_compared)
        fprintf(f, "; %llu copies of %s were left out, to take no more of the time",
                (unsigned long long)all->not_compared, text_bytes(t, (double)all->bytes_not_compared));
    fputc('\n', f);
    print_all(f, a, n, wall);
    free_all(a, n);
}

void advice_summary(struct json *o)
{
    size_t n;
    const struct moves *all = moves_sum();
    if (!all)
        return;
    struct advice *a = find(all, &n);
    put_all(o, all, a, n);
    free_all(a, n);
}
