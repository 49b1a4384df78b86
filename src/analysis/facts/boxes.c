/* analysis/facts/boxes.c: how many different bytes the accesses of an object reach. */
#include "boxes.h"

#include <stdlib.h>

enum { WIDEST = 32 }; /* so many steps may two boxes lie apart */

/* ---- iterations that conditions leave out ---- */
static bool no_later(const struct formula *a, const struct formula *b, bool *known) /* a <= b */
{
    int64_t d;
    struct formula less = formula_sum(a, b, -1);
    *known &= formula_is_number(&less, &d);
    return *known && d <= 0;
}

static bool cut(struct range *r, struct formula b, bool begins)
{
    bool known = true;
    struct formula *side = begins ? &r->from : &r->end;
    if (begins ? no_later(&b, side, &known) : no_later(side, &b, &known))
        return true;
    *side = b;
    return known;
}

bool range_narrow(struct range *r, enum operator o, struct formula b, bool down)
{
    static const struct {
        enum operator operator, mirrored;
    } rows[] = {{OPERATOR_LT, OPERATOR_GT},
                {OPERATOR_LE, OPERATOR_GE},
                {OPERATOR_GT, OPERATOR_LT},
                {OPERATOR_GE, OPERATOR_LE},
                {OPERATOR_EQ, OPERATOR_EQ}};
    const struct formula one = formula_number(1);
    b = formula_times(&b, down ? 1 : -1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows && down; i++)
        if (rows[i].operator== o) {
            o = rows[i].mirrored;
            break;
        }
    struct formula after = formula_sum(&b, &one, 1);
    switch (o) {
    case OPERATOR_LT:
        return cut(r, b, false);
    case OPERATOR_LE:
        return cut(r, after, false);
    case OPERATOR_GT:
        return cut(r, after, true);
    case OPERATOR_GE:
        return cut(r, b, true);
    case OPERATOR_EQ:
        return cut(r, b, true) && cut(r, after, false);
    default:
        return false;
    }
}

/* ---- triangles ---- */
static bool is_below(const struct formula *p, int64_t least, int64_t *value)
{
    return formula_is_number(p, value) && *value < least;
}

/* Without its first rows, as long as these are known to have less than `least` iterations; others must have them. */
static void leave_short_rows(const struct box_counter *c, struct triangle *t, int64_t least)
{
    int64_t first, skipped = 0;
    const struct formula by = formula_number(-least), one = formula_number(1);
    if (is_below(&t->first, least, &first))
        skipped = (least - first + t->slope - 1) / t->slope;
    const struct formula more = formula_number(t->slope * skipped), fewer = formula_number(-skipped);
    t->first = formula_sum(&t->first, &more, 1);
    t->rows = formula_sum(&t->rows, &fewer, 1);
    t->skipped += skipped;
    c->require(c->data, formula_sum(&t->first, &by, 1));
    c->require(c->data, formula_sum(&t->rows, &one, -1));
}

static struct formula last_row(const struct triangle *t)
{
    const struct formula slope = formula_number(t->slope), less = formula_number(-t->slope);
    struct formula more = formula_product(&t->rows, &slope);
    more = formula_sum(&more, &less, 1);
    return formula_sum(&more, &t->first, 1);
}

struct triangle triangle_made(const struct box_counter *c, const struct range *rows, struct formula first,
                              int64_t slope)
{
    const struct formula by = formula_number(slope), one = formula_number(1);
    struct formula off = formula_product(&rows->from, &by);
    struct triangle t = {.from = rows->from, .rows = formula_sum(&rows->end, &rows->from, -1), .slope = slope};
    t.first = formula_sum(&first, &off, 1);
    if (slope < 0) {
        t.first = last_row(&t), t.slope = -slope;
        t.is_mirrored = true;
    }
    leave_short_rows(c, &t, 0);
    struct formula last = last_row(&t);
    c->require(c->data, formula_sum(&last, &one, -1));
    return t;
}

struct formula triangle_places(const struct triangle *t)
{
    const struct formula last = last_row(t);
    struct formula twice = formula_sum(&t->first, &last, 1);
    twice = formula_product(&twice, &t->rows);
    return formula_half(&twice);
}

