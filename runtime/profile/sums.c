/* sums.c: sums of events, a row for each region, variable and direction. Each thread has its own, so that no event
 * waits for another; what is asked for puts those of all threads together, while they may still add to theirs. */
#include <stdlib.h>
#include <string.h>

#include "../plugins/emulated/emulated.h"
#include "profile.h"

enum { BUCKETS = 128, DEEP = 16, RECENT = 64, CONSTRUCTS = 32 };
struct recent { /* the row of texts at these addresses: nothing is looked for where the same event comes again */
    struct profile_row *row;
    const char *name, *file, *func;
    unsigned gone; /* as many libraries were */
};
struct of_construct { /* the row of a region's event, whose place and texts are the compiler's */
    struct profile_row *row;
    const struct gantry_region *region;
    enum gantry_construct construct;
    unsigned gone;
};
struct sums {
    struct sums *next;
    struct profile_thread of;
    struct profile_row *_Atomic buckets[BUCKETS], *_Atomic rows; /* rows: all of them, by their `older` */
    struct recent recent[RECENT];
    struct of_construct constructs[CONSTRUCTS];
    unsigned depth;
    double within[DEEP]; /* microseconds of events that are over, in each event that is not, and, first, in none */
};
static struct sums *_Atomic all;
static _Thread_local struct sums *mine;

/* Events that may hold others */
enum {
    HOLDS = 1u << GANTRY_OP_CONSTRUCT | 1u << GANTRY_OP_WAIT | 1u << GANTRY_OP_HOST | 1u << GANTRY_OP_LAUNCH,
    NO_ROWS = 1u << GANTRY_OP_MAP | 1u << GANTRY_OP_ASSOCIATE | 1u << GANTRY_OP_DISASSOCIATE | 1u << GANTRY_OP_UNLOAD |
              1u << GANTRY_OP_ADDRESS,
};

static struct sums *here(unsigned thread)
{
    struct sums *s = mine;
    if (s || !(s = kept_new(sizeof *s)))
        return s;
    s->of.number = thread;
    s->of.queue = gantry_queue_here();
    s->next = atomic_load(&all);
    while (!atomic_compare_exchange_weak(&all, &s->next, s))
        ;
    return mine = s;
}

/* ---- rows ---- */
struct row_key {
    enum gantry_op op;
    int device, line;
    const char *name, *file, *func, *what;
    const void *code;
};

