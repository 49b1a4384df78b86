/* queue.c: what devices were asked, in the order of their streams. A device's thread carries out operations of several
 * streams beside each other: each on a stack of its own, which gives way to the others at the end of a block's turn.
 * With a seed one thread does so for all devices, chance chooses who goes on, and nothing is done before a host thread
 * waits for it: the same calls and the same seed are the same run. */
#include "queue.h"

#include "count.h"
#include "races.h"
#include "touched.h"
#include "unset.h"
#include "watch.h"

#include <fenv.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>

enum { AT_ONCE = 4, STACK_BYTES = 1 << 20 };
struct strand { /* an operation that is carried out */
    struct worker worker;
    struct stream *stream; /* NULL: free */
    ucontext_t here, *back;
    void *stack;
    int code;
    bool ended;
};

struct queue {
    struct stream *streams, *default_stream, *turn;
    struct strand *strands[AT_ONCE];
    bool seeded;
    uint64_t random; /* chooses among streams */
};

/* of all devices: an event of one may be waited for in a stream of another */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER, done = PTHREAD_COND_INITIALIZER;
static struct queue *queues[MOST_DEVICES];
static uint64_t asked, carried_out, host_functions;
static uint32_t askers; /* strict: threads of the host that have asked for something */

/* strict: what the host knows has happened, and whose accesses a later operation may conflict with */
static struct past *host;
static struct touched *touched;

struct waiter { /* a host thread, and what it waits for */
    struct waiter *next;
    bool (*reached)(const struct waiter *w);
    struct device *device;
    struct stream *stream;
    struct event *event;
    uint64_t number;
};
static struct waiter *waiters;
void (*operation_name)(const struct operation *o, char *out, size_t size, const struct module **m);

static double milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* ---- which stream goes on ---- */
static bool free_strand(const struct queue *q)
{
    bool any = false;
    for (int k = 0; k < AT_ONCE; k++)
        any |= !q->strands[k] || !q->strands[k]->stream;
    return any;
}

/* the default stream waits for what blocking ones were asked before, and they for it */
static bool may_run(const struct queue *q, const struct stream *s)
{
    const struct operation *o = s->first;
    if (s->strand)
        return true;
    if (!o || (o->kind == DOES_WAIT && o->event->done < o->wanted) || !free_strand(q))
        return false;
    if (s != q->default_stream)
        return !s->blocking || !q->default_stream->first || q->default_stream->first->number > o->number;
    for (const struct stream *t = q->streams; t; t = t->next)
        if (t != s && t->blocking && t->first && t->first->number < o->number)
            return false;
    return true;
}

static struct stream *next_stream(struct queue *q)
{
    struct stream *from = q->turn && q->turn->next ? q->turn->next : q->streams;
    for (struct stream *s = from; s; s = s->next)
        if (may_run(q, s))
            return s;
    for (struct stream *s = q->streams; s != from; s = s->next)
        if (may_run(q, s))
            return s;
    return NULL;
}

/* somebody waits for what is not done, or may do so in a way that is not seen */
static bool wanted(void)
{
    for (const struct waiter *w = waiters; w; w = w->next)
        if (!w->reached(w))
            return true;
    return host_functions != 0;
}

static uint32_t chance(struct queue *q, uint32_t n)
{
    q->random = q->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(q->random >> 33) % n;
}

uint32_t queue_chance(struct device *d, uint32_t n)
{
    pthread_mutex_lock(&lock);
    uint32_t v = d->queue->seeded ? chance(d->queue, n) : 0;
    pthread_mutex_unlock(&lock);
    return v;
}

/* one of all that can go on */
static struct stream *any_stream(void)
{
    struct stream *chosen = NULL;
    uint32_t n = 0;
    for (int k = 0; k < MOST_DEVICES && wanted(); k++)
        for (struct stream *s = queues[k] ? queues[k]->streams : NULL; s; s = s->next)
            if (may_run(queues[k], s) && chance(queues[k], ++n) == 0)
                chosen = s;
    return chosen;
}

