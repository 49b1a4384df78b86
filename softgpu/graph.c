/* graph.c: what programs do with graphs: they add nodes and change them, and launch what is made of them again and
 * again, with other parameters, too. */
#include "driver.h"
#include "touched.h"

#include <stdlib.h>
#include <string.h>

API int cuGraphCreate(struct graph **g, unsigned flags)
{
    NEED_CONTEXT;
    (void)d;
    NEED(g && !flags, SG_INVALID_VALUE);
    *g = graph_new();
    return *g ? SG_OK : SG_OUT_OF_MEMORY;
}

API int cuGraphDestroy(struct graph *g)
{
    NEED(g && !g->parent, SG_INVALID_VALUE);
    graph_drop(g);
    return SG_OK;
}

API int cuGraphClone(struct graph **copy, const struct graph *g)
{
    NEED(copy && g, SG_INVALID_VALUE);
    *copy = graph_copy(g);
    return *copy ? SG_OK : SG_OUT_OF_MEMORY;
}

API int cuGraphNodeFindInClone(struct node **out, const struct node *n, const struct graph *copy)
{
    NEED(out && n && copy, SG_INVALID_VALUE);
    *out = graph_node(copy, n->id);
    return *out ? SG_OK : SG_INVALID_VALUE;
}

/* ---- nodes ---- */
API int cuGraphAddKernelNode_v2(struct node **out, struct graph *g, struct node *const *after, size_t n,
                                const struct kernel_params *p)
{
    struct operation *o;
    TRY(launch_make(p, false, &o));
    return graph_add(g, o, NULL, after, n, out);
}
API int cuGraphAddKernelNode(struct node **out, struct graph *g, struct node *const *after, size_t n,
                             const struct kernel_params *p)
{
    return cuGraphAddKernelNode_v2(out, g, after, n, p);
}

API int cuGraphAddMemcpyNode(struct node **out, struct graph *g, struct node *const *after, size_t n,
                             const struct copy_params *p, struct context *c)
{
    struct operation *o;
    (void)c;
    TRY(copy_make(p, &o));
    return graph_add(g, o, NULL, after, n, out);
}

API int cuGraphAddMemsetNode(struct node **out, struct graph *g, struct node *const *after, size_t n,
                             const struct fill_params *p, struct context *c)
{
    struct operation *o;
    (void)c;
    TRY(fill_make(p, &o));
    return graph_add(g, o, NULL, after, n, out);
}

API int cuGraphAddHostNode(struct node **out, struct graph *g, struct node *const *after, size_t n,
                           const struct host_params *p)
{
    struct operation *o;
    TRY(host_make(p, &o));
    return graph_add(g, o, NULL, after, n, out);
}

static int add_event(struct node **out, struct graph *g, struct node *const *after, size_t n, struct event *e,
                     bool waits)
{
    struct operation *o;
    TRY(event_make(e, waits, &o));
    return graph_add(g, o, NULL, after, n, out);
}
API int cuGraphAddEventRecordNode(struct node **out, struct graph *g, struct node *const *after, size_t n,
                                  struct event *e)
{
    return add_event(out, g, after, n, e, false);
}
API int cuGraphAddEventWaitNode(struct node **out, struct graph *g, struct node *const *after, size_t n,
                                struct event *e)
{
    return add_event(out, g, after, n, e, true);
}

API int cuGraphAddEmptyNode(struct node **out, struct graph *g, struct node *const *after, size_t n)
{
    return graph_add(g, NULL, NULL, after, n, out);
}

API int cuGraphAddChildGraphNode(struct node **out, struct graph *g, struct node *const *after, size_t n,
                                 const struct graph *child)
{
    NEED(child && child != g, SG_INVALID_VALUE);
    return graph_add(g, NULL, child, after, n, out);
}

API int cuGraphChildGraphNodeGetGraph(const struct node *n, struct graph **g)
{
    NEED(n && n->child && g, SG_INVALID_VALUE);
    *g = n->child;
    return SG_OK;
}

