/* replay.c: gantry replay: where GANTRY_REPLAY asks for it, one recorded launch of a region runs instead of the
 * program. A constructor takes over when all images and variables are known, and in front of the user's. The device's
 * memory is made as it was (rebuild.c); a descriptor with a row for each kernel parameter and one for each block, by
 * which the runtime finds it, goes the way of every launch; results are compared with the region's host form, and with
 * those that were recorded. */
#define _GNU_SOURCE 1 /* dladdr */
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "replay.h"

enum { STATUS_EQUAL = 0, STATUS_NOTHING = 2, STATUS_DIFFERENCES = 3 };

static struct gantry_replay replay;
static int status = STATUS_NOTHING; /* of the process, from the time that the replay has begun */

static void *must(void *p)
{
    if (!p)
        gantry_verify_no_memory();
    return p;
}

/* ---- the recording ---- */
static void open_recording(struct gantry_replay *r)
{
    char error[1024] = "";
    r->golden = gantry_golden_library();
    r->file = r->golden->open(r->asked->file, error, sizeof error);
    if (!r->file)
        gantry_failf(NULL, "%s", error);
}

static bool is_before(const struct golden_checkpoint *c, const char *place)
{
    return c->moment == GOLDEN_BEFORE && (!*place || strcmp(c->place, place) == 0);
}

/* Names the recorded places that can be replayed; of one place, its launches. */
static void add_recorded(const struct gantry_replay *r, const char *place, struct gantry_err *err)
{
    enum { SHOWN = 12 };
    const char *last = "";
    unsigned n = 0;
    for (uint32_t i = 0; i < r->golden->count(r->file); i++) {
        const struct golden_checkpoint *c = r->golden->at(r->file, i);
        if (!is_before(c, place) || (!*place && strcmp(c->place, last) == 0))
            continue;
        last = c->place;
        if (++n <= SHOWN && *place)
            gantry_error_add(err, "%s %llu", n > 1 ? "," : "", (unsigned long long)c->launch);
        else if (n <= SHOWN)
            gantry_error_add(err, "%s %s", n > 1 ? "," : "", c->place);
    }
    if (n > SHOWN)
        gantry_error_add(err, ", …");
}

/* The only region in the recording, where none is named */
static const char *only_region(const struct gantry_replay *r)
{
    const char *found = NULL;
    for (uint32_t i = 0; i < r->golden->count(r->file); i++) {
        const struct golden_checkpoint *c = r->golden->at(r->file, i);
        if (is_before(c, "") && found && strcmp(c->place, found) != 0)
            return "";
        if (is_before(c, ""))
            found = c->place;
    }
    return found ? found : "";
}

static bool has(const struct gantry_replay *r, enum golden_moment moment)
{
    for (uint32_t i = 0; i < r->golden->count(r->file); i++)
        if (r->golden->at(r->file, i)->moment == moment)
            return true;
    return false;
}

static void must_have_inputs(const struct gantry_replay *r)
{
    if (has(r, GOLDEN_BEFORE))
        return;
    if (has(r, GOLDEN_AFTER))
        gantry_failf(NULL, "%s: no region's inputs were recorded, which a replay needs", r->asked->file);
    gantry_failf(NULL, GOLDEN_NO_REGIONS, r->asked->file);
}

static void find_checkpoint(struct gantry_replay *r)
{
    struct gantry_err err;
    const char *place = *r->asked->region ? r->asked->region : only_region(r);
    must_have_inputs(r);
    r->before = *place ? r->golden->find(r->file, place, r->asked->launch, GOLDEN_BEFORE) : NULL;
    if (r->before) {
        r->after = r->golden->find(r->file, place, r->before->launch, GOLDEN_AFTER);
        gantry_replay_arrays(r);
        return;
    }
    if (!*place)
        gantry_error(&err, 0, "%s: which region? --region takes one of the recorded ones:", r->asked->file);
    else if (r->asked->launch && r->golden->find(r->file, place, 0, GOLDEN_BEFORE)) {
        gantry_error(&err, 0, "%s: launch %llu of %s was not recorded; there are", r->asked->file,
                     (unsigned long long)r->asked->launch, place);
        add_recorded(r, place, &err);
        gantry_fail(NULL, &err);
    } else
        gantry_error(&err, 0, "%s: no inputs of a region at %s were recorded; there are those of", r->asked->file,
                     place);
    add_recorded(r, "", &err);
    gantry_fail(NULL, &err);
}

