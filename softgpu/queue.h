/* queue.h: streams. What is asked of a device is an operation in a stream; a thread carries them out. */
#ifndef GANTRY_SOFTGPU_QUEUE_H
#define GANTRY_SOFTGPU_QUEUE_H

#include "softgpu.h"

struct node;
struct event {
    uint64_t asked, done; /* how often it was recorded, and how often the recording was reached */
    double when;          /* milliseconds */
    struct device *device;
    uint64_t uses;     /* by operations that are not done yet */
    struct past *past; /* strict: what happened before it was recorded */
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
    /* strict: what happened before, and itself, which is a number of a chain */
    struct past *past;
    uint32_t chain, link;
};

struct stream {
    struct stream *next;
    struct device *device;
    struct operation *first, *last;
    struct strand *strand;    /* the first one is under way */
    struct past *past;        /* strict: of what it was asked last */
    uint32_t chain, links;    /* strict: its own chain */
    bool blocking, gone;      /* blocking: waits for the default stream, and the other way round */
    uint64_t capture;         /* number of the capture that it is part of; 0: none */
    VEC(struct node *) after; /* nodes that what is captured next waits for */
};

void *operation_new(size_t size, enum operation_kind kind, int (*run)(struct worker *k, struct operation *o));
struct operation *operation_copy(const struct operation *o);
/* of a kernel: its name, and its code; kernels.c sets it */
extern void (*operation_name)(const struct operation *o, char *out, size_t size, const struct module **m);

bool queue_start(struct device *d);
struct stream *stream_open(struct device *d, bool blocking);
bool stream_named(const struct stream *s); /* one that was created; not a default one */
/* the stream that a handle means; NULL: the default stream, by whatever name; a thread may have one of its own */
struct stream *stream_of(struct device *d, struct stream *s);
void stream_close(struct stream *s);
/* s NULL: the default stream. o belongs to the queue from here on. */
void queue_add(struct device *d, struct stream *s, struct operation *o);
/* of a graph: o waits for what `before` says, besides what the stream has waited for when the graph was launched, and
 * is the next one of the chain; *after is what has happened when it is done. Pasts are the caller's. */
struct past *queue_past(struct device *d, struct stream *s);
void queue_add_node(struct device *d, struct stream *s, struct operation *o, struct past *before, uint32_t chain,
                    uint32_t link, struct past **after);
void queue_join(struct device *d, struct stream *s,
                struct past *past);                 /* what the stream is asked next comes after it */
int queue_wait(struct device *d, struct stream *s); /* until the stream is empty; the device's error */
int queue_wait_all(struct device *d);
int queue_wait_event(struct event *e);
bool queue_idle(struct device *d, struct stream *s);
bool queue_event_done(struct event *e);
uint32_t queue_chance(struct device *d, uint32_t n); /* below n; without a seed 0 */
struct stream *queue_default(struct device *d);
void event_drop(struct event *e); /* once nothing uses it */

#endif
