/* lock_order.c: locks that threads take in different orders: one holds A and waits for B, another holds B and waits for
 * A. Whether the run hangs there or not, another may.
 *
 * A graph of locks: an edge from each that is held to the one that is waited for, with those who went that way. A
 * circle is a finding where the edges may be gone along at the same time: by threads that nothing orders, and that hold
 * no lock in common. A lock that is only tried (omp_test_lock) is not waited for. */
#include <stdlib.h>
#include <string.h>

#include "judge.h"

enum { BUCKETS = 1024, MOST_WITNESSES = 4, MOST_HELD = 8, LONGEST = 256, STEPS = 1 << 14 };
struct witness { /* who waited for `to` while it held `from` */
    uint32_t row;
    const struct __gd_emu_judged_site *held, *wanted; /* held: NULL where the place is not known */
};
struct edge {
    struct edge *next;
    uint64_t from, to;
    unsigned n;
    struct witness by[MOST_WITNESSES];
};
static struct edge *edges[BUCKETS]; /* by `from` */

static struct holder {
    unsigned n;
    struct held {
        uint64_t key;
        const struct __gd_emu_judged_site *site;
    } held[MOST_HELD], wanted;
} own_lanes[JUDGED_LANES], *lanes = own_lanes;

void lock_order_turn(void) { lanes = turn_exchange(lanes, sizeof own_lanes); }

/* ---- what a lock is known by ---- */
#define ADDRESS (((uint64_t)1 << 47) - 1)

/* Teams come one after the other, so that one address is a lock of each. */
uint64_t lock_key(uint64_t addr)
{
    return owner_of_memory(addr) == MEMORY_GLOBAL ? addr : addr | (judged.team + 1ull) << 47;
}

static bool is_of_team(uint64_t key) { return key & ~ADDRESS; }

/* ---- edges ---- */

static struct edge **bucket_of(uint64_t from) { return &edges[(from / 4 * 0x9e3779b97f4a7c15ull >> 40) % BUCKETS]; }

void lock_order_begin_launch(void)
{
    for (int i = 0; i < BUCKETS; i++)
        for (struct edge *e; (e = edges[i]) != NULL;) {
            edges[i] = e->next;
            free(e);
        }
}

void lock_order_begin_team(void)
{
    for (uint32_t i = 0; i < judged.nlanes; i++) {
        lanes[i].n = 0;
        lanes[i].wanted = (struct held){0};
    }
}

void lock_is_new(uint64_t key)
{
    for (int i = 0; i < BUCKETS; i++)
        for (struct edge **e = &edges[i]; *e;) {
            struct edge *gone = *e;
            if (gone->from != key && gone->to != key) {
                e = &gone->next;
                continue;
            }
            *e = gone->next;
            free(gone);
        }
}

/* ---- who holds what, with places ---- */

void lock_taken(const struct __gd_emu_lane *lane, uint64_t key)
{
    unsigned *n = &lanes[lane->tid].n;
    struct held *wanted = &lanes[lane->tid].wanted;
    bool waited = wanted->key == key;
    if (*n < MOST_HELD)
        lanes[lane->tid].held[(*n)++] = (struct held){key, waited ? wanted->site : NULL};
    if (!waited) /* only tried: with luck */
        together_part(lane);
    *wanted = (struct held){0};
}

void lock_given(const struct __gd_emu_lane *lane, uint64_t key)
{
    struct held *held = lanes[lane->tid].held;
    unsigned *n = &lanes[lane->tid].n, left = 0;
    for (unsigned i = 0; i < *n; i++)
        if (held[i].key != key)
            held[left++] = held[i];
    *n = left;
}

static const struct __gd_emu_judged_site *place_of_held(const struct __gd_emu_lane *lane, uint64_t key)
{
    for (unsigned i = 0; i < lanes[lane->tid].n; i++)
        if (lanes[lane->tid].held[i].key == key)
            return lanes[lane->tid].held[i].site;
    return NULL;
}

/* ---- circles ---- */

struct circle {
    unsigned n, steps;
    struct edge *edge[LONGEST];
    const struct witness *by[LONGEST];
};

