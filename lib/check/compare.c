/* compare.c: a checkpoint with a recorded one. Pieces with equal hashes are equal, and are not read; of others the
 * elements that differ are found, as runtime/verify/compare.c does. */
#include <math.h>
#include <stdlib.h>

#include "check.h"

struct pair { /* two arrays at work */
    struct comparing *c;
    struct side now, then;
    char *now_bytes, *then_bytes; /* where pieces differ; else what there is */
    struct differences *d;
};

static bool fail(struct comparing *c, const char *why)
{
    snprintf(c->error, c->room, "%s", why);
    return false;
}

/* ---- elements ---- */
/* The summary shows the largest difference that was tolerated, by its share of what is allowed. */
static void note_use(struct pair *p, const struct element *e, int line, long double bound, long double share)
{
    struct tolerance_use *use = p->c->use;
    struct gantry_text name = {""}, now = {""}, then = {""}, place = {""};
    struct gantry_leaf leaf;
    if (!use || (*use->text && share <= use->share))
        return;
    array_leaf(p->then.a, e->at, &leaf, &name);
    gantry_number_text(e->kind, e->bytes, e->now.bytes, &now);
    gantry_number_text(e->kind, e->bytes, e->then.bytes, &then);
    checkpoint_text(p->c->then, &place);
    use->share = share;
    snprintf(use->text, sizeof use->text, "%.160s: %.120s: %s %.40s, %s %.40s; %.3Lg allowed by line %d", place.s,
             name.s, p->c->test_name ? p->c->test_name : "now", now.s,
             p->c->reference_name ? p->c->reference_name : "recorded", then.s, bound, line);
}

static bool allowed(struct pair *p, const struct element *e)
{
    const struct comparing *c = p->c;
    struct gantry_text own;
    long double off = gantry_off_by(e->kind, e->bytes, e->now.bytes, e->then.bytes);
    if (!c->tolerances || !gantry_is_float(e->kind))
        return false;
    for (struct gantry_tolerance *t = c->tolerances->first; t; t = t->next) {
        long double bound = gantry_tolerance_allows(t, e->kind, e->bytes, e->then.bytes);
        if (!gantry_tolerance_is_for(t, c->now->place, array_name(p->then.a, &own), e->kind) || !(off <= bound))
            continue;
        atomic_fetch_add(&t->used, 1);
        note_use(p, e, t->line, bound, bound > 0 ? off / bound : 0);
        return true;
    }
    return false;
}

static void add(struct pair *p, const struct element *e)
{
    struct differences *d = p->d;
    if (allowed(p, e)) {
        d->tolerated++;
        return;
    }
    long double by = gantry_off_by(e->kind, e->bytes, e->now.bytes, e->then.bytes);
    if (d->differing < SHOWN)
        d->first[d->differing] = *e;
    if (!d->differing || by > d->worst_by)
        d->worst = *e, d->worst_by = by;
    d->last = *e;
    d->differing++;
    gantry_sketch_mark(&d->where, e->at);
}

/* Addresses that nothing is known of are others in each run. */
static bool unknown_addresses(const struct element *e)
{
    static const union gantry_number null;
    return e->kind == 'p' && memcmp(e->now.bytes, null.bytes, e->bytes) != 0 &&
           memcmp(e->then.bytes, null.bytes, e->bytes) != 0;
}

/* Nobody has stored to it, in either run */
static bool is_unstored(const struct pair *p, uint64_t at, uint64_t bytes)
{
    return unstored_at(p->now.a, at, bytes) && unstored_at(p->then.a, at, bytes);
}

/* Compares the element that byte `at` belongs to; returns where to go on. */
static uint64_t compare_at(struct pair *p, uint64_t at)
{
    struct gantry_leaf leaf;
    if (!array_leaf(p->then.a, at, &leaf, NULL))
        return at + 1; /* padding */
    struct element e = {.at = leaf.begin, .kind = leaf.kind, .bytes = leaf.bytes};
    memcpy(e.now.bytes, p->now_bytes + leaf.begin, leaf.bytes);
    memcpy(e.then.bytes, p->then_bytes + leaf.begin, leaf.bytes);
    if (!gantry_leaf_same(&leaf, e.now.bytes, e.then.bytes) && !unknown_addresses(&e) && !is_unstored(p, e.at, e.bytes))
        add(p, &e);
    uint64_t end = leaf.begin + leaf.bytes;
    return end > at ? end : at + 1;
}

