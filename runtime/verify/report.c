/* report.c: the differences of one launch, by variable, as the program would write its elements; and a small map of
 * where they are. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "verify.h"

struct group { /* the differences in one object */
    const struct gantry_difference *first;
    size_t n;
    const struct gantry_seen *seen; /* NULL: nothing is known about these bytes */
};

static const struct gantry_seen *seen_of(const struct gantry_difference *d)
{
    struct gantry_leaf leaf;
    bool known;
    return gantry_seen_at(d->block, d->block->begin + d->at, &leaf, &known);
}

/* ---- one element ---- */
static long double off_by(const struct gantry_difference *d)
{
    return gantry_off_by(d->kind, d->bytes, d->device.bytes, d->cpu.bytes);
}

static void print_element(FILE *f, const struct gantry_compared *c, const struct gantry_difference *d)
{
    struct gantry_text name = {""}, device = {""}, cpu = {""}, distance = {""};
    union gantry_number on_cpu = d->cpu;
    uint64_t address;
    if (d->kind == 'p') {
        memcpy(&address, on_cpu.bytes, sizeof address);
        address = gantry_to_device(c, address);
        memcpy(on_cpu.bytes, &address, sizeof address);
    }
    gantry_difference_name(d, &name);
    gantry_number_text(d->kind, d->bytes, d->device.bytes, &device);
    gantry_number_text(d->kind, d->bytes, on_cpu.bytes, &cpu);
    gantry_distance_text(d->kind, d->bytes, d->device.bytes, d->cpu.bytes, &distance);
    fprintf(f, "%s: device %s, %s %s%s", name.s, device.s, c->against->value, cpu.s, distance.s);
}

/* ---- all of a variable ---- */
/* The bytes of the block that belong to the object, or objects */
static void span(const struct group *g, uint64_t *begin, uint64_t *end)
{
    const struct gantry_block *b = g->first->block;
    *begin = 0, *end = b->size;
    if (!g->seen)
        return;
    *begin = g->seen->at > b->begin ? g->seen->at - b->begin : 0;
    uint64_t size = g->seen->layout->size, from = g->seen->at - b->begin;
    if (!g->seen->layout->many && from + size < b->size)
        *end = from + size;
}

static uint64_t values_in(const struct group *g)
{
    uint64_t begin, end;
    span(g, &begin, &end);
    return g->seen ? (end - begin) * g->seen->layout->values / g->seen->layout->size : (end - begin + 7) / 8;
}

/* The number of rows of an array of arrays; else 1 */
static uint64_t rows_of(const struct group *g, uint64_t begin, uint64_t end)
{
    const struct gantry_layout *l = g->seen ? g->seen->layout : NULL;
    if (l && l->many && l->kind == '[')
        return (end - begin) / l->size;
    if (l && !l->many && l->kind == '[' && l->inner->kind == '[' && end - begin == l->size)
        return l->count;
    return 1;
}

static void print_sketch(FILE *f, const struct group *g)
{
    struct gantry_sketch sketch;
    uint64_t begin, end;
    span(g, &begin, &end);
    gantry_sketch_begin(&sketch, end - begin, values_in(g), rows_of(g, begin, end));
    for (size_t i = 0; i < g->n; i++)
        if (!g->first[i].fine)
            gantry_sketch_mark(&sketch, g->first[i].at - begin);
    gantry_sketch_print(&sketch, f);
}

static void print_group(FILE *f, const struct gantry_compared *c, const struct group *g)
{
    enum { SHOWN = 3 };
    const struct gantry_loc *at = &c->m->region->loc;
    const char *name = g->seen && g->seen->object->name ? g->seen->object->name : g->first->block->name;
    const struct gantry_difference *last = NULL, *worst = NULL;
    struct gantry_text from = {""}, to = {""};
    uint64_t n = 0;
    fprintf(f, "%s: %s:%d: in %s, region '%s' (launch %llu): '%s' on device %d differs from %s\n", c->against->tool,
            at->file, at->line, at->func ? at->func : "?", c->m->region->kernel ? c->m->region->kernel : "?",
            (unsigned long long)c->account->launches, name ? name : "device memory", c->m->dev->number,
            c->against->what);
    for (size_t i = 0; i < g->n; i++) {
        const struct gantry_difference *d = &g->first[i];
        if (d->fine)
            continue;
        if (n++ < SHOWN) {
            fprintf(f, "  ");
            print_element(f, c, d);
            fprintf(f, "\n");
        }
        if (n == 1)
            gantry_difference_name(d, &from);
        if (!worst || off_by(d) > off_by(worst))
            worst = d;
        last = d;
    }
    if (n > SHOWN) {
        gantry_difference_name(last, &to);
        fprintf(f, "  %llu of %llu elements differ, from %s to %s; the worst is ", (unsigned long long)n,
                (unsigned long long)values_in(g), from.s, to.s);
        print_element(f, c, worst);
        fprintf(f, "\n");
    }
    print_sketch(f, g);
}

void gantry_report_differences(struct gantry_compared *c)
{
    struct gantry_page page;
    fflush(stdout);
    FILE *f = gantry_page_begin(&page, gantry_verify_options()->report);
    for (size_t i = 0; i < c->nfound;) {
        struct group g = {&c->found[i], 0, seen_of(&c->found[i])};
        bool any = false;
        for (; i < c->nfound && c->found[i].block == g.first->block && seen_of(&c->found[i]) == g.seen; i++, g.n++)
            any |= !c->found[i].fine;
        if (any)
            print_group(f, c, &g);
    }
    gantry_page_end(&page);
}
