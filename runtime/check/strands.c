/* strands.c: tasks of the host's OpenMP threads, and what happened before what, by the program's own order: creation,
 * dependences, taskwait, taskgroup, barriers, parallel regions; of locks, flushes and atomics: released.c. tool.c
 * tells.
 *
 * Each strand has a slot and, in it, a clock. A slot is handed on to a strand that begins after all of the strand that
 * had it, so that there are as many slots as ever were strands at one time. `before` holds the last moments of others
 * that happened before. It is shared by all that begin with the same past: a thousand tasks cost little until they are
 * waited for. */
#include <stdlib.h>
#include <string.h>

#include "gantry_plugin.h"
#include "strands.h"

/* ---- ends ---- */
struct end {
    struct order *before; /* NULL: nothing */
    struct moment at;     /* slot 0: none */
};
enum { FOLD = 4096 };

static int by_slot(const void *a, const void *b)
{
    const struct past *x = a, *y = b;
    return x->slot != y->slot ? (x->slot > y->slot) - (x->slot < y->slot)
                              : (x->clock > y->clock) - (x->clock < y->clock);
}

static void ends_join(struct order **o, const struct ends *e)
{
    enum { LATELY = 64 }; /* a thread's iterations begin with one order, and the threads' come in turn */
    const struct order *joined[LATELY] = {NULL};
    struct past *m = e->n ? malloc(e->n * sizeof *m) : NULL;
    uint32_t n = 0, kept = 0;
    for (uint32_t i = 0; m && i < e->n; i++) {
        const struct order **lately = &joined[(uintptr_t)e->v[i].before / 16 % LATELY];
        if (e->v[i].before != *lately)
            order_join(o, e->v[i].before);
        *lately = e->v[i].before;
        if (e->v[i].at.slot)
            m[n++] = (struct past){e->v[i].at.slot, e->v[i].at.clock, e->v[i].at.clock};
    }
    if (n)
        qsort(m, n, sizeof *m, by_slot);
    for (uint32_t i = 0; i < n; i++) /* of each slot the last */
        if (i + 1 == n || m[i].slot != m[i + 1].slot)
            m[kept++] = m[i];
    if (kept)
        order_add(o, m, kept);
    free(m);
}

static void ends_forget(struct ends *e)
{
    for (uint32_t i = 0; i < e->n; i++)
        order_drop(e->v[i].before);
    e->n = 0;
}

static void ends_free(struct ends *e)
{
    ends_forget(e);
    free(e->v);
    *e = (struct ends){0};
}

static void ends_fold(struct ends *e)
{
    struct order *all = NULL;
    ends_join(&all, e);
    ends_forget(e);
    if (all)
        e->v[e->n++] = (struct end){all, {0, 0}};
}

static void ends_add(struct ends *e, struct order *before, struct moment at)
{
    if (e->n == e->room && e->n >= FOLD)
        ends_fold(e);
    if (e->n == e->room) {
        uint32_t room = e->room ? 2 * e->room : 4;
        struct end *v = realloc(e->v, room * sizeof *v);
        if (!v)
            return;
        e->v = v;
        e->room = room;
    }
    e->v[e->n++] = (struct end){order_share(before), at};
}

/* ---- slots ---- */
static uint32_t *slot_last;            /* the last clock of each; slot 0 is none */
static uint32_t nslots = 1, slot_room; /* with slot 0 */
static uint32_t *idle, nidle;          /* slots whose last strand has ended */
/* … and was iterations of a loop: those that ended first come first, since the next iterations are not ordered after
 * these, but after those of an earlier loop. A ring of slot_room. */
static uint32_t *rested, nrested, rested_first;
enum { TRIES = 16 };

