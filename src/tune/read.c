/* read.c: files of recorded spaces. Which format it is, the names at the top of the file say (docs/tune.md):
 *   ours                gantry_space, parameters, constraints, measured
 *   T4 (results)        results, each with configuration, times and invalidity; with T1 (problem) for order and
 * conditions Kernel Tuner        cache: configurations by name, with tune_params_keys KTT                 Results, each
 * with Configuration and Status
 */
#define _GNU_SOURCE
#include "tune_priv.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool refuse(const char *path, const char *what, const char *word)
{
    fprintf(stderr, "gantry: error: %s: %s%s%s%s\n", path, what, word ? " '" : "", word ? word : "", word ? "'" : "");
    return false;
}

/* ---- values and times ---- */
static bool value_of(struct arena *a, const struct json *j, struct value *v)
{
    char *end;
    switch (j->kind) {
    case JSON_NUMBER:
        *v = (struct value){arena_printf(a, "%.15g", j->number), j->number, true};
        return true;
    case JSON_TRUE:
    case JSON_FALSE:
        *v = (struct value){j->kind == JSON_TRUE ? "true" : "false", j->kind == JSON_TRUE, true};
        return true;
    case JSON_STRING:
        *v = (struct value){.text = j->text, .number = strtod(j->text, &end)};
        v->numeric = *j->text && !*end && isfinite(v->number);
        return true;
    case JSON_NULL:
        *v = (struct value){.text = "null"};
        return true;
    default:
        return false;
    }
}

static size_t count_of(const struct json *list)
{
    size_t n = 0;
    for (const struct json *j = list ? list->first : NULL; j; j = j->next)
        n++;
    return n;
}

static bool is_list(const struct json *j) { return j && j->kind == JSON_ARRAY; }

/* the numbers of a list; others are left out, as a time that could not be measured */
static void times_of(struct arena *a, const struct json *list, struct row *r)
{
    double *v = arena_alloc(a, count_of(list) * sizeof *v + 1);
    r->times = v;
    r->ntimes = 0;
    for (const struct json *j = is_list(list) ? list->first : NULL; j; j = j->next)
        if (j->kind == JSON_NUMBER)
            v[r->ntimes++] = j->number;
}

/* What is a rate is better the greater it is: its inverse is the cost. */
static bool is_rate(const char *objective)
{
    return strstr(objective, "/s") || strstr(objective, "throughput") || strstr(objective, "flops");
}

static void objective_apply(struct row *r, const char *objective, double value)
{
    r->cost = is_rate(objective) ? 1 / value : value;
    if (!(isfinite(r->cost) && r->cost > 0))
        r->failure = "no value of the objective";
    if (is_rate(objective))
        r->ntimes = 0; /* times are not what was asked for */
}

static bool names_take(struct arena *a, struct space *s, const struct json *first, const char *member, bool keys)
{
    size_t n = 0;
    for (const struct json *j = first; j; j = j->next)
        n++;
    s->nparameters = 0;
    s->parameters = arena_alloc(a, n * sizeof *s->parameters + 1);
    for (const struct json *j = first; j; j = j->next) {
        const char *name = keys                     ? j->key
                           : member                 ? json_member_text(j, member)
                           : j->kind == JSON_STRING ? j->text
                                                    : NULL;
        if (!name)
            return refuse(s->path, "a parameter without a name", NULL);
        s->parameters[s->nparameters++].name = name;
    }
    return n > 0 && n < 256 ? true : refuse(s->path, "it names no parameters, or too many", NULL);
}

/* The values of an object's members, in the order of the parameters. */
static bool values_take(struct arena *a, const struct space *s, const struct json *object, struct row *r)
{
    struct value *v = arena_alloc(a, (size_t)s->nparameters * sizeof *v);
    r->values = v;
    for (int p = 0; p < s->nparameters; p++) {
        const struct json *m = json_member(object, s->parameters[p].name);
        if (!m || !value_of(a, m, &v[p]))
            return refuse(s->path, "a configuration has no value of", s->parameters[p].name);
    }
    return true;
}

