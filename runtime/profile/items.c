/* items.c: list items of directives, with what the compiler has noted of them: where they could be mapped instead, and
 * what the directive says. Under the lock of moves.c. */
#include <stdlib.h>
#include <string.h>

#include "profile.h"

enum { FEW = 64, BUCKETS = 4096 }; /* FEW: while there are few items, for the pages that a table takes */
static struct item_list {
    struct move_item *first, **last;
    size_t n;
} all = {.last = &all.first}, supposed = {.last = &supposed.first};
static struct move_item *few[FEW], **by_hash = few;
static size_t nbuckets = FEW;

static const struct gantry_map *row_of(const struct gantry_region *r, const struct gantry_event *e)
{
    for (uint32_t i = 0; r && i < r->nmaps; i++)
        if (r->maps[i].name && e->name && strcmp(r->maps[i].name, e->name) == 0 &&
            (r->maps[i].line <= 0 || !e->where || r->maps[i].line == e->where->line))
            return &r->maps[i];
    return NULL;
}

static bool same_item(const struct move_item *m, const struct gantry_event *e, const struct gantry_event *c)
{
    const char *file = e->where->file ? e->where->file : "?";
    return m->device == e->device && m->line == e->where->line && m->construct == c->construct &&
           strcmp(m->name, e->name) == 0 && strcmp(m->file, file) == 0;
}

static void add_item(struct item_list *l, struct move_item *m)
{
    m->number = l->n++;
    *l->last = m;
    l->last = &m->next;
}

static struct move_item *stand_in(const struct gantry_region *r, uint32_t row, int device);

/* The constructs of the loop that a run may leave out, and that map what the row leads to, too */
static void take_times(struct move_place *p, const struct gantry_around *a, size_t row, int device)
{
    size_t n = 0, most = 0;
    for (const struct gantry_at_times *t = a->at_times; t && t->region; t++)
        most += t->row == row;
    if (!most || !(p->times = kept_new(most * sizeof(struct move_item *))))
        return;
    for (const struct gantry_at_times *t = a->at_times; t->region; t++)
        if (t->row == row && t->by < t->region->nmaps && (p->times[n] = stand_in(t->region, t->by, device)) != NULL)
            n++;
    p->ntimes = n;
}

static char *copy_of_file(const char *file);

static void take_syncs(struct move_place *p, const struct gantry_around *a, size_t row)
{
    size_t most = 0;
    for (const struct gantry_sync *s = a->syncs; s && s->name; s++)
        most += s->row == row;
    if (!most)
        return;
    p->syncs = kept_new(most * sizeof *p->syncs);
    p->synced = p->syncs != NULL;
    for (const struct gantry_sync *s = a->syncs; p->syncs && s->name; s++)
        if (s->row == row)
            p->syncs[p->nsyncs++] = (struct move_sync){copy_of_file(s->file),
                                                       kept_text(s->name),
                                                       s->when ? kept_text(s->when) : NULL,
                                                       s->first,
                                                       s->last,
                                                       s->ways};
}

/* Copies: libraries may be unloaded. Those of late serve again. */
static char *copy_of(char **last, const char *text)
{
    if (!*last || strcmp(*last, text) != 0)
        *last = kept_text(text);
    return *last;
}

static char *copy_of_file(const char *file)
{
    static char *last;
    return copy_of(&last, file ? file : "?");
}

static char *copy_of_func(const char *func)
{
    static char *last;
    return copy_of(&last, func ? func : "?");
}

/* The compiler's notes for the item */
static void take_places(struct move_item *m, const struct gantry_region *r, const struct gantry_map *row)
{
    size_t n = 0;
    m->keeps = true;
    while (row && r->around && r->around[n].names)
        n++;
    if (!n || !(m->places = kept_new(n * sizeof *m->places)))
        return;
    for (const struct gantry_around *a = r->around; a->names; a++) {
        size_t i = (size_t)(row - r->maps);
        const char *name = a->names[i];
        m->last = a->last;
        m->keeps = i < 64 && a->kept >> i & 1;
        if (!name)
            continue;
        struct move_place *p = &m->places[m->nplaces++];
        *p = (struct move_place){.file = copy_of_file(a->loc.file),
                                 .func = copy_of_func(a->loc.func),
                                 .name = kept_text(name),
                                 .line = a->loc.line,
                                 .col = a->loc.col,
                                 .end = a->end,
                                 .moved = i < 64 && a->moved >> i & 1,
                                 .over = i < 64 && a->over >> i & 1,
                                 .idle = i < 64 && a->idle >> i & 1,
                                 .unwritten = i < 64 && a->unwritten >> i & 1,
                                 .synced = i < 64 && a->synced >> i & 1,
                                 .unset = i < 64 && a->unset >> i & 1,
                                 .is_call = a->is_call,
                                 .is_stretch = a->is_stretch,
                                 .path = a->path};
        if (!m->is_supposed)
            take_times(p, a, i, m->device);
        if (p->synced)
            take_syncs(p, a, i);
    }
}