static bool slots_grow(void)
{
    uint32_t room = slot_room ? 2 * slot_room : 64;
    uint32_t *last = realloc(slot_last, room * sizeof *last);
    slot_last = last ? last : slot_last;
    uint32_t *more = last ? realloc(idle, room * sizeof *more) : NULL;
    idle = more ? more : idle;
    uint32_t *ring = more ? malloc(room * sizeof *ring) : NULL;
    for (uint32_t i = 0; ring && i < nrested; i++)
        ring[i] = rested[(rested_first + i) % slot_room];
    if (!ring)
        return false;
    free(rested);
    rested = ring;
    rested_first = 0;
    slot_room = room;
    return true;
}

static bool is_over(const struct order *before, uint32_t slot, struct moment *next)
{
    *next = (struct moment){slot, slot_last[slot] + 1};
    return order_has(before, (struct moment){slot, slot_last[slot]});
}

/* The first of those that rest were tried in vain for this past: iterations of a loop begin with the same. */
static struct {
    struct order *before;
    uint32_t first;
} in_vain;

static bool is_in_vain(const struct order *before)
{
    return before && before == in_vain.before && rested_first == in_vain.first && nrested >= TRIES;
}

static void know_in_vain(struct order *before)
{
    if (nrested < TRIES)
        return;
    order_drop(in_vain.before);
    in_vain.before = order_share(before);
    in_vain.first = rested_first;
}

/* One whose strands all happened before, or a new one. */
static struct moment slot_take(struct order *before)
{
    struct moment m;
    for (uint32_t i = nidle; i-- > 0 && i + TRIES >= nidle;)
        if (is_over(before, idle[i], &m)) {
            idle[i] = idle[--nidle];
            return m;
        }
    for (uint32_t i = 0; i < nrested && i < TRIES && !is_in_vain(before); i++)
        if (is_over(before, rested[(rested_first + i) % slot_room], &m)) {
            rested[(rested_first + i) % slot_room] = rested[rested_first];
            rested_first = (rested_first + 1) % slot_room;
            nrested--;
            return m;
        }
    know_in_vain(before);
    if (nslots >= slot_room && !slots_grow())
        return (struct moment){0, 1};
    slot_last[nslots] = 0;
    return (struct moment){nslots++, 1};
}

static void slot_give(struct moment m, bool rests)
{
    if (!m.slot)
        return;
    slot_last[m.slot] = m.clock;
    if (rests)
        rested[(rested_first + nrested++) % slot_room] = m.slot;
    else
        idle[nidle++] = m.slot;
}

/* ---- strands ---- */
struct group {
    uint32_t refs;
    struct group *outer;
    struct ends ends;
};
struct team {
    uint32_t refs;
    struct strand *encountering;
    struct ends gather[2]; /* what this barrier, and the next or the one before, waits for */
    uint32_t round[2];
    uint32_t nopen; /* explicit tasks that have not ended */
    uint32_t level;
    bool over, lone;
    struct arrival arrival;
};
struct members { /* tasks that named an item in one way */
    uint32_t refs, n, room;
    enum depend_kind kind;
    struct strand **v;
};
struct storage {
    struct storage *next;
    uintptr_t at;
    struct members *now, *before;
};
enum { BUCKETS = 512 };
struct depended {
    struct storage *bucket[BUCKETS];
    struct members *all; /* the last that named omp_all_memory */
};

static _Thread_local struct strand *here;
_Thread_local struct strand *strand_implicit;
static struct strand *open_strands;

static uint32_t tasks; /* open strands beside initial ones */
uint32_t strands_tasks(void) { return tasks; }

static void set_here(struct strand *s)
{
    here = s;
    prompt_here = &prompt_empty;
}

struct strand *strand_here(void)
{
    if (here && here->fresh)
        set_here(strand_now(here));
    return here;
}

void strand_is_here(struct strand *s) { set_here(s && s->iterations ? s->iterations : s); }
struct strand *strands_open(void) { return open_strands; }

static uint32_t nthreads; /* that the program has made, and that are not over */
void strand_thread_over(void) { nthreads--; }