static void forget_closed(struct queue *q)
{
    for (struct stream **at = &q->streams; *at;) {
        struct stream *s = *at;
        if (s->gone && !s->first) {
            *at = s->next;
            q->turn = NULL;
            past_drop(s->past);
            free(s->after.v);
            free(s);
        } else
            at = &s->next;
    }
}

/* ---- events ---- */
static void event_unused(struct event *e)
{
    if (--e->uses || !e->gone)
        return;
    past_drop(e->past);
    free(e->after.v);
    free(e);
}

void event_drop(struct event *e)
{
    pthread_mutex_lock(&lock);
    e->gone = true;
    e->uses++;
    event_unused(e);
    pthread_mutex_unlock(&lock);
}

/* ---- strands ---- */
enum { PREEMPT = 32 };

/* what is no number counts as not said: the runtime warns of it */
static uint64_t number_of(const char *name, uint64_t otherwise)
{
    const char *v = getenv(name);
    char *end;
    uint64_t n = v && *v && *v != '-' ? strtoull(v, &end, 0) : 0;
    return v && *v && *v != '-' && !*end ? n : otherwise;
}

/* somebody else could go on */
static bool others(const struct strand *me)
{
    bool any = false;
    pthread_mutex_lock(&lock);
    for (int k = 0; k < MOST_DEVICES; k++) {
        bool mine = queues[k] && (queues[k]->seeded || queues[k] == me->worker.device->queue);
        for (const struct stream *s = mine ? queues[k]->streams : NULL; s; s = s->next)
            any |= s != me->stream && may_run(queues[k], s);
    }
    pthread_mutex_unlock(&lock);
    return any;
}

static void give_way(struct worker *k)
{
    struct strand *me = k->strand;
    uint32_t generation = __atomic_load_n(&k->device->memory.generation, __ATOMIC_ACQUIRE);
    if (!others(me))
        return;
    swapcontext(&me->here, me->back);
    if (__atomic_load_n(&k->device->memory.generation, __ATOMIC_ACQUIRE) != generation)
        memset(k->spans, 0, sizeof k->spans); /* blocks were freed */
}

/* instructions of warps: some quarter of an hour of one core for each, in the worst case */
static const uint64_t LIMIT = 20000000000u, STRICT_LIMIT = 2000000000;

static void worker_start(struct strand *t, struct device *d, int number)
{
    struct worker *k = &t->worker;
    uint64_t seed = number_of("GANTRY_SOFTGPU_SEED", 0);
    k->device = d;
    k->strand = t;
    k->give_way = give_way;
    k->limit = number_of("GANTRY_SOFTGPU_LIMIT", d->memory.strict ? STRICT_LIMIT : LIMIT);
    k->seeded = seed != 0;
    k->random = (seed + (uint64_t)number * 1000003) * 0x9e3779b97f4a7c15u + 1;
    k->races = d->memory.strict ? races_new() : NULL;
    k->watch = d->memory.strict ? watch_new() : NULL;
    k->unset = d->memory.strict ? unset_new() : NULL;
    k->counting = counting_new();
    k->watched = k->races || k->counting;
    k->preempt = (uint32_t)number_of("GANTRY_SOFTGPU_PREEMPT", PREEMPT);
    k->preempt = k->preempt ? k->preempt : PREEMPT;
}

static struct strand *strand_take(struct device *d)
{
    int n = 0;
    while (d->queue->strands[n] && d->queue->strands[n]->stream)
        n++;
    struct strand *t = d->queue->strands[n];
    if (t)
        return t;
    t = calloc(1, sizeof *t);
    if (!t || !(t->stack = malloc(STACK_BYTES)))
        abort();
    worker_start(t, d, n);
    return d->queue->strands[n] = t;
}

