/* show.c: `gantry golden show`: a line per place, a line per array in it; and the values of arrays. */
#include <stdlib.h>

#include "tool.h"

static void type_text(const struct golden_array *a, struct gantry_text *out)
{
    static const struct {
        const char *layout, *name;
    } names[] = {{"d", "double"},  {"f", "float"},           {"g", "long double"},    {"h", "_Float16"},
                 {"b", "_Bool"},   {"i1", "int8"},           {"i2", "int16"},         {"i4", "int32"},
                 {"i8", "int64"},  {"u1", "uint8"},          {"u2", "uint16"},        {"u4", "uint32"},
                 {"u8", "uint64"}, {"cd", "double complex"}, {"cf", "float complex"}, {"p", "pointer"},
                 {"", "bytes"}};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcmp(names[i].layout, a->layout) == 0) {
            gantry_text_add(out, "%s", names[i].name);
            return;
        }
    gantry_text_add(out, "%s", a->layout);
}

static void shape_text(const struct golden_array *a, struct gantry_text *out)
{
    uint64_t size = *a->layout ? element_bytes(a) : 1, n = a->size / size;
    for (uint32_t d = 0; d < a->ndims; d++)
        gantry_text_add(out, "[%llu]", (unsigned long long)a->dims[d]);
    if (!a->ndims && (n != 1 || a->first))
        gantry_text_add(out, "[%llu:%llu]", (unsigned long long)a->first, (unsigned long long)n);
    if (a->stride > 1)
        gantry_text_add(out, ", each %u. element", a->stride);
}

static void print_array(const struct golden_array *a)
{
    struct gantry_text own;
    static const struct {
        enum golden_role role;
        const char *text;
    } roles[] = {{GOLDEN_HIDDEN, ", not compared"},
                 {GOLDEN_VARIABLE, ", declare target"},
                 {GOLDEN_ARGUMENT, ", argument"},
                 {GOLDEN_LAUNCH, ", the launch"}};
    struct gantry_text type = {""}, shape = {""};
    const char *role = "";
    for (size_t i = 0; i < COUNT_OF(roles); i++)
        if (roles[i].role == a->role)
            role = roles[i].text;
    type_text(a, &type);
    shape_text(a, &shape);
    printf("    %s: %s%s, %llu bytes%s", array_name(a, &own), type.s, shape.s, (unsigned long long)a->size, role);
    if (a->npointers)
        printf(", %u pointer%s", a->npointers, plural(a->npointers));
    printf("\n");
}

static void print_values(struct golden_file *f, const struct golden_checkpoint *c, const struct golden_array *a)
{
    char error[ERROR_ROOM], *bytes = malloc(a->size ? a->size : 1);
    uint32_t next = 0;
    if (!bytes)
        no_memory();
    if (!recording_read(f, a, bytes, error, sizeof error)) {
        fprintf(stderr, "gantry golden: error: %s\n", error);
        exit(STATUS_ERROR);
    }
    for (uint64_t at = 0; at < a->size;) {
        struct gantry_text name = {""}, value = {""};
        struct gantry_leaf leaf;
        if (!array_leaf(a, at, &leaf, &name)) {
            at++;
            continue;
        }
        gantry_number_text(leaf.kind, leaf.bytes, bytes + leaf.begin, &value);
        while (next < a->npointers &&
               (a->pointers[next].at < leaf.begin || a->pointers[next].target == GOLDEN_UNSTORED))
            next++;
        if (next < a->npointers && a->pointers[next].at == leaf.begin) {
            const struct golden_pointer *p = &a->pointers[next];
            value.s[0] = 0;
            if (p->target == GOLDEN_NOWHERE)
                gantry_text_add(&value, "%p (not recorded)", (void *)(uintptr_t)p->offset);
            else
                gantry_text_add(&value, "&%s %+lld bytes", c->arrays[p->target].name, (long long)p->offset);
        }
        if (unstored_at(a, leaf.begin, leaf.bytes))
            gantry_text_add(&value, " (nobody has stored to it)");
        printf("      %s = %s\n", name.s, value.s);
        at = leaf.begin + leaf.bytes > at ? leaf.begin + leaf.bytes : at + 1;
    }
    free(bytes);
}

