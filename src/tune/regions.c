/* regions.c: the regions of a program: what each may be tuned by, as the compiler says (--dump=settings), with which
 * numbers it was recorded, and the space of its configurations. */
#include "tune_priv.h"

#include <dlfcn.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../lib/check/golden.h"

/* ---- what the compiler offers ---- */
static struct offer offer_read(struct arena *a, char *word)
{
    struct offer o = {.name = word};
    char *values = strchr(word, '='), *save = NULL;
    if (values)
        *values++ = 0;
    for (char *v = values ? strtok_r(values, ",", &save) : NULL; v; v = strtok_r(NULL, ",", &save))
        vec_push(a, &o.values, v);
    return o;
}

/* "region smooth:6 KERNEL file.c:6" */
static void region_read(char *line, struct offered *o)
{
    char *save = NULL, *word = strtok_r(line, " ", &save), *func = strtok_r(NULL, " ", &save);
    (void)word;
    o->kernel = strtok_r(NULL, " ", &save);
    o->file = save;
    char *colon = strrchr(func, ':'), *end = strrchr(save, ':');
    o->line = atoi(colon + 1);
    *colon = *end = 0;
    o->func = func;
}

static void offers_read(struct arena *a, char *line, struct offered *o)
{
    char *save = NULL;
    o->place = strtok_r(line, " ", &save);
    o->identity = strtok_r(NULL, " ", &save);
    for (char *w = strtok_r(NULL, " ", &save); w; w = strtok_r(NULL, " ", &save))
        vec_push(a, &o->offers, offer_read(a, w));
}

/* From where we are, if it is below; else as a full path. A compiler may have run in another folder. */
static const char *from_here(struct arena *a, const struct step *t, const char *name)
{
    char here[PATH_MAX], path[PATH_MAX];
    const char *joined = *name == '/' ? name : arena_printf(a, "%s/%s", t->directory, name);
    if (!realpath(joined, path) || !getcwd(here, sizeof here))
        return joined;
    size_t n = strlen(here);
    return arena_strdup(a, strncmp(path, here, n) == 0 && path[n] == '/' ? path + n + 1 : path);
}

/* A file may be compiled twice, for two programs or a shared library. */
static bool is_known(const offered_list *l, const struct offered *o)
{
    for (size_t i = 0; i < l->n; i++)
        if (strcmp(l->v[i].identity, o->identity) == 0 && strcmp(l->v[i].kernel, o->kernel) == 0)
            return true;
    return false;
}

static void step_regions(struct arena *a, const struct steps *s, size_t i, const char *place, offered_list *out)
{
    const char *text = step_print(a, s, i, "--dump=settings");
    char *save = NULL;
    struct offered now = {.step = i};
    size_t n = strlen(place);
    for (char *line = text ? strtok_r(arena_strdup(a, text), "\n", &save) : NULL; line;
         line = strtok_r(NULL, "\n", &save)) {
        if (strncmp(line, "region ", 7) == 0) {
            now = (struct offered){.step = i};
            region_read(line, &now);
            now.file = from_here(a, &s->v.v[i], now.file);
        } else if (now.kernel && strncmp(line, place, n) == 0 && line[n] == ' ') {
            offers_read(a, line, &now);
            if (!is_known(out, &now))
                vec_push(a, out, now);
        }
    }
}

static bool has_source(const struct step *t)
{
    for (size_t i = 0; i < t->inputs.n; i++)
        if (str_ends(t->inputs.v[i], ".c") || str_ends(t->inputs.v[i], ".i"))
            return true;
    return false;
}

bool regions_find(struct arena *a, const struct steps *s, const char *place, offered_list *out)
{
    for (size_t i = 0; i < s->v.n; i++)
        if (has_source(&s->v.v[i]))
            step_regions(a, s, i, place, out);
    return out->n > 0;
}

/* ---- what was recorded ---- */
static const struct golden_api *golden_library(struct arena *a, const char *lib)
{
    void *l = dlopen(arena_printf(a, "%s/libgantry_check.so.1", lib), RTLD_NOW);
    const struct golden_api *(*find)(unsigned) = NULL;
    void *symbol = l ? dlsym(l, "gantry_golden_api") : NULL;
    memcpy(&find, &symbol, sizeof find);
    const struct golden_api *api = find ? find(GOLDEN_ABI) : NULL;
    if (!api)
        fprintf(stderr, "gantry: error: Gantry is not installed completely: libgantry_check.so.1\n");
    return api;
}

