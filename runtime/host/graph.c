/* graph.c: launches that are repeated (docs/wavefront.md, "Graphs"). Between begin and end a thread's target regions
 * are only noted, where all that they map is on the device already and nothing is copied; they run at the end, each
 * after the one before, or after what it depends on (graph_order.c). What they do is seen by copies and by other
 * constructs alone: whoever makes one has the device settle first, which runs what is noted. So a turn falls into
 * stretches of regions that follow each other.
 *
 * In the next turn a region that comes in the same place, with the same items, is the launch that is ready there; its
 * values are exchanged where they are others. A stretch that comes a second time becomes a graph of the plug-in, where
 * it has such. */
#include <stdlib.h>
#include <string.h>

#include "gantry_checker.h"
#include "graph.h"

enum { GRAPHS_BESIDE = 2 }; /* the knob's default: not only one launch after the other */

struct node { /* a region */
    struct gantry_ready ready;
    struct gantry_launch launch; /* as the construct asked */
    uint64_t present;            /* what was mapped then: gantry_dev.changes */
    struct gantry_order order;
    struct gantry_launch_memory held; /* its own, in a stretch with launches beside each other */
    struct gantry_val vals[]; /* the construct's; then the values that are passed by value, which these lead to */
};
struct stretch {
    struct gantry_dev *dev;
    struct node **nodes;
    struct gantry_planned *plan; /* the same for the plug-in */
    uint32_t n, cap;
    uint32_t noted;  /* in this turn */
    uint32_t turns;  /* that it ran with these kernels, one after the other */
    bool changed;    /* some values, since it last ran */
    bool reordered;  /* edges are to be found anew */
    bool beside;     /* some launches are beside others */
    void *made;      /* the plug-in's; NULL: none */
    bool has_memory; /* held is enough for all nodes, or each has its own */
    struct gantry_launch_memory held;
    struct gantry_edges edges;
    struct gantry_order **orders; /* of nodes, while edges are looked for */
};
struct gantry_graph {
    struct gantry_graph *next; /* of the same construct */
    long id;
    bool busy;                  /* between begin and end */
    struct gantry_graph *waits; /* in the list of those with regions noted */
    struct stretch *stretches;
    uint32_t n, cap, at;        /* at: the one that regions are noted in */
    bool beside;                /* launches may be beside others */
    struct gantry_order coming; /* of the region that comes next: until it is noted */
    uint32_t coming_cap;
};

_Thread_local struct gantry_graph *gantry_graph_here;

/* Guards all of it: who has a device settle runs what other threads have noted. Before a present table's. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gantry_graph *waiting; /* with regions noted */

static _Noreturn void no_memory(void) { gantry_failf(NULL, "out of host memory"); }

/* ---- a node ---- */
static void node_free(struct stretch *s, struct node *x)
{
    if (!x)
        return;
    gantry_launch_memory_give(s->dev, &x->held, true);
    free(x->order.on);
    free(x->ready.args);
    free(x);
}

static bool is_value(const struct gantry_map *m) { return m->param == GANTRY_PARAM_VALUE; }
static size_t padded(size_t n) { return (n + 15) / 16 * 16; }

static struct node *node_new(const struct gantry_region *r, const struct gantry_val *vals,
                             const struct gantry_launch *l)
{
    size_t head = padded(sizeof(struct node) + r->nmaps * sizeof *vals), size = head;
    for (uint32_t i = 0; i < r->nmaps; i++)
        size += is_value(&r->maps[i]) ? padded(vals[i].size) : 0;
    struct node *x = calloc(1, size);
    if (!x)
        no_memory();
    char *at = (char *)x + head;
    x->launch = *l;
    for (uint32_t i = 0; i < r->nmaps; i++) {
        x->vals[i] = vals[i];
        if (!is_value(&r->maps[i]))
            continue;
        memcpy(at, vals[i].begin, vals[i].size);
        x->vals[i].base = x->vals[i].begin = at;
        at += padded(vals[i].size);
    }
    return x;
}