bool strands_in_parallel(uint32_t root)
{
    const struct strand *s = open_strands;
    while (s && !(s->root == root && s->team))
        s = s->next;
    return s || nthreads;
}

struct strand *strand_share(struct strand *s)
{
    if (s)
        s->refs++;
    return s;
}

static void members_drop(struct members *m)
{
    if (!m || --m->refs)
        return;
    for (uint32_t i = 0; i < m->n; i++)
        strand_drop(m->v[i]);
    free(m->v);
    free(m);
}

static void storage_free(struct storage *t)
{
    members_drop(t->now);
    members_drop(t->before);
    free(t);
}

static void depended_free(struct strand *s)
{
    struct depended *d = s->depended;
    s->depended = NULL;
    for (int i = 0; d && i < BUCKETS; i++)
        for (struct storage *t; (t = d->bucket[i]) != NULL;) {
            d->bucket[i] = t->next;
            storage_free(t);
        }
    if (d)
        members_drop(d->all);
    free(d);
}

static void group_drop(struct group *g)
{
    while (g && --g->refs == 0) {
        struct group *outer = g->outer;
        ends_free(&g->ends);
        free(g);
        g = outer;
    }
}

static void team_drop(struct team *t)
{
    if (!t || --t->refs)
        return;
    ends_free(&t->gather[0]);
    ends_free(&t->gather[1]);
    strand_drop(t->encountering);
    free(t);
}

static void after_forget(struct strand *s)
{
    for (uint32_t i = 0; i < s->nafter; i++)
        members_drop(s->after[i]);
    free(s->after);
    s->after = NULL;
    s->nafter = 0;
}

void strand_drop(struct strand *s)
{
    while (s && --s->refs == 0) {
        struct strand *parent = s->parent;
        order_drop(s->before);
        order_drop(s->lasting);
        order_drop(s->known);
        order_drop(s->fenced);
        order_drop(s->seen);
        ends_free(&s->children);
        depended_free(s);
        after_forget(s);
        group_drop(s->group);
        team_drop(s->team);
        free(s);
        s = parent;
    }
}

bool strands_keep_accesses(void)
{
    static int wanted = -1; /* as the knob says */
    if (wanted < 0)
        wanted = gantry_check_on(GANTRY_CHECK_RACES) && gantry_knob_number("CHECK_BESIDE", 1) != 0;
    return wanted;
}

/* From now on accesses of the host's are kept: it has others beside it. */
static void count(struct strand *s)
{
    if (!strands_keep_accesses() || s->counted)
        return;
    s->counted = true;
    check_watch(&check_beside);
}

static void open_add(struct strand *s)
{
    s->next = open_strands;
    if (open_strands)
        open_strands->prev = s;
    open_strands = s;
    tasks += s->parent != NULL;
}

static void open_remove(struct strand *s)
{
    *(s->prev ? &s->prev->next : &open_strands) = s->next;
    if (s->next)
        s->next->prev = s->prev;
    s->prev = s->next = NULL;
    tasks -= s->parent != NULL;
    if (s->counted)
        check_watch_no_more(&check_beside);
}

/* ---- numbers of moments (prompt.h) ---- */
static uint64_t epochs;

static void renew(struct strand *s)
{
    bool never = s->ended || !s->now.slot || s->told == s->now.clock;
    atomic_store(&s->epochs.own, never ? EPOCH_NEVER : ++epochs);
}

void strands_renew(void)
{
    for (struct strand *s = open_strands; s; s = s->next) {
        renew(s);
        s->parts = 0;
        atomic_store(&s->epochs.thread, EPOCH_NEVER);
    }
}

struct moment strand_moment(struct strand *s)
{
    if (s->told == s->now.clock)
        s->now.clock++;
    if (atomic_load(&s->epochs.own) == EPOCH_NEVER)
        renew(s);
    return s->now;
}

