/* race.c: who is the fastest of many candidates whose times vary? They are measured in turn, round by round, so that
 * what disturbs the machine meets all of them. Who is slower than the fastest for certain drops out; in the end the
 * least time (times_middle) wins, but against what was there before only if that is certain, too.
 *
 * Certain is what two tests say. The rank test asks whose times are mostly less. Where times have two levels, as on a
 * machine where others run, that may be another one than who has the lesser middle; so what the middles may be must lie
 * apart, too. */
#include "tune_priv.h"

#include <math.h>
#include <string.h>

enum { FIRST_ROUNDS = 6, LAST_LOOK = 200 };       /* before anybody drops out; after that nobody does any more */
static const double DOUBT = 0.01 / 2;             /* the rank test looks at both sides, and here only one counts */
static const double ALIKE = 0.01, AT_MOST = 0.05; /* so much slower is as fast; and where times do not tell so well */

struct runner {
    int config;
    bool failed, beaten; /* it is out */
    double *times;
    struct middle middle;
};

static bool is_slower(const struct runner *a, const struct runner *b, int rounds)
{
    return a->middle.mean > b->middle.mean && a->middle.low >= b->middle.high &&
           rank_probability(a->times, (size_t)rounds, b->times, (size_t)rounds) < 2 * DOUBT;
}

/* One more time of each that is left, in a new order: who fails is out. */
static void round_run(struct race *q, struct runner *all, int *order, int n, int round)
{
    random_shuffle(q->random, order, n);
    for (int i = 0; i < n; i++) {
        struct runner *x = &all[order[i]];
        if (x->failed || x->beaten)
            continue;
        double time = x->times[round] = q->measure(q->with, x->config);
        q->measured++;
        if (!isfinite(time))
            x->failed = true;
    }
}

static struct runner *fastest(struct runner *all, int n, int rounds)
{
    struct runner *best = NULL;
    for (int i = 0; i < n; i++) {
        if (all[i].failed || all[i].beaten)
            continue;
        all[i].middle = times_weigh(all[i].times, rounds);
        if (!best || all[i].middle.mean < best->middle.mean)
            best = &all[i];
    }
    return best;
}

static struct runner runner_new(struct arena *a, int config, int rounds)
{
    return (struct runner){.config = config, .times = arena_alloc(a, (size_t)rounds * sizeof(double))};
}

int race_run(struct race *q, const int *configs, int n)
{
    struct arena *a = arena_new();
    struct runner *all = arena_alloc(a, ((size_t)n + 1) * sizeof *all), *best = NULL, *before = NULL;
    int left = 0, round = 0, most = q->rounds ? q->rounds : RACE_ROUNDS;
    int *order = arena_alloc(a, ((size_t)n + 1) * sizeof *order);
    for (int i = 0; i < n; i++)
        all[i] = runner_new(a, configs[i], most);
    for (int i = 0; i < n && q->before >= 0; i++)
        before = all[i].config == q->before ? &all[i] : before;
    if (q->before >= 0 && !before) {
        before = &all[n];
        all[n++] = runner_new(a, q->before, most);
    }
    for (int i = 0; i < n; i++)
        order[i] = i;
    for (int next = FIRST_ROUNDS; round < most && (round < FIRST_ROUNDS || left > 1); round++) {
        round_run(q, all, order, n, round);
        if (round + 1 < most && (round + 1 < next || round + 1 > LAST_LOOK))
            continue;
        next += next / 3; /* each look is a chance to err */
        best = fastest(all, n, round + 1);
        left = 0;
        for (int i = 0; i < n; i++) {
            if (best && round < LAST_LOOK && !all[i].failed && !all[i].beaten)
                all[i].beaten = is_slower(&all[i], best, round + 1);
            left += !all[i].failed && !all[i].beaten;
        }
    }
    bool stays = before && !before->failed && !before->beaten && (!best || !is_slower(before, best, round));
    q->won = best && best != before && !stays;
    int won = q->won ? best->config : before && !before->failed ? before->config : -1;
    arena_free(a);
    return won;
}

bool race_equal(struct race *q, int config, int other)
{
    struct arena *a = arena_new();
    struct runner two[] = {runner_new(a, config, q->rounds), runner_new(a, other, q->rounds)};
    int order[] = {0, 1};
    for (int round = 0; round < q->rounds && !two[0].failed && !two[1].failed; round++)
        round_run(q, two, order, 2, round);
    bool equal =
        fastest(two, 2, q->rounds) && !two[0].failed && !two[1].failed && !is_slower(&two[1], &two[0], q->rounds);
    if (equal) {
        double unsure = (two[0].middle.high - two[0].middle.low) / two[0].middle.mean / 4;
        equal = two[1].middle.mean / two[0].middle.mean - 1 <= fmax(ALIKE, fmin(unsure, AT_MOST));
    }
    arena_free(a);
    return equal;
}
