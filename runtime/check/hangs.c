/* hangs.c: threads of the host that wait for ever, with waits in which there is more than locks, barriers and tasks:
 * ordered constructs and iterations that a loop depends on, ends of threads, conditions, semaphores, barriers of POSIX
 * threads, and read-write locks (GC504).
 *
 * Each thread says what it waits for before it does. A thread of the checker's looks now and then which threads may go
 * on: those that wait for nothing, and those whose wait one of these might end. Where others stay the same for some
 * seconds, asleep, and nobody is left to wake them, that is told, and the program ends. Nothing is told where signals
 * are handled, or libraries have threads, that might. */
#define _GNU_SOURCE
#include <dirent.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "waits.h"

/* ---- read-write locks: who has them ---- */
enum { RW_LOCKS = 1 << 10, HOLDERS = 16 };
static struct held {
    struct held *next;
    const void *lock;
    struct waiter *by[HOLDERS];
    uint32_t n;
    bool more;
} *held[RW_LOCKS];

static struct held **find_held(const void *lock)
{
    struct held **h = &held[(uintptr_t)lock / 8 % RW_LOCKS];
    while (*h && (*h)->lock != lock)
        h = &(*h)->next;
    return h;
}

void hangs_takes(const void *lock, bool writes)
{
    struct waiter *w = check_inside() ? NULL : waits_here();
    (void)writes;
    if (!w)
        return;
    check_enter();
    struct held **h = find_held(lock);
    if (!*h && (*h = calloc(1, sizeof **h)) != NULL)
        (*h)->lock = lock;
    if (*h && (*h)->n < HOLDERS)
        (*h)->by[(*h)->n++] = w;
    else if (*h)
        (*h)->more = true;
    check_leave();
}

void hangs_gives(const void *lock)
{
    struct waiter *w = check_inside() ? NULL : waits_here();
    if (!w)
        return;
    check_enter();
    struct held *h = *find_held(lock);
    uint32_t i = h ? h->n : 0;
    while (i && h->by[i - 1] != w)
        i--;
    if (i)
        h->by[i - 1] = h->by[--h->n];
    check_leave();
}

/* ---- conditions: those at one place count together ---- */
enum { CONDITIONS = 1 << 10 };
static atomic_uint signalled[CONDITIONS];
static atomic_uint *times_of(const void *condition) { return &signalled[(uintptr_t)condition / 16 % CONDITIONS]; }
uint64_t hangs_signalled(const void *condition) { return atomic_load(times_of(condition)); }
void hangs_signal(const void *condition) { atomic_fetch_add(times_of(condition), 1); }

/* ---- who may go on ---- */
static atomic_bool has_handlers;
static atomic_uint made; /* threads of the runtime's */
void hangs_has_handlers(void) { atomic_store(&has_handlers, true); }
void hangs_made_thread(void) { atomic_fetch_add(&made, 1); }

static const struct wait *last_wait(const struct waiter *w)
{
    return w->nwaits && w->nwaits <= DEEPEST ? &w->wait[w->nwaits - 1] : NULL;
}

static bool waits_at_all(const struct waiter *w) { return w->stop.kind || w->lock || w->nwaits; }

/* A worker between two parallel regions */
static bool is_idle(const struct waiter *w)
{
    const struct wait *wait = last_wait(w);
    return !w->stop.kind && !w->lock && wait && wait->s->ended;
}

/* Its last wait is a barrier, or for tasks, and it runs one meanwhile. */
static bool runs_task(const struct waiter *w)
{
    const struct wait *wait = last_wait(w);
    const struct strand *s = wait ? strands_open() : NULL;
    while (s && !(!s->implicit && s->started && s->waiter == w && s->waits >= wait->serial))
        s = s->next;
    return s;
}

/* Tasks that several threads have run, or that an event ends, are nobody's. */
static bool is_live(const struct strand *s)
{
    return !s->waiter || s->waiter->lives || s->detached || (!s->implicit && !s->thread_number);
}

static bool all_awaited_live(const struct wait *wait)
{
    const struct strand *s = strands_open();
    while (s && !(waits_is_awaited(s, wait) && !is_live(s)))
        s = s->next;
    return !s;
}

static bool team_lives(const struct strand *of)
{
    const struct strand *s = strands_open();
    while (s && !(s != of && s->team == of->team && s->implicit && !s->iterates && is_live(s)))
        s = s->next;
    return s;
}

static bool holders_live(const struct waiter *w)
{
    const struct held *h = *find_held(w->stop.on);
    bool live = true;
    for (uint32_t i = 0; h && i < h->n; i++)
        live = live && (h->by[i]->lives || (h->by[i] == w && w->stop.kind == STOP_READ));
    return live || !h || h->more;
}

static bool is_posted(const void *semaphore)
{
    int left = 0;
    return sem_getvalue((sem_t *)semaphore, &left) != 0 || left > 0;
}