/* Its past, as another gets it that begins now. */
struct order *strand_past(struct strand *s)
{
    if (s->known && s->told == s->now.clock)
        return s->known;
    order_drop(s->known);
    s->known = order_share(s->before);
    order_add_moment(&s->known, s->now);
    s->told = s->now.clock;
    renew(s);
    return s->known;
}

void strand_learns(struct strand *s, struct order *o)
{
    struct order *was = s->before;
    order_join(&s->before, o);
    if (s->before != was) {
        order_drop(s->known);
        s->known = NULL;
    }
}

void strand_adds(struct strand *s)
{
    order_drop(s->lasting);
    s->lasting = order_share(s->before);
    s->adds = true;
}

void strand_added(struct strand *s)
{
    order_drop(s->before);
    s->before = s->lasting;
    s->lasting = NULL;
    s->adds = false;
    order_drop(s->known);
    s->known = NULL;
}

static uint32_t learns_ends(struct strand *s, struct ends *e)
{
    uint32_t n = e->n;
    if (n > 1)
        ends_fold(e);
    for (uint32_t i = 0; i < e->n; i++) {
        strand_learns(s, e->v[i].before);
        if (e->v[i].at.slot) {
            order_add_moment(&s->before, e->v[i].at);
            order_drop(s->known);
            s->known = NULL;
        }
    }
    return n;
}

/* alone: the one thread of its team, which has nobody beside it before it has tasks, or iterations, or a team. */
static struct strand *make(struct strand *parent, bool alone)
{
    static uint64_t serial;
    struct strand *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->serial = ++serial;
    s->epochs.own = s->epochs.thread = EPOCH_NEVER;
    s->refs = 2; /* the tool's, and that of the list of open ones */
    s->parent = strand_share(parent);
    if (parent) {
        s->root = parent->root;
        s->before = order_share(strand_past(parent));
        s->phase = parent->phase;
    }
    open_add(s);
    if (parent && parent->parent)
        count(parent);
    if (parent && !alone)
        count(s);
    return s;
}

struct strand *strand_root(void)
{
    static uint32_t roots;
    struct strand *s = make(NULL, false);
    if (s) {
        s->root = ++roots;
        s->implicit = true;
        strand_start(s);
    }
    return s;
}

struct strand *strand_thread(struct strand *maker)
{
    struct strand *s = make(maker, false);
    if (s) {
        s->implicit = s->thread = true;
        nthreads++;
        s->phase = 0;
        strand_start(s);
    }
    return s;
}

struct strand *strand_create(struct strand *parent, bool undeferred)
{
    struct strand *s = make(parent, false);
    if (!s)
        return NULL;
    s->undeferred = undeferred;
    s->team = parent->team;
    if (s->team) {
        s->team->refs++;
        s->team->nopen++;
    }
    parent->nopen++;
    s->group = parent->group;
    if (s->group)
        s->group->refs++;
    return s;
}

/* ---- iterations that no thread owns ---- */
static struct strand *make_iterations(struct strand *s)
{
    bool enters = !check_inside();
    if (enters)
        check_enter();
    struct strand *i = make(s, false);
    if (i) {
        i->implicit = i->iterates = true;
        i->part = s->part;
        i->thread_number = s->thread_number;
        i->team = s->team;
        i->team->refs++;
        i->group = s->group;
        if (i->group)
            i->group->refs++;
        strand_start(i);
        s->parts = s->parts ? s->parts : ++epochs;
        i->epochs.thread = s->parts;
        s->niterations++;
    }
    if (enters)
        check_leave();
    return i;
}

struct strand *strand_now(struct strand *s)
{
    if (s && s->fresh) {
        s->fresh = false;
        s->iterations = make_iterations(s);
        if (s == here && s->iterations) /* whoever asked for it: what comes is its */
            set_here(s->iterations);
    }
    return s && s->iterations ? s->iterations : s;
}

