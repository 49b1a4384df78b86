/* capture.c: streams whose work is not done but becomes a graph. Other streams join by waiting for an event of such a
 * stream; what would depend on both, work that is done and work that is captured, is refused. */
#include "driver.h"

#include <stdlib.h>
#include <string.h>

enum mode { MODE_GLOBAL, MODE_THREAD, MODE_RELAXED, MODES };
enum status { NOT_CAPTURED, CAPTURED, INVALIDATED };

struct capture {
    struct capture *next;
    uint64_t number;
    struct graph *graph;
    struct stream *origin; /* where it began, and must end */
    pthread_t thread;
    enum mode mode;
    bool invalid, given; /* given: the graph is the program's */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct capture *captures;
static _Thread_local int thread_mode;

static struct capture *numbered(uint64_t number)
{
    struct capture *c = captures;
    while (c && c->number != number)
        c = c->next;
    return number ? c : NULL;
}
static struct capture *capture_of(const struct stream *s) { return s ? numbered(s->capture) : NULL; }

/* the default stream would wait for it */
static struct capture *implicit(const struct device *d)
{
    for (struct capture *c = captures; c; c = c->next)
        if (c->origin->device == d && c->origin->blocking)
            return c;
    return NULL;
}

static int refuse(struct capture *c, int code)
{
    c->invalid = true;
    return code;
}

/* ---- calls that are forbidden meanwhile ---- */
static int forbidden(void)
{
    int code = SG_OK;
    for (struct capture *c = captures; c && thread_mode != MODE_RELAXED; c = c->next) {
        bool own = pthread_equal(c->thread, pthread_self());
        if (own ? c->mode != MODE_RELAXED : c->mode == MODE_GLOBAL && thread_mode == MODE_GLOBAL)
            code = refuse(c, SG_CAPTURE_UNSUPPORTED);
    }
    return code;
}

int capture_safe(void)
{
    pthread_mutex_lock(&lock);
    int code = forbidden();
    pthread_mutex_unlock(&lock);
    return code;
}

int capture_none(struct device *d, struct stream *s)
{
    pthread_mutex_lock(&lock);
    struct capture *c = s ? capture_of(s) : implicit(d);
    int code = c ? refuse(c, s ? SG_CAPTURE_UNSUPPORTED : SG_CAPTURE_IMPLICIT) : SG_OK;
    pthread_mutex_unlock(&lock);
    return code;
}

int capture_none_of(struct device *d)
{
    int code = SG_OK;
    pthread_mutex_lock(&lock);
    for (struct capture *c = captures; c; c = c->next)
        if (c->origin->device == d)
            code = refuse(c, SG_CAPTURE_UNSUPPORTED);
    pthread_mutex_unlock(&lock);
    return code;
}

int capture_event(const struct event *e) { return e->capture ? SG_CAPTURED_EVENT : SG_OK; }

/* ---- what becomes nodes ---- */
#define WAIT_ALSO(SET, MORE)                                                                                           \
    for (size_t i_ = 0; i_ < (MORE)->n; i_++) {                                                                        \
        bool known_ = false;                                                                                           \
        for (size_t k_ = 0; k_ < (SET)->n; k_++)                                                                       \
            known_ |= (SET)->v[k_] == (MORE)->v[i_];                                                                   \
        if (!known_)                                                                                                   \
            VEC_PUSH(SET, (MORE)->v[i_]);                                                                              \
    }

static int take_wait(struct capture *c, struct stream *s, struct event *e)
{
    struct capture *from = numbered(e->capture);
    if (!e->capture)
        return refuse(c, SG_CAPTURE_ISOLATION);
    if (!from)
        return SG_CAPTURED_EVENT;
    if (from != c) {
        refuse(from, SG_CAPTURE_MERGE);
        return refuse(c, SG_CAPTURE_MERGE);
    }
    WAIT_ALSO(&s->after, &e->after);
    return SG_OK;
}

static int take(struct capture *c, struct stream *s, struct operation *o, const struct graph *child)
{
    if (c->invalid)
        return SG_CAPTURE_INVALIDATED;
    if (o && o->kind == DOES_WAIT)
        return take_wait(c, s, o->event);
    if (o && o->kind == DOES_RECORD) {
        o->event->capture = c->number;
        o->event->after.n = 0;
        WAIT_ALSO(&o->event->after, &s->after);
        return SG_OK;
    }
    struct node *n;
    TRY(graph_add(c->graph, o ? operation_copy(o) : NULL, child, s->after.v, s->after.n, &n));
    s->after.n = 0;
    VEC_PUSH(&s->after, n);
    return SG_OK;
}

/* a stream joins the capture of the event that it waits for */
static int join(struct stream *s, const struct event *e)
{
    struct capture *c = numbered(e->capture);
    NEED(c, SG_CAPTURED_EVENT);
    NEED(!c->invalid, SG_CAPTURE_INVALIDATED);
    if (!s)
        return refuse(c, SG_CAPTURE_IMPLICIT);
    s->capture = c->number;
    s->after.n = 0;
    WAIT_ALSO(&s->after, &e->after);
    return SG_OK;
}

bool capture_takes(struct device *d, struct stream *s, struct operation *o, const struct graph *child, int *code)
{
    bool taken = true;
    pthread_mutex_lock(&lock);
    struct capture *c = capture_of(s), *blocked = s ? NULL : implicit(d);
    if (c)
        *code = take(c, s, o, child);
    else if (o && o->kind == DOES_WAIT && o->event->capture)
        *code = join(s, o->event);
    else if (blocked)
        *code = refuse(blocked, SG_CAPTURE_IMPLICIT);
    else
        taken = false;
    if (!taken && o && o->kind == DOES_RECORD)
        o->event->capture = 0;
    pthread_mutex_unlock(&lock);
    if (taken)
        free(o);
    return taken;
}

/* ---- beginning and end ---- */
static int begin(struct stream *s, int mode, struct graph *given, struct node *const *after, size_t n)
{
    static uint64_t numbers;
    NEED_CONTEXT;
    NEED(mode >= 0 && mode < MODES, SG_INVALID_VALUE);
    s = stream_of(d, s);
    NEED(s, SG_CAPTURE_UNSUPPORTED);
    struct capture *c = calloc(1, sizeof *c);
    NEED(c, SG_OUT_OF_MEMORY);
    pthread_mutex_lock(&lock);
    bool already = capture_of(s) != NULL;
    if (!already) {
        *c = (struct capture){.next = captures,
                              .number = ++numbers,
                              .graph = given ? given : graph_new(),
                              .origin = s,
                              .thread = pthread_self(),
                              .mode = (enum mode)mode,
                              .given = given != NULL};
        captures = c;
        s->capture = c->number;
        s->after.n = 0;
        for (size_t k = 0; k < n; k++)
            VEC_PUSH(&s->after, after[k]);
    } else
        free(c);
    pthread_mutex_unlock(&lock);
    return already ? SG_ILLEGAL_STATE : SG_OK;
}

API int cuStreamBeginCapture_v2(struct stream *s, int mode) { return begin(s, mode, NULL, NULL, 0); }
API int cuStreamBeginCaptureToGraph(struct stream *s, struct graph *g, struct node *const *after, const void *ports,
                                    size_t n, int mode)
{
    (void)ports;
    NEED(g && (after || !n), SG_INVALID_VALUE);
    for (size_t k = 0; k < n; k++)
        NEED(after[k] && after[k]->graph == g, SG_INVALID_VALUE);
    return begin(s, mode, g, after, n);
}

/* all nodes are waited for by the stream where it ends, by themselves or by others */
static bool joined(const struct graph *g, const struct stream *s)
{
    VEC(struct node *) reached = {0};
    WAIT_ALSO(&reached, &s->after);
    for (size_t k = 0; k < reached.n; k++)
        WAIT_ALSO(&reached, &reached.v[k]->after);
    bool all = reached.n >= g->nodes.n;
    free(reached.v);
    return all;
}

API int cuStreamEndCapture(struct stream *s, struct graph **out)
{
    NEED_CONTEXT;
    s = stream_of(d, s);
    NEED(s && out, s ? SG_INVALID_VALUE : SG_ILLEGAL_STATE);
    *out = NULL;
    pthread_mutex_lock(&lock);
    struct capture *c = capture_of(s);
    int code = !c                                                                     ? SG_ILLEGAL_STATE
               : s != c->origin                                                       ? refuse(c, SG_CAPTURE_UNMATCHED)
               : c->mode != MODE_RELAXED && !pthread_equal(c->thread, pthread_self()) ? SG_CAPTURE_THREAD
                                                                                      : SG_OK;
    if (!code) {
        struct capture **at = &captures;
        while (*at != c)
            at = &(*at)->next;
        *at = c->next;
        code = c->invalid ? SG_CAPTURE_INVALIDATED : c->given || joined(c->graph, s) ? SG_OK : SG_CAPTURE_UNJOINED;
        if (!code)
            *out = c->graph;
        else if (!c->given)
            graph_drop(c->graph);
        free(c);
    }
    pthread_mutex_unlock(&lock);
    return code;
}

/* ---- questions ---- */
API int cuThreadExchangeStreamCaptureMode(int *mode)
{
    NEED(mode && *mode >= 0 && *mode < MODES, SG_INVALID_VALUE);
    int before = thread_mode;
    thread_mode = *mode;
    *mode = before;
    return SG_OK;
}

API int cuStreamGetCaptureInfo_v2(struct stream *s, int *status, uint64_t *number, struct graph **g,
                                  struct node ***after, size_t *n)
{
    NEED_CONTEXT;
    NEED(status, SG_INVALID_VALUE);
    s = stream_of(d, s);
    pthread_mutex_lock(&lock);
    const struct capture *c = capture_of(s);
    bool unusable = !s && implicit(d);
    *status = !c ? NOT_CAPTURED : c->invalid ? INVALIDATED : CAPTURED;
    if (c && number)
        *number = c->number;
    if (c && g)
        *g = c->graph;
    if (c && after)
        *after = s->after.v;
    if (c && n)
        *n = s->after.n;
    pthread_mutex_unlock(&lock);
    return unusable ? SG_CAPTURE_IMPLICIT : SG_OK;
}
API int cuStreamGetCaptureInfo_v3(struct stream *s, int *status, uint64_t *number, struct graph **g,
                                  struct node ***after, const void **ports, size_t *n)
{
    if (ports)
        *ports = NULL;
    return cuStreamGetCaptureInfo_v2(s, status, number, g, after, n);
}
API int cuStreamIsCapturing(struct stream *s, int *status)
{
    return cuStreamGetCaptureInfo_v2(s, status, NULL, NULL, NULL, NULL);
}

enum { DEPENDENCIES_SET = 1 };
API int cuStreamUpdateCaptureDependencies(struct stream *s, struct node *const *after, size_t n, unsigned flags)
{
    NEED_CONTEXT;
    NEED(after || !n, SG_INVALID_VALUE);
    s = stream_of(d, s);
    pthread_mutex_lock(&lock);
    struct capture *c = capture_of(s);
    int code = c ? SG_OK : SG_ILLEGAL_STATE;
    for (size_t k = 0; c && k < n; k++)
        if (!after[k] || after[k]->graph != c->graph)
            code = SG_INVALID_VALUE;
    if (!code) {
        struct {
            struct node *const *v;
            size_t n;
        } more = {after, n};
        s->after.n = flags & DEPENDENCIES_SET ? 0 : s->after.n;
        WAIT_ALSO(&s->after, &more);
    }
    pthread_mutex_unlock(&lock);
    return code;
}
