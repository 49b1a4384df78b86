/* replay.c: searches on a recorded space: what a strategy asks for is looked up. */
#include "tune_priv.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

static double recorded(void *with, int config) { return ((const struct space *)with)->configs[config].cost; }

static void replay_once(const struct strategy *how, struct replay *r, uint64_t seed)
{
    struct arena *a = arena_new();
    struct search s = {.space = r->space,
                       .guidance = r->guidance,
                       .arena = a,
                       .random = random_from(seed),
                       .budget = r->budget,
                       .measure = recorded,
                       .with = (void *)r->space};
    search_begin(&s);
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

/* ---- with the noise that was recorded ---- */
enum { SEVERAL = 5 };
struct noisy {
    const struct space *space;
    struct random random;
    struct search *search;
    int measured;
};

/* One of the times of a configuration. */
static double recorded_once(void *with, int config)
{
    struct noisy *y = with;
    const struct config *c = &y->space->configs[config];
    y->measured++;
    return c->failure || !c->ntimes ? c->cost : c->times[random_below(&y->random, c->ntimes)];
}

/* What a search is told in place of one time: the middle of several, since one in a few may be disturbed by far. */
static double recorded_middle(void *with, int config)
{
    struct noisy *y = with;
    double times[SEVERAL];
    for (int i = 0; i < SEVERAL; i++)
        times[i] = recorded_once(with, config);
    return y->space->configs[config].failure ? INFINITY : search_middle(y->search, config, times, SEVERAL);
}

int replay_tune(const struct strategy *how, const struct space *space, int budget, uint64_t seed, int *measured)
{
    struct arena *a = arena_new();
    struct search s;
    struct noisy noise = {space, random_from(~seed), &s, 0};
    s = (struct search){.space = space,
                        .arena = a,
                        .random = random_from(seed),
                        .budget = budget ? budget : REPEAT_MOST,
                        .least = budget || space->n <= REPEAT_MOST ? 0 : REPEAT_LEAST,
                        .measure = recorded_middle,
                        .again = recorded_middle,
                        .with = &noise};
    struct race race = {.random = &s.random, .measure = recorded_once, .with = &noise, .before = -1};
    search_begin(&s);
    how->search(&s);
    int chosen = race_tried(&race, &s);
    *measured = noise.measured;
    arena_free(a);
    return chosen;
}
