/* host_waits.c: threads of the host that wait for each other for ever: for locks, critical constructs, barriers and
 * tasks (GC504, GC505), and locks that nobody gives back (GC506).
 *
 * Of each thread it is kept what it waits for, of each lock who has it. A lock's taker is written down when it has it,
 * and struck out before it gives it back, so that whoever waits for a lock that is written down as taken waits for that
 * thread indeed; and a thread at a barrier waits for all that have not come. A circle among these never ends. It is
 * looked for by each that begins to wait. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "waits.h"

enum { BUCKETS = 1 << 12, MOST_LOCKS = 1 << 16, LONGEST = 64 };
void *__real_calloc(size_t many, size_t n); /* which takes no lock that is looked at */
static _Thread_local struct waiter *mine;
static struct lock *locks[BUCKETS];
static unsigned nlocks;
static uint32_t searches;

bool waits_looked_after(void)
{
    static int on = -1;
    if (on < 0)
        on = gantry_check_on(GANTRY_CHECK_BARRIERS);
    return on;
}

static struct waiter *_Atomic all;
struct waiter *waits_all(void) { return atomic_load(&all); }

/* One whose thread has ended, without a lock, becomes another's. */
static struct waiter *used_again(void)
{
    struct waiter *w = waits_all();
    bool gone = true;
    while (w && (w->nlocks || !atomic_compare_exchange_strong(&w->gone, &gone, false))) {
        gone = true;
        w = w->next;
    }
    if (w) {
        w->lock = NULL;
        w->nwaits = 0;
        w->stop = (struct stop){0};
        w->numbered = false;
        w->thread = 0;
    }
    return w;
}

static void add(struct waiter *w)
{
    w->next = atomic_load(&all);
    while (!atomic_compare_exchange_weak(&all, &w->next, w))
        continue;
}

struct waiter *waits_mine(void) { return mine; }

struct waiter *waits_here(void)
{
    if (!mine && waits_looked_after() && !(mine = used_again()) && (mine = __real_calloc(1, sizeof *mine)) != NULL) {
        mine->thread = (int)gettid();
        add(mine);
    }
    if (mine && !mine->thread)
        mine->thread = (int)gettid();
    return mine;
}

static struct lock **find(const void *at)
{
    struct lock **l = &locks[((uintptr_t)at >> 3 ^ (uintptr_t)at >> 15) % BUCKETS];
    while (*l && (*l)->at != at)
        l = &(*l)->next;
    return l;
}

static struct lock *lock_at(const void *at, enum lock_kind kind)
{
    struct lock **l = find(at);
    if (!*l && nlocks < MOST_LOCKS && (*l = calloc(1, sizeof **l)) != NULL) {
        (*l)->at = at;
        nlocks++;
    }
    if (*l)
        (*l)->kind = kind;
    return *l;
}

static void strike_out(struct lock *l)
{
    if (l->by)
        l->by->nlocks--;
    l->by = NULL;
    l->depth = 0;
}

/* Does the lock, for which somebody waits now, say so itself? Code that nobody looks at may have given it back. */
bool waits_is_held(const struct lock *l)
{
    return l->by && (!l->owner || __atomic_load_n(l->owner, __ATOMIC_RELAXED) == l->by->thread);
}

/* ---- circles ---- */
struct path {
    struct waiter *by[LONGEST];
    uint32_t n;
};

/* What holds the thread up for good, of all that began after so many waits; NULL: it runs */
static const struct wait *wait_since(const struct waiter *w, uint32_t begun)
{
    const struct wait *last = w->nwaits && w->nwaits <= DEEPEST ? &w->wait[w->nwaits - 1] : NULL;
    return last && last->serial > begun ? last : NULL;
}

static bool leads(struct waiter *w, uint32_t begun, const struct waiter *to, struct path *p);