/* anybody: may some thread go on? */
static bool may_go(const struct waiter *w, bool anybody)
{
    const struct strand *on = w->stop.on;
    const struct wait *wait = last_wait(w);
    switch (w->stop.kind) {
    case STOP_JOIN:
        return on->ended || is_live(on);
    case STOP_CONDITION:
        return anybody || hangs_signalled(on) != w->stop.key;
    case STOP_SEMAPHORE:
        return anybody || is_posted(on);
    case STOP_BARRIER:
        return anybody;
    case STOP_READ:
    case STOP_WRITE:
        return holders_live(w);
    case STOP_TURN:
        return team_lives(on);
    case STOP_SINK:
        return team_lives(on) || strand_is_released(w->stop.key);
    case STOP_NONE:
        break;
    }
    if (w->lock)
        return !waits_is_held(w->lock) || w->lock->by->lives;
    return !wait || runs_task(w) || all_awaited_live(wait);
}

static bool is_stuck(const struct waiter *w) { return !w->gone && !w->lives && !is_idle(w); }

static void look_who_lives(void)
{
    bool anybody = atomic_load(&has_handlers), changed = true;
    for (struct waiter *w = waits_all(); w; w = w->next)
        w->lives = false;
    while (changed) {
        changed = false;
        for (struct waiter *w = waits_all(); w; w = w->next)
            if (is_stuck(w) && may_go(w, anybody))
                w->lives = changed = anybody = true;
    }
}

/* ---- what is told ---- */
struct stuck {
    const struct waiter *w;
    int line;
};

static const void *code_of(const struct waiter *w)
{
    const struct wait *wait = last_wait(w);
    return w->stop.kind ? w->stop.code : w->lock ? w->code : wait ? wait->code : NULL;
}

/* Those first that say most: who waits for the end of a thread waits for the others. */
static int rank(const struct waiter *w) { return !w->stop.kind ? 2 : w->stop.kind == STOP_JOIN; }

static int by_rank(const void *a, const void *b)
{
    const struct stuck *x = a, *y = b;
    int c = rank(x->w) - rank(y->w);
    c = c ? c : x->line - y->line;
    return c ? c : (x->w->number > y->w->number) - (x->w->number < y->w->number);
}

enum { MOST = 64, MOST_TOLD = 8 };
static unsigned all_stuck(struct stuck *v)
{
    struct check_code code;
    unsigned n = 0;
    for (const struct waiter *w = waits_all(); w && n < MOST; w = w->next)
        if (is_stuck(w)) {
            check_code_of(code_of(w), &code);
            v[n++] = (struct stuck){w, code.at.line};
        }
    qsort(v, n, sizeof *v, by_rank);
    return n;
}

static const struct {
    const char *what, *advice;
} words[] = {
    [STOP_JOIN] = {"for the end of a thread that waits, too",
                   "who waits for a thread must not hold what that one waits for"},
    [STOP_CONDITION] = {"for a condition that nobody is left to signal",
                        "a signal that comes before the wait is lost: wait only while what is waited for, looked at "
                        "under the lock, is not so; and signal after each change of it"},
    [STOP_SEMAPHORE] = {"for a semaphore that nobody is left to post",
                        "each wait takes one post, and somebody who does not wait himself must make it"},
    [STOP_BARRIER] = {"at a barrier to which nobody else is left to come",
                      "as many threads must come as pthread_barrier_init was told"},
    [STOP_READ] = {"for a read-write lock whose holder waits, too",
                   "take locks in one order everywhere, and give them back before waiting for others"},
    [STOP_WRITE] = {"for a read-write lock whose holder waits, too",
                    "a thread that reads gives the lock back before it takes it to write; take locks in one order "
                    "everywhere"},
    [STOP_TURN] = {"for its turn in an ordered construct, and those who come before wait, too",
                   "who is in an ordered construct, or comes to one, must not hold what earlier iterations wait for"},
    [STOP_SINK] = {"for an iteration that nobody is left to finish",
                   "each iteration that another one depends on comes to the construct with doacross(source:), on all "
                   "ways through the loop, and lies before the other one"},
};

static void add_wait(struct gantry_message *t, const struct waiter *w, bool here)
{
    char name[80], place[300];
    const struct wait *wait = last_wait(w);
    const char *at = here ? "here " : "";
    if (!w->stop.kind && w->lock && !here) {
        gantry_message_add(t, "  ");
        waits_add_way(t, w);
        gantry_message_add(t, ", at %s\n", waits_place(w->code, place, sizeof place));
        return;
    }
    const char *what = w->stop.kind                         ? words[w->stop.kind].what
                       : w->lock                            ? "for a lock"
                       : wait && wait->kind == WAIT_BARRIER ? "at a barrier"
                                                            : "for its tasks";
    gantry_message_add(t, "%s%s waits %s%s", here ? "" : "  ", waits_who(w, name, sizeof name), at, what);
    if (!here)
        gantry_message_add(t, ", at %s\n", waits_place(code_of(w), place, sizeof place));
}

