/* program.c: `gantry tune` of a program: built and run once, one call of each region recorded; then each region alone:
 * a search in its space, each configuration's answer checked before it counts, the fastest ones measured in turn; what
 * wins for certain goes to the store. */
#include "tune_priv.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { GOOD = 0, USER = 1, NOTHING = 2 };
enum {
    LAUNCHES = 20,
    FEW_LAUNCHES = 5,
    ROUNDS = 30,
    EQUAL_ROUNDS = 12, /* timed by a search, by a round of the race; its rounds, and those of two that may be alike */
    LIMIT = 60,
    LIMIT_TIMES = 10,
    LIMIT_MORE = 5 /* seconds of a replay as it is; others may take so many times as long, and so many seconds more */
};
static const double FOR_SEARCH = 2 / 3.0; /* the part of the time that is given */
static const double SURELY = 0.995;       /* a model's cost must be below so much of what was there */

static const struct {
    const char *name, *place, *unit, *more;
} devices[] = {
    [ON_EMULATED] = {"emulated", "device", "slots", "-fverify --count --offload-arch=emulated"},
    [ON_CUDA] = {"cuda", "device", "us", "-fverify --offload-arch=native,emulated"},
    [IN_PLACE] = {"in-place", "host", "us", "-fverify --in-place-form --offload-arch=emulated"},
};