static bool same_text(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

static unsigned hash(const struct row_key *k)
{
    unsigned h = (unsigned)k->op * 31u + (unsigned)k->device * 127u + (unsigned)k->line * 2654435761u;
    for (int i = 0; k->name && i < 8 && k->name[i]; i++)
        h = (h ^ (unsigned char)k->name[i]) * 16777619u;
    return (h ^ h >> 16) % BUCKETS;
}

static bool same_key(const struct profile_row *a, const struct row_key *b)
{
    return a->op == b->op && a->device == b->device && a->line == b->line && a->code == b->code &&
           same_text(a->what, b->what) && same_text(a->name, b->name) && same_text(a->file, b->file);
}

static size_t size_of(const char *text) { return text ? strlen(text) + 1 : 0; }

static const char *put_text(char **at, const char *text, size_t size)
{
    char *put = *at;
    *at += size;
    return size ? memcpy(put, text, size) : NULL;
}

/* The row with the key's op, device, name and place; made where there is none. NULL: no memory. kept: its texts are
 * copies, behind it, since those of the program may go with their library. */
static struct profile_row *row_of(struct sums *s, const struct row_key *key, bool kept)
{
    struct profile_row *_Atomic *bucket = &s->buckets[hash(key)];
    struct profile_row *first = atomic_load_explicit(bucket, memory_order_acquire), *r = first;
    while (r && !same_key(r, key))
        r = r->next;
    if (r)
        return r;
    size_t name = kept ? size_of(key->name) : 0, file = kept ? size_of(key->file) : 0;
    size_t func = kept ? size_of(key->func) : 0;
    size_t kernel = PROFILE_REGIONS >> key->op & 1 ? sizeof *r->kernel : 0;
    r = kept_new(sizeof *r + kernel + name + file + func);
    if (!r)
        return r;
    r->kernel = kernel ? (struct profile_kernel *)(r + 1) : NULL;
    r->next = first, r->op = key->op, r->device = key->device, r->line = key->line, r->code = key->code;
    r->what = key->what;
    r->name = key->name, r->file = key->file, r->func = key->func;
    if (kept) {
        char *at = (char *)(r + 1) + kernel;
        r->name = put_text(&at, r->name, name), r->file = put_text(&at, r->file, file);
        r->func = put_text(&at, r->func, func);
    }
    r->least = 1e300;
    r->older = atomic_load_explicit(&s->rows, memory_order_relaxed);
    atomic_store_explicit(bucket, r, memory_order_release);
    atomic_store_explicit(&s->rows, r, memory_order_release);
    return r;
}

/* The same, of an event: its texts stay where they are as long as their library does. */
static struct profile_row *row_again(struct sums *s, const struct row_key *key)
{
    uintptr_t at = (uintptr_t)key->name / 16 ^ (uintptr_t)key->code / 4;
    struct recent *c = &s->recent[(at + (unsigned)key->line * 7u + (unsigned)key->op * 3u) % RECENT];
    struct profile_row *r = c->row;
    unsigned gone = atomic_load_explicit(&gantry_images_gone, memory_order_relaxed);
    if (r && c->name == key->name && c->file == key->file && c->func == key->func && c->gone == gone &&
        r->op == key->op && r->device == key->device && r->line == key->line && r->code == key->code &&
        r->what == key->what && same_text(r->name, key->name)) /* a name may be made for one event */
        return r;
    r = row_of(s, key, true);
    *c = (struct recent){r, key->name, key->file, key->func, gone};
    return r;
}

static void add_shape(struct profile_kernel *k, bool first, const struct gantry_grid *g)
{
    if (first) {
        k->grid = *g;
        k->group = g->info->group;
        k->mode = g->info->mode;
        k->marches = gantry_marches(g);
        if (g->region && g->region->flags & GANTRY_REGION_PHASES)
            k->phases = kept_text(g->region->words);
    }
    k->shapes_differ |= g->teams != k->grid.teams || g->threads != k->grid.threads;
}

static void add_needed(struct profile_kernel *k, uint64_t times, const struct gantry_needed *n)
{
    bool operations = n->floats >= 0 && k->needed.floats >= 0;
    k->known += times;
    k->needed.read += n->read, k->needed.written += n->written, k->needed.points += n->points;
    k->needed.floats = operations ? k->needed.floats + n->floats : -1;
    k->needed.doubles = operations ? k->needed.doubles + n->doubles : -1;
}

static void add_tuned(struct profile_kernel *k, uint64_t times, const char *row)
{
    k->rows_differ |= k->tuned && row && strcmp(k->tuned, row) != 0;
    k->tuned = k->tuned ? k->tuned : row;
    k->heeds += times;
}

static void add_counts(struct gantry_counts *to, const struct gantry_counts *c)
{
    to->launches += c->launches;
#define GANTRY_COUNT(NAME) to->NAME += c->NAME;
    GANTRY_COUNTS(GANTRY_COUNT)
#undef GANTRY_COUNT
}

static void add_layers(struct profile_kernel *k, const struct gantry_layers *l)
{
    struct gantry_counts sum = k->layers.counts;
    add_counts(&sum, &l->counts);
    if (l->registers_known || l->shared_known)
        k->layers = *l;
    k->layers.counts = sum;
}

static struct profile_row *row_of_event(const struct gantry_event *e, struct sums *s)
{
    const struct gantry_loc *at = e->where;
    const struct row_key key = {.op = e->op,
                                .device = e->device,
                                .name = e->name,
                                .file = at ? at->file : NULL,
                                .func = at ? at->func : NULL,
                                .line = at ? at->line : 0,
                                .code = at ? NULL : e->code,
                                .what = e->region ? gantry_construct_name(e) : NULL};
    return row_again(s, &key);
}

static struct profile_row *row_of_construct(const struct gantry_event *e, struct sums *s)
{
    size_t at = (uintptr_t)e->region / 64 + (size_t)e->op * 3 + (size_t)e->construct * 5 + (size_t)e->device;
    struct of_construct *c = &s->constructs[at % CONSTRUCTS];
    unsigned gone = atomic_load_explicit(&gantry_images_gone, memory_order_relaxed);
    if (c->region != e->region || c->gone != gone || c->construct != e->construct || c->row->op != e->op ||
        c->row->device != e->device)
        *c = (struct of_construct){row_of_event(e, s), e->region, e->construct, gone};
    if (!c->row)
        c->region = NULL;
    return c->row;
}

static void add_kernel(struct profile_row *r, const struct gantry_event *e)
{
    if (e->grid)
        add_shape(r->kernel, r->calls == 0, e->grid);
    if (e->needed)
        add_needed(r->kernel, 1, e->needed);
    if (e->layers)
        add_layers(r->kernel, e->layers);
    if (e->tuned)
        add_tuned(r->kernel, 1, e->tuned);
}

static void add(const struct gantry_event *e, struct sums *s, double took, double own)
{
    const unsigned whole = 1u << GANTRY_OP_CONSTRUCT | 1u << GANTRY_OP_HOST;
    struct profile_row *r = e->region && whole >> e->op & 1 ? row_of_construct(e, s) : row_of_event(e, s);
    if (!r)
        return;
    if (r->kernel)
        add_kernel(r, e);
    r->calls++;
    r->bytes += e->grid ? 0 : e->bytes;
    r->total += took;
    r->own += own;
    r->compiling += e->compiling;
    r->least = took < r->least ? took : r->least;
    r->most = took > r->most ? took : r->most;
}

/* ---- readers of events ---- */
static void begins(const struct gantry_event *e)
{
    struct sums *s = here(e->thread);
    if (s && HOLDS >> e->op & 1 && ++s->depth < DEEP)
        s->within[s->depth] = 0;
}

static void ends(const struct gantry_event *e)
{
    struct sums *s = here(e->thread);
    if (!s || NO_ROWS >> e->op & 1)
        return;
    double took = e->end - e->begin, own = took;
    s->of.events++;
    if (HOLDS >> e->op & 1 && s->depth > 0) {
        own -= s->depth < DEEP ? s->within[s->depth] : 0;
        s->depth--;
    }
    if (s->depth < DEEP)
        s->within[s->depth] += took;
    if (!e->failed)
        add(e, s, took, own);
}

void sums_start(void) { gantry_read_both(begins, ends); }

/* ---- all together ---- */
static void add_kernels(struct profile_kernel *t, const struct profile_kernel *k)
{
    t->shapes_differ |= k->shapes_differ || k->grid.teams != t->grid.teams || k->grid.threads != t->grid.threads;
    add_needed(t, k->known, &k->needed);
    add_layers(t, &k->layers);
    add_tuned(t, k->heeds, k->tuned);
    t->rows_differ |= k->rows_differ;
}

static void add_row(struct profile_row *t, const struct profile_row *r)
{
    if (t->kernel && r->kernel)
        add_kernels(t->kernel, r->kernel);
    t->calls += r->calls, t->bytes += r->bytes;
    t->total += r->total, t->own += r->own, t->compiling += r->compiling;
    t->least = r->least < t->least ? r->least : t->least;
    t->most = r->most > t->most ? r->most : t->most;
}

static void join(struct sums *to, const struct profile_row *r)
{
    const struct row_key key = {.op = r->op,
                                .device = r->device,
                                .name = r->name,
                                .file = r->file,
                                .func = r->func,
                                .line = r->line,
                                .code = r->code,
                                .what = r->what};
    struct profile_row *t = row_of(to, &key, false);
    if (!t)
        return;
    if (t->calls) {
        add_row(t, r);
        return;
    }
    struct profile_row *next = t->next, *older = t->older;
    const char *name = t->name, *file = t->file, *func = t->func;
    struct profile_kernel *kernel = t->kernel;
    *t = *r;
    t->next = next, t->older = older, t->name = name, t->file = file, t->func = func, t->kernel = kernel;
    if (kernel)
        *kernel = *r->kernel;
}

/* What no directive names has the place of the program's call: a line where there is debug information, else a
 * function. */
static void find_place(struct profile_row *r)
{
    struct emu_place p;
    if (!r->code || r->file || r->func || !emu_place_of_call(r->code, &p))
        return;
    p.function[1 + strcspn(p.function + 1, ".")] = 0; /* "main.omp_outlined" */
    r->func = kept_text(p.function);
    r->file = p.line > 0 ? kept_text(p.file) : NULL;
    r->line = p.line;
}

/* by which rows are told */
static double time_of(const struct profile_row *r)
{
    return (PROFILE_WAITS | PROFILE_RUNTIME) >> r->op & 1 ? r->own : r->total;
}

static int by_time(const void *a, const void *b)
{
    const struct profile_row *x = *(struct profile_row *const *)a, *y = *(struct profile_row *const *)b;
    if (time_of(x) != time_of(y))
        return time_of(x) < time_of(y) ? 1 : -1;
    int d = x->file && y->file ? strcmp(x->file, y->file) : 0;
    return d ? d : x->line - y->line;
}

/* Of an event, where thousands come one after the other: less than among other code, whose caches it shares. They are
 * added to sums of which all rows are taken already. */
static double cost_of_event(struct sums *s)
{
    enum { TIMES = 8 };
    static const struct gantry_loc at = {"cost", "cost", 1, 1};
    double began = 0;
    for (int i = -1; i < TIMES; i++) { /* the first one makes the row */
        if (i == 0)
            began = gantry_now();
        struct gantry_event e = {.op = GANTRY_OP_TO, .name = "cost", .where = &at, .begin = gantry_now()};
        e.end = gantry_now();
        add(&e, s, e.end - e.begin, e.end - e.begin);
    }
    return (gantry_now() - began) / TIMES;
}

static struct sums together GANTRY_BEHIND;

/* The rows of all threads: those of this one, if it is the only one that had events. */
static const struct sums *gather(struct profile *p)
{
    size_t n = 0;
    for (struct sums *s = atomic_load(&all); s; s = s->next)
        n++;
    p->threads = kept_new((n + 1) * sizeof *p->threads);
    for (struct sums *s = atomic_load(&all); s && p->threads && p->nthreads < n; s = s->next) {
        p->threads[p->nthreads] = s->of;
        p->threads[p->nthreads++].inside = s->within[0];
        p->events += s->of.events;
        if (s == mine && n == 1)
            return s;
        for (const struct profile_row *r = atomic_load(&s->rows); r; r = r->older)
            join(&together, r);
    }
    return &together;
}

/* Of the thread that ends the program; after a signal that is one of the runtime's, and the first counts. */
static double inside_of_program(void)
{
    struct sums *s = mine;
    for (struct sums *t = atomic_load(&all); t && !s; t = t->next)
        s = t->of.number == 1 ? t : NULL;
    return s ? s->within[0] : 0;
}

/* A call of which the compiler made several, by unrolling or inlining, is one: its places tell them apart no more. */
static void join_copies(struct profile *p)
{
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++) {
        struct profile_row *r = p->rows[i], *same = NULL;
        for (size_t k = 0; k < n && r->code && !same; k++) {
            struct profile_row *t = p->rows[k];
            bool alike = t->code && t->op == r->op && t->device == r->device && t->line == r->line;
            if (alike && same_text(t->file, r->file) && same_text(t->func, r->func) && same_text(t->name, r->name) &&
                same_text(t->what, r->what) && (t->func || t->file))
                same = t;
        }
        if (same)
            add_row(same, r);
        else
            p->rows[n++] = r;
    }
    p->n = n;
}

