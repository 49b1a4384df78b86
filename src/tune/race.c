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

enum { FIRST_ROUNDS = 8 };                        /* before anybody drops out */
static const double HOPELESS = 3;                 /* who has cost so many times as much as the best does not run */
static const double DOUBT = 0.01 / 2;             /* the rank test looks at both sides, and here only one counts */
static const double ALIKE = 0.01, AT_MOST = 0.05; /* so much slower is as fast; and where times do not tell so well */

struct runner {
    int config;
    bool failed, beaten; /* it is out */
    VEC(double) times;
    struct middle middle;
};

/* doubt: how likely it may be that this is said of one that is not */
static bool is_slower(const struct runner *a, const struct runner *b, int rounds, double doubt)
{
    return a->middle.mean > b->middle.mean && a->middle.low >= b->middle.high &&
           rank_probability(a->times.v, (size_t)rounds, b->times.v, (size_t)rounds) < 2 * doubt;
}

/* One more time of each that is left, in a new order: who fails is out. */
static void round_run(struct race *q, struct arena *a, struct runner *all, int *order, int n)
{
    random_shuffle(q->random, order, n);
    for (int i = 0; i < n; i++) {
        struct runner *x = &all[order[i]];
        if (x->failed || x->beaten)
            continue;
        double time = q->measure(q->with, x->config);
        vec_push(a, &x->times, time);
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
        all[i].middle = times_weigh(all[i].times.v, rounds);
        if (!best || all[i].middle.mean < best->middle.mean)
            best = &all[i];
    }
    return best;
}

/* Rounds after which it is looked who drops out: each time that there are a third more, for each look is a chance to
 * err. */
static int look_after(int round) { return round < FIRST_ROUNDS ? FIRST_ROUNDS : round + (round + 2) / 3; }

static int looks_in(int rounds)
{
    int n = 0;
    for (int at = look_after(0); at < rounds; at = look_after(at))
        n++;
    return n + 1;
}

/* Who is slower than the fastest for certain drops out; how many are left. The fastest is the luckiest of all that run,
 * and there are several looks: what may go wrong is shared among them. */
static int look(struct runner *all, int n, const struct runner *best, int rounds, double doubt)
{
    int left = 0, running = 0;
    for (int i = 0; i < n; i++)
        running += !all[i].failed && !all[i].beaten;
    for (int i = 0; i < n; i++) {
        if (best && !all[i].failed && !all[i].beaten)
            all[i].beaten = is_slower(&all[i], best, rounds, doubt / running);
        left += !all[i].failed && !all[i].beaten;
    }
    return left;
}

/* Whoever of those that are left is the fastest: is it this one, or as good as this one? */
static bool is_settled(const struct runner *all, int n, const struct runner *best)
{
    for (int i = 0; i < n; i++)
        if (&all[i] != best && !all[i].failed && !all[i].beaten && best->middle.high > all[i].middle.low * (1 + ALIKE))
            return false;
    return true;
}

/* Without time it ends with what is known, and who was there before stays unless another one is faster for certain. */
static bool is_cut(struct race *q) { return q->cut = q->over && q->over(q->with); }

int race_run(struct race *q, const int *configs, int n)
{
    struct arena *a = arena_new();
    struct runner *all = arena_alloc(a, ((size_t)n + 1) * sizeof *all), *best = NULL, *before = NULL;
    int round = 0, most = q->rounds ? q->rounds : RACE_ROUNDS, *order = arena_alloc(a, ((size_t)n + 1) * sizeof *order);
    double doubt = DOUBT / looks_in(most);
    for (int i = 0; i < n; i++)
        all[i] = (struct runner){.config = configs[i]};
    for (int i = 0; i < n && q->before >= 0; i++)
        before = all[i].config == q->before ? &all[i] : before;
    if (q->before >= 0 && !before) {
        before = &all[n];
        all[n++] = (struct runner){.config = q->before};
    }
    for (int i = 0; i < n; i++)
        order[i] = i;
    q->cut = false;
    for (bool over = false; !over && !q->cut;) {
        for (int next = look_after(round); round < next && round < most && !is_cut(q); round++)
            round_run(q, a, all, order, n);
        best = round ? fastest(all, n, round) : NULL;
        over = look(all, n, best, round, doubt) <= 1 || round == most || (best && is_settled(all, n, best));
    }
    bool stays = before && !before->failed && !before->beaten && (!best || !is_slower(before, best, round, DOUBT));
    q->won = best && best != before && !stays;
    q->cut &= !q->won;
    int won = q->won ? best->config : before && !before->failed ? before->config : -1;
    arena_free(a);
    return won;
}

bool race_equal(struct race *q, int config, int other)
{
    struct arena *a = arena_new();
    struct runner two[] = {{.config = config}, {.config = other}};
    int order[] = {0, 1};
    for (int round = 0; round < q->rounds && !two[0].failed && !two[1].failed; round++)
        round_run(q, a, two, order, 2);
    bool equal = fastest(two, 2, q->rounds) && !two[0].failed && !two[1].failed &&
                 !is_slower(&two[1], &two[0], q->rounds, DOUBT);
    if (equal) {
        double unsure = (two[0].middle.high - two[0].middle.low) / two[0].middle.mean / 4;
        equal = two[1].middle.mean / two[0].middle.mean - 1 <= fmax(ALIKE, fmin(unsure, AT_MOST));
    }
    arena_free(a);
    return equal;
}

int race_tried(struct race *q, struct search *s)
{
    int n = search_ranked(s);
    while (n > 1 && s->cost[s->tried[n - 1]] > HOPELESS * s->cost[s->tried[0]])
        n--;
    return race_run(q, s->tried, n);
}
