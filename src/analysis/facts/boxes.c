/* analysis/facts/boxes.c: how many different bytes the accesses of an object reach. */
#include "boxes.h"

#include <stdlib.h>

enum { WIDEST = 32 }; /* so many steps may two boxes lie apart */

/* Two dimensions are one where the second one's steps continue the first one's, as rows that follow one another do. */
static void merge_dims(struct box *b)
{
    for (unsigned i = 0; i < b->n; i++)
        for (unsigned j = 0; j < b->n; j++) {
            int64_t x, y, n = 1;
            bool numbers =
                formula_is_number(&b->dim[i].by, &x) && formula_is_number(&b->dim[j].by, &y) && x && y % x == 0;
            bool equal = formula_equal(&b->dim[i].by, &b->dim[j].by);
            int64_t m = equal ? 1 : numbers ? y / x : 0;
            if (i == j || m < 1 || (m > 1 && (!formula_is_number(&b->dim[i].trip, &n) || n < m)))
                continue;
            const struct formula less = formula_number(-m);
            struct formula more = formula_times(&b->dim[j].trip, m);
            more = formula_sum(&more, &less, 1);
            b->dim[i].trip = formula_sum(&b->dim[i].trip, &more, 1);
            b->dim[j] = b->dim[--b->n];
            i = (unsigned)-1; /* begin again */
            break;
        }
}

bool box_stretch(struct box *b, struct formula by, const struct range *over)
{
    struct formula trip = formula_sum(&over->end, &over->from, -1), off = formula_product(&by, &over->from);
    const struct formula less = formula_number(-1);
    b->base = formula_sum(&b->base, &off, 1);
    if (by.wrong || b->base.wrong)
        return false;
    if (by.n == 0)
        return true;
    if (b->n == MOST_DIMS)
        return false;
    if (by.term[0].factor < 0) { /* counted from its other end */
        struct formula last = formula_sum(&trip, &less, 1);
        last = formula_product(&last, &by);
        b->base = formula_sum(&b->base, &last, 1);
        by = formula_times(&by, -1);
    }
    b->dim[b->n++] = (struct dim){by, trip};
    return true;
}

void box_finish(struct box *b)
{
    merge_dims(b);
    for (unsigned i = 1; i < b->n; i++)
        for (unsigned j = i; j > 0 && formula_before(&b->dim[j].by, &b->dim[j - 1].by); j--) {
            struct dim t = b->dim[j];
            b->dim[j] = b->dim[j - 1], b->dim[j - 1] = t;
        }
}

bool boxes_alike(const struct box *a, struct box *b)
{
    for (unsigned i = 0; i < a->n && i < b->n; i++) {
        struct formula more = formula_sum(&b->dim[i].trip, &a->dim[i].trip, -1);
        if (!formula_equal(&a->dim[i].by, &b->dim[i].by) || !formula_is_number(&more, &b->more[i]))
            return false;
    }
    return a->n == b->n;
}

/* How b lies from the first box: steps in each dimension, and bytes, which stay in base. */
static bool place_box(const struct box *first, struct box *b)
{
    struct formula d = formula_sum(&b->base, &first->base, -1);
    int64_t bytes, least;
    for (unsigned i = b->n; i-- > 0;) {
        b->from[i] = formula_times_in(&d, &b->dim[i].by);
        struct formula off = formula_times(&b->dim[i].by, b->from[i]);
        d = formula_sum(&d, &off, -1);
    }
    if (!formula_is_number(&d, &bytes))
        return false;
    if (b->n && formula_is_number(&b->dim[0].by, &least)) {
        int64_t steps = bytes / least - (bytes % least < 0);
        b->from[0] += steps, bytes -= steps * least;
    }
    for (unsigned i = 0; i < b->n; i++)
        b->more[i] += b->from[i];
    b->base = formula_number(bytes);
    return true;
}

struct shifts {
    unsigned n;
    const struct box *of[BOXES_MOST];
};

static struct formula count_union(const struct box_counter *c, const struct shifts *all, unsigned dim);

/* those that have begun at step `from` of the dimension before dim, and that end after step `end` of its last ones */
static struct formula count_part(const struct box_counter *c, const struct shifts *all, unsigned dim, int64_t from,
                                 int64_t end)
{
    struct shifts *some = NEW(c->arena, struct shifts);
    for (unsigned i = 0; i < all->n; i++)
        if (all->of[i]->from[dim - 1] <= from && all->of[i]->more[dim - 1] > end)
            some->of[some->n++] = all->of[i];
    return count_union(c, some, dim - 1);
}

struct extent {
    int64_t first, last_first, first_end, last; /* the first step of the first and of the last; the same of the ends */
};

static struct extent extent_of(const struct shifts *all, unsigned d)
{
    struct extent e = {INT64_MAX, INT64_MIN, INT64_MAX, INT64_MIN};
    for (unsigned i = 0; i < all->n; i++) {
        int64_t from = all->of[i]->from[d], more = all->of[i]->more[d];
        e.first = from < e.first ? from : e.first, e.last_first = from > e.last_first ? from : e.last_first;
        e.first_end = more < e.first_end ? more : e.first_end, e.last = more > e.last ? more : e.last;
    }
    return e;
}

