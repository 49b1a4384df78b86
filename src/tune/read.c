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

/* the positive numbers of a list; others are left out, as a time that could not be measured */
static void times_of(struct arena *a, const struct json *list, struct row *r)
{
    double *v = arena_alloc(a, count_of(list) * sizeof *v + 1);
    r->times = v;
    r->ntimes = 0;
    for (const struct json *j = is_list(list) ? list->first : NULL; j; j = j->next)
        if (j->kind == JSON_NUMBER && isfinite(j->number) && j->number > 0)
            v[r->ntimes++] = j->number;
}

/* ---- the objective ---- */
struct goal { /* what is to be least, or greatest; name NULL: times */
    const char *name;
    bool greatest;
};

/* What is a rate is better the greater it is. */
static bool is_rate(const char *name)
{
    static const char *const words[] = {"/s", "per_s", "throughput", "bandwidth", "flop", "performance"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasestr(name, words[i]))
            return true;
    return false;
}

/* "time", "max:NAME", "min:NAME" */
static struct goal goal_named(const char *text)
{
    bool max = text && strncmp(text, "max:", 4) == 0, said = text && (max || strncmp(text, "min:", 4) == 0);
    const char *name = said ? text + 4 : text;
    return (struct goal){name, said ? max : name && is_rate(name)};
}

/* A text, or an object with a name and, perhaps, a direction; of a list the first. */
static struct goal goal_read(const struct json *j)
{
    while (is_list(j))
        j = j->first;
    const struct json *least = json_member(j, "minimize"), *most = json_member(j, "maximize");
    struct goal g = goal_named(!j ? NULL : j->kind == JSON_STRING ? j->text : json_member_text(j, "name"));
    if (least || most)
        g.greatest = least ? least->kind == JSON_FALSE : most->kind == JSON_TRUE;
    return g;
}

/* A number, also as a text; NAN: it was not measured. Old files have 1e20 for what failed. */
static double measured_number(const struct json *j)
{
    while (is_list(j))
        j = j->first;
    double x = !j                                   ? NAN
               : j->kind == JSON_NUMBER             ? j->number
               : j->kind == JSON_STRING && *j->text ? strtod(j->text, NULL)
                                                    : NAN;
    return x > 0 && x < 1e20 ? x : NAN;
}