uint64_t strand_piece(uint64_t done)
{
    enum {
        SINGLY = 256,   /* iterations of a loop; after so many more, pieces are one iteration longer */
        MANY = 1 << 18, /* pieces in all; who has had so many (half a second) goes on with … */
        FEW = 16
    };
    static _Thread_local uint64_t pieces;
    return 1 + done / (pieces++ < MANY ? SINGLY : FEW);
}

void strand_iterates(struct strand *s, int part)
{
    enum { MOST = 1 << 16 }; /* they cost some 200 bytes, and a slot, up to the next barrier */
    s->fresh = s->team && !s->team->lone && !s->asked && s->niterations < MOST;
    s->part = part;
    set_here(s);
}

/* What it did is the thread's, which goes on: so are the tasks that it has generated. */
static void hand_on(struct strand *i, struct strand *s)
{
    strand_learns(s, strand_past(i));
    for (uint32_t k = 0; k < i->children.n; k++)
        ends_add(&s->children, i->children.v[k].before, i->children.v[k].at);
    for (struct strand *c = open_strands; c && i->nopen; c = c->next)
        if (c->parent == i && !c->implicit) {
            c->parent = strand_share(s);
            s->nopen++;
            i->nopen--;
            strand_drop(i);
        }
}

void strand_iterated(struct strand *s)
{
    struct strand *i = s->iterations;
    s->fresh = false;
    s->iterations = NULL;
    set_here(s);
    if (!i)
        return;
    check_enter();
    if (s->asked)
        hand_on(i, s);
    strand_end(i);
    strand_drop(i);
    check_leave();
}

void strand_knows_itself(struct strand *s)
{
    s->asked = true;
    s->fresh = false;
}

bool strand_gone(const struct strand *s, uintptr_t at)
{
    for (; s; s = s->parent)
        for (int i = 0; i < 2 && s->ended; i++)
            if (at >= s->own[i].begin && at < s->own[i].end)
                return true;
    return false;
}

/* ---- dependences: of tasks of one parent ---- */
static void waits_for(struct strand *s, struct members *m)
{
    struct members **v = m && m->n ? realloc(s->after, (s->nafter + 1) * sizeof(struct members *)) : NULL;
    if (!v)
        return;
    s->after = v;
    s->after[s->nafter++] = m;
    m->refs++;
}

static void members_add(struct members *m, struct strand *s)
{
    if (m->n == m->room) {
        uint32_t room = m->room ? 2 * m->room : 2;
        struct strand **v = realloc(m->v, room * sizeof(struct strand *));
        if (!v)
            return;
        m->v = v;
        m->room = room;
    }
    m->v[m->n++] = strand_share(s);
}

static struct members *members_make(enum depend_kind kind)
{
    struct members *m = calloc(1, sizeof *m);
    if (m) {
        m->refs = 1;
        m->kind = kind;
    }
    return m;
}

static unsigned bucket_of(uintptr_t at) { return (at >> 3 ^ at >> 12) % BUCKETS; }

static struct storage *storage_of(struct depended *d, uintptr_t at)
{
    struct storage **t = &d->bucket[bucket_of(at)];
    while (*t && (*t)->at != at)
        t = &(*t)->next;
    if (!*t && (*t = calloc(1, sizeof **t)))
        (*t)->at = at;
    return *t;
}

static struct depended *depended_of(struct strand *parent)
{
    if (parent && !parent->depended)
        parent->depended = calloc(1, sizeof *parent->depended);
    return parent ? parent->depended : NULL;
}

void strand_depends(struct strand *s, uintptr_t at, enum depend_kind kind)
{
    struct depended *d = depended_of(s->parent);
    struct storage *t = d ? storage_of(d, at) : NULL;
    if (!t)
        return;
    if (!t->now || kind == DEPEND_OUT || t->now->kind != kind) {
        struct members *m = members_make(kind);
        if (!m)
            return;
        members_drop(t->before);
        t->before = t->now;
        t->now = m;
    }
    waits_for(s, t->before);
    waits_for(s, d->all);
    members_add(t->now, s);
    if (kind == DEPEND_EXCLUSIVE) /* those that come before, whichever they are */
        waits_for(s, t->now);
}

