/* graph.c: the strongly connected components of a directed graph, by Tarjan's algorithm. It keeps its own stack instead
 * of calling itself, so that a long path in the graph cannot exhaust the process's stack. */
#include "base.h"

#include <string.h>

struct search {
    const struct graph *g;
    struct components c;
    unsigned *number;      /* of each vertex: when it was visited, from 1; 0: not yet */
    unsigned *low;         /* of each vertex: the lowest number of a vertex that it reaches and that is still open */
    unsigned *edge;        /* of each vertex: its next edge to follow */
    unsigned *path, npath; /* vertices that are being visited, each entered from the one before it */
    unsigned *open, nopen; /* vertices that were visited and are in no component yet */
    unsigned visited, nordered;
};
enum { IN_NONE = 0 };

static void enter(struct search *s, unsigned v)
{
    s->number[v] = s->low[v] = ++s->visited;
    s->edge[v] = s->g->first[v];
    s->path[s->npath++] = s->open[s->nopen++] = v;
}

/* v was visited first of its component: the component is v and all vertices opened after it */
static void close_component(struct search *s, unsigned v)
{
    unsigned w;
    s->c.n++;
    do {
        w = s->open[--s->nopen];
        s->c.of[w] = s->c.n;
        s->c.order[s->nordered++] = w;
    } while (w != v);
}

static void lower(unsigned *low, unsigned to)
{
    if (to < *low)
        *low = to;
}

/* Follows the next edge of the vertex at the end of the path, or leaves that vertex when it has no more. */
static void step(struct search *s)
{
    unsigned v = s->path[s->npath - 1];
    if (s->edge[v] < s->g->first[v + 1]) {
        unsigned w = s->g->to[s->edge[v]++];
        if (!s->number[w])
            enter(s, w);
        else if (s->c.of[w] == IN_NONE)
            lower(&s->low[v], s->number[w]);
        return;
    }
    if (s->low[v] == s->number[v])
        close_component(s, v);
    if (--s->npath)
        lower(&s->low[s->path[s->npath - 1]], s->low[v]);
}

struct components graph_components(struct arena *a, const struct graph *g)
{
    struct search s = {.g = g};
    unsigned **arrays[] = {&s.c.of, &s.c.order, &s.number, &s.low, &s.edge, &s.path, &s.open};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        *arrays[i] = arena_alloc(a, (g->n + 1) * sizeof(unsigned));
    for (unsigned v = 0; v < g->n; v++) {
        if (!s.number[v])
            enter(&s, v);
        while (s.npath)
            step(&s);
    }
    return s.c;
}

void graph_gather(const struct graph *g, const struct components *c, const unsigned *own, unsigned *all)
{
    memset(all, 0, g->n * sizeof *all);
    for (unsigned i = 0, end; i < g->n; i = end) {
        unsigned bits = 0, of = c->of[c->order[i]];
        for (end = i; end < g->n && c->of[c->order[end]] == of; end++) {
            unsigned v = c->order[end];
            bits |= own[v];
            for (unsigned e = g->first[v]; e < g->first[v + 1]; e++)
                bits |= all[g->to[e]]; /* of a vertex of the same component: still 0 */
        }
        for (unsigned k = i; k < end; k++)
            all[c->order[k]] = bits;
    }
}