/* May both be under way at once? */
static bool meet(const struct witness *a, const struct witness *b, bool of_team)
{
    enum judged_memory owner = of_team ? MEMORY_TEAM : MEMORY_GLOBAL;
    uint32_t first = a->row < b->row ? a->row : b->row, second = a->row < b->row ? b->row : a->row;
    struct row x = row_at(first), y = row_at(second);
    enum nearness n = rows_compare(&x, &y, owner);
    return (n == OTHER_TEAM ? !of_team : n == OTHER_THREAD) && !locks_common(x.locks, y.locks) &&
           !is_before(first, second, owner);
}

static const struct witness *meets_all(const struct circle *c, const struct edge *e)
{
    for (unsigned i = 0; i < e->n; i++) {
        unsigned k = 0;
        while (k < c->n && meet(c->by[k], &e->by[i], is_of_team(e->from) || is_of_team(c->edge[k]->from)))
            k++;
        if (k == c->n)
            return &e->by[i];
    }
    return NULL;
}

static bool is_on(const struct circle *c, uint64_t lock)
{
    for (unsigned i = 0; i < c->n; i++)
        if (c->edge[i]->to == lock)
            return true;
    return false;
}

/* Goes on from the end of c to where it began. Gives up where that takes long. */
static bool closes(struct circle *c)
{
    uint64_t at = c->edge[c->n - 1]->to;
    if (at == c->edge[0]->from)
        return true;
    for (struct edge *e = *bucket_of(at); e && c->n < LONGEST; e = e->next) {
        if (e->from != at || is_on(c, e->to) || ++c->steps > STEPS)
            continue;
        if (!(c->by[c->n] = meets_all(c, e)))
            continue;
        c->edge[c->n++] = e;
        if (closes(c))
            return true;
        c->n--;
    }
    return false;
}

/* ---- reports ---- */

static const char *file_of(const struct __gd_emu_judged_site *s) { return s ? s->at.file : ""; }

static struct text name_of_lock(const struct circle *c, unsigned i)
{
    const struct edge *to_it = c->edge[(i + c->n - 1) % c->n];
    const struct __gd_emu_judged_site *s = c->by[(i + c->n - 1) % c->n]->wanted;
    struct text t = {0};
    struct what what;
    what_is_at(to_it->to & ADDRESS, s->name, &what);
    what.element[strcspn(what.element, "[.")] = '\0'; /* which lock of an array begins the circle is chance */
    if (!is_of_team(to_it->to) && (*what.name || *what.block))
        text_add_what(&t, &what, s->at.size);
    return t;
}

/* The lock that edge i leads from: its name; a letter where it has none, or the next one has the same. */
static void add_lock(struct text *t, const struct circle *c, unsigned i)
{
    struct text name = name_of_lock(c, i), next = name_of_lock(c, (i + 1) % c->n);
    if (name.n && strcmp(name.s, next.s) != 0)
        text_add(t, "%s", name.s);
    else if (i < 26)
        text_add(t, "lock %c%s%s%s", 'A' + (int)i, name.n ? " (" : "", name.s, name.n ? ")" : "");
    else
        text_add(t, "lock %u%s%s%s", i + 1, name.n ? " (" : "", name.s, name.n ? ")" : "");
}

static void add_line(struct text *t, const struct __gd_emu_judged_site *s, const struct __gd_emu_judged_site *first)
{
    if (strcmp(s->at.file, file_of(first)) != 0)
        text_add(t, "%s:%d:%d", s->at.file, s->at.line, s->at.col);
    else
        text_add(t, "line %d:%d", s->at.line, s->at.col);
}

static void add_way(struct text *t, const struct circle *c, unsigned i)
{
    struct row who = row_at(c->by[i]->row);
    text_add_who(t, &who);
    text_add(t, ", which holds ");
    add_lock(t, c, i);
    text_add(t, ", waits for ");
    add_lock(t, c, (i + 1) % c->n);
}

static int place_order(const struct __gd_emu_judged_site *a, const struct __gd_emu_judged_site *b)
{
    int by_file = strcmp(a->at.file, b->at.file);
    return by_file ? by_file : a->at.line != b->at.line ? a->at.line - b->at.line : a->at.col - b->at.col;
}

