/* swarm.c: strategies that keep many configurations: genetic, particle swarm. */
#include "tune_priv.h"

#include <math.h>
#include <stdlib.h>

enum { POPULATION = 20 };

/* ---- genetic: tournaments, each parameter from one of two parents, mutations; the two best live on ---- */
struct member {
    int config;
    double cost;
};

static int by_cost(const void *a, const void *b)
{
    double x = ((const struct member *)a)->cost, y = ((const struct member *)b)->cost;
    return x < y ? -1 : x > y;
}

static int tournament(struct search *s, const struct member *of, int n)
{
    int a = random_below(&s->random, n), b = random_below(&s->random, n);
    return of[a].cost <= of[b].cost ? of[a].config : of[b].config;
}

static int child(struct search *s, int mother, int father)
{
    int np = s->space->nparameters;
    double x[np];
    for (int p = 0; p < np; p++) {
        int n = s->space->parameters[p].n;
        x[p] = space_coordinate(s->space, random_unit(&s->random) < 0.5 ? mother : father, p);
        if (n > 1 && random_unit(&s->random) < 1.0 / np)
            x[p] = (double)random_below(&s->random, n) / (n - 1);
    }
    return space_nearest(s->space, x);
}

void search_genetic(struct search *s)
{
    struct member now[POPULATION], next[POPULATION];
    int n = s->space->n < POPULATION ? s->space->n : POPULATION;
    for (int i = 0; i < n && !search_over(s); i++) {
        now[i].config = search_untried(s);
        now[i].cost = search_ask(s, now[i].config);
    }
    while (!search_over(s)) {
        qsort(now, (size_t)n, sizeof *now, by_cost);
        next[0] = now[0];
        next[1] = now[n > 1];
        for (int i = 2; i < n; i++) {
            next[i].config = child(s, tournament(s, now, n), tournament(s, now, n));
            next[i].cost = search_ask(s, next[i].config);
        }
        if (n <= 2)
            search_ask(s, search_untried(s));
        for (int i = 0; i < n; i++)
            now[i] = next[i];
    }
}

/* ---- particle swarm, in coordinates from 0 to 1; a particle is the configuration nearest to it ---- */
struct particle {
    double *x, *v, *best_x;
    double best;
};

static void particle_begin(struct search *s, struct particle *q, int c)
{
    size_t np = (size_t)s->space->nparameters;
    q->x = arena_alloc(s->arena, np * sizeof(double));
    q->v = arena_alloc(s->arena, np * sizeof(double));
    q->best_x = arena_alloc(s->arena, np * sizeof(double));
    for (int p = 0; p < s->space->nparameters; p++) {
        q->x[p] = q->best_x[p] = space_coordinate(s->space, c, p);
        q->v[p] = (random_unit(&s->random) - 0.5) * 0.5;
    }
    q->best = search_ask(s, c);
}

static void particle_move(struct search *s, struct particle *q, const double *best)
{
    const double inertia = 0.7, own = 1.5, others = 1.5;
    for (int p = 0; p < s->space->nparameters; p++) {
        double r1 = random_unit(&s->random), r2 = random_unit(&s->random);
        q->v[p] = inertia * q->v[p] + own * r1 * (q->best_x[p] - q->x[p]) + others * r2 * (best[p] - q->x[p]);
        q->v[p] = fmax(-0.5, fmin(0.5, q->v[p]));
        q->x[p] = fmax(0, fmin(1, q->x[p] + q->v[p]));
    }
    double cost = search_ask(s, space_nearest(s->space, q->x));
    if (cost < q->best) {
        q->best = cost;
        for (int p = 0; p < s->space->nparameters; p++)
            q->best_x[p] = q->x[p];
    }
}

void search_swarm(struct search *s)
{
    struct particle all[POPULATION];
    int n = s->space->n < POPULATION ? s->space->n : POPULATION, best = 0;
    for (int i = 0; i < n && !search_over(s); i++) {
        particle_begin(s, &all[i], search_untried(s));
        best = all[i].best < all[best].best ? i : best;
    }
    for (int i = 0; !search_over(s); i = (i + 1) % n) {
        particle_move(s, &all[i], all[best].best_x);
        best = all[i].best < all[best].best ? i : best;
    }
}