struct work {
    struct arena *arena;
    const struct tuning *q;
    struct steps steps;
    struct store *store;
    struct trials trials;
    struct store_key key;
    const char *build; /* of the program, as it is */
    const struct space *space;
    int first;                     /* the configuration without settings */
    double end, region_end, until; /* of the time; of this region's part; and of what it does now */
    double said;
    struct search *search;
    int asked, known, failed;
    bool ended;  /* the search was, for want of time */
    bool cut;    /* no time was left to tell who is the fastest */
    bool broken; /* the store takes nothing any more */
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int fail(const char *what, const char *more)
{
    fprintf(stderr, "gantry: error: gantry tune: %s%s\n", what, more);
    return USER;
}

/* ---- where it is measured ---- */
static const char *line_with(struct arena *a, const char *path, const char *word)
{
    FILE *f = fopen(path, "r");
    char line[512];
    const char *found = "";
    while (f && !*found && fgets(line, sizeof line, f))
        if (strstr(line, word)) {
            const char *at = strchr(line, ':') ? strchr(line, ':') + 1 : line;
            at += strspn(at, " \t");
            found = arena_strndup(a, at, strcspn(at, "\n"));
        }
    if (f)
        fclose(f);
    return found;
}

static void describe(struct work *w, enum device d)
{
    w->key.place = devices[d].place;
    w->key.device = d == IN_PLACE ? line_with(w->arena, "/proc/cpuinfo", "model name") : devices[d].name;
    w->key.driver = d == ON_CUDA ? line_with(w->arena, "/proc/driver/nvidia/version", "NVRM") : "";
}

/* ---- one configuration ---- */
static void progress(struct work *w, double best)
{
    if (!isatty(STDERR_FILENO) || now() - w->said < 0.2)
        return;
    w->said = now();
    fprintf(stderr, "\r%s: %d of %ld tried, %d failed, best %g %s, %.0f s left \r", w->trials.region->recorded,
            w->asked, w->q->budget, w->failed, best, devices[w->trials.device].unit, fmax(0, w->end - now()));
}

static void remember(struct work *w, const char *words, const struct outcome *o)
{
    const char *error = NULL;
    if (w->broken || store_tried_put(w->arena, w->store, &w->key, w->build, words, o->cost, o->failure, &error))
        return;
    w->broken = true;
    fprintf(stderr, "gantry: warning: gantry tune: what is tried is not kept: %s\n", error);
}

static struct outcome outcome_of(struct work *w, const char *words)
{
    struct outcome o = {.cost = INFINITY};
    if (store_tried_find(w->arena, w->store, &w->key, w->build, words, &o.cost, &o.failure)) {
        w->known++;
        return o;
    }
    o = trial_run(&w->trials, words, LAUNCHES);
    remember(w, words, &o);
    return o;
}

static double measure(void *with, int config)
{
    struct work *w = with;
    bool over = now() > w->until;
    w->ended |= over;
    if (over && config != w->first)
        return INFINITY;
    struct outcome o = outcome_of(w, region_words(w->arena, w->space, config, w->first));
    w->asked++;
    w->failed += o.failure != NULL;
    progress(w, o.cost);
    return isfinite(o.cost) ? search_middle(w->search, config, &o.cost, 1) : o.cost;
}

/* What seems best is measured again before the search believes it. */
static double measure_more(void *with, int config)
{
    struct work *w = with;
    const char *words = region_words(w->arena, w->space, config, w->first);
    if (now() > w->until)
        return w->search->cost[config];
    struct outcome o = trial_run(&w->trials, words, LAUNCHES);
    if (isfinite(o.cost))
        return search_middle(w->search, config, &o.cost, 1);
    w->failed++;
    remember(w, words, &o);
    return o.cost;
}

static double measure_again(void *with, int config)
{
    struct work *w = with;
    return trial_run(&w->trials, region_words(w->arena, w->space, config, w->first), FEW_LAUNCHES).cost;
}

/* ---- a region ---- */
static bool no_time_is_left(void *with) { return now() > ((const struct work *)with)->until; }

static struct race race_against_the_first(struct work *w, struct search *s)
{
    return (struct race){.random = &s->random,
                         .measure = measure_again,
                         .over = no_time_is_left,
                         .with = w,
                         .rounds = ROUNDS,
                         .before = w->first};
}

/* By a model, whose costs are exact; else by times that are taken in turn */
static bool as_fast(struct work *w, struct search *s, int config, int other)
{
    if (w->trials.device == ON_EMULATED)
        return SURELY * s->cost[other] <= s->cost[config];
    struct race race = {.random = &s->random, .measure = measure_again, .with = w, .rounds = EQUAL_ROUNDS};
    return race_equal(&race, config, other);
}

static bool beats_the_first(struct work *w, struct search *s, int config)
{
    struct race race = race_against_the_first(w, s);
    return w->trials.device == ON_EMULATED ? s->cost[config] < SURELY * s->cost[w->first]
                                           : race_run(&race, &config, 1) == config;
}

/* Without the settings that gain nothing: held against the one that has won each time, so that small losses do not add
 * up; and it must still win. */
static int simplified(struct work *w, struct search *s, int won)
{
    const struct space *p = w->space;
    int simple = won;
    for (int i = 0; i < p->nparameters; i++) {
        unsigned short at[p->nparameters];
        memcpy(at, p->configs[simple].at, sizeof at);
        at[i] = p->configs[w->first].at[i];
        int c = space_find(p, at);
        if (c < 0 || c == simple || no_time_is_left(w))
            continue;
        if (isnan(s->cost[c]))
            s->cost[c] = measure(w, c);
        simple = isfinite(s->cost[c]) && as_fast(w, s, won, c) ? c : simple;
    }
    return simple == won || simple == w->first || beats_the_first(w, s, simple) ? simple : won;
}

/* The one that wins for certain; else the first */
static int winner(struct work *w, struct search *s)
{
    int best = s->best;
    w->until = w->region_end;
    if (best < 0 || best == w->first)
        return w->first;
    if (w->trials.device == ON_EMULATED)
        return beats_the_first(w, s, best) ? simplified(w, s, best) : w->first;
    struct race race = race_against_the_first(w, s);
    int won = race_tried(&race, s);
    w->cut = race.cut;
    return won < 0 || won == w->first ? w->first : simplified(w, s, won);
}

static void search_run(struct work *w, struct search *s)
{
    *s = (struct search){.space = w->space,
                         .arena = w->arena,
                         .random = random_from(w->q->seed),
                         .budget = (int)w->q->budget,
                         .measure = measure,
                         .again = w->trials.device == ON_EMULATED ? NULL : measure_more,
                         .with = w};
    w->search = s;
    search_begin(s);
    search_ask(s, w->first);
    search_default(s);
}

static bool keep(struct work *w, const struct offered *o, const char *words, double cost, double before)
{
    struct store_row r = {w->key, words, cost, before, devices[w->trials.device].unit, o->kernel, o->file, o->line};
    const char *error = NULL;
    if (store_put(w->arena, w->store, &r, &error))
        return true;
    fail("the result is not kept: ", error);
    return false;
}

static void result_print(const struct work *w, const struct offered *o, const struct search *s, int won)
{
    const char *unit = devices[w->trials.device].unit;
    double before = s->cost[w->first];
    printf("%s:%d: in %s%s%s%s: as it is %g %s", o->file, o->line, o->func, *o->sizes ? " (" : "", o->sizes,
           *o->sizes ? ")" : "", before, unit);
    if (won == w->first)
        printf(", which nothing beats for certain");
    else
        printf("; %s: %g %s, %.2f times as fast", region_words(w->arena, w->space, won, w->first), s->cost[won], unit,
               before / s->cost[won]);
    printf(" (%d tried, %d failed%s%s)\n", w->asked, w->failed,
           w->known ? arena_printf(w->arena, ", %d known from before", w->known) : "",
           w->ended ? "; no time was left for more: the same command goes on" : "");
    fflush(stdout);
}

/* What cannot run is not tried. */
static void left_out_print(const struct work *w, const struct offered *o, const struct limits *l, long n)
{
    printf("%s:%d: in %s: %ld of %ld configurations are left out: a team of this kernel may have %ld lanes", o->file,
           o->line, o->func, n, n + w->space->n, l->lanes);
    if (l->registers)
        printf(", of %ld registers each", l->registers);
    printf("\n");
}

/* All regions that are left get as much time; where times vary, they are to be taken again behind the search. */
static void share_time(struct work *w, int left)
{
    double share = (w->end - now()) / left;
    w->region_end = now() + share;
    w->until = now() + (w->trials.device == ON_EMULATED ? share : share * FOR_SEARCH);
}

/* false: it cannot be tuned, which was said; left: how many are, with it */
static bool region_tune(struct work *w, const struct offered *o, int left)
{
    struct search s;
    w->key.region = o->identity;
    w->key.sizes = o->sizes;
    w->trials.region = o;
    w->trials.programs.n = 0;
    w->asked = w->known = w->failed = 0;
    w->ended = w->cut = false;
    share_time(w, left);
    w->trials.limit = LIMIT;
    struct outcome as_it_is = trial_run(&w->trials, "", LAUNCHES);
    if (as_it_is.failure) {
        bool wrong = strcmp(as_it_is.failure, "wrong") == 0;
        fprintf(stderr, "gantry tune: %s:%d: in %s: left out, as it is it fails: %s\n", o->file, o->line, o->func,
                wrong
                    ? "its answer is not the CPU's; a race, or it depends on who comes first: gantry verify and gantry "
                      "check say more"
                    : as_it_is.failure);
        return false;
    }
    w->trials.limit = LIMIT_MORE + LIMIT_TIMES * as_it_is.seconds;
    long left_out = 0;
    w->space =
        region_space(w->arena, o, &as_it_is.shape, &as_it_is.limits, w->trials.device == ON_CUDA, &w->first, &left_out);
    if (!w->space) {
        fprintf(stderr, "gantry tune: %s:%d: in %s: left out: nothing can be set\n", o->file, o->line, o->func);
        return false;
    }
    if (left_out)
        left_out_print(w, o, &as_it_is.limits, left_out);
    search_run(w, &s);
    int won = winner(w, &s);
    if (w->cut) {
        fprintf(stderr,
                "gantry tune: %s:%d: in %s: left out: no time is left to tell for certain what is the fastest "
                "(--seconds); the same command goes on\n",
                o->file, o->line, o->func);
        return false;
    }
    bool kept = keep(w, o, region_words(w->arena, w->space, won, w->first), s.cost[won], s.cost[w->first]);
    result_print(w, o, &s, won);
    for (int i = 0; i < w->trials.builds; i++)
        unlink(arena_printf(w->arena, "%s/program%d", w->steps.folder, i));
    return kept;
}

/* ---- the program ---- */
static const char *const *build_command(struct work *w, const char *program)
{
    const struct tuning *q = w->q;
    VEC(const char *) v = {0};
    if (!q->sources)
        return (const char *const *)q->command;
    vec_push(w->arena, &v, q->house->gantry);
    vec_push(w->arena, &v, "cc");
    vec_push(w->arena, &v, "-O2"); /* an -O of the user's comes later and holds */
    for (int i = 0; i < q->ncommand; i++)
        vec_push(w->arena, &v, q->command[i]);
    vec_push(w->arena, &v, "-o");
    vec_push(w->arena, &v, program);
    vec_push(w->arena, &v, NULL);
    return v.v;
}

/* The program runs; with sources now, else it has run when it was built. */
static int program_run(struct work *w, const char *program)
{
    VEC(const char *) v = {0};
    vec_push(w->arena, &v, program);
    for (int i = 0; i < w->q->narguments; i++)
        vec_push(w->arena, &v, w->q->arguments[i]);
    vec_push(w->arena, &v, NULL);
    return run_program(w->arena, v.v, 0).status;
}

static void recording_environment(struct work *w)
{
    setenv("GANTRY_GOLDEN", arena_printf(w->arena, "record:%s,report=%s/golden", w->trials.recording, w->steps.folder),
           1);
    setenv("GANTRY_VERIFY", "off,larger", 1);
    setenv("OMP_TARGET_OFFLOAD", "DISABLED", 1); /* what one memory holds: the answers to compare with */
}

static void usual_environment(void)
{
    unsetenv("GANTRY_GOLDEN");
    unsetenv("GANTRY_VERIFY");
    unsetenv("OMP_TARGET_OFFLOAD");
}

static int program_make(struct work *w)
{
    const char *program = arena_printf(w->arena, "%s/program", w->steps.folder);
    if (!w->q->sources)
        recording_environment(w);
    int status = steps_record(w->arena, &w->steps, build_command(w, program));
    if (status && w->q->sources)
        return USER; /* the compiler has said why */
    if (w->q->sources) {
        recording_environment(w);
        status = program_run(w, program);
    }
    usual_environment();
    if (status)
        return fail(w->q->sources ? "the program ends with status " : "the command ends with status ",
                    arena_printf(w->arena, "%d: it must run well before it is tuned", status));
    if (!steps_program(&w->steps))
        return fail("the command made no program with gantry cc: is all built already, or by another compiler? Say "
                    "CC=\"gantry cc\", and let it build anew",
                    "");
    return GOOD;
}

static const char *hash_of_file(struct arena *a, const char *path)
{
    size_t n = 0;
    const char *bytes = file_read(a, path, &n);
    return arena_printf(a, "%016llx", (unsigned long long)hash_bytes(0, bytes ? bytes : "", n));
}

static bool is_asked_for(const struct tuning *q, const struct offered *o)
{
    char place[512];
    snprintf(place, sizeof place, "%s:%d", o->func, o->line);
    return !q->region || strcmp(place, q->region) == 0;
}

/* --region names none: those that are there; one of a header only once */
static int fail_without(struct work *w, const offered_list *l)
{
    struct sb there = {0};
    for (size_t i = 0; i < l->n; i++) {
        const char *name = arena_printf(w->arena, " %s:%d", l->v[i].func, l->v[i].line);
        if (!there.n || !strstr(there.s, name))
            sb_printf(&there, "%s%s", there.n ? "," : "; the program has", name);
    }
    fail("there is no region at ", arena_printf(w->arena, "%s%s", w->q->region, sb_take(&there, w->arena)));
    return NOTHING;
}

/* A region of a header, which another file's function ran: what is tuned there holds for both. */
static bool runs_elsewhere(const offered_list *l, const struct offered *o)
{
    for (size_t i = 0; i < l->n; i++)
        if (l->v[i].recorded && strcmp(l->v[i].identity, o->identity) == 0 && l->v[i].line == o->line &&
            strcmp(l->v[i].file, o->file) == 0)
            return true;
    return false;
}

static int regions_tune(struct work *w)
{
    offered_list l = {0};
    int tuned = 0, left = 0;
    bool any = false;
    if (!regions_find(w->arena, &w->steps, w->key.place, &l))
        return fail("there is no target region in the program", ""), NOTHING;
    if (access(w->trials.recording, R_OK) == 0 &&
        !regions_recorded(w->arena, w->q->house->lib, w->trials.recording, &l))
        return USER;
    for (size_t i = 0; i < l.n; i++) {
        left += l.v[i].recorded && is_asked_for(w->q, &l.v[i]);
        any |= is_asked_for(w->q, &l.v[i]);
    }
    if (!any)
        return fail_without(w, &l);
    for (size_t i = 0; i < l.n; i++) {
        struct offered *o = &l.v[i];
        if (!is_asked_for(w->q, o))
            continue;
        if (!o->recorded && runs_elsewhere(&l, o))
            continue;
        if (!o->recorded)
            fprintf(stderr,
                    "gantry tune: %s:%d: in %s: left out: no call of it was recorded: it did not run, or has no "
                    "reference on the CPU\n",
                    o->file, o->line, o->func);
        else if (now() > w->end)
            fprintf(stderr,
                    "gantry tune: %s:%d: in %s: left out: no time is left (--seconds); the same command goes on\n",
                    o->file, o->line, o->func);
        else
            tuned += region_tune(w, o, left--);
    }
    return tuned ? GOOD : NOTHING;
}

static int device_of(const struct tuning *q, enum device *d)
{
    const char *name = q->device ? q->device : q->house->gpu() ? "cuda" : "in-place";
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
        if (devices[i].name && strcmp(devices[i].name, name) == 0)
            return *d = (enum device)i, GOOD;
    return fail("--device takes cuda, in-place or emulated, not ", name);
}

int tune_program(const struct tuning *q)
{
    struct arena *a = arena_new();
    struct work w = {.arena = a, .q = q};
    enum device d;
    const char *error = NULL;
    int status = device_of(q, &d);
    if (status)
        return status;
    if (!(w.store = store_open(a, q->store, true, &error)))
        return fail("", error);
    w.steps = (struct steps){.gantry = q->house->gantry, .folder = temp_dir(a), .more = devices[d].more};
    w.trials = (struct trials){.arena = a,
                               .steps = &w.steps,
                               .device = d,
                               .lib = q->house->lib,
                               .recording = arena_printf(a, "%s/run.h5", w.steps.folder)};
    const char *clock = getenv("GANTRY_TUNE_CLOCK");
    w.trials.clock = clock && *clock ? arena_strdup(a, clock) : NULL;
    unsetenv("GANTRY_TUNE_CLOCK");
    describe(&w, d);
    status = program_make(&w);
    if (status == GOOD) {
        w.build = hash_of_file(a, steps_program(&w.steps)->output);
        w.end = now() + (double)q->seconds; /* what is built and recorded once takes what it takes */
        status = regions_tune(&w);
    }
    store_close(w.store);
    if (status == GOOD && !q->sources)
        fprintf(stderr, "gantry tune: the program that was built is one for tuning: build it anew, with --tuned=%s\n",
                q->store);
    arena_free(a);
    return status;
}

/* ---- what is in a store ---- */
int tune_show(const char *store)
{
    struct arena *a = arena_new();
    const char *error = NULL;
    struct store *s = store_open(a, store, false, &error);
    store_list l = {0};

    if (!s || !store_rows(a, s, &l, &error)) {
        arena_free(a);
        return fail("", error);
    }
    for (size_t i = 0; i < l.n; i++) {
        const struct store_row *r = &l.v[i];
        printf("%s:%d  %s%s%s  %s%s%s%s: %s, %g %s instead of %g%s\n", r->file, r->line, r->key.region,
               *r->key.sizes ? "  " : "", r->key.sizes, r->key.device, *r->key.driver ? " (" : "", r->key.driver,
               *r->key.driver ? ")" : "", *r->words ? r->words : "as it is", r->cost, r->unit, r->before,
               store_chosen(&l, i) ? "" : "  (another row counts)");
    }
    if (!l.n)
        printf("%s: nothing was tuned\n", store);
    store_close(s);
    arena_free(a);
    return GOOD;
}