static void add_up(struct profile *p)
{
    for (size_t i = 0; i < p->n; i++) {
        p->total[p->rows[i]->op] += p->rows[i]->total;
        p->own[p->rows[i]->op] += p->rows[i]->own;
    }
}

static void take(struct profile *p)
{
    double now = gantry_now(), inside = inside_of_program();
    *p = (struct profile){.wall = now > inside ? now : inside, .inside = inside};
    p->jumps = atomic_load(&gantry_clock_jumps);
    struct profile_row *first = atomic_load(&gather(p)->rows);
    for (struct profile_row *r = first; r; r = r->older)
        p->n++;
    p->rows = kept_new((p->n + 1) * sizeof *p->rows);
    p->n = 0;
    for (struct profile_row *r = first; p->rows && r; r = r->older) {
        find_place(r);
        p->rows[p->n++] = r;
    }
    if (p->rows)
        join_copies(p);
    if (p->rows)
        sort_all(p->rows, p->n, sizeof *p->rows, by_time);
    add_up(p);
    p->cost = (double)p->events * cost_of_event(mine ? mine : &together);
}

static struct profile taken;

static void take_once(void) { take(&taken); }

const struct profile *sums_take(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, take_once);
    return &taken;
}

/* ---- what rows say ---- */
static double sum_of(const double *times, unsigned ops)
{
    double t = 0;
    for (int op = 0; op < GANTRY_OP_COUNT; op++)
        t += ops >> op & 1 ? times[op] : 0;
    return t;
}

double profile_total(const struct profile *p, unsigned ops) { return sum_of(p->total, ops); }
double profile_own(const struct profile *p, unsigned ops) { return sum_of(p->own, ops); }

const char *profile_where(const struct profile_row *r)
{
    static const char *const reasons[] = {
        [-GANTRY_IN_PLACE_CHOSEN] = "host: chosen",
        [-GANTRY_IN_PLACE_IF] = "host: if is false",
        [-GANTRY_IN_PLACE_NONE] = "host: no device",
    };
    return r->op == GANTRY_OP_HOST ? reasons[-r->device] : NULL;
}

const char *profile_mode(const struct profile_row *r)
{
    static const char *const modes[] = {"generic", "spmd", "serial"};
    const struct profile_kernel *k = r->kernel;
    return k->marches ? "spmd, march" : k->mode < COUNT_OF(modes) ? modes[k->mode] : "?";
}
