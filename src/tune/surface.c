/* surface.c: a Gaussian process over configurations: observed targets are samples of a smooth random function, of which
 * the covariance (Matern 5/2) falls with the distance. Along parameters with an order the distance is that of their
 * values' numbers; others are alike or not. The candidates' part of the sums is kept and grows by one number for each
 * observation, so that asking for all of them is cheap. */
#include "tune_priv.h"

#include <math.h>
#include <string.h>

struct surface {
    const struct search *search;
    struct arena *arena;
    int np, *which; /* parameters that vary; those with an order first */
    int nordered;
    double *length; /* how far it reaches along each */
    double noise;
    int n, room;
    int *config;
    double *target;
    double mean, scale;
    double *factor; /* Cholesky's, of room columns */
    double *z;      /* factor z = target - mean */
    int ncandidates, candidates_room, *candidate;
    bool *known;             /* of each configuration: is it a candidate? */
    float *place, *observed; /* coordinates of candidates and observations, divided by the lengths */
    float *solved;           /* of each candidate: factor v = covariances with what was observed */
    float *spread;           /* of each candidate: the sum of v squared */
};

enum { LENGTHS_TRIED = 2 };
static const double NOISES[] = {1e-4, 1e-3, 1e-2, 1e-1};

struct surface *surface_new(const struct search *s, int room, int candidates)
{
    struct arena *a = s->arena;
    struct surface *f = NEW(a, struct surface);
    size_t r = (size_t)room, m = (size_t)(candidates < s->space->n ? candidates : s->space->n);
    f->search = s;
    f->arena = a;
    f->room = room;
    f->noise = 1e-3;
    f->which = arena_alloc(a, (size_t)s->space->nparameters * sizeof(int));
    f->length = arena_alloc(a, (size_t)s->space->nparameters * sizeof(double));
    for (int pass = 0; pass < 2; pass++) {
        for (int p = 0; p < s->space->nparameters; p++)
            if (s->space->parameters[p].n > 1 && s->space->parameters[p].ordered == (pass == 0))
                f->which[f->np++] = p;
        f->nordered = pass == 0 ? f->np : f->nordered;
    }
    for (int i = 0; i < f->np; i++)
        f->length[i] = 0.5 * sqrt(f->np);
    f->config = arena_alloc(a, r * sizeof(int));
    f->target = arena_alloc(a, r * sizeof(double));
    f->z = arena_alloc(a, r * sizeof(double));
    f->factor = arena_alloc(a, r * r * sizeof(double));
    f->candidates_room = (int)m;
    f->candidate = arena_alloc(a, m * sizeof(int));
    f->known = arena_alloc(a, (size_t)s->space->n);
    f->place = arena_alloc(a, m * (size_t)f->np * sizeof(float) + 1);
    f->observed = arena_alloc(a, r * (size_t)f->np * sizeof(float) + 1);
    f->solved = arena_alloc(a, m * r * sizeof(float));
    f->spread = arena_alloc(a, m * sizeof(float));
    return f;
}

int surface_candidates(const struct surface *f) { return f->ncandidates; }
int surface_candidate(const struct surface *f, int i) { return f->candidate[i]; }

/* ---- covariances ---- */
/* the square of the distance of two configurations along parameter i */
static double apart(const struct surface *f, int i, int c, int d)
{
    const struct space *s = f->search->space;
    int p = f->which[i], x = s->configs[c].at[p], y = s->configs[d].at[p];
    if (x == y)
        return 0;
    double by = s->parameters[p].ordered ? (double)(x - y) / (s->parameters[p].n - 1) : 1;
    return by * by;
}

static double matern(double squared)
{
    double r = sqrt(5 * squared);
    return (1 + r + r * r / 3) * exp(-r);
}

/* Where a configuration lies, in units of the lengths: of parameters without order the numbers of the values do not
 * matter, only whether they are the same. */
static void place(const struct surface *f, int c, float *x)
{
    for (int i = 0; i < f->np; i++)
        x[i] = (float)(space_coordinate(f->search->space, c, f->which[i]) / f->length[i]);
}

static float covariance(const struct surface *f, const float *x, const float *y)
{
    float sum = 0;
    for (int i = 0; i < f->nordered; i++)
        sum += (x[i] - y[i]) * (x[i] - y[i]);
    for (int i = f->nordered; i < f->np; i++)
        sum += x[i] != y[i] ? (float)(1 / (f->length[i] * f->length[i])) : 0;
    float r = sqrtf(5 * sum);
    return (1 + r + r * r / 3) * expf(-r);
}