/* false: it has no array of that name */
static bool print_checkpoint(struct golden_file *f, const struct golden_checkpoint *c, const char *values)
{
    struct gantry_text place = {""}, own;
    bool any = !values;
    for (uint32_t i = 0; values && i < c->narrays; i++)
        any |= strcmp(array_name(&c->arrays[i], &own), values) == 0;
    if (!any)
        return false;
    checkpoint_text(c, &place);
    printf("  %s\n", place.s);
    for (uint32_t i = 0; i < c->narrays; i++) {
        const struct golden_array *a = &c->arrays[i];
        if (values && strcmp(array_name(a, &own), values) != 0)
            continue;
        print_array(a);
        if (values)
            print_values(f, c, a);
    }
    return true;
}

/* The checkpoints of one place and moment, with the arrays of the first */
static void print_place(struct golden_file *f, const struct arguments *args, uint32_t i)
{
    const struct golden_checkpoint *first = recording_at(f, i);
    uint64_t n = 0, least = UINT64_MAX, most = 0;
    for (; i < recording_count(f); i++) {
        const struct golden_checkpoint *c = recording_at(f, i);
        if (c->moment != first->moment || strcmp(c->place, first->place) != 0 || !selected(args, c))
            continue;
        n++;
        least = c->launch < least ? c->launch : least;
        most = c->launch > most ? c->launch : most;
    }
    printf("  %s%s%s%s: %llu %s%s, %llu to %llu\n", first->file, *first->file ? ": " : "", first->place,
           first->moment == GOLDEN_BEFORE  ? ", before"
           : first->moment == GOLDEN_AFTER ? ", after"
                                           : "",
           (unsigned long long)n, first->moment == GOLDEN_CHECK ? "check" : "launch",
           n == 1                          ? ""
           : first->moment == GOLDEN_CHECK ? "s"
                                           : "es",
           (unsigned long long)least, (unsigned long long)most);
    for (uint32_t k = 0; k < first->narrays; k++)
        print_array(&first->arrays[k]);
}

static void print_head(struct golden_file *f)
{
    const struct golden_origin *o = recording_origin(f);
    struct recording_sizes s = recording_sizes(f);
    printf("%s: %s\n", recording_path(f), o->program);
    if (*o->device)
        printf("  device: %s\n", o->device);
    if (*o->options)
        printf("  options: %s\n", o->options);
    printf("  %u checkpoint%s; %.1f KiB in %u file%s for %.1f KiB of values, %.1f KiB of them unlike\n",
           recording_count(f), plural(recording_count(f)), (double)s.stored / 1024, s.segments, plural(s.segments),
           (double)s.all / 1024, (double)s.unique / 1024);
    if (!recording_ended(f))
        printf("  the recording was not ended: the program was killed, or still runs\n");
}

int show(const struct arguments *a)
{
    struct golden_file *f = open_recording(a->files[0]);
    struct map places = {0};
    uint64_t n = 0;
    if (!f)
        return STATUS_ERROR;
    print_head(f);
    for (uint32_t i = 0; i < recording_count(f); i++) {
        const struct golden_checkpoint *c = recording_at(f, i);
        struct hash key = hash_of(c->place, strlen(c->place));
        key.high += (uint64_t)c->moment;
        if (!selected(a, c))
            continue;
        if (a->regions.n || a->values) {
            n += print_checkpoint(f, c, a->values);
            continue;
        }
        n++;
        if (map_count(&places, key) == 1)
            print_place(f, a, i);
    }
    if (!n && a->values)
        fprintf(stderr, "gantry golden: error: no array '%s' is in these checkpoints\n", a->values);
    map_free(&places);
    recording_close(f);
    return n ? STATUS_GOOD : STATUS_NOTHING;
}