/* ---- the region ---- */
static void find_region(struct gantry_replay *r)
{
    struct gantry_err err = {0};
    struct gantry_directive p;
    const char *place = *r->asked->as ? r->asked->as : r->before->place;
    if (!gantry_directive_of(place, &p))
        gantry_failf(NULL, "%s is no place of a region: FUNCTION:LINE of its directive", place);
    r->region = gantry_region_at(&p, r->before->kernel, r->before->file, &err);
    if (!r->region)
        gantry_fail(NULL, &err);
}

static const char *arch_of(const struct gantry_replay *r)
{
    const struct gantry_loaded *l = r->dev->loaded;
    while (l && l->module != r->region->module)
        l = l->next;
    return l ? l->image->arch : "?";
}

static struct { /* lanes that a team may have; registers of a lane, 0: not known */
    uint32_t lanes, registers;
} limits;

static uint32_t lanes_of_team(const struct gantry_dev *d, const struct gantry_kernel *k)
{
    uint32_t lanes = d->plugin->block_limit ? d->plugin->block_limit(d->handle, k->handle) : d->props.max_threads;
    bool main_warp = k->info->mode == GANTRY_MODE_GENERIC && lanes > d->props.warp;
    return main_warp ? lanes - d->props.warp : lanes;
}

static void find_kernel(struct gantry_replay *r, struct gantry_kernel *k)
{
    struct gantry_err err = {0};
    const struct gantry_replay_asked *q = r->asked;
    int number = gantry_decide_device(r->region, GANTRY_DEVICE_DEFAULT, 1);
    if (number < 0) {
        gantry_error(&err, 0, "there is no device to replay it on: ");
        gantry_why_no_device(&err);
        gantry_fail(&r->region->loc, &err);
    }
    r->dev = gantry_dev_get(number, &err);
    struct gantry_launch any = {.inner = -1};
    if (!r->dev || gantry_kernel_get(r->dev, r->region, gantry_shape_variant(r->dev, r->region, &any, NULL), k, &err))
        gantry_fail(&r->region->loc, &err);
    limits.lanes = lanes_of_team(r->dev, k);
    const char *arch = arch_of(r);
    if (*q->arch && strncmp(arch, q->arch, strlen(q->arch)) != 0)
        gantry_failf(&r->region->loc,
                     "device %d (%s) runs this program's code for %s, not for %s. Code is chosen when a program is "
                     "linked: give its sources, gantry replay … -- file.c, and run it on a device of that kind",
                     number, r->dev->props.name, arch, q->arch);
    if (q->lanes && q->lanes != k->info->group)
        gantry_failf(&r->region->loc,
                     "the threads of this program's kernel have %u lane%s, not %llu. Only regions with simd loops have "
                     "several; how many is chosen at the link: --simd-group=%llu, which gantry replay … -- file.c adds",
                     k->info->group, k->info->group == 1 ? "" : "s", (unsigned long long)q->lanes,
                     (unsigned long long)q->lanes);
    if (q->teams > 1 && k->info->one_team)
        gantry_failf(&r->region->loc, "one team runs this region: it has no teams construct (--teams %llu)",
                     (unsigned long long)q->teams);
}

/* ---- are these the region's parameters? ---- */
static const struct gantry_recorded *next_argument(const struct gantry_replay *r, uint32_t *at)
{
    while (*at < r->n && r->arrays[*at].array->role != GOLDEN_ARGUMENT)
        ++*at;
    return *at < r->n ? &r->arrays[(*at)++] : NULL;
}

static bool next_row(const struct gantry_region *r, uint32_t *at)
{
    while (*at < r->nmaps && r->maps[*at].param == GANTRY_PARAM_NONE)
        ++*at;
    return *at < r->nmaps;
}

static const char *name_of_row(const struct gantry_region *r, uint32_t row)
{
    const struct gantry_object *o = r->verify ? &r->verify->objects[row] : NULL;
    return o && o->name ? o->name : r->maps[row].name;
}