/* The whole numbers that the kernel gets by value: "m=100 n=200" */
static const char *sizes_of(struct arena *a, const struct golden_api *golden, struct golden_file *f,
                            const struct golden_checkpoint *c)
{
    struct sb out = {0};
    char error[256];
    for (uint32_t i = 0; i < c->narrays; i++) {
        const struct golden_array *x = &c->arrays[i];
        bool whole = x->role == GOLDEN_ARGUMENT && !x->npointers && strchr("iu", x->layout[0]) && *x->layout;
        int64_t value = 0;
        int32_t small = 0;
        if (!whole || (x->size != 4 && x->size != 8) ||
            !golden->read(f, x, x->size == 8 ? (void *)&value : (void *)&small, error, sizeof error))
            continue;
        sb_printf(&out, "%s%s=%lld", out.n ? " " : "", x->name, (long long)(x->size == 8 ? value : small));
    }
    return out.s ? sb_take(&out, a) : "";
}

bool regions_recorded(struct arena *a, const char *lib, const char *recording, offered_list *l)
{
    char error[1024] = "";
    const struct golden_api *golden = golden_library(a, lib);
    struct golden_file *f = golden ? golden->open(recording, error, sizeof error) : NULL;
    if (golden && !f)
        fprintf(stderr, "gantry: error: gantry tune: %s\n", error);
    if (!f)
        return false;
    for (uint32_t i = 0; i < golden->count(f); i++) {
        const struct golden_checkpoint *c = golden->at(f, i);
        for (size_t k = 0; k < l->n && c->moment == GOLDEN_BEFORE; k++) {
            struct offered *o = &l->v[k];
            if (strcmp(o->kernel, c->kernel) != 0 || (o->recorded && strcmp(o->recorded, c->place) != 0))
                continue; /* of its launches there the last, which is the largest */
            o->recorded = arena_strdup(a, c->place);
            o->launch = c->launch;
            o->sizes = sizes_of(a, golden, f, c);
        }
    }
    golden->close(f);
    return true;
}

/* ---- its space ---- */
enum { MOST_VALUES = 16, MOST_LANES = 1024, MOST_CONFIGS = 200000, WARP = 32, TEAM_REGISTERS = 65536 };
static const struct {
    const char *name, *place;
    int gpu; /* -1: everywhere; 1: on a GPU alone; 0: not on one */
    const char *values[MOST_VALUES];
} usual[] = {
    {"teams", "device", 0, {"4", "8", "13", "26", "52", "104"}},
    {"teams", "device", 1, {"32", "64", "128", "256", "512", "1024", "2048", "4096"}},
    {"threads", "device", -1, {"32", "64", "128", "256", "512", "1024"}},
    {"threads", "host", -1, {"1", "2", "3", "4", "6", "8", "12", "16", "24", "32", "48", "64"}},
    {"schedule", "device", 0, {"static", "static,1", "static,2", "static,4", "static,8"}},
    {"schedule", "device", 1, {"static", "static,1", "static,4", "dynamic,1", "dynamic,8", "guided"}},
    {"schedule", "host", -1, {"static", "static,1", "static,16", "dynamic,1", "dynamic,16", "dynamic,64", "guided"}},
    {"registers", "device", 1, {"32", "48", "64", "96", "128"}},
};

static struct value value_of(const char *text)
{
    char *end;
    double n = strtod(text, &end);
    return (struct value){text, n, *text && !*end};
}

static int by_number(const void *a, const void *b)
{
    double x = ((const struct value *)a)->number, y = ((const struct value *)b)->number;
    return x < y ? -1 : x > y;
}

/* As it is without settings: a number that is known, or "-" */
static const char *as_it_is(struct arena *a, const char *name, const struct shape *now)
{
    const struct {
        const char *name;
        long n;
    } numbers[] = {{"teams", now->teams}, {"threads", now->threads}, {"lanes", now->lanes}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(name, numbers[i].name) == 0 && numbers[i].n > 0)
            return arena_printf(a, "%ld", numbers[i].n);
    return "-";
}

static long processors(void) { return sysconf(_SC_NPROCESSORS_ONLN); }

static void parameter_add(struct parameter *q, const char *text)
{
    for (int i = 0; i < q->n; i++)
        if (strcmp(q->values[i].text, text) == 0)
            return;
    q->values[q->n++] = value_of(text);
}

