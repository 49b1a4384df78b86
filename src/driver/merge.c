/* merge.c: `gantry profile merge`: traces of several processes, as GANTRY_PROFILE=FILE.json writes them, in one file.
 * They have a line per event (docs/see.md, "Format of a profile"), so lines are what is read and written: numbers of
 * processes and arrows become unique, and times count from the beginning of the first process. */
#define _GNU_SOURCE /* memmem */
#include "driver.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { TRACE_VERSION = 1, PROCESS_STEP = 1000 };
#define FAR_APART_NS 60000000000u /* more than that between the end of one process and the beginning of the next */

struct part {
    const char *name, *head;                                   /* head: the first line */
    const char *events, *events_end, *profiles, *profiles_end; /* lines */
    uint64_t began, wall, offset; /* nanoseconds: of the calendar, of the program, after the first */
    uint64_t pids, ids;           /* added to its numbers */
    int64_t rank;                 /* -1: none */
};

static void say(const char *level, const char *fmt, va_list ap)
{
    fprintf(stderr, "gantry: %s: gantry profile merge: ", level);
    vfprintf(stderr, fmt, ap);
    fputc('\n', stderr);
}

static int fail(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static int fail(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    say("error", fmt, ap);
    va_end(ap);
    return EXIT_USER;
}

static void warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static void warn(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    say("warning", fmt, ap);
    va_end(ap);
}

/* ---- reading ---- */
static const char *line_end(const char *at) { return strchrnul(at, '\n'); }

static const char *next_line(const char *end) { return *end ? end + 1 : end; }

static bool is_line(const char *at, const char *text)
{
    size_t n = strlen(text);
    return strncmp(at, text, n) == 0 && (at[n] == '\n' || !at[n]);
}

/* What follows "key": in the line; NULL: it is not there. Quotes inside of strings have a backslash before them, so
 * that no string looks like a key. */
static const char *value_of(const char *line, const char *end, const char *key)
{
    const char *found = memmem(line, (size_t)(end - line), key, strlen(key));
    return found ? found + strlen(key) : NULL;
}

/* "12.345" -> 12345 */
static uint64_t nanoseconds(const char *at, char **end)
{
    uint64_t v = strtoull(at, end, 10) * 1000, unit = 100;
    if (**end == '.')
        for ((*end)++; isdigit((unsigned char)**end); (*end)++, unit /= 10)
            v += unit * (uint64_t)(**end - '0');
    return v;
}

static uint64_t largest(const char *at, const char *end, const char *key)
{
    uint64_t most = 0;
    while (at < end && (at = value_of(at, end, key)) != NULL) {
        uint64_t v = strtoull(at, NULL, 10);
        most = v > most ? v : most;
    }
    return most;
}

static bool is_event(const char *at, const char *end)
{
    return end - at > 2 && at[0] == '{' && (end[-1] == '}' || (end[-1] == ',' && end[-2] == '}'));
}

/* The first line says whose file it is. */
static int read_head(struct part *p, const char *text)
{
    const char *end = line_end(text), *version = value_of(text, end, "\"gantry_trace\":"), *v;
    if (!version)
        return fail("'%s' is no trace of Gantry's; GANTRY_PROFILE=FILE.json writes one", p->name);
    if (atoi(version) != TRACE_VERSION)
        return fail("'%s' is a trace of version %d, and this gantry reads version %d; use the gantry that the program "
                    "was linked with",
                    p->name, atoi(version), TRACE_VERSION);
    v = value_of(text, end, "\"began\":");
    p->began = v ? strtoull(v, NULL, 10) * 1000 : 0;
    v = value_of(text, end, "\"rank\":");
    p->rank = v ? (int64_t)strtoull(v, NULL, 10) : -1;
    p->head = text;
    return 0;
}

static void read_events(struct part *p, const char *at)
{
    p->events = at;
    while (*at && !is_line(at, "],") && is_event(at, line_end(at)))
        at = next_line(line_end(at));
    p->events_end = at;
}

static int read_profiles(struct part *p)
{
    const char *at = p->events_end;
    bool whole = is_line(at, "],");
    at = whole ? next_line(line_end(at)) : at;
    whole = whole && is_line(at, "\"profiles\":[");
    p->profiles = p->profiles_end = whole ? next_line(line_end(at)) : at;
    for (at = p->profiles; whole && *at && !is_line(at, "]}");)
        at = next_line(line_end(at));
    if (!whole || !is_line(at, "]}")) {
        warn("'%s' ends in the middle: its program was killed, or the disk was full. Its events up to there are kept; "
             "its sums are missing",
             p->name);
        return 0;
    }
    p->profiles_end = at;
    at = next_line(line_end(at));
    if (at[strspn(at, " \n\t")])
        return fail("'%s' holds more than one trace: two processes wrote it, or files were put together otherwise; "
                    "run the program again with %%p in the name of the file",
                    p->name);
    return 0;
}

/* How long the program ran: as the sums say, else until its last event ended. */
static uint64_t wall_of(const struct part *p)
{
    char *end;
    const char *v = value_of(p->profiles, p->profiles_end, "\"wall\":");
    uint64_t most = v ? nanoseconds(v, &end) : 0;
    for (const char *at = p->events; !v && at < p->events_end; at = next_line(line_end(at))) {
        const char *ts = value_of(at, line_end(at), "\"ts\":"), *dur = value_of(at, line_end(at), "\"dur\":");
        uint64_t until = (ts ? nanoseconds(ts, &end) : 0) + (dur ? nanoseconds(dur, &end) : 0);
        most = until > most ? until : most;
    }
    return most;
}

/* ---- other layouts: a file that a formatter has put into one line, or into many ---- */
static void put_node(FILE *f, const struct json *j);

static void put_members(FILE *f, const struct json *j, const char *begin, const char *between, const char *end)
{
    fputs(begin, f);
    for (const struct json *m = j->first; m; m = m->next) {
        if (m->key && j->kind == JSON_OBJECT) {
            json_string(f, m->key);
            fputc(':', f);
        }
        put_node(f, m);
        fputs(m->next ? between : "", f);
    }
    fputs(end, f);
}

static void put_node(FILE *f, const struct json *j)
{
    static const char *const words[] = {[JSON_NULL] = "null", [JSON_FALSE] = "false", [JSON_TRUE] = "true"};
    if (j->kind == JSON_STRING)
        json_string(f, j->text);
    else if (j->kind == JSON_NUMBER)
        fprintf(f, fabs(j->number - rint(j->number)) < 1e-9 ? "%.0f" : "%.3f", j->number);
    else if (j->kind == JSON_ARRAY)
        put_members(f, j, "[", ",", "]");
    else if (j->kind == JSON_OBJECT)
        put_members(f, j, "{", ",", "}");
    else
        fputs(words[j->kind], f);
}

/* The same in lines; NULL: it is no whole trace */
static const char *in_lines(struct arena *a, const char *text, size_t n)
{
    struct json_error e;
    char *lines = NULL;
    size_t len = 0;
    const struct json *root = json_parse(a, text, n, &e), *data = json_member(root, "otherData");
    const struct json *events = json_member(root, "traceEvents"), *profiles = json_member(root, "profiles");
    FILE *f = data && events && events->kind == JSON_ARRAY ? open_memstream(&lines, &len) : NULL;
    if (!f)
        return NULL;
    fputs("{\"displayTimeUnit\":\"ms\",\"otherData\":", f);
    put_node(f, data);
    put_members(f, events, ",\"traceEvents\":[\n", ",\n", "\n");
    if (profiles && profiles->kind == JSON_ARRAY)
        put_members(f, profiles, "],\n\"profiles\":[\n", ",\n", "\n]}\n");
    fclose(f);
    const char *copy = arena_strndup(a, lines, len);
    free(lines);
    return copy;
}

static bool is_in_lines(const char *text)
{
    const char *end = line_end(text);
    return end - text > 1 && end[-1] == '[';
}

static int read_part(struct arena *a, struct part *p)
{
    size_t len = 0;
    const char *text = file_read(a, p->name, &len);
    if (!text)
        return fail("'%s' cannot be read: %s", p->name, strerror(errno));
    if (strlen(text) != len)
        return fail("'%s' is damaged: it holds a byte of value 0", p->name);
    const char *lines = is_in_lines(text) ? NULL : in_lines(a, text, len);
    text = lines ? lines : text;
    int status = read_head(p, text);
    if (status)
        return status;
    read_events(p, next_line(line_end(text)));
    status = read_profiles(p);
    p->wall = wall_of(p);
    return status;
}

/* ---- putting together ---- */
/* Of a merged file each process has an object; of others the first line says it. */
struct process {
    const struct part *part;
    int64_t rank;
    uint64_t number, began;
    const char *program, *node;
    size_t program_length, node_length;
};

static uint64_t number_of(const char *at, const char *end, const char *key)
{
    const char *v = value_of(at, end, key);
    return v ? strtoull(v, NULL, 10) : 0;
}

static struct process process_in(const struct part *part, const char *at, const char *end)
{
    struct process p = {.part = part, .rank = -1};
    if (value_of(at, end, "\"rank\":"))
        p.rank = (int64_t)number_of(at, end, "\"rank\":");
    p.number = number_of(at, end, "\"process\":");
    p.began = number_of(at, end, "\"began\":");
    p.program = value_of(at, end, "\"program\":\"");
    p.program_length = p.program ? strcspn(p.program, "\"") : 0;
    p.node = value_of(at, end, "\"node\":\"");
    p.node_length = p.node ? strcspn(p.node, "\"") : 0;
    return p;
}

struct processes {
    VEC(struct process) v;
};

static void list_processes(struct arena *a, const struct part *p, struct processes *all)
{
    const char *end = line_end(p->head);
    if (!value_of(p->head, end, "\"merged\":")) {
        vec_push(a, &all->v, process_in(p, p->head, end));
        return;
    }
    for (const char *at = p->profiles; at < p->profiles_end; at = next_line(line_end(at)))
        if (strncmp(at, "{\"pid\":", strlen("{\"pid\":")) == 0)
            vec_push(a, &all->v, process_in(p, at, line_end(at)));
}

static bool same_text(const char *a, size_t na, const char *b, size_t nb)
{
    return na == nb && (na == 0 || strncmp(a, b, na) == 0);
}

static int refuse_twice(const struct process *p, const struct process *q)
{
    bool same = p->number == q->number && p->began == q->began && p->number &&
                same_text(p->node, p->node_length, q->node, q->node_length);
    if (same)
        return fail("'%s' and '%s' hold the same process %llu: give it once", p->part->name, q->part->name,
                    (unsigned long long)p->number);
    if (p->rank >= 0 && p->rank == q->rank)
        return fail("'%s' and '%s' both hold rank %lld: they are of different runs, or one file was copied",
                    p->part->name, q->part->name, (long long)p->rank);
    return 0;
}

/* A process, or a rank, twice is an error; different programs are said once. */
static int check_processes(struct arena *a, const struct part *parts, size_t n)
{
    struct processes all = {0};
    bool said = false;
    for (size_t i = 0; i < n; i++)
        list_processes(a, &parts[i], &all);
    for (size_t i = 0; i < all.v.n; i++)
        for (size_t k = 0; k < i; k++) {
            const struct process *p = &all.v.v[k], *q = &all.v.v[i];
            if (refuse_twice(p, q))
                return EXIT_USER;
            if (said || !p->program || !q->program ||
                same_text(p->program, p->program_length, q->program, q->program_length))
                continue;
            said = true;
            warn("'%s' is of the program '%.*s' and '%s' of '%.*s': they stand beside each other", p->part->name,
                 (int)p->program_length, p->program, q->part->name, (int)q->program_length, q->program);
        }
    return 0;
}

static int by_beginning(const void *a, const void *b)
{
    const struct part *x = *(const struct part *const *)a, *y = *(const struct part *const *)b;
    return x->began < y->began ? -1 : x->began > y->began;
}

/* Processes of one run overlap. Where they do not, their clocks differ, or they are of different runs: all begin at 0
 * then. */
static uint64_t place(struct arena *a, struct part *parts, size_t n)
{
    struct part **sorted = arena_alloc(a, n * sizeof *sorted), *before = NULL;
    uint64_t end = 0;
    bool apart = false;
    for (size_t i = 0; i < n; i++)
        sorted[i] = &parts[i];
    qsort(sorted, n, sizeof *sorted, by_beginning);
    for (size_t i = 0; i < n && !apart; i++) {
        apart = i > 0 && sorted[i]->began > end + FAR_APART_NS;
        if (apart)
            warn("'%s' began %llu s after '%s' had ended: they are of different runs, or the clocks of their machines "
                 "differ. All are placed at the same beginning",
                 sorted[i]->name, (unsigned long long)((sorted[i]->began - end) / 1000000000u), before->name);
        if (!before || sorted[i]->began + sorted[i]->wall > end) {
            end = sorted[i]->began + sorted[i]->wall;
            before = sorted[i];
        }
    }
    for (size_t i = 0; i < n; i++)
        parts[i].offset = apart ? 0 : parts[i].began - sorted[0]->began;
    return sorted[0]->began;
}

static void number_parts(struct part *parts, size_t n)
{
    uint64_t pids = 0, ids = 0;
    for (size_t i = 0; i < n; i++) {
        struct part *p = &parts[i];
        p->pids = pids;
        p->ids = ids;
        pids += (largest(p->events, p->events_end, "\"pid\":") / PROCESS_STEP + 1) * PROCESS_STEP;
        ids += largest(p->events, p->events_end, "\"id\":");
    }
}

/* ---- writing ---- */
/* Copies [at, end), with what is to be added to numbers. */
static void write_changed(FILE *f, const struct part *p, const char *at, const char *end)
{
    static const char *const keys[] = {"\"pid\":", "\"id\":", "\"sort_index\":", "\"ts\":"};
    uint64_t order = p->rank >= 0 ? (uint64_t)p->rank * PROCESS_STEP : p->pids, add[] = {p->pids, p->ids, order};
    while (at < end) {
        const char *quote = memchr(at, '"', (size_t)(end - at));
        size_t k = 0;
        fwrite(at, 1, (size_t)((quote ? quote : end) - at), f);
        if (!quote)
            return;
        at = quote;
        while (k < 4 && strncmp(at, keys[k], strlen(keys[k])) != 0)
            k++;
        if (k == 4) {
            fputc(*at++, f);
            continue;
        }
        char *rest;
        at += strlen(keys[k]);
        fputs(keys[k], f);
        if (k == 3) {
            uint64_t ns = nanoseconds(at, &rest) + p->offset;
            fprintf(f, "%llu.%03llu", (unsigned long long)(ns / 1000), (unsigned long long)(ns % 1000));
        } else {
            fprintf(f, "%llu", (unsigned long long)(strtoull(at, &rest, 10) + add[k]));
        }
        at = rest;
    }
}

static void write_events(FILE *f, const struct part *p, bool *any)
{
    for (const char *at = p->events, *end; at < p->events_end; at = next_line(end)) {
        end = line_end(at);
        fputs(*any ? ",\n" : "", f);
        write_changed(f, p, at, end[-1] == ',' ? end - 1 : end);
        *any = true;
    }
}

static void write_profiles(FILE *f, const struct part *p, bool *any)
{
    if (p->profiles == p->profiles_end)
        return;
    fputs(*any ? ",\n" : "", f);
    write_changed(f, p, p->profiles, p->profiles_end - 1);
    *any = true;
}

static int write_all(const char *out, const struct part *parts, size_t n, uint64_t began)
{
    char *text = NULL;
    size_t size = 0;
    bool any = false;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return EXIT_INTERNAL;
    fprintf(f,
            "{\"displayTimeUnit\":\"ms\",\"otherData\":{\"gantry_trace\":%d,\"merged\":%zu,\"began\":%llu},"
            "\"traceEvents\":[\n",
            TRACE_VERSION, n, (unsigned long long)(began / 1000));
    for (size_t i = 0; i < n; i++)
        write_events(f, &parts[i], &any);
    fputs("\n],\n\"profiles\":[\n", f);
    any = false;
    for (size_t i = 0; i < n; i++)
        write_profiles(f, &parts[i], &any);
    fputs("\n]}\n", f);
    fclose(f);
    bool ok = file_write(out, text, size);
    int error = errno;
    free(text);
    return ok ? 0 : fail("'%s' cannot be written: %s", out, strerror(error));
}

int merge_main(int argc, char **argv)
{
    struct arena *a = arena_new();
    struct part *parts = arena_alloc(a, ((size_t)argc + 1) * sizeof *parts);
    const char *out = NULL;
    size_t n = 0;
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "-o") == 0 && i + 1 < argc)
            out = argv[++i];
        else if (argv[i][0] == '-')
            return fail("'%s' is no option; -o FILE names the output", argv[i]), EXIT_USAGE;
        else
            parts[n++] = (struct part){.name = argv[i]};
    }
    if (n == 0 || !out)
        return fail("%s: gantry profile merge FILE.json… -o OUT.json", n ? "-o is missing" : "no files"), EXIT_USAGE;
    for (size_t i = 0; i < n; i++) {
        int status = read_part(a, &parts[i]);
        if (status)
            return status;
    }
    if (check_processes(a, parts, n))
        return EXIT_USER;
    uint64_t began = place(a, parts, n);
    number_parts(parts, n);
    return write_all(out, parts, n, began);
}
