/* advice.c: what to change so that less moves: for each list item and each way to waste, the directive to write. What
 * the program does with the data is not known here, only the bytes of one run: that is said with the page of each id.
 */
#include <stdlib.h>
#include <string.h>

#include "gantry_wrap.h"
#include "profile.h"

struct advice {
    const char *id, *what, *action;
    struct move_item *item;
    uint64_t times, of, bytes;
    double time;
    bool supposed;                        /* see is_supposed */
    bool of_several;                      /* the program used more than one device */
    const char *directive, *where, *note; /* note: what the directive alone would break; may be empty */
    char *own[3];                         /* these, if they are this finding's alone */
    size_t place;                         /* so many bytes of `where` say where; what the item has there follows */
    bool whole, deletes;       /* the directive is a line to write in place of the item's, or the item's goes */
    const struct hoist *hoist; /* else these lines; or NULL */
    size_t writes_of;          /* the first of the list that says to write the same lines; itself: none before does */
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
    uint64_t copies = m->tos > m->froms ? m->tos : m->froms, blocks = m->allocs ? m->allocs : copies; /* of members */
    uint64_t n = kinds[w].of == COPIES_TO ? m->tos : kinds[w].of == COPIES_FROM ? m->froms : blocks;
    return is_compared(w) ? n - m->tos_not_compared : n;
}

/* Is it so each time? A map clause cannot be written for some of its copies. */
static bool always(const struct move_item *m, enum waste w) { return m->waste[w].times >= number_of(m, w); }

/* Does its directive list parts of it, or what pointers in it lead to? */
static bool holds_others(const struct move_item *m)
{
    size_t n = strlen(m->name);
    for (size_t i = 0; i < m->nrows; i++)
        if (strncmp(m->rows[i].name, m->name, n) == 0 && m->rows[i].name[n] && text_at(".-[", m->rows[i].name[n]))
            return true;
    return false;
}

static bool would_be_told(const struct move_item *m, enum waste w);

static inline bool is_told(const struct move_item *m, enum waste w) { return m->waste[w].times && would_be_told(m, w); }

static bool would_be_told(const struct move_item *m, enum waste w)
{
    const struct kind *k = &kinds[w];
    uint64_t times = m->waste[w].times;
    if (times < k->least_times || m->largest < k->least_bytes || move_is_added(m))
        return false;
    bool in_vain = m->in_vain && m->in_vain >= m->froms;
    if (w != WASTE_MEMORY_UNUSED && (in_vain || move_is_idle_member(m) || is_told(m, WASTE_MEMORY_UNUSED)))
        return false; /* the map goes, and all that it copies */
    if (w == WASTE_SENT_AGAIN && m->largest < MOVES_SMALL)
        return times > 1 && !(m->flags & GANTRY_MAP_IMPLICIT && holds_others(m));
    if (w == WASTE_OVERWRITTEN)
        return times + 1 >= m->froms;
    return kinds[w].hoists || always(m, w);
}

/* True only if the host does not look at what came back, or no region ever changes what it stores to? */
static bool is_supposed(const struct move_item *m, enum waste w)
{
    bool maps = m->construct != GANTRY_TARGET && m->construct != GANTRY_UPDATE;
    bool others = maps && !(m->flags & (GANTRY_MAP_IDLE | GANTRY_MAP_UNUSED));
    return kinds[w].supposed || (w == WASTE_UNCHANGED && m->may_change) ||
           ((w == WASTE_MEMORY_UNUSED || w == WASTE_COPY_UNUSED) && others);
}

static bool is_sent_always(const struct move_item *m)
{
    return m->construct == GANTRY_UPDATE || (m->flags & GANTRY_MAP_ALWAYS && !m->allocs);
}

/* ---- directives ---- */
static const char *map_type(bool to, bool from) { return to && from ? "tofrom" : to ? "to" : from ? "from" : "alloc"; }

static bool is_value(const struct move_item *m)
{
    return m->construct == GANTRY_TARGET && !m->kernels && m->froms == 0 && m->largest <= 2 * sizeof(void *) &&
           !strpbrk(m->name, "[.>") && !holds_others(m);
}