/* rows that the compiler adds, so that the item is found on the device */
static const char structure[] = "structure on the way to ";

static bool is_on_the_way(const char *name)
{
    return strncmp(name, "pointer of ", 11) == 0 || strncmp(name, structure, sizeof structure - 1) == 0;
}

const char *move_leads_to(const struct move_item *m)
{
    size_t n = sizeof structure - 1;
    return strncmp(m->name, structure, n) == 0 ? m->name + n : NULL;
}

bool move_is_added(const struct move_item *m) { return is_on_the_way(m->name); }

/* What the directive says, for all of its items */
static void take_rows(struct move_item *m, const struct gantry_region *r)
{
    static const struct gantry_region *of; /* the directive of late */
    static unsigned gone;
    static struct move_item same;
    if (of == r && gone == atomic_load(&gantry_images_gone)) {
        m->words = same.words, m->rows = same.rows, m->nrows = same.nrows;
        m->acc = same.acc, m->kernels = same.kernels;
        return;
    }
    m->acc = r->words && strncmp(r->words, "acc ", 4) == 0;
    m->kernels = m->acc && strncmp(r->words + 4, "kernels", 7) == 0;
    m->rows = kept_new((r->nmaps + 1u) * sizeof *m->rows);
    m->words = m->rows && r->words && !(r->flags & GANTRY_REGION_SAYS_MORE) ? kept_text(r->words) : NULL;
    for (uint32_t i = 0; m->words && i < r->nmaps; i++) {
        const struct gantry_map *row = &r->maps[i];
        if (row->flags & (GANTRY_MAP_LIST | GANTRY_MAP_PARENT)) { /* of mappers and the like: no names of their own */
            m->words = NULL;
        } else if (row->name && !is_on_the_way(row->name) && row->param != GANTRY_PARAM_VALUE &&
                   row->param != GANTRY_PARAM_DEVPTR && !(row->flags & (GANTRY_MAP_COPY | GANTRY_MAP_LOOKUP))) {
            m->rows[m->nrows++] = (struct move_row){kept_text(row->name), row->flags};
        }
    }
    of = r, gone = atomic_load(&gantry_images_gone), same = *m;
}

struct move_waste move_no_waste[WASTES];

/* of a row, or of a name that no row has */
static struct move_item *new_item(struct item_list *to, const struct gantry_region *r, const struct gantry_map *row,
                                  const char *name, const struct gantry_loc *where, struct move_item is)
{
    struct move_item *m = kept_new(sizeof *m);
    if (!m)
        return NULL;
    *m = is;
    m->line = where->line, m->col = where->col;
    m->name = kept_text(name);
    m->file = copy_of_file(where->file);
    m->func = copy_of_func(where->func);
    m->data_region = r->construct == GANTRY_TARGET_DATA;
    m->directive = r->loc.line;
    m->flags = row ? row->flags : 0;
    m->known = row != NULL;
    m->row = row;
    m->waste = move_no_waste;
    take_places(m, r, row);
    take_rows(m, r);
    add_item(to, m);
    return m;
}

static struct move_item *new_of_event(const struct gantry_event *e, const struct gantry_event *c)
{
    return new_item(&all, c->region, row_of(c->region, e), e->name, e->where,
                    (struct move_item){.device = e->device, .construct = c->construct});
}

/* What a construct would do with the item that may not have run: all that its map clause says, and bring back other
 * bytes. The begin and the end of target data are one. */
static struct move_item *stand_in(const struct gantry_region *r, uint32_t row, int device)
{
    const struct gantry_map *map = &r->maps[row];
    const char *file = r->loc.file ? r->loc.file : "?";
    enum gantry_construct construct = r->construct == GANTRY_TARGET_DATA ? GANTRY_ENTER_DATA : GANTRY_TARGET;
    if (!map->name)
        return NULL;
    for (struct move_item *m = supposed.first; m; m = m->next)
        if (m->device == device && m->directive == r->loc.line && m->construct == construct &&
            !strcmp(m->name, map->name) && !strcmp(m->file, file))
            return m;
    struct move_item *m = new_item(&supposed, r, map, map->name, &r->loc,
                                   (struct move_item){.device = device, .construct = construct, .is_supposed = true});
    if (!m)
        return NULL;
    m->tos = (map->flags & GANTRY_MAP_TO) != 0;
    m->froms = m->came_changed = (map->flags & GANTRY_MAP_FROM) != 0;
    m->keeps = m->keeps && r->around && r->around->names;
    return m;
}