static void run_strand(uint32_t high, uint32_t low)
{
    struct strand *t = (struct strand *)(uintptr_t)((uint64_t)high << 32 | low);
    struct operation *o = t->stream->first;
    t->code = o->run && !t->worker.device->error ? o->run(&t->worker, o) : SG_OK;
    t->ended = true;
}

static void begin(struct stream *s)
{
    struct strand *t = s->strand = strand_take(s->device);
    t->stream = s;
    t->ended = false;
    getcontext(&t->here);
    t->here.uc_stack.ss_sp = t->stack;
    t->here.uc_stack.ss_size = STACK_BYTES;
}

/* ---- strict: operations that nothing orders ---- */
/* all that is still to come is after it */
static bool is_past(const struct touched *t)
{
    bool all = past_has(host, t->chain, t->number);
    for (int k = 0; k < MOST_DEVICES && all; k++)
        for (const struct stream *s = queues[k] ? queues[k]->streams : NULL; s; s = s->next)
            for (const struct operation *o = s->first; o; o = o->next)
                all &= past_has(o->past, t->chain, t->number);
    return all;
}

static void tell_conflict(struct device *d, const struct touched *a, const struct run *x, const struct touched *b,
                          const struct run *y, uint64_t address)
{
    struct finding f = {.id = "GC402"};
    const struct touched *const both[] = {a, b};
    const struct run *const runs[] = {x, y};
    struct memory *m = &d->memory;
    char place[512];
    pthread_mutex_lock(&m->lock);
    const struct allocation *in = memory_find(m, address);
    if (in && address - in->address < in->size)
        finding_say(&f, "race on byte %llu of %s%s (%llu bytes): nothing orders two operations",
                    (unsigned long long)(address - in->address), in->name ? "variable " : "a block of device memory",
                    in->name ? in->name : "", (unsigned long long)in->size);
    else
        finding_say(&f, "race on 0x%llx, of the host's memory: nothing orders two operations",
                    (unsigned long long)address);
    pthread_mutex_unlock(&m->lock);
    for (int k = 0; k < 2; k++) {
        bool writes = runs[k]->bytes[TOUCH_WRITE] | runs[k]->bytes[TOUCH_STRONG_WRITE];
        finding_more(&f, "%s %s it%s%s\n", both[k]->what, writes ? "stores to" : "reads",
                     both[k]->module ? ", at " : "",
                     both[k]->module ? finding_place(&f, both[k]->module, &both[k]->module->code.v[runs[k]->insn],
                                                     place, sizeof place)
                                     : "");
    }
    finding_tell(&f);
}

/* what the operation accessed, beside what others did: a result */
static int judge(struct strand *t, const struct operation *o)
{
    static const char *const kinds[] = {"a kernel", "a copy", "a fill", "a function of the host"};
    const struct run *x, *y;
    uint64_t address;
    int code = SG_OK;
    for (struct touched **at = &touched; *at;) {
        struct touched *old = *at;
        if (is_past(old)) {
            *at = old->next;
            touched_drop(old);
        } else
            at = &old->next;
    }
    struct touched *mine = calloc(1, sizeof *mine);
    if (!mine)
        abort();
    *mine =
        (struct touched){.past = past_share(o->past), .chain = o->chain, .number = o->link, .runs = t->worker.touched};
    t->worker.touched = (struct runs){0};
    runs_sort(&mine->runs);
    if (o->kind == DOES_KERNEL)
        operation_name(o, mine->what, sizeof mine->what, &mine->module);
    else
        snprintf(mine->what, sizeof mine->what, "%s", o->kind < 4 ? kinds[o->kind] : "an event");
    const struct touched *other = touched_conflict(touched, mine, &address, &x, &y);
    if (other) {
        tell_conflict(t->worker.device, mine, x, other, y, address);
        code = SG_LAUNCH_FAILED;
    }
    if (!mine->runs.all.n || is_past(mine)) {
        touched_drop(mine);
        return code;
    }
    mine->next = touched;
    touched = mine;
    return code;
}

