/* explain.c: differences that are allowed: first those that another order of additions can make; then those that the
 * user's file of tolerances allows; then those that come from the order in which threads arrive. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "verify.h"

/* Marks a difference as allowed. The largest ratio of a region's differences to what is allowed is shown in the
 * summary. */
static void fine(struct gantry_compared *c, struct gantry_difference *d, long double allowed, const char *why)
{
    struct gantry_account *r = c->account;
    long double off =
        fabsl(gantry_value(d->kind, d->bytes, d->device.bytes) - gantry_value(d->kind, d->bytes, d->cpu.bytes));
    double share = allowed > 0 && isfinite(off) ? (double)(off / allowed) : 0;
    struct gantry_text name = {""}, device = {""}, cpu = {""};
    d->fine = true;
    c->nfine++;
    if (*r->tolerated && share <= r->tolerated_share)
        return;
    gantry_difference_name(d, &name);
    gantry_number_text(d->kind, d->bytes, d->device.bytes, &device);
    gantry_number_text(d->kind, d->bytes, d->cpu.bytes, &cpu);
    r->tolerated_share = share;
    snprintf(r->tolerated, sizeof r->tolerated, "%s: device %s, %s %s; %.3g allowed by %s", name.s, device.s,
             c->against->value, cpu.s, (double)allowed, why);
}

/* ---- rounding ---- */
static void spread(struct gantry_compared *c)
{
    for (size_t i = 0; i < c->nfound; i++) {
        struct gantry_difference *d = &c->found[i];
        union gantry_number moved;
        gantry_difference_get(d, d->block->shadow, &moved);
        long double v =
            fabsl(gantry_value(d->kind, d->bytes, moved.bytes) - gantry_value(d->kind, d->bytes, d->plain.bytes));
        if (d->kind == '?') /* of unknown type: any change counts */
            v = memcmp(moved.bytes, d->plain.bytes, d->bytes) ? INFINITY : 0;
        if (v > d->spread || isnan(v))
            d->spread = isnan(v) ? INFINITY : v;
    }
}

static bool spreads(const struct gantry_compared *c) { return c->verify->flags & GANTRY_VERIFY_SPREAD; }

/* Updates in functions that the region calls are not rounded at random: where few of them make a sum, no other order
 * that was tried may have changed it. */
static long double allowed_by_order(const struct gantry_compared *c, const struct gantry_difference *d)
{
    enum { FEW = 4 };
    long double ulp = gantry_is_float(d->kind) ? gantry_ulp(d->kind, d->bytes, d->cpu.bytes) : 0;
    long double least = d->spread > 0 ? ulp : spreads(c) && !c->sums ? FEW * ulp : 0;
    long double allowed = (spreads(c) ? GANTRY_SPREADS : GANTRY_BOUNDS) * d->spread + least;
    return c->recorded ? 2 * allowed : allowed; /* both are off by so much */
}

static size_t unexplained(struct gantry_compared *c, bool mark)
{
    size_t left = 0;
    const char *why =
        spreads(c) ? "the order of additions: ten times what other orders change on the CPU" : "the order of additions";
    for (size_t i = 0; i < c->nfound; i++) {
        struct gantry_difference *d = &c->found[i];
        long double allowed = allowed_by_order(c, d);
        long double off = d->kind == '?' ? 0
                                         : fabsl(gantry_value(d->kind, d->bytes, d->device.bytes) -
                                                 gantry_value(d->kind, d->bytes, d->cpu.bytes));
        if (d->fine)
            continue;
        if (mark && c->sums && off == 0 && gantry_is_float(d->kind)) { /* 0 and -0: which one is a matter of order */
            fine(c, d, 0, why);
            continue;
        }
        if (allowed == 0 || d->kind == 'p' || !(off <= allowed))
            left++;
        else if (mark)
            fine(c, d, allowed, why);
    }
    return left;
}