/* Begins with the place that comes first in the text, whichever thread came first this time. */
static void turn(struct circle *c)
{
    struct circle whole = *c;
    unsigned first = 0;
    for (unsigned i = 1; i < c->n; i++)
        if (place_order(c->by[i]->wanted, c->by[first]->wanted) < 0)
            first = i;
    for (unsigned i = 0; i < c->n; i++) {
        c->edge[i] = whole.edge[(first + i) % c->n];
        c->by[i] = whole.by[(first + i) % c->n];
    }
}

static void report(struct circle *c)
{
    struct text text = {0}, detail = {0};
    turn(c);
    const struct __gd_emu_judged_site *s = c->by[0]->wanted, *other = c->by[1]->wanted;
    text_add(&text, "locks are taken in different orders: here ");
    add_way(&text, c, 0);
    text_add(&text, ", and at ");
    add_line(&text, other, s);
    text_add(&text, " ");
    add_way(&text, c, 1);
    if (c->n > 2)
        text_add(&text, ", and so on round %u locks", c->n);
    for (unsigned i = 0; i < 2; i++)
        if (c->by[i]->held) {
            text_add(&detail, "  ");
            add_lock(&detail, c, i);
            text_add(&detail, " was taken at ");
            add_line(&detail, c->by[i]->held, s);
            text_add(&detail, "\n");
        }
    text_add(&detail, "  in the region of %s:%d, which hangs where they come there at the same time\n",
             judged.kernel->file ? judged.kernel->file : "", judged.kernel->line);
    gantry_finding(&(struct gantry_finding){
        .id = "GC505",
        .at = {s->at.file, s->at.func, s->at.line, s->at.col},
        .other = {other->at.file, other->at.func, other->at.line, other->at.col},
        .text = text.s,
        .detail = detail.s,
        .advice = "take these locks in one order everywhere, or hold a further one around them on all ways"});
}

/* ---- waiting ---- */

static struct edge *edge_between(uint64_t from, uint64_t to)
{
    struct edge **e = bucket_of(from);
    while (*e && ((*e)->from != from || (*e)->to != to))
        e = &(*e)->next;
    if (!*e && (*e = calloc(1, sizeof **e)) != NULL)
        **e = (struct edge){.from = from, .to = to};
    return *e;
}

/* Those who go one way and hold the same are alike but for who they are: a few stand for all. Which had to be over
 * before w are not needed any more. False: w is not one of them. */
static bool add_witness(struct edge *e, const struct witness *w)
{
    for (unsigned i = 0; i < e->n; i++) {
        const struct witness *v = &e->by[i];
        struct row x = row_at(v->row), y = row_at(w->row);
        bool same_locks = x.locks == y.locks && v->wanted == w->wanted;
        enum nearness n = rows_compare(&x, &y, MEMORY_GLOBAL);
        if (same_locks && n != OTHER_TEAM && n != OTHER_THREAD) {
            e->by[i] = *w;
            return true;
        }
    }
    if (e->n == MOST_WITNESSES)
        return false;
    e->by[e->n++] = *w;
    return true;
}

void __gd_emu_judge_lock(const volatile void *p, unsigned long long size, struct __gd_emu_judged_site *site)
{
    const struct __gd_emu_lane *l = __gd_emu_self;
    (void)size;
    if (!judged.on || !l || !l->place || !gantry_check_on(GANTRY_CHECK_BARRIERS))
        return;
    __gd_emu_chance();
    uint64_t to = lock_key((uintptr_t)p);
    const uint64_t *held;
    unsigned n = locks_of((uint16_t)l->place->locks, &held);
    lanes[l->tid].wanted = (struct held){to, site};
    for (unsigned i = 0; i < n; i++)
        if ((held[i] & ~LOCK_CRITICAL) ==
            to) /* of its own: entered once more, or an endless wait, which the device reports */
            return;
    together_wait(l, to, site);
    for (unsigned i = 0; i < n; i++) {
        uint64_t from = held[i] & ~LOCK_CRITICAL;
        struct witness w = {l->place->row ? l->place->row : row_make(l), place_of_held(l, from), site};
        struct edge *e = edge_between(from, to);
        if (!e || !add_witness(e, &w))
            continue;
        struct circle c = {.n = 1, .edge = {e}, .by = {&w}};
        if (closes(&c))
            report(&c);
    }
}