/* Returns where it stopped: an element may end in the next piece. */
static uint64_t compare_bytes(struct pair *p, uint64_t at, uint64_t end)
{
    enum { PART = 256 };
    while (at < end) {
        uint64_t n = end - at < PART ? end - at : PART;
        if (memcmp(p->now_bytes + at, p->then_bytes + at, n) == 0)
            at += n;
        else if (p->now_bytes[at] == p->then_bytes[at])
            at++;
        else
            at = compare_at(p, at);
    }
    return at;
}

/* ---- pieces ---- */
static bool side_hash(struct pair *p, const struct side *s, uint64_t i, struct hash *out)
{
    if (s->file)
        return recording_hash(s->file, s->a, i, out, p->c->error, p->c->room);
    *out = hash_of((const char *)s->a->bytes + i * PIECE, piece_bytes(s->a, i));
    return true;
}

static bool fetch(struct pair *p, const struct side *s, char *bytes, uint64_t i)
{
    return !s->file || recording_piece(s->file, s->a, i, bytes + i * PIECE, p->c->error, p->c->room);
}

static bool hashes_differ(struct pair *p, uint64_t i, bool *differ)
{
    struct hash now, then;
    if (!side_hash(p, &p->now, i, &now) || !side_hash(p, &p->then, i, &then))
        return false;
    *differ = now.low != then.low || now.high != then.high;
    return true;
}

/* Elements may begin in one piece and end in the next: then those beside a differing one are needed, too. */
static bool fetch_needed(struct pair *p, const bool *differ, uint64_t n)
{
    bool split = PIECE % element_bytes(p->then.a) != 0;
    for (uint64_t i = 0; i < n; i++) {
        bool beside = split && ((i && differ[i - 1]) || (i + 1 < n && differ[i + 1]));
        if ((differ[i] || beside) && (!fetch(p, &p->now, p->now_bytes, i) || !fetch(p, &p->then, p->then_bytes, i)))
            return false;
    }
    return true;
}

static char *room_for(const struct side *s) { return s->file ? malloc(s->a->size) : (char *)(uintptr_t)s->a->bytes; }

static bool compare_differing(struct pair *p, const bool *differ, uint64_t n)
{
    p->now_bytes = room_for(&p->now);
    p->then_bytes = room_for(&p->then);
    bool good = p->now_bytes && p->then_bytes;
    if (!good)
        fail(p->c, "out of memory");
    good = good && fetch_needed(p, differ, n);
    uint64_t done = 0;
    for (uint64_t i = 0; good && i < n; i++)
        if (differ[i])
            done = compare_bytes(p, done > i * PIECE ? done : i * PIECE, i * PIECE + piece_bytes(p->then.a, i));
    if (p->now.file)
        free(p->now_bytes);
    if (p->then.file)
        free(p->then_bytes);
    return good;
}

static bool compare_values(struct pair *p)
{
    uint64_t n = (p->then.a->size + PIECE - 1) / PIECE;
    bool any = false, good = true, *differ = calloc(n ? n : 1, sizeof *differ);
    if (!differ)
        return fail(p->c, "out of memory");
    for (uint64_t i = 0; good && i < n; i++) {
        good = hashes_differ(p, i, &differ[i]);
        any |= good && differ[i];
    }
    good = good && (!any || compare_differing(p, differ, n));
    free(differ);
    return good;
}

/* ---- pointers ---- */
static bool leads_alike(const struct comparing *c, const struct golden_pointer *now, const struct golden_pointer *then)
{
    if (!now || !then)
        return false;
    if (now->target == GOLDEN_NOWHERE || then->target == GOLDEN_NOWHERE)
        return true; /* what is recorded in one run need not be in the other */
    return now->offset == then->offset && same_name(&c->now->arrays[now->target], &c->then->arrays[then->target]);
}

static void next_pointer(const struct golden_array *a, uint32_t *i)
{
    while (*i < a->npointers && a->pointers[*i].target == GOLDEN_UNSTORED)
        ++*i;
}

static void compare_pointers(struct pair *p)
{
    const struct golden_pointer *now = p->now.a->pointers, *then = p->then.a->pointers;
    uint32_t i = 0, j = 0, n = p->now.a->npointers, m = p->then.a->npointers;
    for (;;) {
        next_pointer(p->now.a, &i);
        next_pointer(p->then.a, &j);
        if (i >= n && j >= m)
            break;
        bool of_now = i < n && (j == m || now[i].at <= then[j].at),
             of_then = j < m && (i == n || then[j].at <= now[i].at);
        struct element e = {.at = of_now ? now[i].at : then[j].at,
                            .kind = 'p',
                            .bytes = sizeof(uint64_t),
                            .points_now = of_now ? &now[i] : NULL,
                            .points_then = of_then ? &then[j] : NULL};
        if (!leads_alike(p->c, e.points_now, e.points_then))
            add(p, &e);
        i += of_now;
        j += of_then;
    }
}