/* ---- ours ---- */
static bool own_row(struct arena *a, const struct space *s, const struct json *lists, const struct json *row,
                    struct row *r)
{
    struct value *v = arena_alloc(a, (size_t)s->nparameters * sizeof *v);
    const struct json *j = row->first, *list = lists->first;
    r->values = v;
    for (int p = 0; p < s->nparameters; p++, j = j->next, list = list->next) {
        const struct json *values = json_member(list, "values"), *chosen = is_list(values) ? values->first : NULL;
        if (!j || j->kind != JSON_NUMBER)
            return refuse(s->path, "a row of 'measured' is too short", NULL);
        for (int k = 0; k < j->number && chosen; k++)
            chosen = chosen->next;
        if (!chosen || j->number < 0 || !value_of(a, chosen, &v[p]))
            return refuse(s->path, "a row of 'measured' has a number that is none of a value of",
                          s->parameters[p].name);
    }
    struct json rest = {.kind = JSON_ARRAY, .first = (struct json *)j};
    if (j && j->kind == JSON_STRING)
        r->failure = j->text;
    else
        times_of(a, &rest, r);
    return true;
}

static bool read_own(struct arena *a, const struct json *root, struct building *b)
{
    struct space *s = b->space;
    const struct json *lists = json_member(root, "parameters"), *rows = json_member(root, "measured");
    const struct json *conditions = json_member(root, "constraints");
    if (json_member_number(root, "gantry_space", 0) != 1)
        return refuse(s->path, "this version of the format is not known", NULL);
    if (!is_list(lists) || !is_list(rows))
        return refuse(s->path, "'parameters' or 'measured' is missing", NULL);
    if (!names_take(a, s, lists->first, "name", false))
        return false;
    for (const struct json *j = is_list(conditions) ? conditions->first : NULL; j; j = j->next)
        if (j->kind == JSON_STRING)
            vec_push(a, &b->conditions, j->text);
    for (const struct json *j = rows->first; j; j = j->next) {
        struct row r = {.cost = NAN};
        if (!own_row(a, s, lists, j, &r))
            return false;
        vec_push(a, &b->rows, r);
    }
    return true;
}

/* ---- T4 ---- */
static const struct {
    const char *word, *meaning;
} invalidities[] = {{"timeout", "time limit"},
                    {"compile", "not compiled"},
                    {"runtime", "failed"},
                    {"correctness", "wrong"},
                    {"constraints", "refused"}};

static double measured(const struct json *result, const char *name)
{
    const struct json *list = json_member(result, "measurements");
    for (const struct json *j = is_list(list) ? list->first : NULL; j; j = j->next) {
        const char *its = json_member_text(j, "name");
        const struct json *value = json_member(j, "value");
        if (its && strcmp(its, name) == 0 && value)
            return value->kind == JSON_NUMBER                   ? value->number
                   : value->kind == JSON_ARRAY && value->first  ? value->first->number
                   : value->kind == JSON_STRING && *value->text ? strtod(value->text, NULL)
                                                                : NAN;
    }
    return NAN;
}

static void t4_result(struct arena *a, const struct json *result, struct row *r)
{
    const char *invalid = json_member_text(result, "invalidity");
    const struct json *objectives = json_member(result, "objectives");
    const char *objective = is_list(objectives) && objectives->first && objectives->first->kind == JSON_STRING
                                ? objectives->first->text
                                : NULL;
    r->cost = NAN;
    for (size_t i = 0; i < sizeof invalidities / sizeof *invalidities && invalid; i++)
        if (strcmp(invalid, invalidities[i].word) == 0)
            r->failure = invalidities[i].meaning;
    if (!r->failure && invalid && strcmp(invalid, "correct") != 0)
        r->failure = invalid;
    times_of(a, json_member(json_member(result, "times"), "runtimes"), r);
    double value = objective ? measured(result, objective) : NAN;
    if (!r->failure && !isnan(value))
        objective_apply(r, objective, value);
}