static float *observed(const struct surface *f, int k) { return f->observed + (size_t)k * (size_t)f->np; }

/* ---- the factor ---- */
/* The last row of the factor, of n rows, out of that of the covariances; false: they are not definite. */
static bool factor_row(double *factor, int room, int n, double *row)
{
    for (int i = 0; i < n; i++) {
        const double *other = factor + (size_t)i * (size_t)room;
        double sum = row[i];
        for (int k = 0; k < i; k++)
            sum -= row[k] * other[k];
        row[i] = sum / other[i];
    }
    double rest = row[n];
    for (int k = 0; k < n; k++)
        rest -= row[k] * row[k];
    row[n] = sqrt(fmax(rest, 1e-9));
    return rest > 0;
}

/* The mean that explains the targets best, z, and the scale of what is left. */
static void targets_solve(struct surface *f)
{
    double ones[f->n + 1], above = 0, below = 0;
    for (int i = 0; i < f->n; i++) {
        const double *row = f->factor + (size_t)i * (size_t)f->room;
        double y = f->target[i], one = 1;
        for (int k = 0; k < i; k++) {
            y -= row[k] * f->z[k];
            one -= row[k] * ones[k];
        }
        f->z[i] = y / row[i];
        ones[i] = one / row[i];
        above += f->z[i] * ones[i];
        below += ones[i] * ones[i];
    }
    f->mean = below > 0 ? above / below : 0;
    f->scale = 0;
    for (int i = 0; i < f->n; i++) {
        f->z[i] -= f->mean * ones[i];
        f->scale += f->z[i] * f->z[i];
    }
    f->scale = sqrt(fmax(f->scale / fmax(f->n, 1), 1e-12));
}

/* ---- candidates ---- */
static float dot(const float *a, const double *b, int n)
{
    float sum[4] = {0};
    int i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++)
            sum[k] += a[i + k] * (float)b[i + k];
    for (; i < n; i++)
        sum[0] += a[i] * (float)b[i];
    return sum[0] + sum[1] + sum[2] + sum[3];
}

/* Observation k has come: one more number of candidate i's. */
static void candidate_follow(struct surface *f, int i, int k)
{
    const double *row = f->factor + (size_t)k * (size_t)f->room;
    float *v = f->solved + (size_t)i * (size_t)f->room;
    float c = covariance(f, f->place + (size_t)i * (size_t)f->np, observed(f, k));
    v[k] = (c - dot(v, row, k)) / (float)row[k];
    f->spread[i] += v[k] * v[k];
}

static void candidate_begin(struct surface *f, int i)
{
    f->spread[i] = 0;
    place(f, f->candidate[i], f->place + (size_t)i * (size_t)f->np);
    for (int k = 0; k < f->n; k++)
        candidate_follow(f, i, k);
}

void surface_consider(struct surface *f, int config)
{
    if (f->known[config] || f->ncandidates == f->candidates_room)
        return;
    f->known[config] = true;
    f->candidate[f->ncandidates++] = config;
    candidate_begin(f, f->ncandidates - 1);
}

void surface_add(struct surface *f, int config, double target)
{
    int k = f->n;
    double *row = f->factor + (size_t)k * (size_t)f->room;
    if (k == f->room)
        return;
    place(f, config, observed(f, k));
    for (int i = 0; i < k; i++)
        row[i] = covariance(f, observed(f, k), observed(f, i));
    row[k] = 1 + f->noise;
    factor_row(f->factor, f->room, k, row);
    f->config[k] = config;
    f->target[k] = target;
    f->n++;
    targets_solve(f);
    for (int i = 0; i < f->ncandidates; i++)
        candidate_follow(f, i, k);
}

void surface_expect(const struct surface *f, int i, double *mean, double *deviation)
{
    *mean = f->mean + dot(f->solved + (size_t)i * (size_t)f->room, f->z, f->n);
    *deviation = f->scale * sqrt(fmax(1 + f->noise - f->spread[i], 1e-8));
}

/* ---- how far it reaches: the lengths and the noise that make the targets most likely ---- */
struct fit {
    struct surface *f;
    float *apart; /* of each parameter, of each pair of observations */
    double *factor;
};

