/* queue.h: streams. What is asked of a device is an operation in a stream; one thread per device carries them out. */
#ifndef GANTRY_SOFTGPU_QUEUE_H
#define GANTRY_SOFTGPU_QUEUE_H

#include "softgpu.h"

struct event {
    uint64_t asked, done; /* how often it was recorded, and how often the recording was reached */
    double when;          /* milliseconds */
    struct device *device;
};

struct operation {
    struct operation *next;
    int (*run)(struct worker *k, struct operation *o); /* a result */
    void (*drop)(struct operation *o);
    struct event *event;
    uint64_t wanted; /* recordings of the event that must have been reached */
    uint64_t number; /* in the order in which the device was asked */
    bool waits;      /* for the event; else it is recorded */
};

struct stream {
    struct stream *next;
    struct device *device;
    struct operation *first, *last;
    bool blocking, running, gone; /* blocking: waits for the default stream, and the other way round */
};

struct queue *queue_start(struct device *d);
struct stream *stream_open(struct device *d, bool blocking);
void stream_close(struct stream *s);
/* s NULL: the default stream. o belongs to the queue from here on. */
void queue_add(struct device *d, struct stream *s, struct operation *o);
int queue_wait(struct device *d, struct stream *s); /* until the stream is empty; the device's error */
int queue_wait_all(struct device *d);
int queue_wait_event(struct event *e);
bool queue_idle(struct device *d, struct stream *s);
struct stream *queue_default(struct device *d);

#endif