/* A barrier waits for the team's tasks, too. */
bool waits_is_awaited(const struct strand *s, const struct wait *w)
{
    switch (w->kind) {
    case WAIT_BARRIER:
        return s->team == w->s->team && (s->implicit ? !s->iterates && s->barriers < w->barrier : s->started);
    case WAIT_GROUP:
        return !s->implicit && s->started && strand_is_in_group(s, w->group);
    case WAIT_DEPEND:
        return !s->implicit && s->started && strand_comes_before(s, w->s->taskwait);
    case WAIT_CHILDREN:
        return !s->implicit && s->started && s->parent == w->s;
    }
    return false;
}

static bool wait_leads(const struct wait *w, const struct waiter *to, struct path *p)
{
    for (const struct strand *s = strands_open(); s; s = s->next)
        if (waits_is_awaited(s, w) && s->waiter && leads(s->waiter, s->waits, to, p))
            return true;
    return false;
}

/* Does w, which has something since so many of its waits had begun, wait for `to`? */
static bool leads(struct waiter *w, uint32_t begun, const struct waiter *to, struct path *p)
{
    const struct wait *wait = w->lock ? NULL : wait_since(w, begun);
    if (!w->lock && !wait)
        return false;
    if (w == to && p->n)
        return true;
    if (w->seen == searches || p->n == LONGEST)
        return false;
    w->seen = searches;
    p->by[p->n++] = w;
    if (w->lock ? waits_is_held(w->lock) && leads(w->lock->by, w->lock->waits, to, p) : wait_leads(wait, to, p))
        return true;
    p->n--;
    return false;
}

static bool is_in_circle(struct waiter *w, struct path *p)
{
    *p = (struct path){.n = 0};
    searches++;
    return leads(w, w->begun ? w->begun - 1 : 0, w, p);
}

/* ---- what is told ---- */
static const char *const words[] = {"critical", "lock", "lock", "lock"};

const char *waits_who(const struct waiter *w, char *out, size_t room)
{
    if (w->numbered && w->outer)
        snprintf(out, room, "thread %u of the team of thread %u", w->number, w->outer - 1);
    else if (w->numbered)
        snprintf(out, room, "thread %u", w->number);
    else
        snprintf(out, room, "a thread");
    return out;
}

const char *waits_place(const void *code, char *out, size_t room)
{
    struct check_code c;
    check_code_of(code, &c);
    return check_place(&c.at, out, (unsigned)room);
}

static void tell(const char *id, const void *at, const void *other, const struct gantry_message *text,
                 struct gantry_message *detail, const char *advice)
{
    struct check_code code, second;
    check_code_of(at, &code);
    check_code_of(other, &second);
    gantry_message_add(detail, "  they wait for ever: the program ends here\n");
    gantry_finding(&(struct gantry_finding){
        .id = id, .at = code.at, .other = second.at, .text = text->s, .detail = detail->s, .advice = advice});
}

static void tell_again(const struct waiter *w)
{
    struct gantry_message text = {0}, detail = {0};
    char name[80], place[300];
    gantry_message_add(&text, "%s waits here for %s, which it has had since %s: it waits for itself",
                       waits_who(w, name, sizeof name), w->lock->kind == LOCK_OF_CRITICAL ? "critical" : "a lock",
                       waits_place(w->lock->code, place, sizeof place));
    tell("GC504", w->code, w->lock->code, &text, &detail,
         w->lock->kind == LOCK_OF_CRITICAL
             ? "a critical construct is not entered within one of the same name: another name, or none, serves"
             : "give the lock back before it is taken again; a nestable lock may be taken again by its owner");
}

void waits_add_way(struct gantry_message *t, const struct waiter *w)
{
    char name[80], place[300];
    const char *word = words[w->lock->kind];
    gantry_message_add(t, "%s waits for the %s", waits_who(w, name, sizeof name), word);
    gantry_message_add(t, " that %s has had since %s", waits_who(w->lock->by, name, sizeof name),
                       waits_place(w->lock->code, place, sizeof place));
}

