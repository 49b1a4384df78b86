/* build.c: a space out of rows of values and times: what a recorded file lists. The values of a parameter are those
 * that occur, numbers in their order; rows with the same values are one configuration with all of their times. */
#include "tune_priv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b)
{
    const struct value *x = a, *y = b;
    if (x->numeric && y->numeric && x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return x->numeric != y->numeric ? y->numeric - x->numeric : x->numeric ? 0 : strcmp(x->text, y->text);
}

static void values_find(struct arena *a, const struct building *b, int p)
{
    struct parameter *q = &b->space->parameters[p];
    size_t n = b->rows.n;
    struct value *all = arena_alloc(a, n * sizeof *all + 1);
    for (size_t i = 0; i < n; i++)
        all[i] = b->rows.v[i].values[p];
    qsort(all, n, sizeof *all, by_value);
    q->n = 0;
    q->values = all;
    q->ordered = true;
    for (size_t i = 0; i < n; i++) {
        q->ordered &= all[i].numeric;
        if (i == 0 || by_value(&all[i], &all[q->n - 1]) != 0)
            all[q->n++] = all[i];
    }
}

/* Rows that break a condition are no configurations. */
static bool conditions_apply(struct building *b)
{
    struct space *s = b->space;
    struct binding names[s->nparameters + 1];
    const char *why;
    size_t kept = 0;
    for_each (struct row, r, b->rows) {
        enum condition holds = CONDITION_TRUE;
        for (int p = 0; p < s->nparameters; p++)
            names[p] = (struct binding){s->parameters[p].name, &r->values[p]};
        for (size_t i = 0; i < b->conditions.n && holds == CONDITION_TRUE; i++) {
            holds = condition_holds(b->conditions.v[i], names, s->nparameters, &why);
            if (holds != CONDITION_WRONG)
                continue;
            fprintf(stderr, "gantry: %s: %s: the condition '%s' is not understood: %s\n",
                    b->lenient ? "warning" : "error", s->path, b->conditions.v[i], why);
            if (!b->lenient)
                return false;
            holds = CONDITION_TRUE;
            b->conditions.v[i--] = b->conditions.v[--b->conditions.n];
        }
        if (holds == CONDITION_TRUE)
            b->rows.v[kept++] = *r;
    }
    b->left_out = (int)(b->rows.n - kept);
    b->rows.n = kept;
    return true;
}

static const struct space *sorted; /* for by_place */
static int by_place(const void *a, const void *b)
{
    const struct config *x = a, *y = b;
    for (int p = 0; p < sorted->nparameters; p++)
        if (x->at[p] != y->at[p])
            return x->at[p] < y->at[p] ? -1 : 1;
    return x->failure && !y->failure ? 1 : !x->failure && y->failure ? -1 : 0;
}

/* The second of two rows of one configuration: a failure is one, whatever else was measured. */
static void join(struct arena *a, struct config *to, const struct config *from)
{
    double *times = arena_alloc(a, (size_t)(to->ntimes + from->ntimes) * sizeof *times + 1);
    memcpy(times, to->times, (size_t)to->ntimes * sizeof *times);
    memcpy(times + to->ntimes, from->times, (size_t)from->ntimes * sizeof *times);
    to->times = times;
    to->ntimes += from->ntimes;
    to->cost = NAN;
    to->failure = to->failure ? to->failure : from->failure;
}

static unsigned short place_of(const struct parameter *q, const struct value *v)
{
    const struct value *found = bsearch(v, q->values, (size_t)q->n, sizeof *v, by_value);
    return (unsigned short)(found - q->values);
}

static void configs_make(struct arena *a, const struct building *b)
{
    struct space *s = b->space;
    size_t np = (size_t)s->nparameters;
    struct config *all = arena_alloc(a, b->rows.n * sizeof *all);
    for (size_t i = 0; i < b->rows.n; i++) {
        const struct row *r = &b->rows.v[i];
        unsigned short *at = arena_alloc(a, np * sizeof *at);
        for (size_t p = 0; p < np; p++)
            at[p] = place_of(&s->parameters[p], &r->values[p]);
        all[i] = (struct config){at, r->times, r->ntimes, r->cost, r->failure};
    }
    sorted = s;
    qsort(all, b->rows.n, sizeof *all, by_place);
    s->configs = all;
    s->n = 0;
    for (size_t i = 0; i < b->rows.n; i++) {
        if (s->n && memcmp(all[s->n - 1].at, all[i].at, np * sizeof *all->at) == 0)
            join(a, &all[s->n - 1], &all[i]);
        else
            all[s->n++] = all[i];
    }
    for (int c = 0; c < s->n; c++) {
        if (!all[c].failure && all[c].ntimes == 0 && !(isfinite(all[c].cost) && all[c].cost > 0))
            all[c].failure = "nothing was measured";
        all[c].cost = all[c].failure       ? INFINITY
                      : isnan(all[c].cost) ? times_middle(all[c].times, all[c].ntimes)
                                           : all[c].cost;
    }
}

bool space_build(struct arena *a, struct building *b)
{
    struct space *s = b->space;
    if (!conditions_apply(b))
        return false;
    if (b->rows.n == 0 || b->rows.n > 1 << 24) {
        fprintf(stderr, "gantry: error: %s: %s\n", s->path,
                b->rows.n ? "too many configurations" : "it holds no configuration");
        return false;
    }
    for (int p = 0; p < s->nparameters; p++) {
        values_find(a, b, p);
        if (s->parameters[p].n > 65535) {
            fprintf(stderr, "gantry: error: %s: '%s' has too many values\n", s->path, s->parameters[p].name);
            return false;
        }
    }
    configs_make(a, b);
    space_finish(a, s);
    if (!isfinite(s->best)) {
        fprintf(stderr, "gantry: error: %s: every configuration failed%s%s%s\n", s->path,
                b->objective ? ": none has a positive number '" : "", b->objective ? b->objective : "",
                b->objective ? "'" : "");
        return false;
    }
    return true;
}