static bool is_hoisted(const struct move_item *m)
{
    for (int w = 0; w < WASTES; w++)
        if (kinds[w].hoists && is_told(m, (enum waste)w) && !(w == WASTE_SENT_AGAIN && is_value(m)))
            return true;
    return false;
}

struct answer {
    const char *action;     /* "hoist", "write", "leave out", "update" */
    struct text *directive; /* "#pragma omp …"; where that cannot be put together the clause */
    struct text *where;     /* "in front of the loop at heat.c:88" */
    struct text *note;
    const struct hoist *hoist;
    bool whole;   /* the directive is */
    bool deletes; /* the directive is to go */
};

static const char *update_word(const struct move_item *m, bool to)
{
    return m->acc ? to ? "device" : "self" : to ? "to" : "from";
}

static void put_clause(struct text *f, const struct move_item *m)
{
    bool update = m->construct == GANTRY_UPDATE, to = m->flags & GANTRY_MAP_TO, from = m->flags & GANTRY_MAP_FROM;
    if (!m->known)
        text_write(f, "%s", m->name);
    else if (update)
        text_write(f, "%s(%s)", update_word(m, to), m->name);
    else
        text_write(f, "map(%s%s: %s)", m->flags & GANTRY_MAP_ALWAYS ? "always, " : "", map_type(to, from), m->name);
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
        return m->listed ? AS_IT_IS : WITHOUT;
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
static unsigned changes_of(const char *row, const struct move_item *of, enum waste w)
{
    unsigned found = strcmp(row, of->name) == 0 ? change_for(of, w) : AS_IT_IS;
    for (size_t i = 0; i < of->nmates; i++)
        for (int k = 0; is_of_line(of->mates[i], of) && strcmp(row, of->mates[i]->name) == 0 && k < WASTES; k++)
            if (is_told(of->mates[i], (enum waste)k) && !is_supposed(of->mates[i], (enum waste)k))
                found |= change_for(of->mates[i], (enum waste)k);
    return found;
}

/* Of a row of a map list, with those changes. Rows with the same stand in one clause. */
struct clause {
    enum { NO_CLAUSE, FIRSTPRIVATE, UPDATED, MAPPED, RELEASED } kind;
    uint32_t flags; /* of these the directions, modifiers and `delete` */
};
static const struct {
    uint32_t flag;
    const char *word;
} modifiers[] = {{GANTRY_MAP_ALWAYS, "always, "},
                 {GANTRY_MAP_CLOSE, "close, "},
                 {GANTRY_MAP_PRESENT, "present, "},
                 {GANTRY_MAP_HOLD, "ompx_hold, "}};

static struct clause clause_of(const struct move_item *of, uint32_t flags, unsigned change)
{
    bool to = (flags & GANTRY_MAP_TO) && !(change & NOT_TO), from = (flags & GANTRY_MAP_FROM) && !(change & NOT_FROM);
    bool exits = of->construct == GANTRY_EXIT_DATA && !of->data_region;
    struct clause c = {MAPPED, (to ? GANTRY_MAP_TO : 0) | (from ? GANTRY_MAP_FROM : 0)};
    if (change & WITHOUT || (change == AS_IT_IS && flags & GANTRY_MAP_IMPLICIT))
        return (struct clause){NO_CLAUSE, 0};
    if (change & BY_VALUE)
        return (struct clause){FIRSTPRIVATE, 0};
    if (of->construct == GANTRY_UPDATE)
        return (struct clause){UPDATED, to ? GANTRY_MAP_TO : GANTRY_MAP_FROM};
    if (exits && !from)
        c = (struct clause){RELEASED, flags & GANTRY_MAP_DELETE};
    for (size_t i = 0; i < COUNT_OF(modifiers); i++)
        if (flags & modifiers[i].flag && !(of->acc && modifiers[i].flag == GANTRY_MAP_HOLD) &&
            (to || from || modifiers[i].flag != GANTRY_MAP_ALWAYS))
            c.flags |= modifiers[i].flag;
    return c;
}

/* "map(to: ", "firstprivate(" */
static void put_front(struct text *f, const struct move_item *of, const struct clause *c)
{
    bool to = c->flags & GANTRY_MAP_TO, from = c->flags & GANTRY_MAP_FROM;
    if (c->kind == FIRSTPRIVATE) {
        text_put(f, "firstprivate(");
        return;
    }
    if (c->kind == UPDATED) {
        text_put(f, update_word(of, to));
        text_put(f, "(");
        return;
    }
    text_put(f, "map(");
    for (size_t i = 0; i < COUNT_OF(modifiers); i++)
        if (c->flags & modifiers[i].flag)
            text_put(f, modifiers[i].word);
    text_put(f, c->kind == MAPPED ? map_type(to, from) : c->flags & GANTRY_MAP_DELETE ? "delete" : "release");
    text_put(f, ": ");
}

static bool are_alike(const struct clause *a, const struct clause *b)
{
    return a->kind == b->kind && a->flags == b->flags;
}

/* "target teams loop map(to: a) map(tofrom: b)", each with its likes, where the first of them stands; false: it would
 * say nothing any more */
static bool put_changed(struct text *f, const struct move_item *of, enum waste w)
{
    struct clause *clauses = calloc(of->nrows + 1, sizeof *clauses);
    bool any = of->construct == GANTRY_TARGET;
    text_put(f, of->acc ? "#pragma " : "#pragma omp ");
    text_put(f, of->words);
    for (size_t i = 0; clauses && i < of->nrows; i++)
        clauses[i] = clause_of(of, of->rows[i].flags, changes_of(of->rows[i].name, of, w));
    for (size_t i = 0; clauses && i < of->nrows; i++) {
        const struct clause c = clauses[i];
        if (c.kind == NO_CLAUSE)
            continue;
        text_put(f, " ");
        put_front(f, of, &c);
        text_put(f, of->rows[i].name);
        for (size_t k = i + 1; k < of->nrows; k++)
            if (are_alike(&c, &clauses[k])) {
                text_put(f, ", ");
                text_put(f, of->rows[k].name);
                clauses[k].kind = NO_CLAUSE;
            }
        text_put(f, ")");
        any = true;
    }
    f->failed |= !clauses;
    free(clauses);
    return any;
}

static void put_instead(struct text *f, const struct move_item *m)
{
    text_write(f, "%s:%d", file_base(m->file), m->line);
    if (m->known && !(m->flags & GANTRY_MAP_IMPLICIT)) {
        text_put(f, ", in place of ");
        put_clause(f, m);
    }
}

static void leave_out(struct answer *a, const struct move_item *m)
{
    a->action = "leave out";
    put_clause(a->directive, m);
    text_write(a->where, "%s:%d", file_base(m->file), m->line);
}

/* The directive of the item without what is said of it; `clause`: what stands for the item then, or NULL */
static void write_changed(struct answer *a, const struct move_item *m, enum waste w, const char *clause)
{
    struct text changed = {0};
    bool known = m->words && m->known, any = known && put_changed(&changed, m, w);
    char *text = text_end(&changed);
    a->whole = any = any && text;
    if (any) {
        a->action = "write";
        text_put(a->directive, text);
        text_write(a->where, "in place of the directive at %s:%d", file_base(m->file), m->directive);
        if (!(m->flags & GANTRY_MAP_IMPLICIT)) {
            text_put(a->where, ", which has ");
            put_clause(a->where, m);
        }
    } else if (known) {
        a->action = "leave out";
        a->deletes = true;
        put_clause(a->directive, m);
        text_write(a->where, "%s:%d, and with it the directive, which says nothing else", file_base(m->file), m->line);
    } else if (clause) {
        a->action = "write";
        text_write(a->directive, "%s", clause);
        put_instead(a->where, m);
    } else {
        leave_out(a, m);
    }
    free(text);
}

static void around_both(struct answer *a, const struct move_item *x, const struct move_item *m)
{
    bool same = strcmp(x->func, m->func) == 0 && strcmp(x->file, m->file) == 0;
    bool here = strcmp(x->func, "main") == 0 || strcmp(m->func, "main") == 0; /* which nobody calls */
    text_write(a->directive, "map(%s: %s)", map_type(m->sent, m->returned), m->name);
    if (same)
        text_write(a->where, "to a 'target data' around both %s:%d and %s:%d (%s)", file_base(x->file), x->directive,
                   file_base(m->file), m->directive, m->func);
    else
        text_write(
            a->where,
            here ? "to a 'target data' in main, by the names there, around what runs both %s (%s:%d) and %s (%s:%d)"
                 : "to a 'target data' around the calls, by the names there,\n      in a function that calls both "
                   "%s (%s:%d) and %s (%s:%d)",
            x->func, file_base(x->file), x->directive, m->func, file_base(m->file), m->directive);
    text_put(a->note, HOIST_UPDATES);
}

/* Copied each time, though it is there. That a region has not changed it since cannot be seen: no directive is said. */
static void update_where(struct answer *a, const struct move_item *m, enum waste w)
{
    uint64_t n = number_of(m, w), same = m->waste[w].times, changed = n > same ? n - same : 0;
    a->action = "update";
    put_clause(a->directive, m);
    if (changed)
        text_write(a->where, "where the host changes it%s, which it did before %llu of these %llu copies",
                   m->tos_undo ? " or undoes what a region stored" : "", (unsigned long long)changed,
                   (unsigned long long)n);
    else
        text_put(a->where, "not at all, if neither the host changes it nor a region that does not send it back");
    text_write(a->note, "in place of %s:%d, which sends it each time", file_base(m->file), m->line);
}

static void hoist(struct answer *a, struct hoists *h, struct move_item *m, enum waste w)
{
    const struct move_item *both;
    if (is_sent_always(m)) {
        update_where(a, m, w);
        return;
    }
    a->action = "hoist";
    a->hoist = hoist_of(h, m, w == WASTE_ALLOCATED_AGAIN, &both);
    if (both)
        around_both(a, both, m);
}

/* "map(to", of what stands in front of the item and a colon, or "firstprivate(" */
static void write_clause(struct answer *a, const struct move_item *m, enum waste w, const char *front)
{
    struct text clause = {0};
    text_write(&clause, "%s%s)", front, m->name);
    char *text = text_end(&clause);
    write_changed(a, m, w, text);
    free(text);
}

static void answer(struct answer *a, struct hoists *h, struct move_item *m, enum waste w)
{
    bool from = m->flags & GANTRY_MAP_FROM;
    if (w == WASTE_UNCHANGED && m->may_change)
        text_put(a->note, "only if that is so in every run: a region stores there, or may");
    else if (is_supposed(m, w) && !kinds[w].supposed)
        text_put(a->note, "only if that is so in every run: a region that this one left out may use it");
    if (w == WASTE_MEMORY_UNUSED && m->listed) {
        leave_out(a, m);
        text_write(a->note, "%sin %s:%d, too, which lists it and would copy it each time",
                   is_supposed(m, w) ? "\n" : "", file_base(m->file), m->listed);
    } else if (w == WASTE_MEMORY_UNUSED || (m->construct == GANTRY_UPDATE && !kinds[w].hoists)) {
        write_changed(a, m, w, NULL);
    } else if (w == WASTE_SENT_AGAIN && is_value(m)) {
        write_clause(a, m, w, "firstprivate(");
    } else if (kinds[w].hoists) {
        hoist(a, h, m, w);
    } else if (w == WASTE_COPY_UNUSED) {
        write_clause(a, m, w, from ? "map(from: " : "map(alloc: ");
    } else {
        write_clause(a, m, w, m->construct == GANTRY_EXIT_DATA && !m->data_region ? "map(release: " : "map(to: ");
    }
}

/* ---- the list ---- */
static size_t length_of_place(const char *where)
{
    const char *more = text_find(where, ", which has ");
    return more ? (size_t)(more - where) : strlen(where);
}

/* false: no memory */
static bool fill(struct advice *a, struct hoists *h, struct move_item *m, enum waste w)
{
    struct text own[3] = {0};
    struct answer text = {.action = "", .directive = &own[0], .where = &own[1], .note = &own[2]};
    /* the compiler knows of loops in front of which the item has a name; of others it is not known what they are */
    bool again = w == WASTE_ALLOCATED_AGAIN && (!m->nplaces || m->places[0].is_stretch);
    a->id = texts[w].id, a->what = again ? "allocated and freed again" : texts[w].what, a->supposed = is_supposed(m, w),
    a->item = m;
    a->times = m->waste[w].times, a->bytes = m->waste[w].bytes, a->time = m->waste[w].time;
    a->of = number_of(m, w);
    answer(&text, h, m, w);
    for (size_t i = 0; i < COUNT_OF(own); i++)
        a->own[i] = m->acc ? text_in_acc_words(text_end(&own[i])) : text_end(&own[i]);
    const struct hoist *at = text.hoist;
    a->action = text.action, a->whole = text.whole, a->deletes = text.deletes, a->hoist = at;
    a->directive = at ? at->directive : a->own[0];
    a->where = at ? at->where : a->own[1];
    a->note = at ? at->note : a->own[2];
    a->place = a->where ? length_of_place(a->where) : 0;
    return a->directive && a->where && a->note;
}

static int by_cost(const void *a, const void *b)
{
    const struct advice *x = a, *y = b;
    if (x->supposed != y->supposed)
        return x->supposed ? 1 : -1;
    if (x->time != y->time)
        return x->time < y->time ? 1 : -1;
    return x->item->number < y->item->number ? -1 : x->item->number > y->item->number;
}

struct list {
    struct advice *v; /* what costs most first */
    size_t n;
    struct hoists *hoists;
};

/* Is it sent for nothing but the way to what its pointers lead to, and stays as it is while its loops run? */
static bool stays_still(const struct move_item *m)
{
    bool still = move_leads_to(m) && m->keeps && !m->tos_changed && !m->tos_undo && !m->may_undo;
    for (size_t i = 0; i < m->nplaces; i++) {
        still &= m->places[i].unwritten && !m->places[i].moved;
        for (size_t k = 0; k < m->places[i].ntimes; k++)
            still &= m->places[i].times[k]->keeps;
    }
    return still;
}

/* … and so is it for all others that map its memory */
static bool is_still(const struct move_item *m)
{
    bool still = stays_still(m);
    for (size_t i = 0; still && i < m->npieces; i++)
        for (size_t k = 0; k < m->pieces[i]->nitems; k++)
            still &= stays_still(m->pieces[i]->items[k]);
    return still;
}

/* Is it the structure of a member that is to stay on the device, or of a pointer to what is? What the compiler adds is
 * told of nowhere else. */
static bool is_structure_of_hoisted(const struct move_item *m)
{
    size_t n = strlen(m->name);
    const char *to = move_leads_to(m);
    for (size_t i = 0; m->flags & GANTRY_MAP_IMPLICIT && m->nplaces && i < m->nmates; i++) {
        const struct move_item *x = m->mates[i];
        bool within = !strncmp(x->name, m->name, n) && x->name[n] == '.';
        bool member = x->flags & GANTRY_MAP_MEMBER && (move_is_added(m) || within);
        size_t root = text_root(x->name);
        bool pointee = to && x->flags & GANTRY_MAP_ATTACH && !strncmp(x->name, to, root) && to[root] == '-' &&
                       x->name[root] == '-' && is_still(m);
        if (x != m && (member || pointee) && is_hoisted(x) && !is_sent_always(x))
            return true;
    }
    return false;
}

/* What else is mapped at a place among statements that follow each other: the first of these has nothing to be told. */
static void add_stretches(struct moves *all)
{
    for (size_t i = 0; i < all->nitems; i++) {
        const struct move_item *m = all->sorted[i];
        for (size_t k = 0; m->hoisted && m->nplaces && m->places[0].is_stretch && k < all->nitems; k++) {
            struct move_item *x = all->sorted[k];
            x->hoisted |= x->nplaces && x->device == m->device && !is_sent_always(x) &&
                          move_is_one_place(&x->places[0], &m->places[0]);
        }
    }
}

static size_t count(struct moves *all)
{
    size_t n = 0;
    for (size_t i = 0; i < all->nitems; i++) {
        all->sorted[i]->hoisted =
            (is_hoisted(all->sorted[i]) && !is_sent_always(all->sorted[i])) || is_structure_of_hoisted(all->sorted[i]);
        for (int w = 0; w < WASTES; w++)
            n += is_told(all->sorted[i], (enum waste)w);
    }
    add_stretches(all);
    return n;
}

/* ---- lines to write ---- */
/* What only the reader can know is not for programs. */
static bool is_written(const struct advice *a)
{
    return !a->supposed && (a->whole || a->deletes || (a->hoist && a->hoist->whole));
}

/* 0: the same. A directive that goes is one thing to do, whichever of its items are told. */
static int by_lines(const struct advice *x, const struct advice *y)
{
    const struct move_item *m = x->item, *o = y->item;
    if (x->hoist != y->hoist)
        return x->hoist < y->hoist ? -1 : 1;
    int files = x->hoist ? 0 : strcmp(m->file, o->file);
    int lines = x->hoist ? 0 : (m->directive > o->directive) - (m->directive < o->directive);
    int texts = x->hoist || x->deletes || y->deletes ? x->deletes - y->deletes : strcmp(x->directive, y->directive);
    return files ? files : lines ? lines : texts;
}

static int by_lines_and_place(const void *a, const void *b)
{
    const struct advice *x = *(const struct advice *const *)a, *y = *(const struct advice *const *)b;
    int lines = by_lines(x, y);
    return lines ? lines : x < y ? -1 : x > y;
}

/* Which finding, the first of its kind, says what to write? */
static void find_writers(struct list *l)
{
    const struct advice **sorted = calloc(l->n + 1, sizeof *sorted);
    size_t n = 0;
    for (size_t i = 0; i < l->n; i++) {
        l->v[i].writes_of = i;
        if (sorted && is_written(&l->v[i]))
            sorted[n++] = &l->v[i];
    }
    if (n)
        sort_all(sorted, n, sizeof *sorted, by_lines_and_place);
    for (size_t i = 1; i < n; i++)
        if (by_lines(sorted[i - 1], sorted[i]) == 0)
            l->v[sorted[i] - l->v].writes_of = sorted[i - 1]->writes_of;
    free(sorted);
}

static bool are_of_several(const struct moves *all)
{
    for (size_t i = 1; i < all->nitems; i++)
        if (all->sorted[i]->device != all->sorted[0]->device)
            return true;
    return false;
}

static struct list find(struct moves *all)
{
    double began = gantry_now();
    const bool several = are_of_several(all);
    const size_t most = count(all);
    struct list l = {0};
    if (most > 0)
        l.v = calloc(most, sizeof *l.v), l.hoists = hoists_make(all);
    for (size_t i = 0; l.v && l.hoists && i < all->nitems; i++)
        for (int w = 0; w < WASTES; w++) {
            struct move_item *m = all->sorted[i];
            if (!is_told(m, (enum waste)w))
                continue;
            l.v[l.n].of_several = several;
            if (fill(&l.v[l.n], l.hoists, m, (enum waste)w))
                l.n++;
        }
    if (l.n) {
        sort_all(l.v, l.n, sizeof *l.v, by_cost);
        find_writers(&l);
    }
    all->spent += gantry_now() - began;
    return l;
}

static void free_list(struct list *l)
{
    for (size_t i = 0; i < l->n; i++)
        for (size_t k = 0; k < COUNT_OF(l->v[i].own); k++)
            free(l->v[i].own[k]);
    free(l->v);
    hoists_free(l->hoists);
}

/* ---- what is mended by the same lines: one finding for the reader ---- */
/* 0: what is to be written is the same */
static int by_mend(const struct advice *x, const struct advice *y)
{
    size_t n = x->place, m = y->place;
    int lines = x->item->directive < y->item->directive ? -1 : x->item->directive > y->item->directive;
    int files = x->hoist ? 0 : strcmp(x->item->file, y->item->file);
    int directives = strcmp(x->directive, y->directive), places = strncmp(x->where, y->where, n < m ? n : m);
    return x->supposed != y->supposed      ? x->supposed - y->supposed
           : !x->hoist != !y->hoist        ? !x->hoist - !y->hoist
           : directives                    ? directives
           : places || n != m              ? (places  ? places
                                              : n < m ? -1
                                                      : 1)
           : !x->hoist && (files || lines) ? (files ? files : lines)
                                           : 0;
}

struct mend {
    const struct advice **v; /* what costs most first */
    size_t n;
    double time;
    uint64_t bytes;
};
struct mends {
    const struct advice **all;
    struct mend *v; /* what costs most first */
    size_t n;
};

static int by_mend_and_cost(const void *a, const void *b)
{
    const struct advice *x = *(const struct advice *const *)a, *y = *(const struct advice *const *)b;
    int mends = by_mend(x, y);
    return mends ? mends : by_cost(x, y);
}

static int by_sum(const void *a, const void *b)
{
    const struct mend *x = a, *y = b;
    if (x->v[0]->supposed != y->v[0]->supposed)
        return x->v[0]->supposed ? 1 : -1;
    if (x->time != y->time)
        return x->time < y->time ? 1 : -1;
    return by_cost(x->v[0], y->v[0]);
}

static struct mends mends_of(const struct advice *a, size_t n)
{
    struct mends s = {.all = calloc(n + 1, sizeof *s.all), .v = calloc(n + 1, sizeof *s.v)};
    for (size_t i = 0; s.all && s.v && i < n; i++)
        s.all[i] = &a[i];
    if (!s.all || !s.v || !n)
        return s;
    sort_all(s.all, n, sizeof *s.all, by_mend_and_cost);
    for (size_t i = 0; i < n; i++) {
        struct mend *m = s.n && by_mend(s.v[s.n - 1].v[0], s.all[i]) == 0 ? &s.v[s.n - 1] : &s.v[s.n++];
        m->v = m->n ? m->v : &s.all[i];
        m->n++, m->time += s.all[i]->time, m->bytes += s.all[i]->bytes;
    }
    sort_all(s.v, s.n, sizeof *s.v, by_sum);
    return s;
}

static void mends_free(struct mends *s)
{
    free(s->all);
    free(s->v);
}

/* ---- text ---- */
enum { MOST_MENDS = 10, MOST_PLACES = 6, MOST_WORDS = 60, INDENT = 4, DEEPER = 6 };

/* Too little to be read about: of the time, and of what was copied */
static bool is_little(const struct mend *m, const struct moves *all, double wall)
{
    return m->time < 0.0005 * wall && (double)m->bytes < 0.01 * (double)(all->to + all->from);
}

static void put_wrapped(void *to, size_t indent, const char *text, size_t n)
{
    text_fill(to, indent);
    text_append(to, text, n);
    text_append(to, "\n", 1);
}

/* Wraps the line, which is empty then, and keeps its room. */
static void print_line(struct text *f, size_t indent, struct text *line)
{
    char *text = text_end(line);
    if (text)
        wrap_lines(put_wrapped, f, indent, indent ? DEEPER : INDENT, text);
    line->n = 0;
}

static void put_number(struct text *f, uint64_t v)
{
    char t[TEXT_SIZE];
    const char *begin = text_number(t, v);
    text_append(f, begin, text_length(t, begin));
}

static void print_told(struct text *f, const struct advice *x)
{
    bool is_long = strlen(x->item->file) + strlen(x->item->name) + strlen(x->what) > MOST_WORDS;
    struct text line = {0};
    text_put(&line, is_long ? file_base(x->item->file) : x->item->file);
    text_put(&line, ":");
    put_number(&line, x->item->line > 0 ? (uint64_t)x->item->line : 0);
    text_put(&line, " ");
    text_put(&line, x->item->name);
    text_put(&line, x->supposed ? ": perhaps: " : ": ");
    text_put(&line, x->what);
    text_put(&line, ", ");
    put_number(&line, x->times);
    if (x->of) {
        text_put(&line, " of ");
        put_number(&line, x->of);
    }
    text_put(&line, x->of == 1 || (!x->of && x->times == 1) ? " time" : " times");
    if (x->of_several)
        text_write(&line, " on device %d", x->item->device);
    text_put(&line, " [");
    text_put(&line, x->id);
    text_put(&line, "]");
    print_line(f, 0, &line);
    free(line.s);
}

static void print_mend(struct text *f, const struct mend *m, double wall, bool all)
{
    char t[TEXT_SIZE];
    struct text line = {0};
    const struct advice *x = m->v[0];
    size_t shown = m->n > MOST_PLACES && !all ? MOST_PLACES : m->n;
    for (size_t i = 0; i < shown; i++)
        print_told(f, m->v[i]);
    if (shown < m->n)
        text_write(f, "... and %zu more that the same mends\n", m->n - shown);
    text_fill(f, INDENT);
    text_put(f, "costs ");
    text_put(f, text_time(t, m->time));
    if (wall > 0)
        text_write(f, " (%.1f %%)", 100 * m->time / wall);
    text_put(f, ", ");
    text_put(f, text_bytes(t, (double)m->bytes));
    text_put(f, "\n");
    text_put(&line, x->action);
    text_put(&line, ": ");
    text_put(&line, x->directive);
    print_line(f, INDENT, &line);
    text_append(&line, x->where, m->n > 1 ? x->place : strlen(x->where));
    print_line(f, DEEPER, &line);
    if (*x->note) {
        text_put(&line, x->note);
        print_line(f, DEEPER, &line);
    }
    free(line.s);
}

static void print_all(struct text *f, const struct moves *moves, const struct advice *a, size_t n, double wall,
                      bool all)
{
    struct mends s = mends_of(a, n);
    size_t shown = 0, more = 0;
    double rest = 0;
    if (s.n)
        text_put(
            f, "\nwhat moved though it need not (gantry explain GP101 says what is meant, and what to make sure of)\n");
    for (size_t i = 0; i < s.n; i++) {
        if (all || (shown < MOST_MENDS && !is_little(&s.v[i], moves, wall))) {
            print_mend(f, &s.v[i], wall, all);
            shown++;
            continue;
        }
        more += s.v[i].n;
        rest += s.v[i].time;
    }
    if (more)
        text_write(f, "%s%zu more, %.1f %% of the time; GANTRY_PROFILE=1,all shows them\n", shown ? "... and " : "",
                   more, wall > 0 ? 100 * rest / wall : 0);
    mends_free(&s);
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
    if (!a->hoist)
        put_write(o, ",\"writes\":[", a->item->file, a->item->directive, a->whole ? "in place" : "delete",
                  a->whole ? a->directive : NULL);
    for (size_t i = 0; a->hoist && i < a->hoist->nlines; i++) {
        const struct hoist_line *l = &a->hoist->lines[i];
        put_write(o, i ? "," : ",\"writes\":[", l->file, l->line, l->how, l->text);
    }
    json_text(o, "]");
}

static void put_advice(struct json *o, const struct advice *a, size_t i)
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
    if (a->writes_of != i)
        number(o, "writes_of", a->writes_of);
    else if (is_written(a))
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
        put_advice(o, &a[i], i);
    }
    json_text(o, "]");
}

/* ---- for whom ---- */
void advice_table(struct text *f, double wall, bool shows_all)
{
    char t[TEXT_SIZE];
    struct moves *all = moves_sum();
    if (moves_are_cut)
        text_put(f, "comparing what moved: a signal came in the middle of it; nothing is said of what moved\n");
    if (!all)
        return;
    struct list l = find(all);
    text_write(f, "comparing what moved: %s", text_time(t, all->spent));
    if (all->lost)
        text_write(f, "; %s in too many pieces were not compared", text_bytes(t, (double)all->lost));
    if (all->not_compared)
        text_write(f, "; %llu copies of %s were left out, to take no more of the time",
                   (unsigned long long)all->not_compared, text_bytes(t, (double)all->bytes_not_compared));
    text_put(f, "\n");
    if (l.n)
        print_all(f, all, l.v, l.n, wall, shows_all);
    free_list(&l);
}

void advice_summary(struct json *o)
{
    struct moves *all = moves_sum();
    if (!all)
        return;
    struct list l = find(all);
    put_all(o, all, l.v, l.n);
    free_list(&l);
}
