/* queue.c: what devices were asked, in the order of their streams. A device's thread takes one operation after the
 * other, from its streams in turn. With a seed one thread does so for all devices, chance chooses the stream, and
 * nothing is done before a host thread waits for it: the same calls and the same seed are the same run. */
#include "queue.h"

#include "count.h"
#include "races.h"
#include "unset.h"

#include <fenv.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct queue {
    struct stream *streams, *default_stream, *turn;
    struct worker worker;
};

/* of all devices: an event of one may be waited for in a stream of another */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER, done = PTHREAD_COND_INITIALIZER;
static struct queue *queues[MOST_DEVICES];
static uint64_t asked, carried_out, host_functions;

struct waiter { /* a host thread, and what it waits for */
    struct waiter *next;
    bool (*reached)(const struct waiter *w);
    struct device *device;
    struct stream *stream;
    struct event *event;
    uint64_t number;
};
static struct waiter *waiters;

static double milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* ---- which stream goes on ---- */
/* the default stream waits for what blocking ones were asked before, and they for it */
static bool may_run(const struct queue *q, const struct stream *s)
{
    const struct operation *o = s->first;
    if (!o || (o->kind == DOES_WAIT && o->event->done < o->wanted))
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

static uint32_t chance(struct worker *k, uint32_t n)
{
    k->random = k->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(k->random >> 33) % n;
}

uint32_t queue_chance(struct device *d, uint32_t n)
{
    pthread_mutex_lock(&lock);
    uint32_t v = d->queue->worker.seeded ? chance(&d->queue->worker, n) : 0;
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
            if (may_run(queues[k], s) && chance(&queues[k]->worker, ++n) == 0)
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

/* ---- the threads ---- */
static void carry_out(struct stream *s)
{
    struct device *d = s->device;
    struct operation *o = s->first;
    d->queue->turn = s;
    pthread_mutex_unlock(&lock);
    int code = o->run && !d->error ? o->run(&d->queue->worker, o) : SG_OK;
    pthread_mutex_lock(&lock);
    if (code && !d->error)
        d->error = code;
    if (o->kind == DOES_RECORD) {
        o->event->done++;
        o->event->when = milliseconds();
    }
    s->first = o->next;
    if (!s->first)
        s->last = NULL;
    host_functions -= o->kind == DOES_HOST;
    carried_out++;
    if (o->event)
        event_unused(o->event);
    free(o);
    forget_closed(d->queue);
    pthread_cond_broadcast(&done);
    pthread_cond_broadcast(&work); /* another device may wait for an event */
}

static void *run_device(void *arg) /* NULL: all */
{
    struct device *d = arg;
    fesetenv(FE_DFL_ENV); /* whatever the program has done to it: denormals stay */
    pthread_mutex_lock(&lock);
    for (;;) {
        struct stream *s = d ? next_stream(d->queue) : any_stream();
        if (s)
            carry_out(s);
        else
            pthread_cond_wait(&work, &lock);
    }
    return NULL;
}

static uint64_t number_of(const char *name, uint64_t otherwise)
{
    const char *v = getenv(name);
    return v && *v ? strtoull(v, NULL, 0) : otherwise;
}

static void worker_start(struct device *d, struct worker *k)
{
    uint64_t seed = number_of("GANTRY_SOFTGPU_SEED", 0);
    k->device = d;
    k->limit = number_of("GANTRY_SOFTGPU_LIMIT", 20000000000u);
    k->seeded = seed != 0;
    k->random = seed * 0x9e3779b97f4a7c15u + 1;
    k->races = d->memory.strict ? races_new() : NULL;
    k->unset = d->memory.strict ? unset_new() : NULL;
    k->counting = counting_new();
    k->watched = k->races || k->counting;
    k->preempt = (uint32_t)number_of("GANTRY_SOFTGPU_PREEMPT", 32);
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

struct queue *queue_start(struct device *d)
{
    static bool common;
    struct queue *q = calloc(1, sizeof *q);
    if (!q)
        return NULL;
    d->queue = q;
    worker_start(d, &q->worker);
    q->default_stream = stream_open(d, true);
    pthread_mutex_lock(&lock);
    queues[d->ordinal] = q;
    bool own = !q->worker.seeded, needed = own || !common;
    common |= !own;
    pthread_mutex_unlock(&lock);
    return q->default_stream && (!needed || thread_start(own ? d : NULL)) ? q : NULL;
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

void queue_add(struct device *d, struct stream *s, struct operation *o)
{
    s = s ? s : d->queue->default_stream;
    pthread_mutex_lock(&lock);
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
    pthread_mutex_unlock(&lock);
}

/* ---- waiting ---- */
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
    wait_for((struct waiter){.reached = stream_done, .device = d, .stream = s ? s : d->queue->default_stream});
    return d->error;
}

int queue_wait_all(struct device *d)
{
    wait_for((struct waiter){.reached = all_done, .device = d});
    return d->error;
}

int queue_wait_event(struct event *e)
{
    wait_for((struct waiter){.reached = event_done, .event = e, .number = e->asked});
    return e->device->error;
}

/* who asks again and again gets an answer in the end: nobody else may be waiting */
static void let_go_on(const struct device *d)
{
    if (d->queue->worker.seeded)
        wait_for((struct waiter){.reached = something_done, .number = carried_out});
}

bool queue_idle(struct device *d, struct stream *s)
{
    const struct waiter w = {.device = d, .stream = s ? s : d->queue->default_stream};
    let_go_on(d);
    pthread_mutex_lock(&lock);
    bool idle = stream_done(&w);
    pthread_mutex_unlock(&lock);
    return idle;
}

bool queue_event_done(struct event *e)
{
    let_go_on(e->device);
    pthread_mutex_lock(&lock);
    bool reached = e->done >= e->asked;
    pthread_mutex_unlock(&lock);
    return reached;
}