API int cuGraphNodeGetType(const struct node *n, int *type)
{
    NEED(n && type, SG_INVALID_VALUE);
    *type = (int)node_kind(n);
    return SG_OK;
}

API int cuGraphDestroyNode(struct node *n)
{
    NEED(n, SG_INVALID_VALUE);
    struct graph *g = n->graph;
    size_t at = node_index(g, n);
    EACH_NODE(m, g)
    for (size_t k = 0; k < m->after.n; k++)
        if (m->after.v[k] == n)
            m->after.v[k--] = m->after.v[--m->after.n];
    memmove(g->nodes.v + at, g->nodes.v + at + 1, (--g->nodes.n - at) * sizeof *g->nodes.v);
    node_drop(n);
    return SG_OK;
}

/* ---- questions: out NULL: how many there are ---- */
struct answer {
    struct node **out, **also;
    size_t n, room;
};
static void give(struct answer *a, struct node *n, struct node *other)
{
    if (a->out && a->n < a->room)
        a->out[a->n] = n;
    if (a->also && a->n < a->room)
        a->also[a->n] = other;
    a->n++;
}
static int given(const struct answer *a, size_t *n)
{
    for (size_t k = a->n; a->out && k < a->room; k++) {
        a->out[k] = NULL;
        if (a->also)
            a->also[k] = NULL;
    }
    *n = a->n < a->room || !a->out ? a->n : a->room;
    return SG_OK;
}

API int cuGraphGetNodes(const struct graph *g, struct node **out, size_t *n)
{
    NEED(g && n, SG_INVALID_VALUE);
    struct answer a = {out, NULL, 0, *n};
    EACH_NODE(m, g)
    give(&a, m, NULL);
    return given(&a, n);
}

API int cuGraphGetRootNodes(const struct graph *g, struct node **out, size_t *n)
{
    NEED(g && n, SG_INVALID_VALUE);
    struct answer a = {out, NULL, 0, *n};
    EACH_NODE(m, g)
    if (!m->after.n)
        give(&a, m, NULL);
    return given(&a, n);
}

API int cuGraphGetEdges(const struct graph *g, struct node **from, struct node **to, size_t *n)
{
    NEED(g && n && !from == !to, SG_INVALID_VALUE);
    struct answer a = {from, to, 0, *n};
    EACH_NODE(m, g)
    for (size_t k = 0; k < m->after.n; k++)
        give(&a, m->after.v[k], m);
    return given(&a, n);
}

API int cuGraphNodeGetDependencies(const struct node *m, struct node **out, size_t *n)
{
    NEED(m && n, SG_INVALID_VALUE);
    struct answer a = {out, NULL, 0, *n};
    for (size_t k = 0; k < m->after.n; k++)
        give(&a, m->after.v[k], NULL);
    return given(&a, n);
}

API int cuGraphNodeGetDependentNodes(const struct node *m, struct node **out, size_t *n)
{
    NEED(m && n, SG_INVALID_VALUE);
    struct answer a = {out, NULL, 0, *n};
    EACH_NODE(other, m->graph)
    if (node_waits_for(other, m))
        give(&a, other, NULL);
    return given(&a, n);
}

API int cuGraphAddDependencies(struct graph *g, struct node *const *from, struct node *const *to, size_t n)
{
    NEED(g && (!n || (from && to)), SG_INVALID_VALUE);
    for (size_t k = 0; k < n; k++)
        NEED(from[k] && to[k] && from[k] != to[k] && from[k]->graph == g && to[k]->graph == g &&
                 !node_waits_for(to[k], from[k]),
             SG_INVALID_VALUE);
    for (size_t k = 0; k < n; k++)
        VEC_PUSH(&to[k]->after, from[k]);
    return SG_OK;
}

API int cuGraphRemoveDependencies(struct graph *g, struct node *const *from, struct node *const *to, size_t n)
{
    NEED(g && (!n || (from && to)), SG_INVALID_VALUE);
    for (size_t k = 0; k < n; k++)
        NEED(from[k] && to[k] && to[k]->graph == g && node_waits_for(to[k], from[k]), SG_INVALID_VALUE);
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < to[k]->after.n; i++)
            if (to[k]->after.v[i] == from[k])
                to[k]->after.v[i--] = to[k]->after.v[--to[k]->after.n];
    return SG_OK;
}