static void end(struct strand *t)
{
    struct stream *s = t->stream;
    struct device *d = s->device;
    struct operation *o = s->first;
    int code = t->code ? t->code : d->memory.strict ? judge(t, o) : SG_OK;
    if (code && !d->error)
        d->error = code;
    if (d->memory.strict && o->kind == DOES_HOST) /* it may have told other threads */
        past_add(&host, o->past);
    if (o->kind == DOES_RECORD) {
        o->event->done++;
        o->event->when = milliseconds();
    }
    s->first = o->next;
    if (!s->first)
        s->last = NULL;
    s->strand = NULL;
    t->stream = NULL;
    host_functions -= o->kind == DOES_HOST;
    carried_out++;
    if (o->event)
        event_unused(o->event);
    past_drop(o->past);
    free(o);
    forget_closed(d->queue);
    pthread_cond_broadcast(&done);
    pthread_cond_broadcast(&work); /* another device may wait for an event */
}

/* until it gives way, or is done */
static void go_on(struct stream *s, ucontext_t *back)
{
    if (!s->strand) {
        begin(s);
        uintptr_t t = (uintptr_t)s->strand;
        s->strand->here.uc_link = back;
        makecontext(&s->strand->here, (void (*)(void))run_strand, 2, (uint32_t)((uint64_t)t >> 32), (uint32_t)t);
    }
    struct strand *t = s->strand;
    t->back = back;
    s->device->queue->turn = s;
    pthread_mutex_unlock(&lock);
    swapcontext(back, &t->here);
    pthread_mutex_lock(&lock);
    if (t->ended)
        end(t);
}

static void *run_device(void *arg) /* NULL: all */
{
    struct device *d = arg;
    ucontext_t back;
    fesetenv(FE_DFL_ENV); /* whatever the program has done to it: denormals stay */
    pthread_mutex_lock(&lock);
    for (;;) {
        struct stream *s = d ? next_stream(d->queue) : any_stream();
        if (s)
            go_on(s, &back);
        else
            pthread_cond_wait(&work, &lock);
    }
    return NULL;
}

static bool thread_start(struct device *d)
{
    pthread_t thread;
    pthread_attr_t a;
    pthread_attr_init(&a);
    pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
    bool started = pthread_create(&thread, &a, run_device, d) == 0;
    pthread_attr_destroy(&a);
    return started;
}

bool queue_start(struct device *d)
{
    static bool common;
    struct queue *q = calloc(1, sizeof *q);
    if (!q)
        return false;
    d->queue = q; /* before its thread begins */
    q->random = number_of("GANTRY_SOFTGPU_SEED", 0);
    q->seeded = q->random != 0;
    q->default_stream = stream_open(d, true);
    pthread_mutex_lock(&lock);
    queues[d->ordinal] = q;
    bool own = !q->seeded, needed = own || !common;
    common |= !own;
    pthread_mutex_unlock(&lock);
    return q->default_stream && (!needed || thread_start(own ? d : NULL));
}

/* ---- streams ---- */
struct stream *stream_open(struct device *d, bool blocking)
{
    struct stream *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    pthread_mutex_lock(&lock);
    *s = (struct stream){.next = d->queue->streams, .device = d, .blocking = blocking};
    d->queue->streams = s;
    pthread_mutex_unlock(&lock);
    return s;
}

static struct stream *const legacy = (struct stream *)1, *const per_thread = (struct stream *)2;

bool stream_named(const struct stream *s) { return s && s != legacy && s != per_thread; }

struct stream *stream_of(struct device *d, struct stream *s)
{
    static _Thread_local struct stream *own[MOST_DEVICES];
    if (s == per_thread && !own[d->ordinal])
        own[d->ordinal] = stream_open(d, true);
    return s == legacy ? NULL : s == per_thread ? own[d->ordinal] : s;
}

