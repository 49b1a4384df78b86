/* queue.c: a device's thread takes one operation after the other, from the streams in turn. */
#include "queue.h"

#include "count.h"
#include "races.h"
#include "unset.h"

#include <fenv.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    struct stream *streams, *default_stream, *turn;
    uint64_t asked;
    struct worker worker;
    pthread_t thread;
};

static double milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* the default stream waits for what blocking ones were asked before, and they for it */
static bool may_run(const struct queue *q, const struct stream *s)
{
    const struct operation *o = s->first;
    if (!o || (o->waits && o->event->done < o->wanted))
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

static void forget_closed(struct queue *q)
{
    for (struct stream **at = &q->streams; *at;) {
        struct stream *s = *at;
        if (s->gone && !s->first) {
            *at = s->next;
            q->turn = NULL;
            free(s);
        } else
            at = &s->next;
    }
}

static void *work(void *arg)
{
    struct device *d = arg;
    struct queue *q = d->queue;
    fesetenv(FE_DFL_ENV); /* whatever the program has done to it: denormals stay */
    pthread_mutex_lock(&q->lock);
    for (;;) {
        struct stream *s = next_stream(q);
        if (!s) {
            pthread_cond_wait(&q->work, &q->lock);
            continue;
        }
        struct operation *o = s->first;
        q->turn = s;
        pthread_mutex_unlock(&q->lock);
        int code = o->run && !d->error ? o->run(&q->worker, o) : SG_OK;
        pthread_mutex_lock(&q->lock);
        if (code && !d->error)
            d->error = code;
        if (o->event && !o->waits) {
            o->event->done++;
            o->event->when = milliseconds();
        }
        s->first = o->next;
        if (!s->first)
            s->last = NULL;
        if (o->drop)
            o->drop(o);
        free(o);
        forget_closed(q);
        pthread_cond_broadcast(&q->done);
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

struct queue *queue_start(struct device *d)
{
    struct queue *q = calloc(1, sizeof *q);
    pthread_attr_t a;
    if (!q)
        return NULL;
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->work, NULL);
    pthread_cond_init(&q->done, NULL);
    d->queue = q;
    worker_start(d, &q->worker);
    q->default_stream = stream_open(d, true);
    pthread_attr_init(&a);
    pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
    bool started = q->default_stream && pthread_create(&q->thread, &a, work, d) == 0;
    pthread_attr_destroy(&a);
    return started ? q : NULL;
}

struct stream *stream_open(struct device *d, bool blocking)
{
    struct stream *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    pthread_mutex_lock(&d->queue->lock);
    *s = (struct stream){.next = d->queue->streams, .device = d, .blocking = blocking};
    d->queue->streams = s;
    pthread_mutex_unlock(&d->queue->lock);
    return s;
}

/* what it was asked is done first */
void stream_close(struct stream *s)
{
    struct queue *q = s->device->queue;
    pthread_mutex_lock(&q->lock);
    s->gone = true;
    forget_closed(q);
    pthread_mutex_unlock(&q->lock);
}

struct stream *queue_default(struct device *d) { return d->queue->default_stream; }

void queue_add(struct device *d, struct stream *s, struct operation *o)
{
    struct queue *q = d->queue;
    s = s ? s : q->default_stream;
    pthread_mutex_lock(&q->lock);
    o->number = ++q->asked;
    o->next = NULL;
    if (o->event && !o->waits)
        o->event->asked++;
    if (s->last)
        s->last->next = o;
    else
        s->first = o;
    s->last = o;
    pthread_cond_signal(&q->work);
    pthread_mutex_unlock(&q->lock);
}

int queue_wait(struct device *d, struct stream *s)
{
    struct queue *q = d->queue;
    s = s ? s : q->default_stream;
    pthread_mutex_lock(&q->lock);
    while (s->first)
        pthread_cond_wait(&q->done, &q->lock);
    if (s == q->default_stream)
        for (struct stream *t = q->streams; t; t = t->next) /* it waits for the blocking ones */
            while (t->blocking && t->first)
                pthread_cond_wait(&q->done, &q->lock), t = q->streams;
    pthread_mutex_unlock(&q->lock);
    return d->error;
}

bool queue_idle(struct device *d, struct stream *s)
{
    struct queue *q = d->queue;
    pthread_mutex_lock(&q->lock);
    bool idle = !(s ? s : q->default_stream)->first;
    pthread_mutex_unlock(&q->lock);
    return idle;
}

int queue_wait_all(struct device *d)
{
    struct queue *q = d->queue;
    pthread_mutex_lock(&q->lock);
    for (bool busy = true; busy;) {
        busy = false;
        for (struct stream *s = q->streams; s; s = s->next)
            busy |= s->first != NULL;
        if (busy)
            pthread_cond_wait(&q->done, &q->lock);
    }
    pthread_mutex_unlock(&q->lock);
    return d->error;
}

int queue_wait_event(struct event *e)
{
    struct queue *q = e->device->queue;
    pthread_mutex_lock(&q->lock);
    uint64_t wanted = e->asked;
    while (e->done < wanted)
        pthread_cond_wait(&q->done, &q->lock);
    pthread_mutex_unlock(&q->lock);
    return e->device->error;
}