/* ---- parameters of nodes ---- */
API int cuGraphKernelNodeGetParams_v2(struct node *n, struct kernel_params *p)
{
    NEED(n && p && node_kind(n) == DOES_KERNEL, SG_INVALID_VALUE);
    struct launch_operation *o = (struct launch_operation *)n->what;
    const struct function *f = kernel_function(o->launch.kernel);
    free(n->pointers);
    n->pointers = calloc(f->nparams + 1, sizeof *n->pointers);
    NEED(n->pointers, SG_OUT_OF_MEMORY);
    for (uint32_t k = 0; k < f->nparams; k++)
        n->pointers[k] = o->params + f->params[k].offset;
    *p = (struct kernel_params){.kernel = o->launch.kernel, .shared = o->launch.dynamic_shared, .params = n->pointers};
    memcpy(p->grid, o->launch.grid, sizeof p->grid);
    memcpy(p->threads, o->launch.threads, sizeof p->threads);
    return SG_OK;
}

static void replace(struct node *n, struct operation *by)
{
    free(n->what);
    n->what = by;
}

static int set_kernel(struct node *n, const struct kernel_params *p, int cooperative)
{
    struct operation *o;
    NEED(n && node_kind(n) == DOES_KERNEL, SG_INVALID_VALUE);
    bool before = ((struct launch_operation *)n->what)->launch.cooperative;
    TRY(launch_make(p, cooperative < 0 ? before : cooperative, &o));
    replace(n, o);
    return SG_OK;
}
API int cuGraphKernelNodeSetParams_v2(struct node *n, const struct kernel_params *p) { return set_kernel(n, p, -1); }

enum { ATTRIBUTE_COOPERATIVE = 2 };
API int cuGraphKernelNodeGetAttribute(struct node *n, int attribute, void *value)
{
    NEED(n && value && node_kind(n) == DOES_KERNEL && attribute == ATTRIBUTE_COOPERATIVE, SG_INVALID_VALUE);
    int v = ((struct launch_operation *)n->what)->launch.cooperative;
    memcpy(value, &v, sizeof v);
    return SG_OK;
}
API int cuGraphKernelNodeSetAttribute(struct node *n, int attribute, const void *value)
{
    struct kernel_params p;
    int v;
    NEED(value && attribute == ATTRIBUTE_COOPERATIVE, SG_INVALID_VALUE);
    memcpy(&v, value, sizeof v);
    TRY(cuGraphKernelNodeGetParams_v2(n, &p));
    return set_kernel(n, &p, v != 0);
}

static int set_fill(struct node *n, const struct fill_params *p)
{
    struct operation *o;
    NEED(n && node_kind(n) == DOES_FILL, SG_INVALID_VALUE);
    TRY(fill_make(p, &o));
    replace(n, o);
    return SG_OK;
}
API int cuGraphMemsetNodeSetParams(struct node *n, const struct fill_params *p) { return set_fill(n, p); }

static int set_copy(struct node *n, const struct copy_params *p)
{
    struct operation *o;
    NEED(n && node_kind(n) == DOES_COPY, SG_INVALID_VALUE);
    TRY(copy_make(p, &o));
    replace(n, o);
    return SG_OK;
}
API int cuGraphMemcpyNodeSetParams(struct node *n, const struct copy_params *p) { return set_copy(n, p); }

static int set_host(struct node *n, const struct host_params *p)
{
    struct operation *o;
    NEED(n && node_kind(n) == DOES_HOST, SG_INVALID_VALUE);
    TRY(host_make(p, &o));
    replace(n, o);
    return SG_OK;
}
API int cuGraphHostNodeSetParams(struct node *n, const struct host_params *p) { return set_host(n, p); }

