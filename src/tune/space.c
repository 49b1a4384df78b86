/* space.c: a space is a list of configurations, each a value of every parameter. What constraints rule out is not in
 * the list, so that a neighbour is looked for by its values (a hash table), and may not be there. */
#include "tune_priv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_number(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* The mean of what lies between two places of sorted numbers, the first of which lies from 0 to 1: where a place lies
 * within a number, a part of it counts. */
static double mean_between(const double *v, double from, double to)
{
    double sum = 0;
    for (int i = (int)from; i < to; i++)
        sum += v[i] * (fmin(to, i + 1) - fmax(from, i));
    return sum / (to - from);
}

struct middle times_weigh(const double *times, int n)
{
    /* How many of n times lie below a quarter of all that there could be varies by the square root of this. */
    const double quarter = 0.25 * 0.75 * n, doubt = 1.6;
    double sorted[n + 1], cut = n / 4.0, aside = fmin(cut, ceil(doubt * sqrt(quarter)));
    memcpy(sorted, times, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, by_number);
    return (struct middle){mean_between(sorted, cut, n - cut), mean_between(sorted, cut - aside, n - cut - aside),
                           mean_between(sorted, cut + aside, n - cut + aside)};
}

double times_middle(const double *times, int n) { return times_weigh(times, n).mean; }

static size_t slot_of(const struct space *s, const unsigned short *at)
{
    size_t slot = hash_bytes(0, at, sizeof *at * (size_t)s->nparameters) & (s->table_size - 1);
    while (s->table[slot] >= 0 && memcmp(s->configs[s->table[slot]].at, at, sizeof *at * (size_t)s->nparameters) != 0)
        slot = (slot + 1) & (s->table_size - 1);
    return slot;
}

void space_finish(struct arena *a, struct space *s)
{
    s->table_size = 16;
    while (s->table_size < 2 * (size_t)s->n)
        s->table_size *= 2;
    s->table = arena_alloc(a, s->table_size * sizeof *s->table);
    memset(s->table, 0xff, s->table_size * sizeof *s->table);
    s->best = INFINITY;
    s->failed = 0;
    for (int c = 0; c < s->n; c++) {
        s->table[slot_of(s, s->configs[c].at)] = c;
        s->best = fmin(s->best, s->configs[c].cost);
        s->failed += !isfinite(s->configs[c].cost);
    }
}

int space_find(const struct space *s, const unsigned short *at) { return s->table[slot_of(s, at)]; }

int space_degree(const struct space *s)
{
    int n = 0;
    for (int p = 0; p < s->nparameters; p++)
        n += s->parameters[p].n - 1;
    return n;
}

int space_neighbours(const struct space *s, int c, bool adjacent, int *out)
{
    unsigned short at[s->nparameters];
    int n = 0;
    memcpy(at, s->configs[c].at, sizeof at);
    for (int p = 0; p < s->nparameters; p++) {
        const struct parameter *q = &s->parameters[p];
        int was = at[p];
        for (int v = 0; v < q->n; v++) {
            if (v == was || (adjacent && q->ordered && v != was - 1 && v != was + 1))
                continue;
            at[p] = (unsigned short)v;
            int found = space_find(s, at);
            if (found >= 0)
                out[n++] = found;
        }
        at[p] = (unsigned short)was;
    }
    return n;
}

double space_coordinate(const struct space *s, int c, int p)
{
    int n = s->parameters[p].n;
    return n > 1 ? (double)s->configs[c].at[p] / (n - 1) : 0;
}

int space_nearest(const struct space *s, const double *x)
{
    unsigned short at[s->nparameters];
    for (int p = 0; p < s->nparameters; p++) {
        double v = floor(x[p] * (s->parameters[p].n - 1) + 0.5);
        at[p] = (unsigned short)fmax(0, fmin(v, s->parameters[p].n - 1));
    }
    int nearest = space_find(s, at);
    if (nearest >= 0)
        return nearest;
    double least = INFINITY;
    for (int c = 0; c < s->n; c++) {
        double far = 0;
        for (int p = 0; p < s->nparameters && far < least; p++) {
            double by = s->parameters[p].ordered ? space_coordinate(s, c, p) - x[p] : s->configs[c].at[p] != at[p];
            far += by * by;
        }
        if (far < least) {
            least = far;
            nearest = c;
        }
    }
    return nearest;
}