static bool read_t4(struct arena *a, const struct json *root, struct building *b)
{
    struct space *s = b->space;
    const struct json *results = json_member(root, "results");
    if (!is_list(results) || !results->first)
        return refuse(s->path, "it holds no results", NULL);
    const struct json *first = json_member(results->first, "configuration");
    if (!s->nparameters && (!first || !names_take(a, s, first->first, NULL, true)))
        return refuse(s->path, "a result without a configuration", NULL);
    for (const struct json *j = results->first; j; j = j->next) {
        struct row r = {.cost = NAN};
        if (!values_take(a, s, json_member(j, "configuration"), &r))
            return false;
        t4_result(a, j, &r);
        vec_push(a, &b->rows, r);
    }
    return true;
}

/* T1, the problem that belongs to T4's results: the order of the parameters, and conditions. */
static bool read_t1(struct arena *a, const struct json *root, struct building *b)
{
    const struct json *space = json_member(root, "ConfigurationSpace"), *names = json_member(space, "TuningParameters");
    const struct json *conditions = json_member(space, "Conditions");
    if (!is_list(names))
        return refuse(b->space->path, "the problem has no list TuningParameters", NULL);
    b->lenient = true;
    for (const struct json *j = is_list(conditions) ? conditions->first : NULL; j; j = j->next)
        if (json_member_text(j, "Expression"))
            vec_push(a, &b->conditions, json_member_text(j, "Expression"));
    return names_take(a, b->space, names->first, "Name", false);
}

/* ---- Kernel Tuner ---- */
static const struct {
    const char *word, *meaning;
} kernel_tuner_failures[] = {
    {"InvalidConfig", "refused"}, {"CompilationFailedConfig", "not compiled"}, {"RuntimeFailedConfig", "failed"}};

static bool read_kernel_tuner(struct arena *a, const struct json *root, struct building *b)
{
    struct space *s = b->space;
    const struct json *names = json_member(root, "tune_params_keys"), *cache = json_member(root, "cache");
    const char *objective = json_member_text(root, "objective");
    if (!names_take(a, s, is_list(names) ? names->first : NULL, NULL, false))
        return false;
    objective = objective ? objective : "time";
    for (const struct json *j = cache->first; j; j = j->next) {
        struct row r = {.cost = NAN};
        const struct json *m = json_member(j, objective);
        const struct json *error = json_member(j, "__error__");
        const struct json *said = error ? error : m;
        if (!values_take(a, s, j, &r))
            return false;
        times_of(a, json_member(j, "times"), &r);
        if (said && said->kind == JSON_STRING) {
            r.failure = said->text;
            for (size_t i = 0; i < sizeof kernel_tuner_failures / sizeof *kernel_tuner_failures; i++)
                if (strcmp(said->text, kernel_tuner_failures[i].word) == 0)
                    r.failure = kernel_tuner_failures[i].meaning;
        } else if (!m || m->kind != JSON_NUMBER || m->number >= 1e20) { /* what old versions wrote for a failure */
            r.failure = "failed";
        } else {
            objective_apply(&r, objective, m->number);
        }
        vec_push(a, &b->rows, r);
    }
    return true;
}

/* ---- KTT ---- */
static bool ktt_values(struct arena *a, const struct space *s, const struct json *list, struct row *r)
{
    struct value *v = arena_alloc(a, (size_t)s->nparameters * sizeof *v);
    r->values = v;
    for (int p = 0; p < s->nparameters; p++) {
        const struct json *j = is_list(list) ? list->first : NULL;
        while (j && (!json_member_text(j, "Name") || strcmp(json_member_text(j, "Name"), s->parameters[p].name) != 0))
            j = j->next;
        if (!j || !json_member(j, "Value") || !value_of(a, json_member(j, "Value"), &v[p]))
            return refuse(s->path, "a configuration has no value of", s->parameters[p].name);
    }
    return true;
}