void strand_depends_anew(struct strand *parent, uintptr_t at)
{
    struct depended *d = parent->depended;
    struct storage **t = d ? &d->bucket[bucket_of(at)] : NULL, *gone;
    while (t && *t && (*t)->at != at)
        t = &(*t)->next;
    if (!t || (gone = *t) == NULL)
        return;
    *t = gone->next;
    storage_free(gone);
}

void strand_depends_on_all(struct strand *s)
{
    struct depended *d = depended_of(s->parent);
    struct members *m = d ? members_make(DEPEND_OUT) : NULL;
    if (!m)
        return;
    for (int i = 0; i < BUCKETS; i++)
        for (struct storage *t = d->bucket[i]; t; t = t->next) {
            waits_for(s, t->now);
            members_drop(t->now);
            members_drop(t->before);
            t->now = t->before = NULL;
        }
    waits_for(s, d->all);
    members_drop(d->all);
    d->all = m;
    members_add(m, s);
}

/* libomp 19 ends taskgroups and barriers before detached tasks of their tasks' tasks have ended. What the program says
 * holds all the same: s comes after the end of `other`, whenever that is. */
static void awaits(struct strand *s, struct strand *other)
{
    enum { FAR = 1 << 20 };
    if (other->ended) {
        strand_learns(s, strand_past(other));
        return;
    }
    if (!other->now.slot)
        other->now = slot_take(other->before);
    if (!other->promised)
        other->promised = other->now.clock + FAR;
    strand_learns(s, other->before);
    order_add_moment(&s->before, (struct moment){other->now.slot, other->promised});
    order_drop(s->known);
    s->known = NULL;
}

void strand_start(struct strand *s)
{
    if (s->started)
        return;
    s->started = true;
    for (uint32_t i = 0; i < s->nafter; i++)
        for (uint32_t k = 0; k < s->after[i]->n; k++) {
            struct strand *m = s->after[i]->v[k];
            if (m != s && (m->ended || s->after[i]->kind != DEPEND_EXCLUSIVE))
                awaits(s, m);
        }
    after_forget(s);
    if (!s->now.slot)
        s->now = slot_take(s->before);
    s->began = s->now.clock;
}

/* NULL: all have left the barrier after that one, too */
static struct ends *gather_of(struct team *t, uint32_t phase)
{
    struct ends *e = &t->gather[phase & 1];
    if (t->round[phase & 1] > phase + 1)
        return NULL;
    if (t->round[phase & 1] < phase + 1) { /* of the barrier before last: all have left it */
        ends_forget(e);
        t->round[phase & 1] = phase + 1;
    }
    return e;
}

void strand_end(struct strand *s)
{
    if (s->ended)
        return;
    strand_start(s);
    s->ended = true;
    renew(s);
    if (s->now.clock < s->promised)
        s->now.clock = s->promised;
    if (s->parent && !s->implicit) {
        s->parent->nopen--;
        if (s->team)
            s->team->nopen--;
    }
    slot_give(s->now, s->iterates);
    open_remove(s);
    bool task = s->parent && !s->implicit && !s->undeferred;
    if (s->undeferred && s->parent)
        strand_learns(s->parent, strand_past(s));
    if (task)
        ends_add(&s->parent->children, s->before, s->now);
    if (task && s->group)
        ends_add(&s->group->ends, s->before, s->now);
    struct ends *e = (task || s->iterates) && s->team ? gather_of(s->team, s->phase) : NULL;
    if (e)
        ends_add(e, s->before, s->now);
    depended_free(s);
    strand_drop(s);
}