static int set_event(struct node *n, struct event *e, enum operation_kind kind)
{
    NEED(n && e && node_kind(n) == kind, SG_INVALID_VALUE);
    n->what->event = e;
    return SG_OK;
}
API int cuGraphEventRecordNodeSetEvent(struct node *n, struct event *e) { return set_event(n, e, DOES_RECORD); }
API int cuGraphEventWaitNodeSetEvent(struct node *n, struct event *e) { return set_event(n, e, DOES_WAIT); }

/* ---- executable graphs ---- */
struct executable {
    struct graph *graph; /* a copy of its own */
    struct device *device;
    uint64_t flags;
};

/* calls what it is told for each node in an order in which they may run; false: there is none */
static bool in_order(struct device *d, const struct graph *g, void (*each)(struct node *n, void *data), void *data)
{
    size_t n = g->nodes.n, taken = 0, ready = 0;
    size_t *left = calloc(n + 1, sizeof *left), *order = calloc(n + 1, sizeof *order);
    for (size_t i = 0; i < n; i++)
        if (!(left[i] = g->nodes.v[i]->after.n))
            order[ready++] = i;
    for (; taken < ready; taken++) {
        size_t next = taken + queue_chance(d, (uint32_t)(ready - taken)), at = order[next];
        memmove(order + taken + 1, order + taken, (next - taken) * sizeof *order);
        order[taken] = at;
        if (each)
            each(g->nodes.v[at], data);
        for (size_t i = 0; i < n; i++)
            if (node_waits_for(g->nodes.v[i], g->nodes.v[at]) && !--left[i])
                order[ready++] = i;
    }
    free(left), free(order);
    return taken == n;
}

static bool sound(struct device *d, const struct graph *g)
{
    EACH_NODE(n, g)
    if (n->child && !sound(d, n->child))
        return false;
    return in_order(d, g, NULL, NULL);
}

API int cuGraphInstantiateWithFlags(struct executable **out, const struct graph *g, unsigned long long flags)
{
    NEED_CONTEXT;
    NEED(out && g && sound(d, g), SG_INVALID_VALUE);
    NEED(!(flags & 4), SG_NOT_SUPPORTED); /* launches by the device */
    *out = calloc(1, sizeof **out);
    NEED(*out, SG_OUT_OF_MEMORY);
    **out = (struct executable){graph_copy(g), d, flags};
    return SG_OK;
}
/* the first form tells which node is to blame */
API int cuGraphInstantiate_v2(struct executable **out, const struct graph *g, struct node **bad, char *log, size_t size)
{
    if (bad)
        *bad = NULL;
    if (log && size)
        *log = 0;
    return cuGraphInstantiateWithFlags(out, g, 0);
}
API int cuGraphInstantiate(struct executable **out, const struct graph *g, struct node **bad, char *log, size_t size)
{
    return cuGraphInstantiate_v2(out, g, bad, log, size);
}
struct instantiate_params { /* CUDA_GRAPH_INSTANTIATE_PARAMS */
    uint64_t flags;
    struct stream *upload;
    struct node *bad;
    int result;
};
API int cuGraphInstantiateWithParams(struct executable **out, const struct graph *g, struct instantiate_params *p)
{
    NEED(p, SG_INVALID_VALUE);
    p->bad = NULL;
    int code = cuGraphInstantiateWithFlags(out, g, p->flags & ~2ull);
    p->result = code != SG_OK;
    return code;
}

API int cuGraphExecGetFlags(const struct executable *e, uint64_t *flags)
{
    NEED(e && flags, SG_INVALID_VALUE);
    *flags = e->flags;
    return SG_OK;
}

API int cuGraphExecDestroy(struct executable *e)
{
    NEED(e, SG_INVALID_VALUE);
    graph_drop(e->graph); /* what was launched has copies */
    free(e);
    return SG_OK;
}

API int cuGraphUpload(struct executable *e, struct stream *s)
{
    NEED_CONTEXT;
    (void)d, (void)s;
    return e ? SG_OK : SG_INVALID_VALUE;
}

