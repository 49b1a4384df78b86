/* nodes.c: graphs as they are kept: nodes, each with an operation or a graph of its own, and whom it waits for. */
#include "driver.h"
#include "touched.h"

#include <stdlib.h>

/* ---- graphs ---- */
struct graph *graph_new(void) { return calloc(1, sizeof(struct graph)); }

void node_drop(struct node *n)
{
    graph_drop(n->child);
    free(n->what);
    past_drop(n->past);
    free(n->after.v);
    free(n->pointers);
    free(n);
}

void graph_drop(struct graph *g)
{
    if (!g)
        return;
    EACH_NODE(n, g)
    node_drop(n);
    free(g->nodes.v);
    free(g);
}

size_t node_index(const struct graph *g, const struct node *n)
{
    size_t i = 0;
    while (i < g->nodes.n && g->nodes.v[i] != n)
        i++;
    return i;
}

struct graph *graph_copy(const struct graph *g)
{
    struct graph *copy = graph_new();
    if (!copy)
        return NULL;
    EACH_NODE(n, g)
    {
        struct node *m = calloc(1, sizeof *m);
        *m = (struct node){.graph = copy, .id = n->id, .disabled = n->disabled};
        m->what = n->what ? operation_copy(n->what) : NULL;
        if (n->child && (m->child = graph_copy(n->child)))
            m->child->parent = m;
        VEC_PUSH(&copy->nodes, m);
    }
    EACH_NODE(n, g)
    for (size_t k = 0; k < n->after.n; k++)
        VEC_PUSH(&copy->nodes.v[node_index(g, n)]->after, copy->nodes.v[node_index(g, n->after.v[k])]);
    return copy;
}

bool node_waits_for(const struct node *n, const struct node *other)
{
    for (size_t k = 0; k < n->after.n; k++)
        if (n->after.v[k] == other)
            return true;
    return false;
}

int graph_add(struct graph *g, struct operation *o, const struct graph *child, struct node *const *after, size_t n,
              struct node **out)
{
    static uint64_t ids;
    struct node *m = g ? calloc(1, sizeof *m) : NULL;
    for (size_t k = 0; m && k < n; k++)
        if (!after || !after[k] || after[k]->graph != g || node_waits_for(m, after[k])) {
            free(m->after.v), free(m), m = NULL;
        } else
            VEC_PUSH(&m->after, after[k]);
    if (!m) {
        free(o);
        return SG_INVALID_VALUE;
    }
    m->graph = g, m->what = o, m->id = __atomic_add_fetch(&ids, 1, __ATOMIC_RELAXED);
    if (child && (m->child = graph_copy(child)))
        m->child->parent = m;
    VEC_PUSH(&g->nodes, m);
    if (out)
        *out = m;
    return SG_OK;
}

enum operation_kind node_kind(const struct node *n)
{
    return n->child ? DOES_GRAPH : n->what ? n->what->kind : DOES_NOTHING;
}

/* the node that is a copy of it, in the graph or in one of its nodes' */
struct node *graph_node(const struct graph *g, uint64_t id)
{
    EACH_NODE(n, g)
    {
        struct node *in = n->id == id ? n : n->child ? graph_node(n->child, id) : NULL;
        if (in)
            return in;
    }
    return NULL;
}