/* what it was asked is done first */
void stream_close(struct stream *s)
{
    pthread_mutex_lock(&lock);
    s->gone = true;
    forget_closed(s->device->queue);
    pthread_mutex_unlock(&lock);
}

struct stream *queue_default(struct device *d) { return d->queue->default_stream; }

void *operation_new(size_t size, enum operation_kind kind, int (*run)(struct worker *k, struct operation *o))
{
    struct operation *o = calloc(1, size);
    if (o)
        o->size = size, o->kind = kind, o->run = run;
    return o;
}

struct operation *operation_copy(const struct operation *o)
{
    struct operation *copy = malloc(o->size);
    return copy ? memcpy(copy, o, o->size) : NULL;
}

/* strict: what the stream's next operation comes after: what it was asked before, what the host knows, and the default
 * stream's work or that of all blocking streams */
static struct past *before(struct queue *q, const struct stream *s)
{
    struct past *p = past_join(s->past, host);
    for (const struct stream *t = q->streams; t; t = t->next)
        if (t != s && (s == q->default_stream ? t->blocking : s->blocking && t == q->default_stream))
            past_add(&p, t->past);
    return p;
}

static void add(struct stream *s, struct operation *o)
{
    o->number = ++asked;
    o->next = NULL;
    if (o->event) {
        o->event->uses++;
        o->event->asked += o->kind == DOES_RECORD;
        o->wanted = o->event->asked;
    }
    host_functions += o->kind == DOES_HOST;
    if (s->last)
        s->last->next = o;
    else
        s->first = o;
    s->last = o;
    pthread_cond_broadcast(&work);
}

/* what is known of an event when it is waited for, or recorded */
static void at_event(struct operation *o, struct past **p)
{
    if (o->kind == DOES_WAIT)
        past_add(p, o->event->past);
    if (o->kind == DOES_RECORD) {
        past_drop(o->event->past);
        o->event->past = past_share(*p);
    }
}

/* What one thread of the host has waited for is known to all. Whether it had waited before another one asked may be
 * chance, as it is for regions that nothing orders. */
static void count_asker(void)
{
    static _Thread_local bool counted;
    if (!counted && ++askers > 1)
        report_order();
    counted = true;
}

void queue_add(struct device *d, struct stream *s, struct operation *o)
{
    s = s ? s : d->queue->default_stream;
    pthread_mutex_lock(&lock);
    if (d->memory.strict) {
        count_asker();
        struct past *p = before(d->queue, s);
        at_event(o, &p);
        s->chain = s->links ? s->chain : past_chain();
        o->chain = s->chain, o->link = ++s->links;
        o->past = past_with(p, o->chain, o->link);
        past_drop(p);
        past_drop(s->past);
        s->past = past_share(o->past);
    }
    add(s, o);
    pthread_mutex_unlock(&lock);
}

/* ---- graphs ---- */
struct past *queue_past(struct device *d, struct stream *s)
{
    pthread_mutex_lock(&lock);
    struct past *p = d->memory.strict ? before(d->queue, s ? s : d->queue->default_stream) : NULL;
    pthread_mutex_unlock(&lock);
    return p;
}

void queue_add_node(struct device *d, struct stream *s, struct operation *o, struct past *after, uint32_t chain,
                    uint32_t link, struct past **done_then)
{
    pthread_mutex_lock(&lock);
    if (d->memory.strict) {
        struct past *p = past_share(after);
        at_event(o, &p);
        o->chain = chain, o->link = link;
        o->past = past_with(p, chain, link);
        past_drop(p);
        *done_then = past_share(o->past);
    }
    add(s ? s : d->queue->default_stream, o);
    pthread_mutex_unlock(&lock);
}

void queue_join(struct device *d, struct stream *s, struct past *past)
{
    s = s ? s : d->queue->default_stream;
    pthread_mutex_lock(&lock);
    past_add(&s->past, past);
    pthread_mutex_unlock(&lock);
}

