/* bayes.c: strategies that learn a surface (surface.c) from what was tried, and ask for the configuration of which it
 * expects the greatest improvement. */
#include "tune_priv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CANDIDATES = 2000, NEIGHBOURS = 4000, AROUND = 200, DRAWS = 10 };
enum { LEARNED = 200, KICK = 3 }; /* the surfaces follow so many; steps away from the best */

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
    struct surface *f;     /* of the logarithms of the costs that worked */
    struct surface *works; /* 1 where a configuration worked, 0 where it failed */
    int failed;
    int fitted; /* observations at the last fit */
    int *near;
    bool *exhausted; /* of each configuration: all its neighbours were tried */
};

/* Both surfaces keep the same candidates, in the same order. */
static void consider(struct guide *g, int config)
{
    surface_consider(g->f, config);
    surface_consider(g->works, config);
}

/* Of a large space, where only a part are candidates: the neighbours of the best, and some of theirs. */
static void consider_around(struct guide *g, int best)
{
    const struct space *s = g->s->space;
    int n = s->n > CANDIDATES ? space_neighbours(s, best, false, g->near) : 0;
    for (int i = 0; i < n; i++)
        consider(g, g->near[i]);
    for (int i = 0; i < AROUND && n; i++) {
        n = space_neighbours(s, best, false, g->near);
        int between = g->near[random_below(&g->s->random, n)], m = space_neighbours(s, between, false, g->near);
        if (m)
            consider(g, g->near[random_below(&g->s->random, m)]);
    }
}