/* ---- arrays ---- */
/* The number of rows of an array of arrays; else 1 */
static uint64_t rows_of(const struct golden_array *a)
{
    const struct gantry_layout *l = layout_known(a->layout);
    uint64_t rows = 1;
    if (l && a->ndims > 1 && a->stride <= 1)
        for (uint32_t d = 0; d + 1 < a->ndims; d++)
            rows *= a->dims[d];
    else if (l && l->kind == '[' && a->size > l->size)
        rows = a->size / l->size;
    else if (l && l->kind == '[' && l->inner->kind == '[' && a->size == l->size)
        rows = l->count;
    return rows && a->size % rows == 0 ? rows : 1;
}

/* Why two arrays cannot be compared by elements; NULL: they can */
static const char *other_shape(const struct golden_array *now, const struct golden_array *then)
{
    if ((now->stride > 1 || then->stride > 1) && now->stride != then->stride)
        return "was sampled in another way";
    if (now->size != then->size)
        return "has another size";
    return *now->layout && *then->layout && strcmp(now->layout, then->layout) != 0 ? "is of another type" : NULL;
}

/* One that is there now, and was then */
static bool compare_both(struct pair *p)
{
    struct differences *d = p->d;
    struct golden_array sampled;
    struct bytes room = {0};
    bool good = true;
    if (!p->now.file && p->now.a->stride <= 1 && p->then.a->stride > 1) { /* as it was recorded */
        good = array_sampled(p->now.a, p->then.a->stride, &sampled, &room) || fail(p->c, "out of memory");
        p->now.a = &sampled;
    }
    gantry_sketch_begin(&(d)->where, (p->then.a)->size, (d)->elements, rows_of(p->then.a));
    d->shape = other_shape(p->now.a, p->then.a);
    if (good && !d->shape) {
        good = compare_values(p);
        if (good)
            compare_pointers(p);
    }
    bytes_free(&room);
    return good;
}

static bool compare_pair(struct comparing *c, const struct golden_array *now, const struct golden_array *then)
{
    struct differences d = {.now = now, .then = then, .elements = array_values(then ? then : now)};
    struct pair p = {.c = c, .now = {c->now_file, now}, .then = {c->then_file, then}, .d = &d};
    if (now && then && !compare_both(&p))
        return false;
    if (!now || !then || d.shape)
        d.differing = d.elements ? d.elements : 1;
    c->sums.arrays++;
    c->sums.elements += d.elements;
    c->sums.differing += d.differing;
    c->sums.tolerated += d.tolerated;
    if (d.differing)
        c->report(c, &d);
    return true;
}

static bool is_compared(const struct golden_array *a) { return a->role != GOLDEN_HIDDEN && a->role != GOLDEN_LAUNCH; }

static bool alike(const struct golden_array *a, const struct golden_array *b)
{
    return a->role == b->role && a->parameter == b->parameter && same_name(a, b);
}

/* The array of c with the name, role and place among such that array i of `of` has; or NULL */
static const struct golden_array *counterpart(const struct golden_checkpoint *c, const struct golden_checkpoint *of,
                                              uint32_t i)
{
    uint32_t nth = 0;
    if (i < c->narrays && of->narrays == c->narrays && alike(&c->arrays[i], &of->arrays[i]))
        return &c->arrays[i];
    for (uint32_t k = 0; k < i; k++)
        nth += alike(&of->arrays[k], &of->arrays[i]);
    for (uint32_t k = 0; k < c->narrays; k++)
        if (alike(&c->arrays[k], &of->arrays[i]) && nth-- == 0)
            return &c->arrays[k];
    return NULL;
}

int64_t compare_checkpoints(struct comparing *c)
{
    c->sums = (struct golden_compared){0};
    for (uint32_t i = 0; i < c->now->narrays; i++)
        if (is_compared(&c->now->arrays[i]) && !compare_pair(c, &c->now->arrays[i], counterpart(c->then, c->now, i)))
            return -1;
    for (uint32_t i = 0; i < c->then->narrays; i++)
        if (is_compared(&c->then->arrays[i]) && !counterpart(c->now, c->then, i) &&
            !compare_pair(c, NULL, &c->then->arrays[i]))
            return -1;
    return (int64_t)c->sums.differing;
}
