/* Components of directed graphs against a closure by brute force, and chains and circles of any length. */
#include "src/base/base.h"

#include "check.h"

#include <stdlib.h>

static struct arena *arena;

enum { MOST = 40 };
struct drawn {
    unsigned n, first[MOST + 1], to[MOST * MOST];
    bool reaches[MOST][MOST]; /* over one edge or more */
};

/* a seed of its own: every run draws the same graphs */
static unsigned draw(unsigned below)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % below;
}

static void draw_graph(struct drawn *d)
{
    unsigned dense = 1 + draw(12), edges = 0;
    d->n = 1 + draw(MOST);
    memset(d->reaches, 0, sizeof d->reaches);
    for (unsigned v = 0; v < d->n; v++) {
        d->first[v] = edges;
        for (unsigned w = 0; w < d->n; w++)
            if (draw(4 * d->n) < dense)
                d->reaches[v][d->to[edges++] = w] = true;
    }
    d->first[d->n] = edges;
    for (unsigned k = 0; k < d->n; k++)
        for (unsigned v = 0; v < d->n; v++)
            for (unsigned w = 0; w < d->n; w++)
                d->reaches[v][w] |= d->reaches[v][k] && d->reaches[k][w];
}

static void check_graph(const struct drawn *d)
{
    struct graph g = {d->n, d->first, d->to};
    struct components c = graph_components(arena, &g);
    unsigned own[MOST], all[MOST], at[MOST] = {0};
    bool listed[MOST] = {false}, used[MOST + 1] = {false};
    for (unsigned i = 0; i < d->n; i++) {
        own[i] = draw(3) ? 0 : 1u << draw(32);
        CHECK(c.order[i] < d->n && !listed[c.order[i]]);
        listed[c.order[i]] = true;
        at[c.order[i]] = i;
        CHECK(c.of[i] >= 1 && c.of[i] <= c.n);
        used[c.of[i]] = true;
    }
    for (unsigned k = 1; k <= c.n; k++)
        CHECK(used[k]);
    graph_gather(&g, &c, own, all);
    for (unsigned v = 0; v < d->n; v++) {
        unsigned bits = own[v];
        for (unsigned w = 0; w < d->n; w++) {
            bool one = v == w || (d->reaches[v][w] && d->reaches[w][v]);
            CHECK((c.of[v] == c.of[w]) == one);
            CHECK(one || !d->reaches[v][w] || at[w] < at[v]); /* what is reached comes first */
            bits |= d->reaches[v][w] ? own[w] : 0;
        }
        CHECK(all[v] == bits);
    }
}

/* n vertices in a row; a circle: the last leads to the first */
static void check_long(unsigned n, bool circle)
{
    unsigned *first = arena_alloc(arena, (n + 1) * sizeof *first), *to = arena_alloc(arena, n * sizeof *to);
    unsigned *own = arena_alloc(arena, n * sizeof *own), *all = arena_alloc(arena, n * sizeof *all);
    for (unsigned v = 0; v < n; v++) {
        first[v] = v;
        to[v] = (v + 1) % n;
    }
    first[n] = n - !circle;
    own[n - 1] = 4;
    own[0] = 1;
    struct graph g = {n, first, to};
    struct components c = graph_components(arena, &g);
    graph_gather(&g, &c, own, all);
    CHECK(c.n == (circle ? 1 : n));
    CHECK(all[0] == 5 && all[n / 2] == (circle ? 5 : 4));
}

int main(void)
{
    static struct drawn d;
    arena = arena_new();
    struct components none = graph_components(arena, &(struct graph){0, (unsigned[]){0}, NULL});
    CHECK(none.n == 0);
    for (int i = 0; i < 3000; i++) {
        draw_graph(&d);
        check_graph(&d);
    }
    check_long(1000000, false);
    check_long(1000000, true);
    arena_free(arena);
    return CHECK_END;
}