struct launched {
    struct device *device;
    struct stream *stream;
    struct past *before, *all; /* strict: before the graph began, and with all that was launched of it */
};
static void launch_node(struct node *n, void *data);

static void launch_child(const struct node *n, struct launched *l, struct past *before, struct past **after)
{
    struct launched inner = {l->device, l->stream, before, past_share(before)};
    in_order(l->device, n->child, launch_node, &inner);
    *after = inner.all;
}

static void launch_node(struct node *n, void *data)
{
    struct launched *l = data;
    struct past *before = past_share(l->before), *after = NULL;
    for (size_t k = 0; k < n->after.n; k++)
        past_add(&before, n->after.v[k]->past);
    if (!n->disabled && n->child)
        launch_child(n, l, before, &after);
    struct operation *o = n->what && !n->disabled ? operation_copy(n->what) : NULL;
    if (o) {
        n->chain = n->links ? n->chain : past_chain();
        queue_add_node(l->device, l->stream, o, before, n->chain, ++n->links, &after);
    }
    past_drop(n->past);
    n->past = after ? after : past_share(before);
    past_drop(before);
    past_add(&l->all, n->past);
}

API int cuGraphLaunch(struct executable *e, struct stream *s)
{
    int code;
    NEED_CONTEXT;
    NEED(e, SG_INVALID_VALUE);
    s = stream_of(d, s);
    if (capture_takes(d, s, NULL, e->graph, &code))
        return code;
    d = s ? s->device : d;
    struct past *before = queue_past(d, s);
    struct launched l = {d, s, before, past_share(before)};
    for (size_t k = 0; k < e->graph->nodes.n; k++) /* one launch of it after the other */
        past_add(&l.before, e->graph->nodes.v[k]->past);
    in_order(d, e->graph, launch_node, &l);
    queue_join(d, s, l.all);
    past_drop(l.before);
    past_drop(l.all);
    return SG_OK;
}

/* ---- other parameters for executable graphs ---- */
#define NEED_COPY(E, N)                                                                                                \
    NEED((E) && (N), SG_INVALID_VALUE);                                                                                \
    struct node *copy = graph_node((E)->graph, (N)->id);                                                               \
    NEED(copy, SG_INVALID_VALUE)

API int cuGraphExecKernelNodeSetParams_v2(struct executable *e, const struct node *n, const struct kernel_params *p)
{
    NEED_COPY(e, n);
    return set_kernel(copy, p, -1);
}
API int cuGraphExecKernelNodeSetParams(struct executable *e, const struct node *n, const struct kernel_params *p)
{
    return cuGraphExecKernelNodeSetParams_v2(e, n, p);
}
API int cuGraphExecMemcpyNodeSetParams(struct executable *e, const struct node *n, const struct copy_params *p,
                                       struct context *c)
{
    (void)c;
    NEED_COPY(e, n);
    return set_copy(copy, p);
}
API int cuGraphExecMemsetNodeSetParams(struct executable *e, const struct node *n, const struct fill_params *p,
                                       struct context *c)
{
    (void)c;
    NEED_COPY(e, n);
    return set_fill(copy, p);
}
API int cuGraphExecHostNodeSetParams(struct executable *e, const struct node *n, const struct host_params *p)
{
    NEED_COPY(e, n);
    return set_host(copy, p);
}
API int cuGraphExecEventRecordNodeSetEvent(struct executable *e, const struct node *n, struct event *to)
{
    NEED_COPY(e, n);
    return set_event(copy, to, DOES_RECORD);
}
API int cuGraphExecEventWaitNodeSetEvent(struct executable *e, const struct node *n, struct event *to)
{
    NEED_COPY(e, n);
    return set_event(copy, to, DOES_WAIT);
}

API int cuGraphNodeSetEnabled(struct executable *e, const struct node *n, unsigned on)
{
    NEED_COPY(e, n);
    NEED(node_kind(copy) <= DOES_FILL, SG_INVALID_VALUE);
    copy->disabled = !on;
    return SG_OK;
}
API int cuGraphNodeGetEnabled(struct executable *e, const struct node *n, unsigned *on)
{
    NEED_COPY(e, n);
    NEED(on, SG_INVALID_VALUE);
    *on = !copy->disabled;
    return SG_OK;
}

