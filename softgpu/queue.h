/* queue.h: streams. What is asked of a device is an operation in a stream; a thread carries them out. */
#ifndef GANTRY_SOFTGPU_QUEUE_H
#define GANTRY_SOFTGPU_QUEUE_H

#include "softgpu.h"

struct node;
struct event {
    uint64_t asked, done; /* how often it was recorded, and how often the recording was reached */
    double when;          /* milliseconds */
    struct device *device;
    uint64_t uses; /* by operations that are not done yet */
    bool untimed, gone;
    uint64_t capture; /* whose recording is part of a graph: which capture, after which of its nodes; 0: none */
    VEC(struct node *) after;
};

/* as the driver numbers the kinds of a graph's nodes */
enum operation_kind { DOES_KERNEL, DOES_COPY, DOES_FILL, DOES_HOST, DOES_GRAPH, DOES_NOTHING, DOES_WAIT, DOES_RECORD };

/* It holds no memory of its own, so that copies of its bytes are operations, too. */
struct operation {
    struct operation *next;
    int (*run)(struct worker *k, struct operation *o); /* a result */
    enum operation_kind kind;
    size_t size;
    struct event *event;
    uint64_t wanted; /* recordings of the event that must have been reached */
    uint64_t number; /* in the order in which the device was asked */
};

struct stream {
    struct stream *next;
    struct device *device;
    struct operation *first, *last;
    bool blocking, gone;      /* blocking: waits for the default stream, and the other way round */
    uint64_t capture;         /* number of the capture that it is part of; 0: none */
    VEC(struct node *) after; /* nodes that what is captured next waits for */
};

void *operation_new(size_t size, enum operation_kind kind, int (*run)(struct worker *k, struct operation *o));
struct operation *operation_copy(const struct operation *o);

struct queue *queue_start(struct device *d);
struct stream *stream_open(struct device *d, bool blocking);
bool stream_named(const struct stream *s); /* one that was created; not a default one */
/* the stream that a handle means; NULL: the default stream, by whatever name; a thread may have one of its own */
struct stream *stream_of(struct device *d, struct stream *s);
void stream_close(struct stream *s);
/* s NULL: the default stream. o belongs to the queue from here on. */
void queue_add(struct device *d, struct stream *s, struct operation *o);
int queue_wait(struct device *d, struct stream *s); /* until the stream is empty; the device's error */
int queue_wait_all(struct device *d);
int queue_wait_event(struct event *e);
bool queue_idle(struct device *d, struct stream *s);
bool queue_event_done(struct event *e);
uint32_t queue_chance(struct device *d, uint32_t n); /* below n; without a seed 0 */
struct stream *queue_default(struct device *d);
void event_drop(struct event *e); /* once nothing uses it */

#endif