static _Noreturn void other_parameters(const struct gantry_replay *r)
{
    struct gantry_err err;
    uint32_t n = 0, row = 0, at = 0;
    const struct gantry_recorded *x;
    gantry_error(&err, 0, "the region at %s takes other parameters in this program:", r->before->place);
    for (; next_row(r->region, &row); row++)
        gantry_error_add(&err, "%s %s", n++ ? "," : "", name_of_row(r->region, row));
    gantry_error_add(&err, "%s; those in the recording are:", n ? "" : " none");
    for (n = 0; (x = next_argument(r, &at)) != NULL;)
        gantry_error_add(&err, "%s %s", n++ ? "," : "", x->array->name);
    gantry_error_add(&err, n ? "" : " none");
    gantry_fail(&r->region->loc, &err);
}

static const struct gantry_layout *element_of(const struct gantry_layout *l)
{
    while (l && l->kind == '[')
        l = l->inner;
    return l;
}

static const struct gantry_field *field_named(const struct gantry_layout *l, const struct gantry_field *f)
{
    for (uint32_t i = 0; i < l->nfields; i++)
        if (l->fields[i].length == f->length && strncmp(l->fields[i].name, f->name, f->length) == 0)
            return &l->fields[i];
    return NULL;
}

static bool same_layout(const struct gantry_layout *recorded, const struct gantry_layout *own);

/* Recorded are all members of a structure, or those of some members that were mapped: then these lie as far apart as in
 * the structure. */
static bool same_members(const struct gantry_layout *recorded, const struct gantry_layout *own)
{
    const struct gantry_field *first = NULL, *first_own = NULL;
    for (uint32_t i = 0; i < recorded->nfields; i++) {
        const struct gantry_field *f = &recorded->fields[i], *o = field_named(own, f);
        if (!o && recorded->size == own->size)
            return false;
        if (!o)
            continue;
        if (!first)
            first = f, first_own = o;
        if (f->offset - first->offset != o->offset - first_own->offset || !same_layout(f->of, o->of))
            return false;
    }
    return recorded->size != own->size || recorded->nfields == own->nfields;
}

static bool same_layout(const struct gantry_layout *recorded, const struct gantry_layout *own)
{
    recorded = element_of(recorded);
    own = element_of(own);
    if (recorded->kind == '?' || own->kind == '?' || (recorded->kind == '{' && own->kind != '{'))
        return true; /* bytes; several variables */
    if (recorded->kind != own->kind || (recorded->kind != '{' && recorded->size != own->size))
        return false;
    return recorded->kind != '{' || same_members(recorded, own);
}

static void check_layout(const struct gantry_replay *r, uint32_t row, const struct golden_array *a)
{
    const char *text = r->region->verify ? r->region->verify->objects[row].layout : NULL;
    const struct gantry_layout *own = text ? gantry_layout_of(text) : NULL;
    const struct gantry_layout *recorded = *a->layout ? gantry_layout_of(a->layout) : NULL;
    if (own && recorded && !same_layout(recorded, own))
        gantry_failf(
            &r->region->loc,
            "'%s' has another type in this program, %s, than in the recording, %s (docs/golden.md explains the "
            "notation)",
            name_of_row(r->region, row), text, a->layout);
}

/* The block that a parameter is the address of; NULL: none */
static const struct gantry_recorded *target_of(const struct gantry_replay *r, const struct gantry_recorded *x)
{
    const struct golden_array *a = x->array;
    return a->npointers && a->pointers[0].target < r->n ? &r->arrays[a->pointers[0].target] : NULL;
}

static void check_argument(const struct gantry_replay *r, uint32_t row, const struct gantry_recorded *x)
{
    const struct golden_array *a = x->array;
    const char *name = name_of_row(r->region, row);
    bool by_value = r->region->maps[row].param == GANTRY_PARAM_VALUE;
    if (*a->name && *a->name != '#' && name && strcmp(a->name, name) != 0)
        other_parameters(r);
    if (!by_value && a->size != sizeof(uint64_t))
        gantry_failf(&r->region->loc, "'%s' is passed by its address in this program; in the recording its value is",
                     name);
    if (by_value)
        check_layout(r, row, a);
    else if (target_of(r, x))
        check_layout(r, row, target_of(r, x)->array);
}

