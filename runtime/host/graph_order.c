/* graph_order.c: which launches of a graph's stretch come after which. One without nowait comes after all before it,
 * and before all after it. One with nowait comes after those before it that its dependences name, and after what the
 * program had waited for when it came to it; the rest it may run beside. */
#include <stdlib.h>

#include "graph.h"

void *gantry_graph_grown(void *at, uint32_t *cap, uint32_t n, size_t each)
{
    if (n < *cap)
        return at;
    *cap = *cap ? 2 * *cap : 8;
    at = realloc(at, *cap * each);
    if (!at)
        gantry_failf(NULL, "out of host memory");
    return at;
}

static bool same_place(const struct gantry_dependence *a, const struct gantry_dependence *b)
{
    return a->at == b->at && (a->stores || b->stores);
}

static bool depends(const struct gantry_order *a, const struct gantry_order *b)
{
    for (uint32_t i = 0; i < a->n; i++)
        for (uint32_t j = 0; j < b->n; j++)
            if (same_place(&a->on[i], &b->on[j]))
                return true;
    return false;
}

static void after(struct gantry_edges *e, uint32_t i, uint32_t j)
{
    e->before = gantry_graph_grown(e->before, &e->cap, e->n, sizeof *e->before);
    e->before[e->n++] = j;
    e->followed[j] = true;
    e->first[i + 1] = e->n;
}

/* After all that nobody comes after yet: they are the ends of all that is before i */
static void after_all(struct gantry_edges *e, uint32_t i)
{
    for (uint32_t j = 0; j < i; j++)
        if (!e->followed[j])
            after(e, i, j);
}

/* The launches from `from` on; when those of `roots` are over, so is everything before. */
struct segment {
    uint32_t from, *roots, n;
};

static void begin_segment(const struct gantry_edges *e, struct segment *s, uint32_t i)
{
    if (s->from == i) /* all is over when roots are */
        return;
    s->n = 0;
    for (uint32_t j = 0; j < i; j++)
        if (!e->followed[j])
            s->roots[s->n++] = j;
    s->from = i;
}

static void after_dependences(struct gantry_edges *e, const struct segment *s, struct gantry_order *const *nodes,
                              uint32_t i)
{
    uint32_t had = e->n;
    for (uint32_t j = s->from; j < i; j++)
        if (depends(nodes[i], nodes[j]))
            after(e, i, j);
    if (e->n == had)
        for (uint32_t k = 0; k < s->n; k++)
            after(e, i, s->roots[k]);
}

void gantry_graph_order(struct gantry_edges *e, struct gantry_order *const *nodes, uint32_t n)
{
    e->first = realloc(e->first, (n + 1) * sizeof *e->first);
    e->followed = realloc(e->followed, (n + 1) * sizeof *e->followed);
    struct segment s = {.roots = malloc((n + 1) * sizeof *s.roots)};
    if (!e->first || !e->followed || !s.roots)
        gantry_failf(NULL, "out of host memory");
    e->n = e->first[0] = 0;
    for (uint32_t i = 0; i < n; i++) {
        e->first[i + 1] = e->n;
        e->followed[i] = false;
        if (!nodes[i]->beside) {
            after_all(e, i);
            s = (struct segment){i + 1, s.roots, 1};
            s.roots[0] = i;
            continue;
        }
        if (nodes[i]->joins)
            begin_segment(e, &s, i);
        after_dependences(e, &s, nodes, i);
    }
    free(s.roots);
}

void gantry_graph_order_free(struct gantry_edges *e)
{
    free(e->first);
    free(e->before);
    free(e->followed);
    *e = (struct gantry_edges){0};
}