/* NULL: the region must run as it stands */
static struct node *node_ready(struct gantry_dev *d, const struct gantry_region *r, const struct gantry_val *vals,
                               const struct gantry_launch *l)
{
    struct gantry_err err = {0};
    struct gantry_mapping m;
    struct node *x = node_new(r, vals, l);
    if (gantry_map_open(&m, d, r, x->vals, &err)) {
        free(x);
        return NULL;
    }
    x->present = atomic_load(&d->changes);
    bool fine = !(l->flags & GANTRY_LAUNCH_RESIDENT) && gantry_map_find(&m) &&
                !gantry_launch_shape(&x->ready, &m, l, NULL) && !gantry_launch_arguments(&x->ready, &m);
    gantry_map_close(&m);
    if (!fine) {
        free(x->ready.args);
        free(x);
        return NULL;
    }
    return x;
}

/* Is it the launch that is ready there? Then its values become these. */
static bool node_is(struct node *x, struct gantry_dev *d, const struct gantry_region *r, const struct gantry_val *vals,
                    const struct gantry_launch *l, bool *changed)
{
    if (x->ready.grid.region != r || x->present != atomic_load_explicit(&d->changes, memory_order_relaxed) ||
        memcmp(&x->launch, l, sizeof *l) != 0)
        return false;
    for (uint32_t i = 0; i < r->nmaps; i++) {
        const struct gantry_val *a = &x->vals[i], *b = &vals[i];
        if (is_value(&r->maps[i])) {
            if (a->size != b->size)
                return false;
            if (memcmp(a->begin, b->begin, a->size) != 0) {
                memcpy(a->begin, b->begin, a->size);
                *changed = true;
            }
        } else if (a->begin != b->begin || a->base != b->base || a->size != b->size) {
            return false;
        }
    }
    return true;
}

/* ---- a stretch ---- */
static void forget_made(struct stretch *s)
{
    if (s->made)
        s->dev->plugin->drop_graph(s->dev->handle, s->made);
    s->made = NULL;
    s->turns = 0;
}

static void give(struct gantry_dev *d, struct gantry_launch_memory *held)
{
    gantry_launch_memory_give(d, held, true);
    *held = (struct gantry_launch_memory){0};
}

static void give_memory(struct stretch *s)
{
    for (uint32_t i = 0; i < s->n; i++)
        give(s->dev, &s->nodes[i]->held);
    if (s->dev)
        give(s->dev, &s->held);
    s->has_memory = false;
}

static void stretch_empty(struct stretch *s)
{
    give_memory(s);
    for (uint32_t i = 0; i < s->n; i++)
        node_free(s, s->nodes[i]);
    s->n = 0;
    forget_made(s);
}

static void put_node(struct stretch *s, struct node *x)
{
    uint32_t i = s->noted, cap = s->cap;
    if (i < s->n) {
        if (s->nodes[i]->ready.kernel.handle != x->ready.kernel.handle)
            forget_made(s);
        node_free(s, s->nodes[i]);
    } else {
        forget_made(s);
        s->nodes = gantry_graph_grown(s->nodes, &cap, i, sizeof *s->nodes);
        s->plan = gantry_graph_grown(s->plan, &s->cap, i, sizeof *s->plan);
        s->n++;
    }
    s->nodes[i] = x;
    s->plan[i] = (struct gantry_planned){.kernel = x->ready.kernel.handle,
                                         .grid = &x->ready.grid,
                                         .args = x->ready.args,
                                         .arg_sizes = x->ready.sizes,
                                         .changed = true};
    s->changed = s->reordered = true;
    s->has_memory = false;
}

