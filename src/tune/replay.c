/* replay.c: searches on a recorded space: what a strategy asks for is looked up. */
#include "tune_priv.h"

#include <math.h>
#include <time.h>

static double recorded(void *with, int config) { return ((const struct space *)with)->configs[config].cost; }

static void replay_once(const struct strategy *how, struct replay *r, uint64_t seed)
{
    struct arena *a = arena_new();
    size_t n = (size_t)r->space->n;
    struct search s = {.space = r->space,
                       .guidance = r->guidance,
                       .arena = a,
                       .random = random_from(seed),
                       .budget = r->budget,
                       .measure = recorded,
                       .with = (void *)r->space,
                       .cost = arena_alloc(a, n * sizeof(double)),
                       .tried = arena_alloc(a, n * sizeof(int)),
                       .best = -1};
    for (size_t i = 0; i < n; i++)
        s.cost[i] = NAN;
    how->search(&s);
    double best = INFINITY;
    for (int i = 0; i < r->budget; i++) {
        if (i < s.ntried)
            best = fmin(best, s.cost[s.tried[i]]);
        r->fractions[i] += isfinite(best) ? r->space->best / best / r->seeds : 0;
    }
    arena_free(a);
}

void replay_run(const struct strategy *how, struct replay *r, struct arena *a)
{
    clock_t begin = clock();
    r->fractions = arena_alloc(a, (size_t)r->budget * sizeof *r->fractions);
    for (int i = 0; i < r->seeds; i++)
        replay_once(how, r, r->seed + (uint64_t)i);
    r->seconds = (double)(clock() - begin) / CLOCKS_PER_SEC / r->seeds;
}
