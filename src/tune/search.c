/* search.c: what every strategy is given. An evaluation is a configuration that was not tried before: what a strategy
 * asks for again is remembered and costs nothing, so that all strategies are counted alike. */
#include "tune_priv.h"

#include <math.h>
#include <stdlib.h>

enum {
    PATIENCE = 100, /* known answers in a row; then it gets something new */
    CONFIRM = 4     /* of many that were measured the best has mostly been lucky: it is measured again so often */
};

void search_begin(struct search *s)
{
    size_t n = (size_t)s->space->n;
    s->cost = arena_alloc(s->arena, n * sizeof *s->cost);
    s->tried = arena_alloc(s->arena, n * sizeof *s->tried);
    s->had = arena_alloc(s->arena, n * sizeof *s->had);
    s->best = -1;
    for (size_t i = 0; i < n; i++)
        s->cost[i] = NAN;
}

bool search_over(const struct search *s)
{
    int since = s->ntried - s->better;
    return s->ntried >= s->budget || s->ntried >= s->space->n || (s->least && since >= s->least && since >= s->better);
}

double search_best(const struct search *s) { return s->best < 0 ? INFINITY : s->cost[s->best]; }

static double try(struct search *s, int c)
{
    s->cost[c] = s->measure(s->with, c);
    for (int i = 0; i < CONFIRM && s->again && s->cost[c] < search_best(s); i++)
        s->cost[c] = s->again(s->with, c);
    s->tried[s->ntried++] = c;
    s->idle = 0;
    if (isfinite(s->cost[c]) && s->cost[c] < search_best(s)) {
        s->best = c;
        s->better = s->ntried;
    }
    return s->cost[c];
}

double search_middle(struct search *s, int config, const double *times, int n)
{
    for (int i = 0; i < n; i++)
        vec_push(s->arena, &s->had[config], times[i]);
    return times_middle(s->had[config].v, (int)s->had[config].n);
}

static const struct search *ranked; /* for by_cost */
static int by_cost(const void *a, const void *b)
{
    double x = ranked->cost[*(const int *)a], y = ranked->cost[*(const int *)b];
    return x < y ? -1 : x > y;
}

int search_ranked(struct search *s)
{
    int n = 0;
    ranked = s;
    qsort(s->tried, (size_t)s->ntried, sizeof(int), by_cost);
    while (n < s->ntried && isfinite(s->cost[s->tried[n]]))
        n++;
    return n;
}

int search_confirmed(struct search *s)
{
    if (!s->again || s->best < 0)
        return s->best;
    s->cost[s->best] = s->again(s->with, s->best);
    for (int i = 0; i < s->ntried; i++)
        if (s->cost[s->tried[i]] < search_best(s)) {
            s->best = s->tried[i];
            s->better = s->ntried;
        }
    return s->best;
}

int search_untried(struct search *s)
{
    int n = s->space->n, c = random_below(&s->random, n);
    for (int i = 0; i < 32 && !isnan(s->cost[c]); i++)
        c = random_below(&s->random, n);
    while (!isnan(s->cost[c]))
        c = (c + 1) % n;
    return c;
}

double search_ask(struct search *s, int c)
{
    if (isnan(s->cost[c]))
        return search_over(s) ? INFINITY : try(s, c);
    if (++s->idle > PATIENCE && !search_over(s))
        try(s, search_untried(s));
    return s->cost[c];
}