/* The launch's place among those before it; what is made of other ones does not fit. */
static void put_order(struct stretch *s, struct node *x, const struct gantry_order *o)
{
    struct gantry_order *is = &x->order;
    size_t bytes = o->n * sizeof *o->on;
    if (is->beside == o->beside && is->joins == o->joins && is->n == o->n && (!bytes || !memcmp(is->on, o->on, bytes)))
        return;
    free(is->on);
    *is = *o;
    is->on = bytes ? malloc(bytes) : NULL;
    if (bytes && !is->on)
        no_memory();
    if (bytes)
        memcpy(is->on, o->on, bytes);
    s->reordered = true;
    forget_made(s);
}

static void find_order(struct stretch *s)
{
    if (!s->reordered)
        return;
    bool was = s->beside;
    s->orders = realloc(s->orders, s->n * sizeof *s->orders);
    if (!s->orders)
        no_memory();
    s->beside = false;
    for (uint32_t i = 0; i < s->n; i++) {
        s->orders[i] = &s->nodes[i]->order;
        s->beside |= s->orders[i]->beside;
    }
    gantry_graph_order(&s->edges, s->orders, s->n);
    for (uint32_t i = 0; i < s->n; i++) {
        s->plan[i].after = &s->edges.before[s->edges.first[i]];
        s->plan[i].nafter = s->edges.first[i + 1] - s->edges.first[i];
    }
    s->has_memory = s->has_memory && was == s->beside;
    s->reordered = false;
}

static int take_for(struct stretch *s, struct gantry_memory_needs needs, uint32_t i, struct gantry_launch_memory *held,
                    struct gantry_err *err)
{
    return gantry_launch_memory_take(s->dev, needs, &s->nodes[i]->ready.grid.region->loc, held, err);
}

/* Launches that follow each other can use the same memory; else each has its own. */
static int take_memory(struct stretch *s, struct gantry_err *err)
{
    struct gantry_memory_needs most = {0};
    if (s->has_memory)
        return 0;
    give_memory(s);
    for (uint32_t i = 0; i < s->n; i++) {
        struct gantry_memory_needs n = gantry_launch_needs(&s->nodes[i]->ready);
        most.scratch = n.scratch > most.scratch ? n.scratch : most.scratch;
        most.space = n.space > most.space ? n.space : most.space;
        if (s->beside && take_for(s, n, i, &s->nodes[i]->held, err))
            return -1;
    }
    if (!s->beside && take_for(s, most, 0, &s->held, err))
        return -1;
    for (uint32_t i = 0; i < s->n; i++) {
        gantry_launch_uses(&s->nodes[i]->ready, s->beside ? &s->nodes[i]->held : &s->held);
        s->plan[i].changed = true;
    }
    s->changed = s->has_memory = true;
    return 0;
}

static int run_one_by_one(struct stretch *s, struct gantry_err *err)
{
    for (uint32_t i = 0; i < s->n; i++)
        if (gantry_launch_run(s->dev, &s->nodes[i]->ready, err))
            return -1;
    return 0;
}

static int run_made(struct stretch *s, bool *ran, struct gantry_err *err)
{
    const struct gantry_plugin *p = s->dev->plugin;
    *ran = false;
    if (!p->launch_graph || s->turns == 0 || s->n < 2)
        return 0;
    atomic_fetch_add(&gantry_kernels_under_way, 1);
    int rc = p->launch_graph(s->dev->handle, &s->made, s->plan, s->n, s->changed, err);
    atomic_fetch_sub(&gantry_kernels_under_way, 1);
    *ran = s->made != NULL;
    if (rc) {
        struct gantry_err cause = *err;
        gantry_error(err, cause.code, "one of the %u launches that begin with this one: %s", s->n, cause.text);
    }
    return rc;
}

/* Runs what was noted, and begins the stretch after it. */
static void run_stretch(struct gantry_graph *g)
{
    struct stretch *s = &g->stretches[g->at];
    struct gantry_err err = {0};
    bool ran;
    while (s->n > s->noted) {
        node_free(s, s->nodes[--s->n]);
        s->reordered = true;
        forget_made(s);
    }
    find_order(s);
    if (take_memory(s, &err) || run_made(s, &ran, &err) || (!ran && run_one_by_one(s, &err))) {
        pthread_mutex_unlock(&lock); /* others shall end, too */
        gantry_fail(&s->nodes[0]->ready.grid.region->loc, &err);
    }
    for (uint32_t i = 0; s->changed && ran && i < s->n; i++)
        s->plan[i].changed = false;
    s->changed = s->changed && !ran;
    s->turns++;
    s->noted = 0;
    g->at++;
}