static void check_arguments(const struct gantry_replay *r)
{
    uint32_t at = 0, row = 0;
    const struct gantry_recorded *x;
    while ((x = next_argument(r, &at)) != NULL) {
        if (!next_row(r->region, &row))
            other_parameters(r);
        check_argument(r, row++, x);
    }
    if (next_row(r->region, &row))
        other_parameters(r);
}

/* ---- a descriptor for the launch ---- */
struct construct {
    struct gantry_region region;
    struct gantry_verify verify;
    struct gantry_map *maps;
    struct gantry_val *vals;
    struct gantry_object *objects;
};
static struct construct construct;
static double took; /* microseconds of the latest launch, without copies */
static struct gantry_grid grid;

/* The host form, timed */
static void host_form(void **arguments)
{
    double begin = gantry_now();
    replay.region->verify->reference(arguments);
    took = gantry_now() - begin;
}

static void place_begin(const struct gantry_replay *r)
{
    const struct gantry_verify *v = r->region->verify;
    if (!r->asked->place)
        return;
    if (!v || !(v->flags & GANTRY_VERIFY_PLACE))
        gantry_failf(&r->region->loc,
                     "it cannot be replayed in place: its program is not built with --in-place-form, or "
                     "its loops are not shared by the CPU's cores alone");
}

static void add_row(struct construct *k, struct gantry_map map, struct gantry_val val, struct gantry_object object)
{
    uint32_t i = k->region.nmaps++;
    k->maps[i] = map, k->vals[i] = val, k->objects[i] = object;
}

/* Does the program write it as what a pointer leads to, one object of several? */
static bool is_of_many(const struct gantry_region *r, const struct golden_array *a, const struct gantry_layout *element)
{
    for (uint32_t i = 0; r->verify && i < r->nmaps; i++) {
        const struct gantry_object *o = &r->verify->objects[i];
        if (o->name && o->layout && strcmp(o->name, a->name) == 0)
            return *o->layout == '*';
    }
    return a->size > element->size || a->first;
}

/* Its layout: of rows, if its shape is known. */
static const char *layout_text(const struct gantry_replay *r, const struct golden_array *a,
                               const struct gantry_layout *element)
{
    size_t n = strlen(a->layout) + 24 * GOLDEN_DIMS, at = 0;
    char *text = must(malloc(n));
    if (a->ndims > 1 || is_of_many(r->region, a, element))
        text[at++] = '*';
    for (uint32_t i = 1; i < a->ndims; i++)
        at += (size_t)snprintf(text + at, n - at, "[%llu]", (unsigned long long)a->dims[i]);
    snprintf(text + at, n - at, "%s", a->layout);
    return text;
}

/* By it the block is found, with its name and what lies in it. */
static void block_row(struct construct *k, const struct gantry_replay *r, const struct gantry_recorded *x)
{
    const struct golden_array *a = x->array;
    const struct gantry_layout *l = *a->layout ? gantry_layout_of(a->layout) : NULL;
    char *base = (char *)x->host - (l ? a->first * l->size : 0);
    add_row(k, (struct gantry_map){a->name, GANTRY_MAP_LOOKUP, GANTRY_PARAM_NONE, 0, 0},
            (struct gantry_val){base, x->host, 0}, (struct gantry_object){a->name, l ? layout_text(r, a, l) : NULL});
}

static void argument_row(struct construct *k, const struct gantry_replay *r, uint32_t row,
                         const struct gantry_recorded *x)
{
    static const struct gantry_object none;
    const struct gantry_map *own = &r->region->maps[row];
    const struct gantry_object object = r->region->verify ? r->region->verify->objects[row] : none;
    const struct golden_array *a = x->array;
    struct gantry_map map = {own->name, 0, own->param, own->line, own->col};
    struct gantry_val val = {x->bytes, x->bytes, a->size};
    if (own->param != GANTRY_PARAM_VALUE) {
        map.flags = GANTRY_MAP_LOOKUP;
        map.param = GANTRY_PARAM_ADDRESS;
        memcpy(&val.begin, x->bytes, sizeof val.begin); /* NULL, or what nothing knows */
        val.base = val.begin;
        val.size = 0;
    }
    const struct gantry_recorded *target = target_of(r, x);
    if (own->param != GANTRY_PARAM_VALUE && target) {
        val.begin = target->host;
        val.base = (char *)target->host + a->pointers[0].offset;
        map.flags |= target->array->role == GOLDEN_HIDDEN ? GANTRY_MAP_COPY : 0;
    }
    add_row(k, map, val, object);
}

