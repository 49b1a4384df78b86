/* diff.c: `gantry golden diff A B`: what B, the test, has other than A, the reference: by elements, or by the error of
 * layers. */
#include <math.h>
#include <stdlib.h>

#include "tool.h"

struct diff {
    const struct arguments *args;
    struct golden_file *a, *b;
    struct gantry_tolerances tolerances;
    struct tolerance_use use;
    struct report report;
    struct saying say;
    struct bytes curves; /* struct curve */
    uint64_t compared, differing, tolerated, only_a, only_b;
    const char *first_a, *first_b; /* places that only one has */
};

static _Noreturn void stop(const char *error)
{
    fprintf(stderr, "gantry golden: error: %s\n", error);
    exit(STATUS_ERROR);
}

/* The directive of a region; a check has none. */
static struct loc loc_of(struct diff *d, const struct golden_checkpoint *c)
{
    const char *colon = c->moment == GOLDEN_CHECK ? NULL : strrchr(c->place, ':');
    if (!colon || !*c->file)
        return (struct loc){0};
    return (struct loc){.file = arena_strdup(d->say.arena, c->file), .line = atoi(colon + 1)};
}

/* ---- by elements ---- */
static void say_differences(const struct comparing *c, const struct differences *found)
{
    struct diff *d = c->context;
    struct comparing work = *c;
    work.context = &d->report;
    d->report.to = say_begin(&d->say);
    report_differences(&work, found);
    say_end(&d->say, DIAG_ERROR, loc_of(d, c->then));
}

static void compare_elements(struct diff *d, const struct golden_checkpoint *a, const struct golden_checkpoint *b)
{
    char error[ERROR_ROOM];
    struct comparing work = {.now = b,
                             .then = a,
                             .now_file = d->b,
                             .then_file = d->a,
                             .tolerances = &d->tolerances,
                             .use = &d->use,
                             .test_name = "test",
                             .reference_name = "reference",
                             .report = say_differences,
                             .context = d,
                             .error = error,
                             .room = sizeof error};
    int64_t n = compare_checkpoints(&work);
    if (n < 0)
        stop(error);
    d->differing += n > 0;
    d->tolerated += n == 0 && work.sums.tolerated;
}

/* ---- by layers ---- */
static char *values_of(struct golden_file *f, const struct golden_array *a)
{
    char error[ERROR_ROOM], *bytes = malloc(a->size ? a->size : 1);
    if (!bytes)
        no_memory();
    if (!recording_read(f, a, bytes, error, sizeof error))
        stop(error);
    return bytes;
}

static struct curve *curve_of(struct diff *d, const struct golden_checkpoint *c, const struct golden_array *a)
{
    struct curve new = {.counted = counted_word(c)};
    const char *moment = c->moment == GOLDEN_BEFORE ? " before" : c->moment == GOLDEN_AFTER ? " after" : "";
    if (c->moment == GOLDEN_CHECK)
        snprintf(new.name, sizeof new.name, "%s", c->place);
    else
        snprintf(new.name, sizeof new.name, "%s%s: %s", c->place, moment, a->name);
    for (struct curve *i = (struct curve *)(void *)d->curves.at;
         i < (struct curve *)(void *)(d->curves.at + d->curves.n); i++)
        if (strcmp(i->name, new.name) == 0)
            return i;
    if (!bytes_add(&d->curves, &new, sizeof new))
        no_memory();
    return (struct curve *)(void *)(d->curves.at + d->curves.n) - 1;
}

static const struct golden_array *named(const struct golden_checkpoint *c, const struct golden_array *like)
{
    for (uint32_t i = 0; i < c->narrays; i++)
        if (c->arrays[i].role == like->role && strcmp(c->arrays[i].name, like->name) == 0)
            return &c->arrays[i];
    return NULL;
}

static void score_array(struct diff *d, const struct golden_checkpoint *c, const struct golden_array *a,
                        const struct golden_array *b)
{
    struct score s = {.error = INFINITY};
    bool alike = b && a->size == b->size && strcmp(a->layout, b->layout) == 0 && a->stride == b->stride;
    if (!layout_known(a->layout) || a->role == GOLDEN_HIDDEN || a->role == GOLDEN_LAUNCH)
        return;
    if (alike) {
        char *reference = values_of(d->a, a), *test = values_of(d->b, b);
        bool scored = metric(a, test, reference, d->args->layer, &s);
        free(reference);
        free(test);
        if (!scored)
            return;
    }
    s.launch = c->launch;
    if (!bytes_add(&curve_of(d, c, a)->scores, &s, sizeof s))
        no_memory();
}

static void score(struct diff *d, const struct golden_checkpoint *a, const struct golden_checkpoint *b)
{
    for (uint32_t i = 0; i < a->narrays; i++)
        score_array(d, a, &a->arrays[i], named(b, &a->arrays[i]));
}