/* ---- waiting ---- */
/* the host has waited: what it asks for next comes after that */
static void learn(const struct waiter *w)
{
    const struct queue *q = w->device ? w->device->queue : NULL;
    if (w->event)
        past_add(&host, w->event->past);
    for (const struct stream *s = q ? q->streams : NULL; s; s = s->next)
        if (!w->stream || s == w->stream || (w->stream == q->default_stream && s->blocking))
            past_add(&host, s->past);
}

/* Which thread of the host comes first is nothing that a seed decides, so that chance lets others ask before the work
 * of one that waits is done. */
static void let_others_ask(struct queue *q)
{
    enum { MOST_MICROSECONDS = 2000 };
    pthread_mutex_lock(&lock);
    uint32_t wait = q->seeded && askers > 1 ? chance(q, MOST_MICROSECONDS) : 0;
    pthread_mutex_unlock(&lock);
    if (wait)
        nanosleep(&(struct timespec){.tv_nsec = 1000l * wait}, NULL);
}

static void wait_for(struct waiter w)
{
    pthread_mutex_lock(&lock);
    w.next = waiters;
    waiters = &w;
    pthread_cond_broadcast(&work);
    while (!w.reached(&w))
        pthread_cond_wait(&done, &lock);
    struct waiter **at = &waiters;
    while (*at != &w)
        at = &(*at)->next;
    *at = w.next;
    learn(&w);
    pthread_mutex_unlock(&lock);
}

static bool all_done(const struct waiter *w)
{
    for (const struct stream *s = w->device->queue->streams; s; s = s->next)
        if (s->first)
            return false;
    return true;
}

/* the default stream is done when the blocking ones are */
static bool stream_done(const struct waiter *w)
{
    const struct queue *q = w->device->queue;
    if (w->stream->first)
        return false;
    for (const struct stream *t = q->streams; t && w->stream == q->default_stream; t = t->next)
        if (t->blocking && t->first)
            return false;
    return true;
}

static bool event_done(const struct waiter *w) { return w->event->done >= w->number; }
static bool something_done(const struct waiter *w)
{
    bool idle = true;
    for (int k = 0; k < MOST_DEVICES; k++)
        for (const struct stream *s = queues[k] ? queues[k]->streams : NULL; s; s = s->next)
            idle &= !may_run(queues[k], s);
    return idle || carried_out > w->number;
}

int queue_wait(struct device *d, struct stream *s)
{
    let_others_ask(d->queue);
    wait_for((struct waiter){.reached = stream_done, .device = d, .stream = s ? s : d->queue->default_stream});
    return d->error;
}

int queue_wait_all(struct device *d)
{
    let_others_ask(d->queue);
    wait_for((struct waiter){.reached = all_done, .device = d});
    return d->error;
}

int queue_wait_event(struct event *e)
{
    let_others_ask(e->device->queue);
    wait_for((struct waiter){.reached = event_done, .event = e, .number = e->asked});
    return e->device->error;
}

/* who asks again and again gets an answer in the end: nobody else may be waiting */
static void let_go_on(const struct device *d)
{
    if (d->queue->seeded)
        wait_for((struct waiter){.reached = something_done, .number = carried_out});
}

bool queue_idle(struct device *d, struct stream *s)
{
    const struct waiter w = {.device = d, .stream = s ? s : d->queue->default_stream};
    let_go_on(d);
    pthread_mutex_lock(&lock);
    bool idle = stream_done(&w);
    if (idle)
        learn(&w);
    pthread_mutex_unlock(&lock);
    return idle;
}

bool queue_event_done(struct event *e)
{
    let_go_on(e->device);
    pthread_mutex_lock(&lock);
    bool reached = e->done >= e->asked;
    if (reached)
        past_add(&host, e->past);
    pthread_mutex_unlock(&lock);
    return reached;
}
