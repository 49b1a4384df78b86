/* graph.c: the strongly connected components of a directed graph, by Tarjan's algorithm with a stack of its own, so
 * that the length of a chain is no matter. */
#include "base.h"

#include <string.h>

struct search {
    const struct graph *g;
    struct components c;
    unsigned *number, *low; /* from 1 in the order of the visits; the lowest that is reached and not yet in one */
    unsigned *edge;         /* the next one to look at */
    unsigned *way, nway;    /* vertices that are being visited, each entered from the one before it */
    unsigned *open, nopen;  /* visited, and in no component yet */
    unsigned visited, nordered;
};
enum { IN_NONE = 0 };

static void enter(struct search *s, unsigned v)
{
    s->number[v] = s->low[v] = ++s->visited;
    s->edge[v] = s->g->first[v];
    s->way[s->nway++] = s->open[s->nopen++] = v;
}

/* v was visited first of its component: the vertices opened since, and v, are all of it */
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

static void step(struct search *s)
{
    unsigned v = s->way[s->nway - 1];
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
    if (--s->nway)
        lower(&s->low[s->way[s->nway - 1]], s->low[v]);
}

struct components graph_components(struct arena *a, const struct graph *g)
{
    struct search s = {.g = g};
    unsigned **arrays[] = {&s.c.of, &s.c.order, &s.number, &s.low, &s.edge, &s.way, &s.open};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        *arrays[i] = arena_alloc(a, (g->n + 1) * sizeof(unsigned));
    for (unsigned v = 0; v < g->n; v++) {
        if (!s.number[v])
            enter(&s, v);
        while (s.nway)
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
                bits |= all[g->to[e]]; /* of its own component: still none */
        }
        for (unsigned k = i; k < end; k++)
            all[c->order[k]] = bits;
    }
}