static bool is_simpler(const struct formula *a, const struct formula *b)
{
    struct formula x = *a, y = *b;
    if (x.n && x.term[0].factor < 0)
        x = formula_times(&x, -1);
    if (y.n && y.term[0].factor < 0)
        y = formula_times(&y, -1);
    return formula_before(&x, &y) || (!formula_before(&y, &x) && x.n < y.n);
}

bool box_stretch_triangle(const struct box_counter *c, struct box *b, struct formula by, struct formula inner,
                          const struct triangle *shape)
{
    struct triangle t = *shape;
    const struct formula less = formula_number(-1);
    /* the row in which t counts from 0 */
    struct formula begin = formula_number(t.skipped), end = formula_sum(&t.rows, &begin, 1);
    struct formula all = formula_sum(&end, &less, 1), off = formula_product(&by, &t.from);
    b->base = formula_sum(&b->base, &off, 1);
    if (t.is_mirrored) {
        off = formula_product(&by, &all);
        b->base = formula_sum(&b->base, &off, 1);
        by = formula_times(&by, -1);
    }
    if (formula_is_zero(&inner)) { /* a place for each row that has any */
        leave_short_rows(c, &t, 1);
        begin = formula_number(t.skipped);
        end = formula_sum(&t.rows, &begin, 1);
        return box_stretch(b, by, &(struct range){begin, end});
    }
    /* counted from its end, where that makes rows lie more simply */
    struct formula other = formula_times(&inner, t.slope);
    other = formula_sum(&by, &other, 1);
    if (is_simpler(&other, &by)) {
        struct formula skipped = formula_number(t.skipped * t.slope), last = formula_sum(&t.first, &skipped, -1);
        last = formula_sum(&last, &less, 1); /* of row 0 */
        off = formula_product(&inner, &last);
        b->base = formula_sum(&b->base, &off, 1);
        inner = formula_times(&inner, -1);
        by = other;
    }
    const struct formula none = formula_number(0);
    if (!formula_is_zero(&by)) {
        b->is_triangle = true;
        b->shape = t;
        b->rows_down = by.term[0].factor < 0, b->row_down = inner.term[0].factor < 0;
    }
    unsigned n = b->n;
    if (!box_stretch(b, by, &(struct range){begin, end}) || !box_stretch(b, inner, &(struct range){none, last_row(&t)}))
        return false;
    for (unsigned i = 0; b->is_triangle && i < b->n - n; i++)
        b->dim[n + i].of_triangle = i + 1;
    return true;
}

/* ---- boxes ---- */
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
            if (i == j || m < 1 || b->dim[i].of_triangle || b->dim[j].of_triangle ||
                (m > 1 && (!formula_is_number(&b->dim[i].trip, &n) || n < m)))
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
    b->dim[b->n++] = (struct dim){.by = by, .trip = trip};
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

static bool same_triangle(const struct box *a, const struct box *b)
{
    return a->rows_down == b->rows_down && a->row_down == b->row_down && a->shape.slope == b->shape.slope &&
           formula_equal(&a->shape.rows, &b->shape.rows) && formula_equal(&a->shape.first, &b->shape.first);
}

bool boxes_alike(const struct box *a, struct box *b)
{
    for (unsigned i = 0; i < a->n && i < b->n; i++) {
        struct formula more = formula_sum(&b->dim[i].trip, &a->dim[i].trip, -1);
        if (!formula_equal(&a->dim[i].by, &b->dim[i].by) || a->dim[i].of_triangle != b->dim[i].of_triangle ||
            !formula_is_number(&more, &b->more[i]))
            return false;
    }
    return a->n == b->n && a->is_triangle == b->is_triangle && (!a->is_triangle || same_triangle(a, b));
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
    if (all->of[0]->dim[dim - 1].of_triangle) /* all are the same one */
        return e.first == e.last_first && e.first_end == e.last ? count_union(c, all, dim - 1)
                                                                : (struct formula){.wrong = true};
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
        struct formula places = count_union(c, some, boxes[0].n), within = formula_number(1);
        if (boxes[0].is_triangle)
            within = triangle_places(&boxes[0].shape);
        places = formula_product(&places, &within);
        *bytes = formula_sum(bytes, &places, cuts[k + 1] - cuts[k]);
    }
    return !bytes->wrong;
}