static void runs_out(struct gantry_graph **from)
{
    struct gantry_graph *g = *from;
    struct gantry_dev *d = g->stretches[g->at].dev;
    *from = g->waits;
    run_stretch(g);
    atomic_fetch_sub(&d->noted, 1);
}

/* By any thread, before it does something on the device that is not noted. */
static void settle(struct gantry_dev *d)
{
    if (gantry_failing())
        return;
    pthread_mutex_lock(&lock);
    for (struct gantry_graph **at = &waiting; *at;)
        if ((*at)->stretches[(*at)->at].dev == d)
            runs_out(at);
        else
            at = &(*at)->waits;
    pthread_mutex_unlock(&lock);
}

static struct stretch *stretch_of(struct gantry_graph *g, struct gantry_dev *d)
{
    if (g->at < g->n && g->stretches[g->at].noted && g->stretches[g->at].dev != d) {
        struct gantry_graph **from = &waiting;
        while (*from != g)
            from = &(*from)->waits;
        runs_out(from);
    }
    if (g->at == g->n) {
        g->stretches = gantry_graph_grown(g->stretches, &g->cap, g->n, sizeof *g->stretches);
        g->stretches[g->n++] = (struct stretch){.dev = d};
    }
    struct stretch *s = &g->stretches[g->at];
    if (s->dev != d)
        stretch_empty(s);
    s->dev = d;
    return s;
}

/* Each region by itself, where somebody looks at it. */
static bool may_note(const struct gantry_region *r)
{
    return !r->verify && !gantry_checker && !gantry_is_watched() && !gantry_unified_required();
}

/* What was said of the region that comes next; none is left for the one after it. */
static struct gantry_order take_order(struct gantry_graph *g)
{
    struct gantry_order o = g->coming;
    g->coming = (struct gantry_order){.on = o.on};
    return g->beside ? o : (struct gantry_order){0};
}

bool gantry_graph_notes(const struct gantry_region *r, int dev, const struct gantry_val *vals,
                        const struct gantry_launch *l)
{
    struct gantry_graph *g = gantry_graph_here;
    struct gantry_err err = {0};
    struct gantry_order order = take_order(g);
    struct gantry_dev *d = may_note(r) ? gantry_dev_get(dev, &err) : NULL;
    if (!d || gantry_load_variables(d, &err))
        return false;
    pthread_mutex_lock(&lock);
    struct stretch *s = stretch_of(g, d);
    uint32_t i = s->noted;
    bool changed = false, same = i < s->n && node_is(s->nodes[i], d, r, vals, l, &changed);
    if (same && changed)
        s->plan[i].changed = s->changed = true;
    struct node *x = same ? NULL : node_ready(d, r, vals, l);
    if (x)
        put_node(s, x);
    if (same || x)
        put_order(s, s->nodes[i], &order);
    if ((same || x) && s->noted++ == 0) {
        g->waits = waiting;
        waiting = g;
        atomic_fetch_add(&d->noted, 1);
    }
    pthread_mutex_unlock(&lock);
    return same || x;
}

void gantry_graph_beside(const struct gantry_dependence *on, int n)
{
    struct gantry_graph *g = gantry_graph_here;
    if (!g)
        return;
    for (int i = 0; i < n; i++) {
        g->coming.on = gantry_graph_grown(g->coming.on, &g->coming_cap, (uint32_t)i, sizeof *g->coming.on);
        g->coming.on[i] = on[i];
    }
    g->coming.n = (uint32_t)n;
    g->coming.beside = true;
}

