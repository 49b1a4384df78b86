/* bayes.c: strategies that learn a surface (surface.c) from what was tried, and ask for the configuration of which it
 * expects the greatest improvement. */
#include "tune_priv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CANDIDATES = 2000, NEIGHBOURS = 4000, AROUND = 200, DRAWS = 10 };

/* How much below `best` a normal random number is expected to lie; 0 where that is no more than `least`. */
static double improvement(double best, double mean, double deviation, double least)
{
    double u = (best - mean) / deviation;
    if (fmax(best - mean, 0) + 0.4 * deviation <= least) /* which it cannot exceed */
        return 0;
    return deviation * (u * 0.5 * erfc(-u * M_SQRT1_2) + exp(-u * u / 2) * 0.3989422804014327);
}

static int number_most(const struct search *s) { return s->budget < s->space->n ? s->budget : s->space->n; }

/* All configurations, or, of a large space, as many as can be looked at each time. */
static void candidates_draw(struct search *s, struct surface *f, int most)
{
    if (s->space->n <= most)
        for (int c = 0; c < s->space->n; c++)
            surface_consider(f, c);
    else
        while (surface_candidates(f) < most)
            surface_consider(f, random_below(&s->random, s->space->n));
}

/* ---- as it is usually done: twenty at random, then expected improvement of costs; one reach for all parameters ----
 */
void search_bayes(struct search *s)
{
    enum { FIRST = 20, FIT_EVERY = 10 };
    struct surface *f = surface_new(s, number_most(s) + 1, CANDIDATES);
    for (int i = 0; i < FIRST && !search_over(s); i++) {
        int c = search_untried(s);
        double cost = search_ask(s, c);
        if (isfinite(cost))
            surface_add(f, c, cost);
    }
    candidates_draw(s, f, CANDIDATES);
    for (int since = 0; !search_over(s); since++) {
        if (since % FIT_EVERY == 0)
            surface_fit(f, false);
        int chosen = -1;
        double most = -1;
        for (int i = 0; i < surface_candidates(f); i++) {
            int c = surface_candidate(f, i);
            double mean, deviation;
            if (!isnan(s->cost[c]))
                continue;
            surface_expect(f, i, &mean, &deviation);
            double gain = isfinite(search_best(s)) ? improvement(search_best(s), mean, deviation, most) : deviation;
            if (gain > most) {
                most = gain;
                chosen = c;
            }
        }
        chosen = chosen < 0 ? search_untried(s) : chosen;
        double cost = search_ask(s, chosen);
        if (isfinite(cost))
            surface_add(f, chosen, cost);
    }
}

/* ---- ours ---- */
const struct guidance guidances[] = {
#define SETTINGS(...) {__VA_ARGS__},
#include "settings.def"
#undef SETTINGS
};
const int nguidances = sizeof guidances / sizeof *guidances;

struct guide {
    struct search *s;
    const struct guidance *set;
    struct surface *f;
    int fitted; /* observations at the last fit */
    int *near;
    double *seen; /* logarithms of costs that worked, for the limit */
    int nseen;
};

static int by_number(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Costs that are far above the middle say only that nobody wants to be there. */
static void limit_set(struct guide *g)
{
    double sorted[g->nseen + 1];
    if (!g->nseen)
        return;
    memcpy(sorted, g->seen, (size_t)g->nseen * sizeof *sorted);
    qsort(sorted, (size_t)g->nseen, sizeof *sorted, by_number);
    surface_limit(g->f, sorted[(int)((g->nseen - 1) * g->set->limit)]);
}

/* Of a large space, where only a part are candidates: the neighbours of the best, and some of theirs. */
static void consider_around(struct guide *g, int best)
{
    const struct space *s = g->s->space;
    int n = s->n > CANDIDATES ? space_neighbours(s, best, false, g->near) : 0;
    for (int i = 0; i < n; i++)
        surface_consider(g->f, g->near[i]);
    for (int i = 0; i < AROUND && n; i++) {
        n = space_neighbours(s, best, false, g->near);
        int between = g->near[random_below(&g->s->random, n)], m = space_neighbours(s, between, false, g->near);
        if (m)
            surface_consider(g->f, g->near[random_below(&g->s->random, m)]);
    }
}

static void guide_try(struct guide *g, int c)
{
    double before = search_best(g->s), cost = search_ask(g->s, c);
    if (isfinite(cost))
        g->seen[g->nseen++] = log(cost);
    surface_add(g->f, c, isfinite(cost) ? log(cost) : 1e3);
    limit_set(g);
    if (cost < before)
        consider_around(g, c);
}

/* The first ones: of a handful drawn at random each time that which is furthest from those before it. */
static int spread_out(struct search *s)
{
    int chosen = -1;
    double most = -1;
    for (int i = 0; i < DRAWS; i++) {
        int c = search_untried(s);
        double least = INFINITY;
        for (int k = 0; k < s->ntried; k++) {
            double sum = 0;
            for (int p = 0; p < s->space->nparameters; p++) {
                double by = space_coordinate(s->space, c, p) - space_coordinate(s->space, s->tried[k], p);
                sum += s->space->parameters[p].ordered ? fabs(by) : by != 0;
            }
            least = fmin(least, sum);
        }
        if (least > most) {
            most = least;
            chosen = c;
        }
    }
    return chosen;
}

/* The candidate of which most improvement is expected; near: among the neighbours of the best. -1: there is none. */
static int most_expected(const struct guide *g, bool near)
{
    int chosen = -1, n = near ? space_neighbours(g->s->space, g->s->best, false, g->near) : 0;
    double most = -1, best = log(search_best(g->s));
    for (int i = 0; i < surface_candidates(g->f); i++) {
        int c = surface_candidate(g->f, i), k = 0;
        double mean, deviation;
        while (k < n && g->near[k] != c)
            k++;
        if (!isnan(g->s->cost[c]) || (near && k == n))
            continue;
        surface_expect(g->f, i, &mean, &deviation);
        double gain = improvement(best, mean, deviation, most);
        if (gain > most) {
            most = gain;
            chosen = c;
        }
    }
    return chosen;
}

void search_default(struct search *s)
{
    struct guide g = {.s = s,
                      .set = s->guidance ? s->guidance : guidances,
                      .f = surface_new(s, number_most(s) + 1, CANDIDATES + NEIGHBOURS)};
    int turn = 0;
    g.near = arena_alloc(s->arena, ((size_t)space_degree(s->space) + 1) * sizeof(int));
    g.seen = arena_alloc(s->arena, ((size_t)number_most(s) + 1) * sizeof(double));
    while (s->ntried < g.set->first && !search_over(s))
        guide_try(&g, spread_out(s));
    while (!isfinite(search_best(s)) && !search_over(s))
        guide_try(&g, search_untried(s));
    candidates_draw(s, g.f, CANDIDATES);
    while (!search_over(s) && !(g.set->climb && s->ntried >= g.set->climb * s->budget / 100)) {
        if (s->ntried >= g.fitted * g.set->again) {
            surface_fit(g.f, true);
            g.fitted = s->ntried;
        }
        int c = g.set->near && ++turn % g.set->near == 0 ? most_expected(&g, true) : -1;
        if (c < 0)
            c = most_expected(&g, false);
        guide_try(&g, c < 0 ? search_untried(s) : c);
    }
    search_climb(s);
}