static void tell_order(const struct path *p)
{
    struct gantry_message text = {0}, detail = {0};
    char place[300];
    unsigned first = 0;
    struct check_code a, b;
    for (unsigned i = 1; i < p->n; i++) { /* the same begin, whoever came last */
        check_code_of(p->by[i]->code, &a);
        check_code_of(p->by[first]->code, &b);
        first = a.at.line < b.at.line ? i : first;
    }
    const struct waiter *x = p->by[first], *y = p->by[(first + 1) % p->n];
    gantry_message_add(&text, "locks are taken in different orders: here ");
    waits_add_way(&text, x);
    gantry_message_add(&text, ", and at %s ", waits_place(y->code, place, sizeof place));
    waits_add_way(&text, y);
    if (p->n > 2)
        gantry_message_add(&text, ", and so on round %u locks", p->n);
    tell("GC505", x->code, y->code, &text, &detail,
         "take these locks in one order everywhere, or hold a further one around them on all ways");
}

/* Some of them wait for locks, others at barriers or for tasks. */
static void tell_wait(const struct path *p)
{
    struct gantry_message text = {0}, detail = {0};
    char name[80], place[300];
    unsigned first = 0;
    while (first + 1 < p->n && !p->by[first]->lock)
        first++;
    const struct waiter *x = p->by[first], *y = p->by[(first + 1) % p->n];
    const struct wait *w = y->nwaits ? &y->wait[y->nwaits - 1] : NULL;
    waits_add_way(&text, x);
    if (!y->lock && w)
        gantry_message_add(&text, ", and that one waits %s %s",
                           w->kind == WAIT_BARRIER ? "at the barrier of" : "for its tasks at",
                           waits_place(w->code, place, sizeof place));
    for (unsigned i = 1; i < p->n; i++) {
        const struct waiter *z = p->by[(first + i) % p->n];
        const struct wait *at = z->nwaits ? &z->wait[z->nwaits - 1] : NULL;
        gantry_message_add(&detail, "  %s waits at %s\n", waits_who(z, name, sizeof name),
                           waits_place(z->lock ? z->code
                                       : at    ? at->code
                                               : NULL,
                                       place, sizeof place));
    }
    tell("GC504", x->code,
         y->lock ? y->code
         : w     ? w->code
                 : NULL,
         &text, &detail, "who holds a lock, or is in a critical construct, must not wait for those that wait for it");
}

static void tell_circle(const struct path *p)
{
    unsigned nlocked = 0;
    for (unsigned i = 0; i < p->n; i++)
        nlocked += p->by[i]->lock != NULL;
    if (p->n == 1)
        tell_again(p->by[0]);
    else if (nlocked == p->n)
        tell_order(p);
    else
        tell_wait(p);
}

/* Others find out, too; the process ends when the first has told all. */
void waits_ended(void)
{
    static atomic_flag told = ATOMIC_FLAG_INIT;
    while (atomic_flag_test_and_set(&told))
        pause();
    check_ends();
    gantry_findings_end();
}

/* ---- locks ---- */
void waits_number(struct waiter *w)
{
    const struct strand *s = strand_implicit;
    w->numbered = s && s->team && !s->lanes;
    w->number = w->numbered ? s->number : 0;
    const struct strand *maker = w->numbered ? s->parent : NULL;
    maker = maker && maker->iterates ? maker->parent : maker;
    w->outer = maker && maker->implicit && maker->team && maker->threads > 1 ? maker->number + 1 : 0;
}

static void lets_others_go(void)
{
    const struct strand *s = strand_implicit;
    luck_delays(!s ? 0 : s->thread ? owned_thread() : s->number, s ? s->serial : 0);
}

void waits_for_lock(const void *at, enum lock_kind kind, const int *owner, const void *caller)
{
    struct waiter *w = waits_here();
    struct path p;
    lets_others_go();
    if (!w || check_inside())
        return;
    check_enter();
    struct lock *l = lock_at(at, kind);
    if (l)
        l->owner = owner;
    if (l && !waits_is_held(l))
        strike_out(l);
    bool again = l && l->by == w && kind == LOCK_NEST;
    w->lock = again ? NULL : l;
    w->came++;
    w->code = caller;
    waits_number(w);
    bool circle = w->lock && l->by && is_in_circle(w, &p);
    if (circle)
        tell_circle(&p);
    check_leave();
    if (circle)
        waits_ended();
}