static void tell(void)
{
    struct gantry_message text = {0}, detail = {0};
    struct check_code code;
    struct stuck v[MOST];
    unsigned n = all_stuck(v);
    check_code_of(code_of(v[0].w), &code);
    add_wait(&text, v[0].w, true);
    for (unsigned i = 1; i < n && i <= MOST_TOLD; i++)
        add_wait(&detail, v[i].w, false);
    gantry_message_add(&detail, "  they wait for ever: the program ends here\n");
    gantry_finding(&(struct gantry_finding){
        .id = "GC504", .at = code.at, .text = text.s, .detail = detail.s, .advice = words[v[0].w->stop.kind].advice});
}

/* ---- the thread that looks ---- */
static bool is_asleep(int thread)
{
    char path[64], line[512], state = 0;
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread);
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(line, 1, sizeof line - 1, f) : 0;
    line[n] = 0;
    const char *end = strrchr(line, ')');
    if (end && end[1])
        state = end[2];
    if (f)
        fclose(f);
    return state == 'S';
}

static unsigned threads_of_process(void)
{
    unsigned n = 0;
    DIR *d = opendir("/proc/self/task");
    for (const struct dirent *e; d && (e = readdir(d)) != NULL;)
        n += e->d_name[0] != '.';
    if (d)
        closedir(d);
    return n;
}

/* Waits that any thread may end, of which some are not known: those of libraries. */
static bool any_may_end(const struct waiter *w)
{
    return w->stop.kind == STOP_CONDITION || w->stop.kind == STOP_SEMAPHORE || w->stop.kind == STOP_BARRIER;
}

/* All that wait in the kernel do so indeed, and there is nobody of whom nothing is known. */
static bool is_certain(void)
{
    unsigned known = atomic_load(&made) + 1;
    bool any = false, certain = true;
    for (const struct waiter *w = waits_all(); w; w = w->next) {
        bool spins = w->stop.kind == STOP_TURN || w->stop.kind == STOP_SINK || !w->stop.kind;
        known += !w->gone;
        any = any || (is_stuck(w) && any_may_end(w));
        certain = certain && (!is_stuck(w) || spins || is_asleep(w->thread));
    }
    return certain && (!any || threads_of_process() <= known);
}

/* 0: nobody is stuck */
static uint64_t picture(void)
{
    uint64_t h = 0;
    bool stops = false;
    check_enter();
    look_who_lives();
    for (const struct waiter *w = waits_all(); w; w = w->next)
        if (is_stuck(w)) {
            h = (h ^ (uintptr_t)w ^ (uint64_t)w->came << 40 ^ (uint64_t)w->begun << 20) * 0x9e3779b97f4a7c15u;
            stops = stops || w->stop.kind;
        }
    check_leave();
    return stops ? h | 1 : 0;
}

static bool somebody_waits(void)
{
    const struct waiter *w = waits_all();
    while (w && (w->gone || !waits_at_all(w)))
        w = w->next;
    return w;
}

static atomic_bool looking;

static void *look(void *unused)
{
    enum { LOOK_MS = 250, LOOKS = 12, REST = 40 };
    uint64_t last = 0;
    unsigned same = 0, quiet = 0;
    (void)unused;
    while (quiet < REST) {
        nanosleep(&(struct timespec){0, LOOK_MS * 1000000L}, NULL);
        uint64_t now = picture();
        same = now && now == last ? same + 1 : 0;
        last = now;
        quiet = somebody_waits() ? 0 : quiet + 1;
        if (same < LOOKS)
            continue;
        check_enter();
        look_who_lives();
        bool certain = is_certain();
        if (certain)
            tell();
        check_leave();
        if (certain)
            waits_ended();
        same = 0;
    }
    atomic_store(&looking, false);
    return NULL;
}

int __real_pthread_create(pthread_t *t, const pthread_attr_t *attr, void *(*run)(void *), void *arg)
    __attribute__((weak));

static void begin_to_look(void)
{
    pthread_t t;
    pthread_attr_t a;
    sigset_t every, before;
    if (atomic_load(&looking) || atomic_exchange(&looking, true))
        return;
    pthread_attr_init(&a);
    pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
    sigfillset(&every);
    pthread_sigmask(SIG_SETMASK, &every, &before);
    __real_pthread_create(&t, &a, look, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&a);
}

static void in_child(void)
{
    atomic_store(&looking, false);
    atomic_store(&made, 0);
    memset(held, 0, sizeof held);
}

__attribute__((constructor(102))) static void at_start(void) { pthread_atfork(NULL, NULL, in_child); }

/* ---- threads ---- */
void hangs_thread_begins(void)
{
    struct waiter *w = waits_here();
    if (w)
        w->gone = false;
}

void hangs_thread_ends(void)
{
    struct waiter *w = waits_here();
    if (w)
        w->gone = true;
}

void hangs_stop(enum stop_kind kind, const void *on, uint64_t key, const void *code)
{
    struct waiter *w = check_inside() ? NULL : waits_here();
    if (!w || !strand_here())
        return;
    check_enter();
    w->stop = (struct stop){kind, on, key, code};
    w->came++;
    waits_number(w);
    check_leave();
    begin_to_look();
}

void hangs_go(void)
{
    struct waiter *w = check_inside() ? NULL : waits_mine();
    if (!w || !w->stop.kind)
        return;
    check_enter();
    w->stop.kind = STOP_NONE;
    w->came++;
    check_leave();
}