static void guide_try(struct guide *g, int c)
{
    double before = search_best(g->s), cost = search_ask(g->s, c);
    if (g->s->ntried > LEARNED)
        return;
    if (isfinite(cost))
        surface_add(g->f, c, log(cost));
    surface_add(g->works, c, isfinite(cost));
    g->failed += !isfinite(cost);
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

/* How likely it is that candidate i works */
static double likely(const struct guide *g, int i)
{
    double mean, deviation;
    if (!g->failed)
        return 1;
    surface_expect(g->works, i, &mean, &deviation);
    return 0.5 * erfc((0.5 - mean) / deviation * M_SQRT1_2);
}

/* The candidate of which most improvement is expected, below the cost of configuration `around`, and among its
 * neighbours; around -1: of all, below the best. -1: there is none. */
static int most_expected(const struct guide *g, int around)
{
    int chosen = -1, n = around >= 0 ? space_neighbours(g->s->space, around, false, g->near) : 0;
    double most = -1, best = log(around >= 0 ? g->s->cost[around] : search_best(g->s));
    for (int i = 0; i < surface_candidates(g->f); i++) {
        int c = surface_candidate(g->f, i), k = 0;
        double mean, deviation;
        if (!isnan(g->s->cost[c]))
            continue;
        while (k < n && g->near[k] != c)
            k++;
        if (around >= 0 && k == n)
            continue;
        surface_expect(g->f, i, &mean, &deviation);
        double gain = improvement(best, mean, deviation, most);
        if (gain > most && (gain *= likely(g, i)) > most) {
            most = gain;
            chosen = c;
        }
    }
    return chosen;
}

/* A neighbour that was not tried, whatever is expected of it; -1: there is none. */
static int untried_near(struct guide *g, int c)
{
    int n = space_neighbours(g->s->space, c, false, g->near);
    random_shuffle(&g->s->random, g->near, n);
    for (int i = 0; i < n; i++)
        if (isnan(g->s->cost[g->near[i]]))
            return g->near[i];
    return -1;
}

static void fit(struct guide *g)
{
    if (g->s->ntried < g->fitted * g->set->again)
        return;
    surface_fit(g->f, true);
    if (g->failed)
        surface_fit(g->works, true);
    g->fitted = g->s->ntried;
}

static int expected_near(struct guide *g, int c)
{
    int n = space_neighbours(g->s->space, c, false, g->near);
    for (int i = 0; i < n; i++)
        consider(g, g->near[i]);
    fit(g);
    return most_expected(g, c);
}

/* Do the surfaces follow what is tried? They cost with the third power of it. */
static bool is_learning(const struct guide *g) { return g->s->ntried < LEARNED; }

/* Hill climbing: from c to better neighbours, those first of which most is expected, until all were tried */
static void climb(struct guide *g, int c)
{
    for (int next; !search_over(g->s) && isfinite(g->s->cost[c]); c = g->s->cost[next] < g->s->cost[c] ? next : c) {
        next = is_learning(g) ? expected_near(g, c) : -1;
        next = next < 0 ? untried_near(g, c) : next;
        g->exhausted[c] = next < 0;
        if (next < 0)
            return;
        guide_try(g, next);
    }
}

/* Of all, or, now and then, of the neighbours of the best */
static void explore(struct guide *g, int turn)
{
    fit(g);
    int c = g->set->near && turn % g->set->near == 0 ? most_expected(g, g->s->best) : -1;
    c = c < 0 ? most_expected(g, -1) : c;
    guide_try(g, c < 0 ? search_untried(g->s) : c);
}

static void first_ones(struct guide *g)
{
    struct search *s = g->s;
    while (s->ntried < g->set->first && !search_over(s))
        guide_try(g, spread_out(s));
    while (!isfinite(search_best(s)) && !search_over(s))
        guide_try(g, search_untried(s));
    candidates_draw(s, g->f, CANDIDATES);
    for (int i = 0; i < surface_candidates(g->f); i++)
        surface_consider(g->works, surface_candidate(g->f, i));
}

/* A few steps away from the best */
static int kick(struct guide *g)
{
    struct search *s = g->s;
    int c = search_confirmed(s);
    for (int i = 0; i < KICK; i++) {
        int n = space_neighbours(s->space, c, false, g->near);
        c = n ? g->near[random_below(&s->random, n)] : search_untried(s);
    }
    if (isnan(s->cost[c]))
        guide_try(g, c);
    return c;
}

/* The best one that has neighbours which were not tried, as far as is known; -1: there is none. Where costs vary, the
 * best of all is among the better ones, and mostly not the first of them. */
static int open_best(const struct guide *g)
{
    const struct search *s = g->s;
    int best = -1;
    for (int i = 0; i < s->ntried; i++) {
        int c = s->tried[i];
        if (isfinite(s->cost[c]) && !g->exhausted[c] && (best < 0 || s->cost[c] < s->cost[best]))
            best = c;
    }
    return best;
}

/* Where climbing begins next: while the surfaces follow, where most is expected; then in turn a few steps from the
 * best, and at the best that is not done with; where neither leads to anything new, anywhere */
static int next_start(struct guide *g, int turn, bool nothing_new)
{
    struct search *s = g->s;
    int c = -1;
    if (is_learning(g))
        explore(g, 1);
    else if (turn % 2 == 0)
        c = open_best(g);
    else if (!nothing_new)
        return kick(g);
    if (c >= 0)
        return c;
    if (!is_learning(g))
        guide_try(g, search_untried(s));
    return s->tried[s->ntried - 1];
}

void search_default(struct search *s)
{
    int most = number_most(s), room = (most < LEARNED ? most : LEARNED) + 1;
    struct guide g = {.s = s,
                      .set = s->guidance ? s->guidance : guidances,
                      .f = surface_new(s, room, CANDIDATES + NEIGHBOURS),
                      .works = surface_new(s, room, CANDIDATES + NEIGHBOURS)};
    g.near = arena_alloc(s->arena, ((size_t)space_degree(s->space) + 1) * sizeof(int));
    g.exhausted = arena_alloc(s->arena, (size_t)s->space->n);
    first_ones(&g);
    for (int turn = 1;
         !search_over(s) && s->ntried < LEARNED / 2 && !(g.set->climb && s->ntried >= g.set->climb * s->budget / 100);
         turn++)
        explore(&g, turn);
    for (int c = s->best, turn = 1; !search_over(s); turn++) {
        int before = s->ntried;
        climb(&g, c);
        if (!search_over(s))
            c = next_start(&g, turn, s->ntried == before);
    }
}