/* ---- a whole graph's parameters ---- */
enum updated {
    UPDATED,
    UPDATE_ERROR,
    UPDATE_TOPOLOGY,
    UPDATE_TYPE,
    UPDATE_FUNCTION,
    UPDATE_PARAMETERS,
    UPDATE_NOT_SUPPORTED,
    UPDATE_FUNCTION_CHANGE,
    UPDATE_ATTRIBUTES
};
struct update_result { /* CUgraphExecUpdateResultInfo */
    enum updated result;
    struct node *node, *from;
};

static enum updated same_kind(const struct node *old, const struct node *n)
{
    const struct launch_operation *a = (const void *)old->what, *b = (const void *)n->what;
    const struct copy *x = (const void *)old->what, *y = (const void *)n->what;
    if (node_kind(old) != node_kind(n))
        return UPDATE_TYPE;
    if (node_kind(n) == DOES_KERNEL && a->launch.device != b->launch.device)
        return UPDATE_FUNCTION_CHANGE;
    if (node_kind(n) == DOES_KERNEL && a->launch.cooperative != b->launch.cooperative)
        return UPDATE_ATTRIBUTES;
    if (node_kind(n) == DOES_COPY &&
        (driver_owner(x->to) != driver_owner(y->to) || driver_owner(x->from) != driver_owner(y->from)))
        return UPDATE_PARAMETERS;
    if (node_kind(n) == DOES_FILL && driver_owner(x->to) != driver_owner(y->to))
        return UPDATE_PARAMETERS;
    return UPDATED;
}

/* whether g is the graph again, in the order in which nodes were added, with other parameters */
static enum updated fits(const struct graph *old, const struct graph *g, struct update_result *r)
{
    *r = (struct update_result){.result = UPDATE_TOPOLOGY};
    if (old->nodes.n != g->nodes.n)
        return r->result;
    for (size_t i = 0; i < g->nodes.n; i++) {
        const struct node *m = old->nodes.v[i];
        struct node *n = r->node = g->nodes.v[i];
        if (m->after.n != n->after.n)
            return r->result;
        for (size_t k = 0; k < n->after.n; k++)
            if (node_index(old, m->after.v[k]) != node_index(g, n->after.v[k])) {
                r->from = n->after.v[k];
                return r->result;
            }
        enum updated kind = same_kind(m, n);
        if (kind)
            return r->result = kind;
        if (n->child && fits(m->child, n->child, r))
            return r->result;
        r->result = UPDATE_TOPOLOGY, r->from = NULL;
    }
    *r = (struct update_result){.result = UPDATED};
    return UPDATED;
}

static void take_parameters(struct graph *old, const struct graph *g)
{
    for (size_t i = 0; i < g->nodes.n; i++) {
        if (g->nodes.v[i]->what)
            replace(old->nodes.v[i], operation_copy(g->nodes.v[i]->what));
        if (g->nodes.v[i]->child)
            take_parameters(old->nodes.v[i]->child, g->nodes.v[i]->child);
    }
}

API int cuGraphExecUpdate_v2(struct executable *e, const struct graph *g, struct update_result *r)
{
    struct update_result own;
    r = r ? r : &own;
    *r = (struct update_result){.result = UPDATE_ERROR};
    NEED(e && g, SG_INVALID_VALUE);
    if (fits(e->graph, g, r))
        return SG_GRAPH_UPDATE;
    take_parameters(e->graph, g);
    return SG_OK;
}

API int cuGraphExecChildGraphNodeSetParams(struct executable *e, const struct node *n, const struct graph *child)
{
    struct update_result r;
    NEED_COPY(e, n);
    NEED(child && copy->child && !fits(copy->child, child, &r), SG_INVALID_VALUE);
    take_parameters(copy->child, child);
    return SG_OK;
}