void strand_follows(struct strand *s, struct strand *other)
{
    if (other && other != s && other->started)
        strand_learns(s, strand_past(other));
}

/* ---- waiting ---- */
uint32_t strand_waits(struct strand *s)
{
    uint32_t n = learns_ends(s, &s->children);
    for (struct strand *c = s->nopen ? open_strands : NULL; c; c = c->next)
        if (c->parent == s && !c->implicit)
            awaits(s, c);
    ends_forget(&s->children);
    depended_free(s);
    return n;
}

void group_begin(struct strand *s)
{
    struct group *g = calloc(1, sizeof *g);
    if (!g)
        return;
    *g = (struct group){.refs = 1, .outer = s->group};
    s->group = g;
}

uint32_t group_end(struct strand *s)
{
    struct group *g = s->group;
    uint32_t n = g ? learns_ends(s, &g->ends) : 0;
    for (struct strand *c = g && g->refs > 1 ? open_strands : NULL; c; c = c->next)
        if (c->group == g && c != s)
            awaits(s, c);
    if (g) {
        s->group = g->outer;
        if (g->outer)
            g->outer->refs++;
        group_drop(g);
    }
    return n;
}

bool strand_is_in_group(const struct strand *s, const struct group *g)
{
    const struct group *of = g ? s->group : NULL;
    while (of && of != g)
        of = of->outer;
    return of;
}

static bool comes_before(const struct strand *s, const struct strand *other, unsigned far)
{
    for (uint32_t i = 0; other && far && !other->started && i < other->nafter; i++)
        for (uint32_t k = 0; k < other->after[i]->n; k++) {
            const struct strand *m = other->after[i]->v[k];
            if (m == s || (m != other && comes_before(s, m, far - 1)))
                return true;
        }
    return false;
}

bool strand_comes_before(const struct strand *s, const struct strand *other)
{
    enum { FAR = 4 };
    return comes_before(s, other, FAR);
}

/* ---- parallel regions ---- */
struct team *team_begin(struct strand *encountering, bool lone)
{
    struct team *t = calloc(1, sizeof *t);
    uint32_t around = encountering->team ? encountering->team->level : 0;
    if (t)
        *t = (struct team){.refs = 1, .encountering = strand_share(encountering), .level = around + 1, .lone = lone};
    return t;
}

uint32_t team_level(const struct team *t) { return t->level; }
struct arrival *team_arrival(struct team *t) { return &t->arrival; }

struct strand *team_strand(struct team *t, bool alone)
{
    struct strand *s = t->over ? NULL : make(t->encountering, alone);
    if (!s)
        return NULL;
    s->implicit = true;
    s->team = t;
    s->phase = 0;
    t->refs++;
    strand_start(s);
    return s;
}

void barrier_begin(struct strand *s)
{
    if (s->team && !s->team->over)
        ends_add(gather_of(s->team, s->phase), strand_past(s), (struct moment){0, 0});
}

void barrier_end(struct strand *s)
{
    if (!s->team || s->team->over)
        return;
    learns_ends(s, gather_of(s->team, s->phase));
    for (struct strand *c = s->team->nopen ? open_strands : NULL; c; c = c->next)
        if (c->team == s->team && !c->implicit && c->phase <= s->phase)
            awaits(s, c);
    s->phase++;
    s->parts = 0;
    s->niterations = 0;
}

/* Workers hear of the end of their implicit tasks late. */
uint32_t team_end(struct team *t, struct strand *encountering)
{
    uint32_t n = 0;
    for (struct strand *s = open_strands, *next; s; s = next) {
        next = s->next;
        if (s->team != t)
            continue;
        strand_share(s);
        if (s->implicit)
            strand_end(s);
        awaits(encountering, s);
        strand_drop(s);
        n++;
    }
    n += learns_ends(encountering, &t->gather[0]);
    n += learns_ends(encountering, &t->gather[1]);
    t->over = true;
    team_drop(t);
    return n;
}