static void print_curve(struct diff *d, const struct curve *c)
{
    const struct score *s = (const struct score *)(const void *)c->scores.at, *worst = s;
    size_t n = c->scores.n / sizeof *s, above = 0;
    for (size_t k = 0; k < n; k++) {
        worst = s[k].error > worst->error ? &s[k] : worst;
        above += s[k].error > (long double)d->args->bar;
    }
    d->differing += above;
    FILE *f = say_begin(&d->say);
    fprintf(f, "%s  %s: at most %.3Lg, in %s %llu", above ? "FAIL" : "pass", c->name, worst->error, c->counted,
            (unsigned long long)worst->launch);
    if (worst->layers > 1)
        fprintf(f, ", layer %llu of %llu", (unsigned long long)worst->layer, (unsigned long long)worst->layers);
    if (above)
        fprintf(f, "; above %g in %zu of %zu", d->args->bar, above, n);
    fprintf(f, "\n");
    say_end(&d->say, above ? DIAG_ERROR : DIAG_REMARK, (struct loc){0});
}

static void print_curves(struct diff *d)
{
    const struct curve *curves = (const struct curve *)(const void *)d->curves.at;
    for (size_t i = 0; i < d->curves.n / sizeof *curves; i++)
        print_curve(d, &curves[i]);
}

/* ---- all ---- */
static void missing(uint64_t *n, const char **first, const struct golden_checkpoint *c)
{
    if (!(*n)++)
        *first = c->place;
}

static void compare(struct diff *d)
{
    for (uint32_t i = 0; i < recording_count(d->b); i++) {
        const struct golden_checkpoint *b = recording_at(d->b, i);
        if (!selected(d->args, b))
            continue;
        const struct golden_checkpoint *a = recording_find(d->a, b->place, b->launch, b->moment);
        if (!a) {
            missing(&d->only_b, &d->first_b, b);
            continue;
        }
        d->compared++;
        (d->args->metric ? score : compare_elements)(d, a, b);
    }
    for (uint32_t i = 0; i < recording_count(d->a); i++) {
        const struct golden_checkpoint *a = recording_at(d->a, i);
        if (selected(d->args, a) && !recording_find(d->b, a->place, a->launch, a->moment))
            missing(&d->only_a, &d->first_a, a);
    }
}

static void print_only(FILE *f, uint64_t n, const char *file, const char *first)
{
    if (n)
        fprintf(f, "  %llu checkpoint%s in %s alone, the first of %s\n", (unsigned long long)n,
                n == 1 ? " is" : "s are", file, first);
}

static void summary(struct diff *d)
{
    FILE *f = say_begin(&d->say);
    if (!d->compared)
        fprintf(f, "gantry golden: nothing was compared: the recordings share no checkpoint%s\n",
                d->args->regions.n ? " that was asked for" : "");
    else if (d->args->metric)
        fprintf(f, "gantry golden: %llu checkpoint%s compared by layers\n", (unsigned long long)d->compared,
                plural(d->compared));
    else
        fprintf(f, "gantry golden: %llu checkpoint%s compared: %llu equal, %llu within tolerance, %llu differing\n",
                (unsigned long long)d->compared, plural(d->compared),
                (unsigned long long)(d->compared - d->differing - d->tolerated), (unsigned long long)d->tolerated,
                (unsigned long long)d->differing);
    print_only(f, d->only_a, d->args->files[0], d->first_a);
    print_only(f, d->only_b, d->args->files[1], d->first_b);
    for (const struct gantry_tolerance *t = d->tolerances.first; t; t = t->next)
        fprintf(f, "  %s:%d: used for %llu element%s\n", d->tolerances.path, t->line, (unsigned long long)t->used,
                plural(t->used));
    if (*d->use.text)
        fprintf(f, "  the largest of what was tolerated: %s\n", d->use.text);
    say_end(&d->say, d->compared ? DIAG_REMARK : DIAG_ERROR, (struct loc){0});
}

static void read_tolerances(struct diff *d)
{
    struct gantry_tolerances *t = &d->tolerances;
    if (!d->args->tolerance || gantry_tolerances_read(t, d->args->tolerance, true))
        return;
    if (t->line)
        fprintf(stderr, "%s:%d: gantry golden: error: %s\n", t->path, t->line, t->error);
    else
        fprintf(stderr, "gantry golden: error: %s cannot be read: %s\n", t->path, t->error);
    exit(STATUS_ERROR);
}

int diff(const struct arguments *args)
{
    struct diff d = {.args = args, .report = {.now = "test", .then = "reference", .against = args->files[0]}};
    read_tolerances(&d);
    if (args->plot && !may_write(args, args->plot))
        return STATUS_ERROR;
    if (!(d.a = open_recording(args->files[0])) || !(d.b = open_recording(args->files[1])))
        return STATUS_ERROR;
    say_open(&d.say, args->format);
    compare(&d);
    print_curves(&d);
    summary(&d);
    say_close(&d.say);
    size_t n = d.curves.n / sizeof(struct curve);
    if (args->plot && d.compared && !plot(args->plot, (const struct curve *)(const void *)d.curves.at, n, args->bar))
        return STATUS_ERROR;
    return !d.compared ? STATUS_NOTHING : d.differing ? STATUS_DIFFERENCES : STATUS_GOOD;
}
