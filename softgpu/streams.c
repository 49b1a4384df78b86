/* streams.c: streams, events, functions of the host in them; what is asked of a stream that is captured becomes a node
 * of a graph. */
#include "driver.h"

#include <stdlib.h>

/* ---- streams ---- */
enum { NON_BLOCKING = 1 };
int stream_add(struct device *d, struct stream *s, struct operation *o)
{
    int code;
    NEED(o, SG_OUT_OF_MEMORY);
    s = stream_of(d, s);
    if (capture_takes(d, s, o, NULL, &code))
        return code;
    queue_add(s ? s->device : d, s, o);
    return SG_OK;
}

API int cuStreamCreate(struct stream **s, unsigned flags)
{
    NEED_CONTEXT;
    NEED(s && flags <= NON_BLOCKING, SG_INVALID_VALUE);
    *s = stream_open(d, !(flags & NON_BLOCKING));
    return *s ? SG_OK : SG_OUT_OF_MEMORY;
}

API int cuStreamCreateWithPriority(struct stream **s, unsigned flags, int priority)
{
    (void)priority;
    return cuStreamCreate(s, flags);
}

API int cuStreamSynchronize(struct stream *s)
{
    NEED_CONTEXT;
    s = stream_of(d, s);
    TRY(capture_none(d, s));
    return queue_wait(s ? s->device : d, s);
}

API int cuStreamQuery(struct stream *s)
{
    NEED_CONTEXT;
    s = stream_of(d, s);
    TRY(capture_none(d, s));
    return queue_idle(s ? s->device : d, s) ? d->error : SG_NOT_READY;
}

API int cuStreamGetFlags(struct stream *s, unsigned *flags)
{
    NEED_CONTEXT;
    s = stream_of(d, s);
    *flags = s && !s->blocking ? NON_BLOCKING : 0;
    return SG_OK;
}

API int cuStreamDestroy_v2(struct stream *s)
{
    NEED(stream_named(s), SG_INVALID_HANDLE);
    stream_close(s);
    return SG_OK;
}

API int cuCtxSynchronize(void)
{
    NEED_CONTEXT;
    TRY(capture_none_of(d));
    return queue_wait_all(d);
}

/* ---- events ---- */
enum { UNTIMED = 2, ALL_FLAGS = 7 };
API int cuEventCreate(struct event **e, unsigned flags)
{
    NEED_CONTEXT;
    NEED(e && !(flags & ~ALL_FLAGS), SG_INVALID_VALUE);
    *e = calloc(1, sizeof **e);
    NEED(*e, SG_OUT_OF_MEMORY);
    (*e)->device = d;
    (*e)->untimed = flags & UNTIMED;
    return SG_OK;
}

API int cuEventDestroy_v2(struct event *e)
{
    NEED(e, SG_INVALID_HANDLE);
    event_drop(e);
    return SG_OK;
}

int event_make(struct event *e, bool waits, struct operation **out)
{
    NEED(e, SG_INVALID_HANDLE);
    *out = operation_new(sizeof **out, waits ? DOES_WAIT : DOES_RECORD, NULL);
    NEED(*out, SG_OUT_OF_MEMORY);
    (*out)->event = e;
    return SG_OK;
}

API int cuEventRecord(struct event *e, struct stream *s)
{
    struct operation *o;
    NEED_CONTEXT;
    NEED(e && e->device == (stream_named(s) ? s->device : d), SG_INVALID_HANDLE);
    TRY(event_make(e, false, &o));
    return stream_add(d, s, o);
}
API int cuEventRecordWithFlags(struct event *e, struct stream *s, unsigned flags)
{
    (void)flags;
    return cuEventRecord(e, s);
}

API int cuStreamWaitEvent(struct stream *s, struct event *e, unsigned flags)
{
    struct operation *o;
    (void)flags;
    NEED_CONTEXT;
    TRY(event_make(e, true, &o));
    return stream_add(d, s, o);
}

API int cuEventSynchronize(struct event *e)
{
    NEED(e, SG_INVALID_HANDLE);
    TRY(capture_event(e));
    return queue_wait_event(e);
}

API int cuEventQuery(struct event *e)
{
    NEED(e, SG_INVALID_HANDLE);
    TRY(capture_event(e));
    TRY(capture_safe());
    return queue_event_done(e) ? e->device->error : SG_NOT_READY;
}

API int cuEventElapsedTime(float *ms, struct event *from, struct event *to)
{
    NEED(from && to, SG_INVALID_HANDLE);
    TRY(capture_event(from));
    TRY(capture_event(to));
    NEED(from->asked && to->asked && !from->untimed && !to->untimed, SG_INVALID_HANDLE);
    NEED(queue_event_done(from) && queue_event_done(to), SG_NOT_READY);
    *ms = (float)(to->when - from->when);
    return SG_OK;
}
API int cuEventElapsedTime_v2(float *ms, struct event *from, struct event *to)
{
    return cuEventElapsedTime(ms, from, to);
}

/* ---- functions of the host ---- */
static int run_host_function(struct worker *k, struct operation *o)
{
    struct host_function *f = (struct host_function *)o;
    (void)k;
    f->call(f->data);
    return SG_OK;
}

int host_make(const struct host_params *p, struct operation **out)
{
    NEED(p && p->call, SG_INVALID_VALUE);
    struct host_function *f = operation_new(sizeof *f, DOES_HOST, run_host_function);
    NEED(f, SG_OUT_OF_MEMORY);
    f->call = p->call, f->data = p->data;
    *out = &f->o;
    return SG_OK;
}

API int cuLaunchHostFunc(struct stream *s, void (*call)(void *), void *data)
{
    struct operation *o;
    NEED_CONTEXT;
    TRY(host_make(&(struct host_params){call, data}, &o));
    return stream_add(d, s, o);
}