/* What was recorded is not the reference's. */
static void find_plain(struct gantry_compared *c)
{
    if (gantry_reference_run(c, 0))
        return;
    for (size_t i = 0; i < c->nfound; i++)
        gantry_difference_get(&c->found[i], c->found[i].block->shadow, &c->found[i].plain);
}

static void by_rounding(struct gantry_compared *c)
{
    const int trials = spreads(c) ? 16 : 8, first = spreads(c) ? GANTRY_TRIAL_SPREAD : 0;
    size_t left = c->nfound;
    if ((c->sums || spreads(c)) && c->recorded)
        find_plain(c);
    for (int trial = 1; (c->sums || spreads(c)) && trial <= trials && left; trial++) {
        if (gantry_reference_run(c, first + trial))
            break;
        spread(c);
        left = unexplained(c, false);
    }
    unexplained(c, true);
}

/* ---- tolerances ---- */
static bool is_for(const struct gantry_tolerance *t, const struct gantry_region *r, const struct gantry_difference *d)
{
    char place[sizeof t->place];
    struct gantry_leaf leaf;
    bool known;
    const struct gantry_seen *s = gantry_seen_at(d->block, d->block->begin + d->at, &leaf, &known);
    snprintf(place, sizeof place, "%s:%d", r->loc.func ? r->loc.func : "", r->loc.line);
    return gantry_tolerance_is_for(t, place, s && s->object->name ? s->object->name : "", d->kind);
}

static void by_tolerances(struct gantry_compared *c)
{
    const struct gantry_tolerances *all = &gantry_verify_options()->tolerances;
    for (struct gantry_tolerance *t = all->first; t; t = t->next)
        for (size_t i = 0; i < c->nfound; i++) {
            struct gantry_difference *d = &c->found[i];
            if (d->fine || !gantry_is_float(d->kind) || !is_for(t, c->m->region, d))
                continue;
            long double allowed = gantry_tolerance_allows(t, d->kind, d->bytes, d->cpu.bytes);
            char why[4200];
            if (!(gantry_off_by(d->kind, d->bytes, d->device.bytes, d->cpu.bytes) <= allowed))
                continue;
            atomic_fetch_add(&t->used, 1);
            snprintf(why, sizeof why, "%s:%d", all->path, t->line);
            fine(c, d, allowed, why);
        }
}

/* ---- order of arrival ---- */
static size_t unit_size;
static int by_bytes(const void *a, const void *b) { return memcmp(a, b, unit_size); }

/* The elements of an array one after the other, without padding, device addresses translated to the copy's */
static unsigned char *units(const struct gantry_compared *c, struct gantry_block *b, const struct gantry_seen *s,
                            char *bytes, bool is_device, size_t *n)
{
    const struct gantry_layout *l = s->layout;
    while (l->kind == '[')
        l = l->inner;
    uint64_t first = s->at > b->begin ? s->at - b->begin : 0;
    uint64_t begin = first + (b->begin + first - s->at + l->size - 1) / l->size * l->size - (b->begin + first - s->at);
    unit_size = l->size;
    *n = begin < b->size ? (b->size - begin) / l->size : 0;
    unsigned char *out = calloc(*n ? *n : 1, unit_size);
    char *copy = malloc(b->size);
    if (!out || !copy)
        gantry_verify_no_memory();
    memcpy(copy, bytes, b->size);
    if (is_device)
        gantry_shadow_translate(c, b, copy);
    for (size_t i = 0; i < *n; i++)
        for (uint64_t at = 0; at < l->size;) {
            struct gantry_leaf leaf;
            if (!gantry_layout_leaf(l, at, &leaf, NULL)) {
                at++;
                continue;
            }
            memcpy(out + i * unit_size + leaf.begin, copy + begin + i * unit_size + leaf.begin, leaf.bytes);
            at = leaf.begin + leaf.bytes;
        }
    free(copy);
    qsort(out, *n, unit_size, by_bytes);
    return out;
}