void waits_no_more(const void *at, enum lock_kind kind, const void *caller)
{
    struct waiter *w = waits_here();
    if (!w || check_inside())
        return;
    check_enter();
    struct lock *l = lock_at(at, kind);
    w->lock = NULL;
    if (l && l->by == w) {
        l->depth++;
    } else if (l) {
        l->by = w;
        l->task = strand_implicit;
        l->code = caller;
        l->waits = w->begun;
        l->depth = 1;
        w->nlocks++;
        waits_number(w);
    }
    check_leave();
}

void waits_forget(const void *at)
{
    if (!waits_looked_after() || check_inside())
        return;
    check_enter();
    struct lock *l = *find(at);
    if (l)
        strike_out(l);
    check_leave();
}

void waits_gives_lock(const void *at, enum lock_kind kind)
{
    if (!waits_looked_after() || check_inside())
        return;
    check_enter();
    struct lock *l = lock_at(at, kind);
    if (l && l->by && --l->depth == 0) {
        l->by->nlocks--;
        l->by = NULL;
    }
    check_leave();
}

/* ---- barriers and taskwaits; between check_enter and check_leave ---- */
bool waits_begin(const struct strand *s, enum wait_kind kind, const void *code)
{
    struct waiter *w = waits_here();
    struct path p;
    if (!w)
        return false;
    struct wait now = {s, kind, ++w->begun, s->barriers, s->group, code};
    if (w->nwaits++ < DEEPEST)
        w->wait[w->nwaits - 1] = now;
    waits_number(w);
    bool circle = w->nlocks && is_in_circle(w, &p);
    if (circle)
        tell_circle(&p);
    return circle;
}

void waits_end(void)
{
    if (mine && mine->nwaits)
        mine->nwaits--;
}

void waits_start(struct strand *s)
{
    s->waiter = waits_here();
    s->waits = s->waiter ? s->waiter->begun : 0;
}

/* ---- a lock that is never given back ---- */
static void tell_kept(const struct lock *l, const char *until)
{
    struct check_code code;
    char text[240], name[80];
    if (!check_code_new("GC506", l->code))
        return;
    check_code_of(l->code, &code);
    snprintf(text, sizeof text, "the lock that %s takes here is not given back before %s",
             waits_who(l->by, name, sizeof name), until);
    gantry_finding(&(struct gantry_finding){.id = "GC506",
                                            .at = code.at,
                                            .text = text,
                                            .advice = "the task that has set a lock unsets it, on all ways that it "
                                                      "may go"});
}

void waits_kept(const struct strand *s, const char *until)
{
    for (unsigned i = 0; mine && mine->nlocks && i < BUCKETS; i++)
        for (const struct lock *l = locks[i]; l; l = l->next)
            if (l->by == mine && l->task == s && (l->kind == LOCK_SIMPLE || l->kind == LOCK_NEST))
                tell_kept(l, until);
}

static void at_end(void)
{
    const struct strand *s = strand_implicit;
    if (!s || s->team || s->thread || check_inside())
        return;
    check_enter();
    waits_kept(s, "the program ends");
    check_leave();
}

__attribute__((constructor(103))) static void ends_with_program(void) { atexit(at_end); }

/* ---- fork ---- */
static _Thread_local bool forks;

/* No other thread is between check_enter and check_leave then, which the child would wait for. */
static void before_fork(void)
{
    forks = !check_inside();
    if (forks)
        check_enter();
}

static void after_fork(void)
{
    if (forks)
        check_leave();
    forks = false;
}

/* Whom a lock belongs to, a thread of the parent or the child's one, depends on where it lies: nobody is known. */
static void in_child(void)
{
    for (unsigned i = 0; i < BUCKETS; i++)
        for (struct lock *l = locks[i]; l; l = l->next)
            l->by = NULL;
    for (struct waiter *w = waits_all(); w; w = w->next)
        w->gone = w != mine;
    if (mine)
        mine->nlocks = 0, mine->thread = 0;
    after_fork();
}

/* Before others are asked to take locks that those need who wait for this one: handlers are called last to first. */
__attribute__((constructor(102))) static void at_start(void) { pthread_atfork(before_fork, after_fork, in_child); }