static double likelihood(const struct fit *q, const double *length, double noise)
{
    struct surface *f = q->f;
    size_t pairs = (size_t)f->n * (size_t)f->n;
    double sum = 0, prior = 0;
    double inverse[f->np + 1];
    for (int i = 0; i < f->np; i++) {
        double far = log(length[i] / (0.5 * sqrt(f->np)));
        inverse[i] = 1 / (length[i] * length[i]);
        prior -= far * far / (2 * 1.5 * 1.5);
    }
    double ones[f->n + 1], z[f->n + 1], above = 0, below = 0, left = 0;
    for (int i = 0; i < f->n; i++) {
        double *row = q->factor + (size_t)i * (size_t)f->room;
        for (int k = 0; k < i; k++) {
            double squared = 0;
            for (int p = 0; p < f->np; p++)
                squared += q->apart[(size_t)p * pairs + (size_t)i * (size_t)f->n + (size_t)k] * inverse[p];
            row[k] = matern(squared);
        }
        row[i] = 1 + noise;
        if (!factor_row(q->factor, f->room, i, row))
            return -INFINITY;
        double y = f->target[i], one = 1;
        for (int k = 0; k < i; k++) {
            y -= row[k] * z[k];
            one -= row[k] * ones[k];
        }
        z[i] = y / row[i];
        ones[i] = one / row[i];
        above += z[i] * ones[i];
        below += ones[i] * ones[i];
        sum -= log(row[i]);
    }
    for (int i = 0; i < f->n; i++) {
        double rest = z[i] - above / below * ones[i];
        left += rest * rest;
    }
    return sum - 0.5 * f->n * log(fmax(left / f->n, 1e-12)) + prior;
}

static void try_lengths(const struct fit *q, double *length, int first, int end, double *best)
{
    static const double factors[LENGTHS_TRIED] = {0.5, 2};
    struct surface *f = q->f;
    double other[f->np + 1];
    for (int t = 0; t < LENGTHS_TRIED; t++) {
        memcpy(other, length, (size_t)f->np * sizeof *other);
        for (int i = first; i < end; i++)
            other[i] = fmax(0.05, fmin(50, length[i] * factors[t]));
        double now = likelihood(q, other, f->noise);
        if (now > *best) {
            *best = now;
            memcpy(length, other, (size_t)f->np * sizeof *other);
            t = -1; /* further in this direction */
        }
    }
}

static void rebuild(struct surface *f)
{
    int n = f->n;
    for (f->n = 0; f->n < n; f->n++) {
        double *row = f->factor + (size_t)f->n * (size_t)f->room;
        place(f, f->config[f->n], observed(f, f->n));
        for (int i = 0; i < f->n; i++)
            row[i] = covariance(f, observed(f, f->n), observed(f, i));
        row[f->n] = 1 + f->noise;
        factor_row(f->factor, f->room, f->n, row);
    }
    targets_solve(f);
    for (int i = 0; i < f->ncandidates; i++)
        candidate_begin(f, i);
}

void surface_fit(struct surface *f, bool each)
{
    if (f->n < 3)
        return;
    struct arena *a = arena_new(); /* what is needed meanwhile */
    size_t pairs = (size_t)f->n * (size_t)f->n;
    struct fit q = {f, arena_alloc(a, pairs * ((size_t)f->np + 1) * sizeof(float)),
                    arena_alloc(a, (size_t)f->n * (size_t)f->room * sizeof(double))};
    for (int p = 0; p < f->np; p++)
        for (size_t k = 0; k < pairs; k++)
            q.apart[(size_t)p * pairs + k] =
                (float)apart(f, p, f->config[k / (size_t)f->n], f->config[k % (size_t)f->n]);
    double best = likelihood(&q, f->length, f->noise);
    try_lengths(&q, f->length, 0, f->np, &best);
    for (int p = 0; p < f->np && each; p++)
        try_lengths(&q, f->length, p, p + 1, &best);
    for (size_t i = 0; i < sizeof NOISES / sizeof *NOISES; i++) {
        double now = likelihood(&q, f->length, NOISES[i]);
        if (now > best) {
            best = now;
            f->noise = NOISES[i];
        }
    }
    arena_free(a);
    rebuild(f);
}