static bool same_multiset(const struct gantry_compared *c, struct gantry_block *b, const struct gantry_seen *s)
{
    size_t n, m;
    unsigned char *device = units(c, b, s, b->after, true, &n), *cpu = units(c, b, s, b->shadow, false, &m);
    bool same = n == m && memcmp(device, cpu, n * unit_size) == 0;
    free(device);
    free(cpu);
    return same;
}

/* Arrays with the same elements in another order are as good. Returns how many differences are left. */
static size_t same_elements(struct gantry_compared *c)
{
    const struct gantry_block *done = NULL;
    bool same = false;
    size_t left = 0;
    for (size_t i = 0; i < c->nfound; i++) {
        struct gantry_difference *d = &c->found[i];
        struct gantry_leaf leaf;
        bool known;
        if (d->fine)
            continue;
        const struct gantry_seen *s = gantry_seen_at(d->block, d->block->begin + d->at, &leaf, &known);
        if (d->block != done)
            same = s && same_multiset(c, d->block, s);
        done = d->block;
        if (same)
            fine(c, d, 0, "the order of arrival: the same elements are there in another order");
        else
            left++;
    }
    return left;
}

/* Does another order give a value so far from the first that the device's may be one of these, too? A sum that is only
 * rounded in another way explains no more than that. */
static bool is_other(const struct gantry_difference *d)
{
    enum { SHARE = 100 };
    union gantry_number now;
    gantry_difference_get(d, d->block->shadow, &now);
    if (memcmp(now.bytes, d->cpu.bytes, d->bytes) == 0)
        return false;
    if (!gantry_is_float(d->kind))
        return true;
    long double cpu = gantry_value(d->kind, d->bytes, d->cpu.bytes);
    long double off = fabsl(gantry_value(d->kind, d->bytes, d->device.bytes) - cpu);
    return !(fabsl(gantry_value(d->kind, d->bytes, now.bytes) - cpu) * SHARE < off);
}

/* Runs the reference in other orders, until all that is left has changed in some. Two iterations change places in half
 * of them. */
static const char *find_orders(struct gantry_compared *c, size_t left)
{
    enum { ORDERS = 32 };
    for (int order = 1; order <= ORDERS && left; order++) {
        const char *why = gantry_reference_run(c, -order);
        if (why)
            return why;
        for (size_t i = 0; i < c->nfound; i++) {
            struct gantry_difference *d = &c->found[i];
            if (d->fine || d->by_order || !is_other(d))
                continue;
            d->by_order = true;
            left--;
        }
    }
    return NULL;
}

/* NULL: differences that are left are none of the order of arrival */
static const char *by_arrival(struct gantry_compared *c)
{
    static const char reason[] = "values depend on which thread comes first";
    size_t left = same_elements(c);
    if (!left)
        return NULL;
    if (!(c->verify->flags & GANTRY_VERIFY_ORDERS))
        return reason;
    const char *why = find_orders(c, left);
    bool any = false;
    for (size_t i = 0; i < c->nfound; i++)
        any |= !c->found[i].fine && !c->found[i].by_order;
    if (why || !any)
        return why ? why : reason;
    for (size_t i = 0; i < c->nfound; i++)
        if (c->found[i].by_order)
            fine(c, &c->found[i], 0, "the order of arrival: the CPU has other values here, too, in other orders");
    return NULL;
}

/* Puts the reference's values back into the shadow, after trials that changed them. */
static void restore(struct gantry_compared *c)
{
    for (size_t i = 0; i < c->nfound; i++)
        gantry_difference_put(&c->found[i], c->found[i].block->shadow, &c->found[i].cpu);
}

const char *gantry_explain(struct gantry_compared *c)
{
    by_rounding(c);
    by_tolerances(c);
    if (!(c->verify->flags & GANTRY_VERIFY_ARRIVAL) || c->nfine == c->nfound)
        return NULL;
    if (c->sums) { /* whole blocks are compared now */
        const char *why = c->recorded ? NULL : gantry_reference_run(c, 0);
        if (why)
            return why;
        if (c->recorded)
            c->recorded(c);
    }
    const char *why = by_arrival(c);
    restore(c);
    return why;
}