/* What was measured is the cost, or its inverse; times say how it varies. */
static void goal_apply(const struct goal *g, double value, struct row *r)
{
    r->cost = g->greatest ? 1 / value : value;
    double middle = r->ntimes ? times_middle(r->times, r->ntimes) : 0;
    for (int i = 0; i < r->ntimes; i++)
        r->times[i] *= r->cost / middle;
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

/* The values of an object's members, in the order of the parameters; false: there is none of *lacks. */
static bool values_take(struct arena *a, const struct space *s, const struct json *object, struct row *r,
                        const char **lacks)
{
    struct value *v = arena_alloc(a, (size_t)s->nparameters * sizeof *v);
    r->values = v;
    for (int p = 0; p < s->nparameters; p++) {
        const struct json *m = json_member(object, s->parameters[p].name);
        if (!m || !value_of(a, m, &v[p])) {
            *lacks = s->parameters[p].name;
            return false;
        }
    }
    return true;
}

/* Rows that are no whole configuration are left out; if no other is there, it is the file that is wrong. */
static bool incomplete_say(const struct building *b, long left_out, const char *lacks)
{
    if (left_out && !b->rows.n)
        return refuse(b->space->path, "a configuration has no value of", lacks);
    if (left_out)
        fprintf(stderr, "gantry: note: %s: %ld rows are left out: they have no value of '%s'\n", b->space->path,
                left_out, lacks);
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

static bool read_own(struct arena *a, const struct json *root, const struct goal *asked, struct building *b)
{
    struct space *s = b->space;
    const struct json *lists = json_member(root, "parameters"), *rows = json_member(root, "measured");
    const struct json *conditions = json_member(root, "constraints");
    if (json_member_number(root, "gantry_space", 0) != 1)
        return refuse(s->path, "this version of the format is not known", NULL);
    if (asked->name)
        return refuse(s->path, "--objective: it has times alone, no", asked->name);
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
        if (its && strcmp(its, name) == 0)
            return measured_number(json_member(j, "value"));
    }
    return NAN;
}

static const char *t4_failure(const struct json *result)
{
    const char *invalid = json_member_text(result, "invalidity");
    const struct json *correct = json_member(result, "correctness");
    for (size_t i = 0; i < sizeof invalidities / sizeof *invalidities && invalid; i++)
        if (strcmp(invalid, invalidities[i].word) == 0)
            return invalidities[i].meaning;
    if (invalid && *invalid && strcmp(invalid, "correct") != 0)
        return invalid;
    return !invalid && correct &&
                   (correct->kind == JSON_FALSE || (correct->kind == JSON_NUMBER && correct->number == 0))
               ? "wrong"
               : NULL;
}

static void t4_result(struct arena *a, const struct json *result, const struct goal *asked, struct row *r)
{
    struct goal goal = asked->name ? *asked : goal_read(json_member(result, "objectives"));
    const struct json *times = json_member(result, "times");
    r->failure = t4_failure(result);
    times_of(a, is_list(times) ? times : json_member(times, "runtimes"), r);
    double value = measured(result, goal.name ? goal.name : "time");
    if (!isnan(value))
        goal_apply(&goal, value, r);
    else if (goal.name && strcmp(goal.name, "time") != 0)
        r->ntimes = 0; /* times are not what is asked for */
}

static bool read_t4(struct arena *a, const struct json *root, const struct goal *asked, struct building *b)
{
    struct space *s = b->space;
    const struct json *results = json_member(root, "results"), *first = NULL;
    const char *lacks = NULL;
    long left_out = 0;
    if (!is_list(results) || !results->first)
        return refuse(s->path, "it holds no results", NULL);
    for (const struct json *j = results->first; j && !first; j = j->next)
        first = json_member(j, "configuration");
    if (!s->nparameters && (!first || !names_take(a, s, first->first, NULL, true)))
        return refuse(s->path, "a result without a configuration", NULL);
    for (const struct json *j = results->first; j; j = j->next) {
        struct row r = {.cost = NAN};
        if (!values_take(a, s, json_member(j, "configuration"), &r, &lacks)) {
            left_out++;
            continue;
        }
        t4_result(a, j, asked, &r);
        vec_push(a, &b->rows, r);
    }
    return incomplete_say(b, left_out, lacks);
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

/* How it failed, or NULL */
static const char *kernel_tuner_failure(const struct json *entry, const struct json *value)
{
    const struct json *error = json_member(entry, "__error__");
    const char *said = error ? json_member_text(entry, "__error__") : NULL;
    if (error && !said && error->kind != JSON_NULL)
        return "failed";
    if (!said && value && value->kind == JSON_STRING && isnan(measured_number(value)))
        said = value->text;
    for (size_t i = 0; i < sizeof kernel_tuner_failures / sizeof *kernel_tuner_failures && said; i++)
        if (strcmp(said, kernel_tuner_failures[i].word) == 0)
            return kernel_tuner_failures[i].meaning;
    return said;
}

static bool read_kernel_tuner(struct arena *a, const struct json *root, const struct goal *asked, struct building *b)
{
    struct space *s = b->space;
    const struct json *names = json_member(root, "tune_params_keys"), *cache = json_member(root, "cache");
    const struct json *higher = json_member(root, "objective_higher_is_better");
    struct goal goal = asked->name ? *asked : goal_read(json_member(root, "objective"));
    const char *lacks = NULL;
    long left_out = 0;
    if (!names_take(a, s, is_list(names) ? names->first : NULL, NULL, false))
        return false;
    if (higher && !asked->name)
        goal.greatest = higher->kind == JSON_TRUE;
    goal.name = goal.name ? goal.name : "time";
    for (const struct json *j = cache ? cache->first : NULL; j; j = j->next) {
        struct row r = {.cost = NAN};
        const struct json *m = json_member(j, goal.name);
        double value = measured_number(m);
        if (!values_take(a, s, j, &r, &lacks)) {
            left_out++;
            continue;
        }
        r.failure = kernel_tuner_failure(j, m);
        if (m ? !isnan(value) : strcmp(goal.name, "time") == 0)
            times_of(a, json_member(j, "times"), &r);
        if (!isnan(value))
            goal_apply(&goal, value, &r);
        vec_push(a, &b->rows, r);
    }
    return incomplete_say(b, left_out, lacks);
}

/* ---- KTT ---- */
static bool ktt_values(struct arena *a, const struct space *s, const struct json *list, struct row *r,
                       const char **lacks)
{
    struct value *v = arena_alloc(a, (size_t)s->nparameters * sizeof *v);
    r->values = v;
    for (int p = 0; p < s->nparameters; p++) {
        const struct json *j = is_list(list) ? list->first : NULL;
        while (j && (!json_member_text(j, "Name") || strcmp(json_member_text(j, "Name"), s->parameters[p].name) != 0))
            j = j->next;
        if (!j || !json_member(j, "Value") || !value_of(a, json_member(j, "Value"), &v[p])) {
            *lacks = s->parameters[p].name;
            return false;
        }
    }
    return true;
}

static bool read_ktt(struct arena *a, const struct json *root, const struct goal *asked, struct building *b)
{
    struct space *s = b->space;
    const char *lacks = NULL;
    long left_out = 0;
    if (asked->name)
        return refuse(s->path, "--objective: KTT's results have times alone, no", asked->name);
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
        if (!ktt_values(a, s, json_member(j, "Configuration"), &r, &lacks)) {
            left_out++;
            continue;
        }
        times_of(a, &times, &r);
        if (status && strcmp(status, "Ok") != 0)
            r.failure = status;
        vec_push(a, &b->rows, r);
    }
    return incomplete_say(b, left_out, lacks);
}

/* ---- files ---- */
static const struct {
    const char *mark, *title;
    bool (*read)(struct arena *a, const struct json *root, const struct goal *asked, struct building *b);
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

/* ---- compressed files: known by their first bytes, and unpacked by the usual command ---- */
static const struct {
    const char *first;
    const char *command;
} packed[] = {{"\x1f\x8b", "gzip"}, {"\x28\xb5\x2f\xfd", "zstd"}, {"\xfd\x37\x7a\x58\x5a", "xz"}, {"BZh", "bzip2"}};

static const char *unpacked(struct arena *a, const char *path, const char *command, size_t *n)
{
    const char *const words[] = {command, "-dc", "--", path, NULL};
    struct run_result r = run_program(a, words, RUN_CAPTURE_OUT | RUN_CAPTURE_ERR);
    if (r.status != 0) {
        fprintf(stderr, "gantry: error: %s: it is compressed, and '%s -dc' cannot unpack it: %s\n", path, command,
                r.err && *r.err ? arena_strndup(a, r.err, strcspn(r.err, "\n")) : "is it installed?");
        return NULL;
    }
    *n = r.out_len;
    return r.out;
}

static const char *text_of(struct arena *a, const char *path, size_t *n)
{
    const char *text = file_read(a, path, n);
    if (!text)
        fprintf(stderr, "gantry: error: %s: %s\n", path, strerror(errno));
    for (size_t i = 0; i < sizeof packed / sizeof *packed && text; i++)
        if (*n >= strlen(packed[i].first) && memcmp(text, packed[i].first, strlen(packed[i].first)) == 0)
            return unpacked(a, path, packed[i].command, n);
    return text;
}

static const struct json *parse(struct arena *a, const char *path)
{
    size_t n;
    struct json_error e;
    const char *text = text_of(a, path, &n);
    if (!text)
        return NULL;
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

struct space *space_read(struct arena *a, const char *path, const char *problem, const char *objective)
{
    struct goal asked = goal_named(objective);
    struct building b = {.space = NEW(a, struct space), .objective = asked.name};
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
    if (!formats[i].read(a, root, &asked, &b) || !space_build(a, &b))
        return NULL;
    if (b.left_out)
        fprintf(stderr, "gantry: note: %s: %d rows break a condition and are left out\n", path, b.left_out);
    return s;
}