/* How many places the boxes have in the first `dim` dimensions: those of the steps at which some have begun, of those
 * at which all have, and of those at which some have ended. */
static struct formula count_union(const struct box_counter *c, const struct shifts *all, unsigned dim)
{
    struct formula total = formula_number(0);
    int64_t trip;
    if (all->n == 0 || dim == 0)
        return formula_number(all->n > 0);
    const struct formula *t = &all->of[0]->dim[dim - 1].trip;
    struct extent e = extent_of(all, dim - 1);
    /* `more` is from the first box's end, of which this one has other steps */
    const struct formula others = formula_number(all->of[0]->from[dim - 1] - all->of[0]->more[dim - 1]);
    struct formula ends = formula_sum(t, &others, 1);
    if (e.last_first - e.first > WIDEST || e.last - e.first_end > WIDEST)
        return (struct formula){.wrong = true};
    if (formula_is_number(&ends, &trip) && trip + e.first_end < e.last_first) { /* few steps: one by one */
        for (int64_t p = e.first; p < trip + e.last; p++) {
            struct formula part = count_part(c, all, dim, p, p - trip);
            total = formula_sum(&total, &part, 1);
        }
        return total;
    }
    const struct formula range = formula_number(e.first_end - e.last_first);
    struct formula middle = formula_sum(&ends, &range, 1), whole = count_union(c, all, dim - 1);
    c->require(c->data, middle);
    total = formula_product(&middle, &whole);
    for (int64_t p = e.first; p < e.last_first; p++) {
        struct formula part = count_part(c, all, dim, p, INT64_MIN);
        total = formula_sum(&total, &part, 1);
    }
    for (int64_t p = e.first_end; p < e.last; p++) {
        struct formula part = count_part(c, all, dim, INT64_MAX, p);
        total = formula_sum(&total, &part, 1);
    }
    return total;
}

/* Different places have different addresses: each dimension's step is not less than all of the ones before. Sets where
 * all of them lie. */
static void require_apart(const struct box_counter *c, const struct shifts *all, int64_t low, int64_t extent,
                          struct reached *r)
{
    const struct box *b = all->of[0];
    const struct formula begin = formula_number(low);
    r->low = formula_sum(&r->low, &begin, 1);
    r->span = formula_number(extent);
    for (unsigned d = 0; d < b->n; d++) {
        struct extent e = extent_of(all, d);
        const struct formula range = formula_number(b->from[d] - b->more[d] + e.last - e.first);
        struct formula steps = formula_sum(&b->dim[d].trip, &range, 1);
        c->require(c->data, formula_sum(&b->dim[d].by, &r->span, -1));
        r->span = formula_product(&steps, &b->dim[d].by);
        r->low = formula_sum(&r->low, &b->dim[d].by, e.first);
    }
}

static bool split_wide(struct box *boxes, unsigned *n, unsigned i)
{
    int64_t bytes, least;
    struct box *b = &boxes[i];
    formula_is_number(&b->base, &bytes);
    if (!b->n || !formula_is_number(&b->dim[0].by, &least) || bytes + b->size <= least)
        return true;
    if (*n == BOXES_MOST)
        return false;
    boxes[*n] = *b;
    boxes[*n].from[0]++, boxes[*n].more[0]++;
    boxes[*n].base = formula_number(0);
    boxes[(*n)++].size = bytes + b->size - least;
    b->size = least - bytes;
    return true;
}

static int by_place(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

/* Their pieces within a step are counted each for itself. */
bool boxes_count(const struct box_counter *c, struct box *boxes, unsigned n, struct reached *r, struct formula *bytes)
{
    int64_t *cuts = arena_alloc(c->arena, 2 * BOXES_MOST * sizeof *cuts);
    struct shifts *some = NEW(c->arena, struct shifts);
    unsigned ncuts = 0;
    struct box first = boxes[0];
    for (unsigned i = 0; i < n; i++)
        if (!place_box(&first, &boxes[i]))
            return false;
    for (unsigned i = 0; i < n; i++)
        if (!split_wide(boxes, &n, i))
            return false;
    for (unsigned i = 0; i < n; i++) {
        int64_t at;
        formula_is_number(&boxes[i].base, &at);
        cuts[ncuts++] = at, cuts[ncuts++] = at + boxes[i].size;
        some->of[some->n++] = &boxes[i];
    }
    qsort(cuts, ncuts, sizeof *cuts, by_place);
    r->low = first.base;
    require_apart(c, some, cuts[0], cuts[ncuts - 1] - cuts[0], r);
    for (unsigned k = 0; k + 1 < ncuts; k++) {
        some->n = 0;
        for (unsigned i = 0; i < n; i++) {
            int64_t at;
            formula_is_number(&boxes[i].base, &at);
            if (at <= cuts[k] && at + boxes[i].size >= cuts[k + 1])
                some->of[some->n++] = &boxes[i];
        }
        if (cuts[k] == cuts[k + 1] || !some->n)
            continue;
        struct formula places = count_union(c, some, boxes[0].n);
        *bytes = formula_sum(bytes, &places, cuts[k + 1] - cuts[k]);
    }
    return !bytes->wrong;
}