/* Items of late, by the addresses of their texts. */
enum { RECENT = 32 };
static struct recent {
    const struct gantry_region *region;
    const char *name;
    int line, device;
    enum gantry_construct construct;
    unsigned gone; /* as many libraries were */
    struct move_item *item;
} *recent; /* RECENT of them */

static struct recent *recent_of(const struct gantry_event *e, const struct gantry_event *c)
{
    return &recent[((uintptr_t)c->region / 64 + (uintptr_t)e->name + (size_t)c->construct) % RECENT];
}

static struct move_item *item_again(const struct gantry_event *e, const struct gantry_event *c)
{
    const struct recent *x = recent_of(e, c);
    unsigned gone = atomic_load_explicit(&gantry_images_gone, memory_order_relaxed);
    bool same = x->region == c->region && x->name == e->name && x->line == e->where->line && x->device == e->device &&
                x->construct == c->construct && x->gone == gone;
    return same && strcmp(x->item->name, e->name) == 0 ? x->item : NULL; /* a name may be made for one event */
}

static struct move_item **bucket_of(int line, const char *name)
{
    return &by_hash[((unsigned)line * 31u + (unsigned char)name[0]) % nbuckets];
}

static void more_buckets(void)
{
    struct move_item **more = kept_new(BUCKETS * sizeof(struct move_item *));
    if (!more)
        return;
    by_hash = more, nbuckets = BUCKETS;
    for (size_t i = 0; i < FEW; i++)
        for (struct move_item *m = few[i], *next; m; m = next) {
            struct move_item **b = bucket_of(m->line, m->name);
            next = m->same_hash, m->same_hash = *b, *b = m;
        }
}

static struct move_item *item_by_text(const struct gantry_event *e, const struct gantry_event *c)
{
    if (nbuckets == FEW && all.n > 2 * FEW)
        more_buckets();
    struct move_item **b = bucket_of(e->where->line, e->name), *m = *b;
    while (m && !same_item(m, e, c))
        m = m->same_hash;
    if (!m && (m = new_of_event(e, c)) != NULL) {
        m->same_hash = *b;
        *b = m;
    }
    if (m)
        *recent_of(e, c) = (struct recent){
            c->region, e->name, e->where->line, e->device, c->construct, atomic_load(&gantry_images_gone), m};
    return m;
}

struct move_item *item_of(const struct gantry_event *e, const struct gantry_event *construct)
{
    if (!construct || !construct->region || !e->name || !e->where ||
        (!recent && !(recent = kept_new(RECENT * sizeof *recent))))
        return NULL;
    struct move_item *m = item_again(e, construct);
    if (!m)
        m = item_by_text(e, construct);
    return m && !(m->flags & GANTRY_MAP_COPY) ? m : NULL;
}

/* ---- the end ---- */
static int by_directive(const void *a, const void *b)
{
    const struct move_item *x = *(struct move_item *const *)a, *y = *(struct move_item *const *)b;
    int files = strcmp(x->file, y->file);
    if (files)
        return files;
    if (x->directive != y->directive)
        return x->directive < y->directive ? -1 : 1;
    if (x->device != y->device)
        return x->device < y->device ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

struct move_item *items_all(void) { return all.first; }
struct move_item *items_supposed(void) { return supposed.first; }

struct move_item **items_sorted(struct move_item *list, size_t *number)
{
    size_t n = 0;
    for (const struct move_item *m = list; m; m = m->next)
        n++;
    struct move_item **all = kept_new((n + 1) * sizeof *all);
    *number = all ? n : 0;
    if (!all)
        return NULL;
    n = 0;
    for (struct move_item *m = list; m; m = m->next)
        all[n++] = m;
    sort_all(all, n, sizeof *all, by_directive);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && all[end]->directive == all[i]->directive && all[end]->device == all[i]->device &&
                          strcmp(all[end]->file, all[i]->file) == 0;)
            end++;
        for (size_t k = i; k < end; k++)
            all[k]->mates = all + i, all[k]->nmates = end - i;
    }
    return all;
}
