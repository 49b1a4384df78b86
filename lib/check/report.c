/* report.c: what differs between two checkpoints, as text: elements as the program would write them. */
#include <math.h>

#include "check.h"

static void value_text(const struct golden_checkpoint *c, const struct element *e, const struct golden_pointer *points,
                       const union gantry_number *n, struct gantry_text *out)
{
    struct gantry_text own;
    if (!points)
        gantry_number_text(e->kind, e->bytes, n->bytes, out);
    else if (points->target == GOLDEN_NOWHERE)
        gantry_text_add(out, "%p (not recorded)", (void *)(uintptr_t)points->offset);
    else if (points->offset)
        gantry_text_add(out, "&%s %+lld bytes", array_name(&c->arrays[points->target], &own),
                        (long long)points->offset);
    else
        gantry_text_add(out, "&%s", array_name(&c->arrays[points->target], &own));
}

static void print_element(FILE *f, const struct report *r, const struct comparing *c, const struct differences *d,
                          const struct element *e)
{
    struct gantry_text name = {""}, now = {""}, then = {""}, distance = {""};
    struct gantry_leaf leaf;
    array_leaf(d->then, e->at, &leaf, &name);
    value_text(c->now, e, e->points_now, &e->now, &now);
    value_text(c->then, e, e->points_then, &e->then, &then);
    gantry_distance_text(e->kind, e->bytes, e->now.bytes, e->then.bytes, &distance);
    fprintf(f, "%s: %s %s, %s %s%s", name.s, r->now, now.s, r->then, then.s, distance.s);
}

static void print_elements(FILE *f, const struct report *r, const struct comparing *c, const struct differences *d)
{
    struct gantry_text from = {""}, to = {""};
    struct gantry_leaf leaf;
    for (uint64_t i = 0; i < d->differing && i < SHOWN; i++) {
        fprintf(f, "  ");
        print_element(f, r, c, d, &d->first[i]);
        fprintf(f, "\n");
    }
    if (d->differing <= SHOWN)
        return;
    array_leaf(d->then, d->first[0].at, &leaf, &from);
    array_leaf(d->then, d->last.at, &leaf, &to);
    fprintf(f, "  %llu of %llu elements differ, from %s to %s; the worst is ", (unsigned long long)d->differing,
            (unsigned long long)d->elements, from.s, to.s);
    print_element(f, r, c, d, &d->worst);
    fprintf(f, "\n");
}

static void print_shape(FILE *f, const struct report *r, const struct differences *d)
{
    fprintf(f, "  it %s: %s %llu bytes of '%s', %s %llu bytes of '%s'\n", d->shape, r->now,
            (unsigned long long)d->now->size, d->now->layout, r->then, (unsigned long long)d->then->size,
            d->then->layout);
}

void report_differences(const struct comparing *c, const struct differences *d)
{
    struct report *r = c->context;
    struct gantry_text place = {""}, own;
    struct gantry_page page;
    checkpoint_text(c->then, &place);
    fflush(stdout);
    FILE *f = gantry_page_begin(&page, r->to);
    fprintf(f, "gantry golden%s: %s: '%s' ", gantry_rank_text(), place.s, array_name(d->now ? d->now : d->then, &own));
    if (!d->now)
        fprintf(f, "is in %s, and not here", r->against);
    else if (!d->then)
        fprintf(f, "is not in %s", r->against);
    else
        fprintf(f, "differs from %s", r->against);
    if (!r->marked)
        fprintf(f, "; this is the first checkpoint that differs");
    r->marked = true;
    fprintf(f, "\n");
    if (d->shape)
        print_shape(f, r, d);
    else if (d->now && d->then) {
        print_elements(f, r, c, d);
        gantry_sketch_print(&d->where, f);
    }
    gantry_page_end(&page);
}
