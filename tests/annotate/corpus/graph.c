/* Graphs in adjacency arrays: degrees, breadth first, components, page rank by pull and by push, triangles. */
#include <stdio.h>
#include <stdlib.h>

enum { V = 120 };

typedef struct {
    int vertices, edges;
    int *first; /* vertices + 1 of them */
    int *to;
} graph;

static graph ring_with_chords(void)
{
    graph g = {V, 0, malloc((V + 1) * sizeof(int)), malloc(4 * V * sizeof(int))};
    if (!g.first || !g.to)
        exit(1);
    /* truth: serial flow(g.edges) distance 1 */
    for (int v = 0; v < V; v++) {
        g.first[v] = g.edges;
        if (v % 40 != 0)
            g.to[g.edges++] = v - 1;
        if (v % 40 != 39)
            g.to[g.edges++] = v + 1;
        if (v % 40 < 38)
            g.to[g.edges++] = v + 2;
        if (v % 40 > 1)
            g.to[g.edges++] = v - 2;
    }
    g.first[V] = g.edges;
    return g;
}

static int breadth_first(const graph *g, int start, int *level)
{
    int queue[V], head = 0, tail = 0;
    /* truth: guarded alias(level, g) calls(pass) -- level[v] could be g->vertices */
    for (int v = 0; v < g->vertices; v++)
        level[v] = -1;
    level[start] = 0;
    queue[tail++] = start;
    /* truth: serial flow(level, queue, head, tail) exit */
    while (head < tail) {
        int v = queue[head++];
        /* truth: serial flow(tail) distance 1 -- the next place of the queue */
        for (int e = g->first[v]; e < g->first[v + 1]; e++)
            if (level[g->to[e]] < 0) {
                level[g->to[e]] = level[v] + 1;
                queue[tail++] = g->to[e];
            }
    }
    return tail;
}

/* By sweeps over the whole frontier: all who store, store the same number. */
static int by_sweeps(const graph *restrict g, int start, int *restrict level)
{
    int grew = 1, depth = 0;
    /* truth: parallel */
    for (int v = 0; v < g->vertices; v++)
        level[v] = v == start ? 0 : -1;
    /* truth: serial flow(level, grew, depth) distance 1 exit */
    while (grew) {
        grew = 0;
        /* truth: serial flow(level) output(level) -- reads what an earlier vertex of this sweep may have marked */
        for (int v = 0; v < g->vertices; v++) {
            if (level[v] != depth)
                continue;
            /* truth: serial flow(level) unobserved -- a vertex could have an edge to itself, or two to another */
            for (int e = g->first[v]; e < g->first[v + 1]; e++)
                if (level[g->to[e]] < 0) {
                    level[g->to[e]] = depth + 1;
                    grew = 1;
                }
        }
        depth++;
    }
    return depth;
}

static int components(const graph *g, int *label)
{
    int changed, count = 0;
    /* truth: guarded alias(label, g) calls(pass) */
    for (int v = 0; v < g->vertices; v++)
        label[v] = v;
    /* truth: serial flow(label) distance 1 exit */
    do {
        changed = 0;
        /* truth: serial flow(label) -- takes the neighbour's label as it is by now */
        for (int v = 0; v < g->vertices; v++)
            /* truth: serial flow(label) distance 1 -- the smallest of the neighbours, kept in label[v] */
            for (int e = g->first[v]; e < g->first[v + 1]; e++)
                if (label[g->to[e]] < label[v]) {
                    label[v] = label[g->to[e]];
                    changed = 1;
                }
    } while (changed);
    /* truth: reduction(+: count) */
    for (int v = 0; v < g->vertices; v++)
        count += label[v] == v;
    return count;
}

static void rank_pull(const graph *g, const double *restrict old, double *restrict new)
{
    /* truth: parallel */
    for (int v = 0; v < g->vertices; v++) {
        double s = 0;
        /* truth: reduction(+: s) */
        for (int e = g->first[v]; e < g->first[v + 1]; e++) {
            int u = g->to[e];
            s += old[u] / (g->first[u + 1] - g->first[u]);
        }
        new[v] = 0.15 / g->vertices + 0.85 * s;
    }
}

static void rank_push(const graph *g, const double *restrict old, double *restrict new)
{
    /* truth: parallel */
    for (int v = 0; v < g->vertices; v++)
        new[v] = 0.15 / g->vertices;
    /* truth: histogram(new[]) */
    for (int v = 0; v < g->vertices; v++) {
        double share = 0.85 * old[v] / (g->first[v + 1] - g->first[v]);
        /* truth: histogram(new[]) unobserved -- an edge could be there twice */
        for (int e = g->first[v]; e < g->first[v + 1]; e++)
            new[g->to[e]] += share;
    }
}

static long triangles(const graph *g)
{
    long n = 0;
    /* truth: reduction(+: n) */
    for (int u = 0; u < g->vertices; u++)
        /* truth: reduction(+: n) */
        for (int e = g->first[u]; e < g->first[u + 1]; e++)
            /* truth: reduction(+: n) */
            for (int f = g->first[g->to[e]]; f < g->first[g->to[e] + 1]; f++)
                /* truth: reduction(+: n) unobserved -- an edge could be there twice; else one h at most is u */
                for (int h = g->first[g->to[f]]; h < g->first[g->to[f] + 1]; h++)
                    if (g->to[h] == u)
                        n++;
    return n / 6;
}

int main(void)
{
    graph g = ring_with_chords();
    int level[V], label[V];
    double a[V], b[V], sum = 0, same = 0;

    int reached = breadth_first(&g, 5, level);
    printf("%d reached, %d levels, ", reached, by_sweeps(&g, 5, level));
    printf("%d components, %ld triangles\n", components(&g, label), triangles(&g));
    /* truth: parallel */
    for (int v = 0; v < V; v++)
        a[v] = 1.0 / V + (v % 3 - 1) * 1e-3;
    /* truth: serial flow(a) distance 1 */
    for (int k = 0; k < 10; k++) {
        rank_pull(&g, a, b);
        rank_push(&g, b, a);
    }
    rank_pull(&g, a, b);
    /* truth: reduction(+: sum) reduction(max: same) */
    for (int v = 0; v < V; v++) {
        sum += b[v] * (v + 1);
        same = b[v] > same ? b[v] : same;
    }
    printf("rank %.9f, largest %.9f\n", sum, same);
    free(g.first);
    free(g.to);
    return 0;
}
