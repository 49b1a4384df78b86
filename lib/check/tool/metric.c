/* metric.c: the error of an array by layers, as models of ocean and atmosphere are judged: what is large where the
 * field is small counts, and what is small where it is large does not. */
#include <math.h>

#include "tool.h"

enum { SHAPE = 32 };
struct shape {
    uint64_t dims[SHAPE]; /* in values, the outermost first */
    unsigned n;
};

static void add_dimension(struct shape *s, uint64_t n)
{
    if (s->n < SHAPE)
        s->dims[s->n++] = n;
}

static struct shape shape_of(const struct golden_array *a, uint64_t value)
{
    struct shape s = {.n = 0};
    const struct gantry_layout *l = layout_known(a->layout);
    if (a->ndims && a->stride <= 1)
        for (uint32_t d = 0; d < a->ndims; d++)
            add_dimension(&s, a->dims[d]);
    else if (a->size != l->size)
        add_dimension(&s, a->size / l->size);
    for (; l->kind == '['; l = l->inner)
        add_dimension(&s, l->count);
    if (l->size != value)
        add_dimension(&s, l->size / value); /* of complex numbers, or members */
    return s;
}

static long double relative(long double worst, long double sum, uint64_t n)
{
    if (worst == 0)
        return 0;
    return sum > 0 && isfinite(sum) ? worst / (sum / n) : INFINITY;
}

struct layers { /* the values before, in and below an index of the dimension */
    uint64_t outer, n, inner;
};

static struct layers layers_of(const struct shape *s, uint64_t dimension)
{
    struct layers l = {1, 1, 1};
    bool one = s->n < 2 || dimension >= s->n; /* a row of numbers is one layer */
    for (unsigned d = 0; d < s->n; d++)
        *(one || d > dimension ? &l.inner : d < dimension ? &l.outer : &l.n) *= s->dims[d];
    return l;
}

bool metric(const struct golden_array *a, const void *test, const void *reference, uint64_t dimension,
            struct score *out)
{
    uint64_t value;
    char kind = value_kind(a, &value);
    if (!strchr("fdghiu", kind))
        return false;
    struct shape s = shape_of(a, value);
    struct layers l = layers_of(&s, dimension == UINT64_MAX ? 0 : dimension);
    *out = (struct score){.layers = l.n};
    if (l.outer * l.n * l.inner * value != a->size)
        return false;
    for (uint64_t k = 0; k < l.n; k++) {
        long double worst = 0, sum = 0;
        for (uint64_t i = 0; i < l.outer; i++)
            for (uint64_t j = 0; j < l.inner; j++) {
                uint64_t at = ((i * l.n + k) * l.inner + j) * value;
                const char *t = (const char *)test + at, *r = (const char *)reference + at;
                sum += fabsl(gantry_value(kind, (uint32_t)value, r));
                if (!gantry_same(kind, (uint32_t)value, t, r))
                    worst = fmaxl(worst, gantry_off_by(kind, (uint32_t)value, t, r));
            }
        long double error = relative(worst, sum, l.outer * l.inner);
        if (error > out->error || k == 0)
            out->error = error, out->layer = k;
    }
    return true;
}