/* false: there is nothing to choose from */
static bool parameter_make(struct arena *a, const struct offered *o, const struct offer *f, const struct shape *now,
                           bool gpu, struct parameter *q, int *first)
{
    *q = (struct parameter){.name = f->name,
                            .values = arena_alloc(a, (MOST_VALUES + f->values.n + 1) * sizeof *q->values)};
    const char *own = as_it_is(a, f->name, now);
    parameter_add(q, own);
    for (size_t i = 0; i < f->values.n; i++)
        parameter_add(q, f->values.v[i]);
    for (size_t i = 0; i < sizeof usual / sizeof *usual && !f->values.n; i++)
        if (strcmp(usual[i].name, f->name) == 0 && strcmp(usual[i].place, o->place) == 0 &&
            (usual[i].gpu < 0 || usual[i].gpu == gpu))
            for (const char *const *v = usual[i].values; *v; v++)
                if (strcmp(o->place, "host") != 0 || strcmp(f->name, "threads") != 0 || atol(*v) <= processors())
                    parameter_add(q, *v);
    q->ordered = strcmp(own, "-") != 0;
    if (q->ordered)
        qsort(q->values, (size_t)q->n, sizeof *q->values, by_number);
    for (int i = 0; i < q->n; i++)
        *first = strcmp(q->values[i].text, own) == 0 ? i : *first;
    return q->n > 1;
}

/* Of a space with too many configurations the parameter with most values gives up every second one, but its own. */
static void parameters_thin(struct space *s, int *own)
{
    for (;;) {
        double all = 1;
        int most = 0;
        for (int p = 0; p < s->nparameters; p++) {
            all *= s->parameters[p].n;
            most = s->parameters[p].n > s->parameters[most].n ? p : most;
        }
        struct parameter *q = &s->parameters[most];
        if (all <= MOST_CONFIGS || q->n < 3)
            return;
        int left = 0, kept = own[most];
        for (int i = 0; i < q->n; i++)
            if (i % 2 == own[most] % 2) {
                kept = i == own[most] ? left : kept;
                q->values[left++] = q->values[i];
            }
        q->n = left;
        own[most] = kept;
    }
}

static double number_at(const struct space *s, const unsigned short *at, const char *name, double none)
{
    for (int p = 0; p < s->nparameters; p++)
        if (strcmp(s->parameters[p].name, name) == 0 && s->parameters[p].values[at[p]].numeric)
            return s->parameters[p].values[at[p]].number;
    return none;
}

/* Lanes that a team may have: fewer registers for each, more of them */
static double lanes_with(const struct limits *l, double registers)
{
    double most = l->most_lanes ? (double)l->most_lanes : MOST_LANES;
    if (!l->registers || registers <= 0 || registers >= (double)l->registers)
        return l->lanes ? (double)l->lanes : most;
    return fmin(most, WARP * floor(TEAM_REGISTERS / (WARP * 8 * ceil(registers / 8))));
}

static bool is_possible(const struct space *s, const unsigned short *at, const struct limits *l)
{
    double lanes = number_at(s, at, "threads", 1) * number_at(s, at, "lanes", 1);
    return lanes <= lanes_with(l, number_at(s, at, "registers", 0));
}

static long configs_make(struct arena *a, struct space *s, const struct limits *l, const int *own, int *first)
{
    VEC(struct config) all = {0};
    long left_out = 0;
    size_t np = (size_t)s->nparameters;
    unsigned short at[np];
    memset(at, 0, sizeof at);
    for (int p = 0; p >= 0;) {
        bool is_own = true;
        for (size_t i = 0; i < np; i++)
            is_own &= at[i] == own[i];
        if (!is_own && !is_possible(s, at, l)) {
            left_out++;
        } else {
            unsigned short *copy = arena_alloc(a, sizeof at);
            memcpy(copy, at, sizeof at);
            *first = is_own ? (int)all.n : *first;
            vec_push(a, &all, (struct config){.at = copy, .cost = NAN});
        }
        for (p = (int)np - 1; p >= 0 && ++at[p] == s->parameters[p].n; p--)
            at[p] = 0;
    }
    s->configs = all.v;
    s->n = (int)all.n;
    return left_out;
}

struct space *region_space(struct arena *a, const struct offered *o, const struct shape *now,
                           const struct limits *limits, bool gpu, int *first, long *left_out)
{
    struct space *s = NEW(a, struct space);
    int own[o->offers.n + 1];
    s->name = o->identity;
    s->parameters = arena_alloc(a, (o->offers.n + 1) * sizeof *s->parameters);
    for (size_t i = 0; i < o->offers.n; i++)
        if (parameter_make(a, o, &o->offers.v[i], now, gpu, &s->parameters[s->nparameters], &own[s->nparameters]))
            s->nparameters++;
    if (!s->nparameters)
        return NULL;
    parameters_thin(s, own);
    *left_out = configs_make(a, s, limits, own, first);
    space_finish(a, s);
    return s;
}

const char *region_words(struct arena *a, const struct space *s, int config, int first)
{
    struct sb out = {0};
    for (int p = 0; p < s->nparameters; p++) {
        int v = s->configs[config].at[p];
        if (v != s->configs[first].at[p])
            sb_printf(&out, "%s%s=%s", out.n ? " " : "", s->parameters[p].name, s->parameters[p].values[v].text);
    }
    return out.s ? sb_take(&out, a) : "";
}