static bool read_ktt(struct arena *a, const struct json *root, struct building *b)
{
    struct space *s = b->space;
    const struct json *results = json_member(root, "Results");
    const struct json *first = is_list(results) && results->first ? json_member(results->first, "Configuration") : NULL;
    if (!is_list(first) || !names_take(a, s, first->first, "Name", false))
        return refuse(s->path, "a result without a configuration", NULL);
    for (const struct json *j = results->first; j; j = j->next) {
        struct row r = {.cost = NAN};
        const char *status = json_member_text(j, "Status");
        const struct json *time = json_member(j, "TotalDuration");
        struct json alone = {.kind = JSON_NUMBER, .number = time ? time->number : NAN};
        struct json times = {.kind = JSON_ARRAY, .first = time ? &alone : NULL};
        if (!ktt_values(a, s, json_member(j, "Configuration"), &r))
            return false;
        times_of(a, &times, &r);
        if (status && strcmp(status, "Ok") != 0)
            r.failure = status;
        vec_push(a, &b->rows, r);
    }
    return true;
}

/* ---- files ---- */
static const struct {
    const char *mark, *title;
    bool (*read)(struct arena *a, const struct json *root, struct building *b);
} formats[] = {{"gantry_space", "name", read_own},
               {"tune_params_keys", "kernel_name", read_kernel_tuner},
               {"results", NULL, read_t4},
               {"Results", NULL, read_ktt}};

/* Kernel Tuner adds to its file while it works: the end is missing until it has ended. */
static const struct json *parse_open(struct arena *a, const char *text, size_t n, struct json_error *e)
{
    const struct json *root = json_parse(a, text, n, e);
    if (root || !memmem(text, n, "\"tune_params_keys\"", 18))
        return root;
    while (n && (isspace((unsigned char)text[n - 1]) || text[n - 1] == ','))
        n--;
    text = arena_printf(a, "%.*s}}", (int)n, text);
    struct json_error second;
    return json_parse(a, text, n + 2, &second);
}

static const struct json *parse(struct arena *a, const char *path)
{
    size_t n;
    struct json_error e;
    const char *text = file_read(a, path, &n);
    if (!text) {
        fprintf(stderr, "gantry: error: %s: %s\n", path, strerror(errno));
        return NULL;
    }
    const struct json *root = parse_open(a, text, n, &e);
    if (!root)
        fprintf(stderr, "gantry: error: %s:%ld: %s\n", path, e.line, e.cut ? "it ends in the middle" : e.what);
    return root;
}

static const char *title_of(struct arena *a, const char *path)
{
    const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path, *dot = strchr(base, '.');
    return arena_strndup(a, base, dot && dot > base ? (size_t)(dot - base) : strlen(base));
}

struct space *space_read(struct arena *a, const char *path, const char *problem)
{
    struct building b = {.space = NEW(a, struct space)};
    struct space *s = b.space;
    const struct json *root = parse(a, path), *t1 = problem && root ? parse(a, problem) : NULL;
    s->path = path;
    if (!root || (problem && !t1))
        return NULL;
    size_t i = 0, n = sizeof formats / sizeof *formats;
    while (i < n && !json_member(root, formats[i].mark))
        i++;
    if (i == n)
        return refuse(path, "this is no recorded space that Gantry knows (docs/tune.md)", NULL) ? s : NULL;
    if (t1 && (formats[i].read != read_t4 || !read_t1(a, t1, &b)))
        return formats[i].read == read_t4 || refuse(path, "only T4 results go with a problem (T1)", NULL) ? NULL : NULL;
    s->name = formats[i].read == read_own ? json_member_text(root, "name") : title_of(a, path);
    s->name = s->name ? s->name : title_of(a, path);
    s->device = json_member_text(root, formats[i].read == read_own ? "device" : "device_name");
    s->unit = json_member_text(root, "unit");
    if (!formats[i].read(a, root, &b) || !space_build(a, &b))
        return NULL;
    if (b.left_out)
        fprintf(stderr, "gantry: note: %s: %d rows break a condition and are left out\n", path, b.left_out);
    return s;
}