static void make_construct(struct construct *k, const struct gantry_replay *r)
{
    size_t n = (size_t)r->n + 1;
    uint32_t at = 0, row = 0;
    const struct gantry_recorded *x;
    k->maps = must(calloc(n, sizeof *k->maps));
    k->vals = must(calloc(n, sizeof *k->vals));
    k->objects = must(calloc(n, sizeof *k->objects));
    k->region = *r->region;
    k->region.cache = NULL, k->region.nmaps = 0, k->region.maps = k->maps;
    if (r->region->verify)
        k->verify = *r->region->verify;
    k->verify.objects = k->objects;
    k->verify.reference = k->verify.reference ? host_form : NULL;
    k->region.verify = &k->verify;
    for (uint32_t i = 0; i < r->n; i++)
        if (gantry_is_block(r->arrays[i].array))
            block_row(k, r, &r->arrays[i]);
    for (; (x = next_argument(r, &at)) != NULL && next_row(r->region, &row); row++)
        argument_row(k, r, row, x);
}

/* ---- the launch ---- */
static void note_launch(const struct gantry_event *e)
{
    if (e->op != GANTRY_OP_LAUNCH)
        return;
    limits.registers = e->layers && e->layers->registers_known ? e->layers->registers : 0;
    took = e->end - e->begin;
    grid = *e->grid;
}

static struct gantry_launch launch_of(const struct gantry_replay *r)
{
    struct gantry_launch l = {
        .trip = gantry_recorded_launch(r, "trip", -1),
        .num_teams = (int32_t)gantry_recorded_launch(r, "num_teams", 0),
        .thread_limit = (int32_t)gantry_recorded_launch(r, "thread_limit", 0),
        .num_threads = (int32_t)gantry_recorded_launch(r, "num_threads", 0),
        .flags = (uint32_t)gantry_recorded_launch(r, "flags", 0) & ~(uint32_t)GANTRY_LAUNCH_NOWAIT,
        .inner = gantry_recorded_launch(r, "inner", -1),
    };
    if (r->asked->teams)
        l.num_teams = (int32_t)r->asked->teams;
    if (r->asked->threads)
        l.num_threads = l.thread_limit = (int32_t)r->asked->threads;
    return l;
}

/* The host form's results, as the kernel would have left them */
static void results_to_device(struct gantry_compared *c)
{
    for (size_t i = 0; i < c->nreached; i++) {
        struct gantry_block *b = c->reached[i];
        char *bytes = must(malloc(b->size + 1));
        memcpy(bytes, b->shadow, b->size);
        for (uint64_t at = b->phase; at + sizeof(uint64_t) <= b->size; at += sizeof(uint64_t)) {
            uint64_t word;
            memcpy(&word, bytes + at, sizeof word);
            word = gantry_may_be_pointer(b, b->begin + at) ? gantry_to_device(c, word) : word;
            memcpy(bytes + at, &word, sizeof word);
        }
        if (!b->constant && c->m->dev->plugin->copy_to(c->m->dev->handle, b->begin, bytes, b->size, c->m->err))
            gantry_fail(&c->m->region->loc, c->m->err);
        free(bytes);
    }
}

static void run(struct gantry_compared *c, const struct gantry_launch *l)
{
    const char *why = NULL;
    if (!replay.asked->host) {
        gantry_verify_pause(true);
        gantry_target(&construct.region, replay.dev->number, construct.vals, l);
        gantry_verify_pause(false);
    } else if (replay.asked->place)
        gantry_place_run(c);
    else if ((why = gantry_reference_run(c, 0)) != NULL)
        gantry_failf(&replay.region->loc, "%s", why);
}