void gantry_graph_joins(void)
{
    if (gantry_graph_here)
        gantry_graph_here->coming.joins = true;
}

/* ---- begin and end ---- */
static void graph_free(struct gantry_graph *g)
{
    for (uint32_t i = 0; i < g->n; i++) {
        stretch_empty(&g->stretches[i]);
        gantry_graph_order_free(&g->stretches[i].edges);
        free(g->stretches[i].orders);
        free(g->stretches[i].nodes);
        free(g->stretches[i].plan);
    }
    free(g->stretches);
    free(g->coming.on);
    free(g);
}

static struct gantry_graph *of_id(struct gantry_graph **all, long id)
{
    struct gantry_graph *g = *all;
    while (g && g->id != id)
        g = g->next;
    if (g)
        return g;
    g = calloc(1, sizeof *g);
    if (!g)
        no_memory();
    g->id = id;
    g->next = *all;
    return *all = g;
}

static void forget(struct gantry_graph *g)
{
    for (uint32_t i = 0; i < g->n; i++)
        stretch_empty(&g->stretches[i]);
}

/* false: it has begun already, or this thread is in another */
static bool begin(struct gantry_graph **all, long id, bool reset)
{
    gantry_check_failed();
    if (gantry_graph_here)
        return false;
    uint64_t graphs = gantry_knob_number("GRAPHS", GRAPHS_BESIDE);
    if (!graphs)
        return true;
    pthread_mutex_lock(&lock);
    gantry_settle = settle;
    struct gantry_graph *g = of_id(all, id);
    bool mine = !g->busy;
    if (mine) {
        g->busy = true;
        g->at = 0;
        g->beside = graphs >= GRAPHS_BESIDE;
        g->coming = (struct gantry_order){.on = g->coming.on};
        if (reset)
            forget(g);
        gantry_graph_here = g;
    }
    pthread_mutex_unlock(&lock);
    return mine;
}

static void end(void)
{
    struct gantry_graph *g = gantry_graph_here;
    gantry_graph_here = NULL;
    if (!g)
        return;
    pthread_mutex_lock(&lock);
    struct gantry_graph **at = &waiting;
    while (*at && *at != g)
        at = &(*at)->waits;
    if (*at)
        runs_out(at);
    g->busy = false;
    pthread_mutex_unlock(&lock);
}

void gantry_graph_begins(struct gantry_graph **graph)
{
    if (!graph)
        gantry_failf(NULL, "gantry_graph_begin: it takes the address of a pointer, which begins as NULL");
    if (!begin(graph, 0, false))
        gantry_failf(NULL, "gantry_graph_begin: %s. End the one before with gantry_graph_end",
                     gantry_graph_here ? "this thread is in a graph already" : "another thread is in this graph");
}

void gantry_graph_ends(struct gantry_graph **graph)
{
    bool off = !gantry_knob_number("GRAPHS", GRAPHS_BESIDE);
    if (!off && (!graph || !*graph || *graph != gantry_graph_here))
        gantry_failf(NULL, "gantry_graph_end: this thread has not begun that graph with gantry_graph_begin");
    end();
}

void gantry_graph_frees(struct gantry_graph **graph)
{
    if (!graph || !*graph)
        return;
    pthread_mutex_lock(&lock);
    bool busy = (*graph)->busy;
    if (!busy)
        graph_free(*graph);
    pthread_mutex_unlock(&lock);
    if (busy)
        gantry_failf(NULL, "gantry_graph_free: the graph has begun; end it before with gantry_graph_end");
    *graph = NULL;
}

/* ---- taskgraph (OpenMP 6.0): a graph for each number of graph_id. Where the construct is met again inside of itself,
 * or by another thread meanwhile, its regions run as they stand. ---- */
int gantry_taskgraph(struct gantry_graph **all, long id, int reset) { return begin(all, id, reset); }
void gantry_taskgraph_over(void) { end(); }
int gantry_in_graph(void) { return gantry_graph_here != NULL; }
