/* plain.c: strategies that know the last configuration only: random, greedy, basin hopping, annealing. */
#include "tune_priv.h"

#include <math.h>

void search_random(struct search *s)
{
    while (!search_over(s))
        search_ask(s, search_untried(s));
}

/* From c to a neighbour that is better, the first that is found, until there is none. */
static int descend(struct search *s, int c, int *near)
{
    double cost = search_ask(s, c);
    for (bool better = true; better && !search_over(s);) {
        int n = space_neighbours(s->space, c, false, near);
        better = false;
        random_shuffle(&s->random, near, n);
        for (int i = 0; i < n && !better && !search_over(s); i++) {
            double next = search_ask(s, near[i]);
            if (next < cost) {
                cost = next;
                c = near[i];
                better = true;
            }
        }
    }
    return c;
}

static int *neighbours_room(struct search *s)
{
    return arena_alloc(s->arena, ((size_t)space_degree(s->space) + 1) * sizeof(int));
}

/* Hill climbing, begun anew at a random place when it has arrived. */
void search_greedy(struct search *s)
{
    int *near = neighbours_room(s);
    while (!search_over(s))
        descend(s, search_untried(s), near);
}

/* Hill climbing, begun anew a few steps from where it has arrived, or from where it was before that. */
void search_basin(struct search *s)
{
    enum { STEPS = 3 };
    const double temperature = 0.1; /* a basin that is so much worse is taken in one of e times */
    int *near = neighbours_room(s);
    int home = search_over(s) ? 0 : descend(s, search_untried(s), near);
    while (!search_over(s)) {
        int c = home;
        for (int i = 0; i < STEPS; i++) {
            int n = space_neighbours(s->space, c, false, near);
            c = n ? near[random_below(&s->random, n)] : search_untried(s);
        }
        c = descend(s, c, near);
        double worse = search_ask(s, c) / search_ask(s, home) - 1;
        if (isnan(worse) || worse <= 0 || random_unit(&s->random) < exp(-worse / temperature))
            home = c;
    }
}

/* Simulated annealing: the temperature falls with the evaluations that are left. */
void search_annealing(struct search *s)
{
    const double hot = 0.5, cold = 0.005; /* relative to the cost */
    int *near = neighbours_room(s);
    int c = search_over(s) ? 0 : search_untried(s);
    double cost = search_ask(s, c);
    while (!search_over(s)) {
        int n = space_neighbours(s->space, c, false, near);
        int to = n && isfinite(cost) ? near[random_below(&s->random, n)] : search_untried(s);
        double next = search_ask(s, to);
        double temperature = hot * pow(cold / hot, (double)s->ntried / s->budget);
        double worse = next / cost - 1;
        if (!isfinite(cost) || next <= cost ||
            (isfinite(next) && random_unit(&s->random) < exp(-worse / temperature))) {
            c = to;
            cost = next;
        }
    }
}