/* ---- comparing ---- */
struct comparison {
    const struct gantry_against against;
    struct gantry_account account;
    const char *reason; /* why there is none */
    bool differs;
};
static struct comparison with_cpu = {{"gantry replay", "the same region on the CPU", "CPU"}, {0}, NULL, false};
static struct comparison with_recording = {{"gantry replay", "the recording", "recorded"}, {0}, NULL, false};

static void forget_differences(struct gantry_compared *c)
{
    for (size_t i = 0; i < c->nreached; i++) {
        free(c->reached[i]->after);
        c->reached[i]->after = NULL;
    }
}

static void compare(struct gantry_compared *c, struct comparison *k)
{
    if (k->reason)
        return;
    c->against = &k->against;
    c->account = &k->account;
    k->account.launches = replay.before->launch;
    forget_differences(c);
    gantry_find_differences(c);
    k->reason = c->nfound ? gantry_explain(c) : NULL;
    k->differs = !k->reason && c->nfine < c->nfound;
    if (k->differs)
        gantry_report_differences(c);
}

static void fill_recorded(struct gantry_compared *c) { gantry_recorded_fill(&replay, c); }

static bool has_results(const struct gantry_replay *r)
{
    for (uint32_t i = 0; i < r->n; i++)
        if (r->arrays[i].after)
            return true;
    return false;
}

static void say(FILE *f, const struct comparison *k, const char *with)
{
    static const char compiler[] = "not compared: ";
    const char *reason = k->reason;
    if (reason && strncmp(reason, compiler, sizeof compiler - 1) == 0)
        reason += sizeof compiler - 1;
    fprintf(f, "  %s: ", with);
    if (reason)
        fprintf(f, "not compared: %s\n", reason);
    else if (k->differs)
        fprintf(f, "differs\n");
    else if (*k->account.tolerated)
        fprintf(f, "within tolerance, %s\n", k->account.tolerated);
    else
        fprintf(f, "bit-equal\n");
}

/* ---- time ---- */
static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void print_time(FILE *f, double us)
{
    if (us < 1e3)
        fprintf(f, "%.2f us", us);
    else
        fprintf(f, us < 1e6 ? "%.3f ms" : "%.3f s", us < 1e6 ? us / 1e3 : us / 1e6);
}

static void write_times(const char *path, const double *all, uint64_t n)
{
    FILE *f = fopen(path, "we");
    for (uint64_t i = 0; f && i < n; i++)
        fprintf(f, "%.3f\n", all[i]);
    if (!f || fclose(f) != 0)
        gantry_failf(NULL, "%s cannot be written: %s", path, strerror(errno));
}

static void write_limits(const char *path)
{
    FILE *f = fopen(path, "we");
    if (f)
        fprintf(f, "%u %u %u\n", limits.lanes, limits.registers, replay.dev->props.max_threads);
    if (!f || fclose(f) != 0)
        gantry_failf(NULL, "%s cannot be written: %s", path, strerror(errno));
}

static void measure(FILE *f, struct gantry_compared *c, const struct gantry_launch *l, uint64_t n)
{
    double *all = must(malloc(n * sizeof *all));
    for (uint64_t i = 0; i < n; i++) {
        gantry_rebuild_again(&replay);
        run(c, l);
        all[i] = took;
    }
    if (*replay.asked->times_to)
        write_times(replay.asked->times_to, all, n);
    qsort(all, n, sizeof *all, by_value);
    fprintf(f, "  time: median ");
    print_time(f, n % 2 ? all[n / 2] : (all[n / 2 - 1] + all[n / 2]) / 2);
    fprintf(f, ", least ");
    print_time(f, all[0]);
    fprintf(f, " of %llu launch%s, %s\n", (unsigned long long)n, n == 1 ? "" : "es",
            replay.asked->place  ? "in place"
            : replay.asked->host ? "by one thread of the CPU"
                                 : "without copies");
    free(all);
}

