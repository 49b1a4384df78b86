/* race.c: who is the fastest of a few candidates whose times vary? They are measured in turn, round by round, so that
 * what disturbs the machine meets all of them. Who is slower than the fastest by the rank test drops out; in the end
 * the least time (times_middle) wins, but against what was there before only if the rank test says so. */
#include "tune_priv.h"

#include <math.h>
#include <string.h>

enum { FIRST_ROUNDS = 5, LAST_LOOK = 200 }; /* before anybody drops out; after that nobody does any more */
static const double DOUBT = 0.01 / 2;       /* the rank test looks at both sides, and here only one counts */

struct runner {
    int config;
    bool failed, beaten; /* it is out */
    double times[RACE_ROUNDS];
    double middle;
};

static bool is_slower(const struct runner *a, const struct runner *b, int rounds)
{
    return a->middle > b->middle && rank_probability(a->times, (size_t)rounds, b->times, (size_t)rounds) < 2 * DOUBT;
}

/* One more time of each that is left, in a new order: who fails is out. */
static void round_run(struct race *q, struct runner *all, int n, int round)
{
    int order[RACE_CANDIDATES + 1];
    for (int i = 0; i < n; i++)
        order[i] = i;
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
        all[i].middle = times_middle(all[i].times, rounds);
        if (!best || all[i].middle < best->middle)
            best = &all[i];
    }
    return best;
}

int race_run(struct race *q, const int *configs, int n)
{
    struct runner all[RACE_CANDIDATES + 1];
    struct runner *best = NULL, *before = NULL;
    int left = 0, round = 0, most = q->rounds ? q->rounds : RACE_ROUNDS;
    n = n < RACE_CANDIDATES ? n : RACE_CANDIDATES;
    for (int i = 0; i < n; i++)
        all[i] = (struct runner){.config = configs[i]};
    for (int i = 0; i < n && q->before >= 0; i++)
        before = all[i].config == q->before ? &all[i] : before;
    if (q->before >= 0 && !before) {
        before = &all[n];
        all[n++] = (struct runner){.config = q->before};
    }
    for (int next = FIRST_ROUNDS; round < most && (round < FIRST_ROUNDS || left > 1); round++) {
        round_run(q, all, n, round);
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
    return q->won ? best->config : before && !before->failed ? before->config : -1;
}