/* ---- all of it ---- */
static void head(FILE *f, const struct gantry_replay *r)
{
    fflush(stdout);
    fprintf(f, "gantry replay: %s:%d: in %s, launch %llu of %s: ", r->region->loc.file, r->region->loc.line,
            r->region->loc.func ? r->region->loc.func : "?", (unsigned long long)r->before->launch, r->asked->file);
    if (r->asked->host) {
        fprintf(f, r->asked->place ? "in place\n" : "its host form\n");
        return;
    }
    fprintf(f, "%u team%s of %u thread%s", grid.teams, grid.teams == 1 ? "" : "s", grid.threads,
            grid.threads == 1 ? "" : "s");
    if (grid.info->group > 1)
        fprintf(f, " of %u lanes", grid.info->group);
    fprintf(f, " on device %d (%s)\n", r->dev->number, r->dev->props.name);
}

static int outcome(void)
{
    if (with_cpu.differs || with_recording.differs)
        return STATUS_DIFFERENCES;
    return with_cpu.reason && with_recording.reason ? STATUS_NOTHING : STATUS_EQUAL;
}

static void run_and_compare(struct gantry_replay *r)
{
    struct gantry_err err = {0};
    struct gantry_mapping m;
    FILE *f = gantry_verify_options()->report;
    const struct gantry_launch l = launch_of(r);
    place_begin(r);
    gantry_read_events(note_launch);
    gantry_verify_pause(true);
    if (gantry_map_open(&m, r->dev, &construct.region, construct.vals, &err) || gantry_map_enter(&m))
        gantry_fail(&r->region->loc, &err);
    gantry_verify_pause(false);
    gantry_blocks_note_items(&m);
    struct gantry_compared c = {.m = &m, .verify = &construct.verify, .blocks = gantry_blocks_of(r->dev)};
    gantry_shadow_reach(&c);
    gantry_shadow_open(&c);
    with_cpu.reason = gantry_why_not_compared(&m);
    if (r->asked->host && with_cpu.reason)
        gantry_failf(&r->region->loc, "its host form cannot run: %s", with_cpu.reason);
    if (!with_cpu.reason)
        with_cpu.reason = gantry_reference_run(&c, 0);
    run(&c, &l);
    if (r->asked->host) {
        results_to_device(&c);
        with_cpu.reason = "it ran there";
    }
    head(f, r);
    compare(&c, &with_cpu);
    with_recording.reason = has_results(r) ? NULL : "the recording has no results of this launch";
    c.recorded = fill_recorded;
    if (!with_recording.reason)
        fill_recorded(&c);
    compare(&c, &with_recording);
    say(f, &with_recording, "with the recording");
    if (!r->asked->host)
        say(f, &with_cpu, "with the CPU");
    if (*r->asked->limits_to && !r->asked->host)
        write_limits(r->asked->limits_to);
    if (r->asked->times)
        measure(f, &c, &l, r->asked->times);
    fflush(f);
    status = outcome();
}

/* Of the handlers of exit(), the first: the program's own would take down what has never been set up. */
static void leave(int unused, void *argument)
{
    (void)unused, (void)argument;
    gantry_end_files();
    fflush(NULL);
    _exit(status);
}

static bool is_program(void)
{
    Dl_info here, program;
    return dladdr((void *)(uintptr_t)is_program, &here) && dladdr((void *)getauxval(AT_ENTRY), &program) &&
           here.dli_fbase == program.dli_fbase;
}

/* In the program there is a mark by which `gantry replay` knows that it takes over (src/driver/replay.c). */
__attribute__((used)) static const char mark[] = GANTRY_REPLAY_MARK;

const char gantry_replay_here = 1; /* the link asks for it, and so gets the constructor */

__attribute__((constructor(103))) static void take_over(void)
{
    struct gantry_kernel kernel = {0};
    if (!*gantry_knob("REPLAY") || !is_program())
        return;
    on_exit(leave, NULL);
    if (!gantry_elected())
        gantry_failf(NULL,
                     "a shared library of this program has a Gantry runtime of its own, which comes first: replay "
                     "needs a program whose own runtime is the only one");
    replay.asked = gantry_replay_asked();
    open_recording(&replay);
    find_checkpoint(&replay);
    find_region(&replay);
    check_arguments(&replay);
    find_kernel(&replay, &kernel);
    gantry_rebuild(&replay);
    make_construct(&construct, &replay);
    run_and_compare(&replay);
    exit(status); // NOLINT: nothing else runs
}
