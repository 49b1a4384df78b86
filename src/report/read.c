/* read.c: what runtime/profile wrote, as runs. docs/see.md has the format. What a file does not say is left out, so
 * that traces of later versions can be read as long as their number is known. */
#include "report_priv.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { TRACE_VERSION = 1, HOST_PID = 1 };

static bool refuse(const char *path, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static bool refuse(const char *path, const char *fmt, ...)
{
    va_list ap;
    fprintf(stderr, "gantry: error: %s: ", path);
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    return false;
}

static const char *or_none(const char *s, const char *none) { return s ? s : none; }

bool row_is(const struct row *r, const char *kind) { return strcmp(r->kind, kind) == 0; }

double run_total(const struct run *r, const char *kind)
{
    double sum = 0;
    for (size_t i = 0; i < r->rows.n; i++)
        sum += row_is(&r->rows.v[i], kind) ? r->rows.v[i].own : 0;
    return sum;
}

const char *row_where(struct arena *a, const struct row *r)
{
    if (r->why)
        return arena_printf(a, "host: %s", r->why);
    if (!row_is(r, "region"))
        return arena_printf(a, "device %d", r->device);
    return arena_printf(a, "device %d: %d x %d x %d%s %s", r->device, r->teams, r->threads, r->lanes,
                        r->shapes_differ ? ".." : "", or_none(r->mode, ""));
}

/* ---- sums ---- */
static struct row read_row(const struct json *j)
{
    struct row r = {
        .kind = or_none(text_of(j, "kind"), "other"),
        .operation = or_none(text_of(j, "operation"), "?"),
        .name = text_of(j, "name"),
        .construct = text_of(j, "construct"),
        .file = text_of(j, "file"),
        .function = text_of(j, "function"),
        .why = text_of(j, "why"),
        .mode = text_of(j, "mode"),
        .line = (int)number_of(j, "line", 0),
        .device = (int)number_of(j, "device", -1),
        .calls = number_of(j, "calls", 0),
        .total = number_of(j, "total", 0),
        .least = number_of(j, "least", 0),
        .most = number_of(j, "most", 0),
        .bytes = number_of(j, "bytes", 0),
        .compiling = number_of(j, "compiling", 0),
        .teams = (int)number_of(j, "teams", 0),
        .threads = (int)number_of(j, "threads", 0),
        .lanes = (int)number_of(j, "lanes", 0),
    };
    const struct json *differ = member_of(j, "shapes_differ");
    r.own = number_of(j, "own", r.total);
    r.shapes_differ = differ && differ->kind == JSON_TRUE;
    return r;
}

static struct item read_item(const struct json *j)
{
    return (struct item){
        .name = or_none(text_of(j, "name"), "?"),
        .file = or_none(text_of(j, "file"), "?"),
        .function = or_none(text_of(j, "function"), "?"),
        .line = (int)number_of(j, "line", 0),
        .device = (int)number_of(j, "device", 0),
        .to_bytes = number_of(j, "to_bytes", 0),
        .to_calls = number_of(j, "to_calls", 0),
        .from_bytes = number_of(j, "from_bytes", 0),
        .from_calls = number_of(j, "from_calls", 0),
        .allocs = number_of(j, "allocs", 0),
    };
}

static struct finding read_finding(const struct json *j)
{
    return (struct finding){
        .item = read_item(j),
        .id = or_none(text_of(j, "id"), "?"),
        .text = or_none(text_of(j, "text"), ""),
        .action = or_none(text_of(j, "action"), ""),
        .directive = or_none(text_of(j, "directive"), ""),
        .where = or_none(text_of(j, "where"), ""),
        .note = or_none(text_of(j, "note"), ""),
        .supposed = strcmp(or_none(text_of(j, "severity"), ""), "perhaps") == 0,
        .times = number_of(j, "times", 0),
        .of = number_of(j, "of", 0),
        .bytes = number_of(j, "bytes", 0),
        .time = number_of(j, "time", 0),
    };
}

static const struct json *elements(const struct json *j, const char *key)
{
    const struct json *m = member_of(j, key);
    return m && m->kind == JSON_ARRAY ? m->first : NULL;
}

static int by_time(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    if (x->total != y->total)
        return x->total < y->total ? 1 : -1;
    return x->line - y->line;
}

/* A program of gantry run has the name of the cache's: what it was made of says more. */
static const char *program_name(const struct run *r)
{
    enum { DIGITS = 16 };
    const char *name = r->program;
    if (strncmp(name, "run-", 4) != 0 || strspn(name + 4, "0123456789abcdef") != DIGITS || name[4 + DIGITS])
        return name;
    for (size_t i = 0; i < r->rows.n; i++)
        if (r->rows.v[i].file && row_is(&r->rows.v[i], "region"))
            return path_last(r->rows.v[i].file);
    return name;
}

static void read_sums(struct arena *a, const struct json *j, struct run *r)
{
    r->program = or_none(text_of(j, "program"), "?");
    r->node = or_none(text_of(j, "node"), "?");
    r->process = (long)number_of(j, "process", 0);
    r->rank = (long)number_of(j, "rank", -1);
    r->began = number_of(j, "began", 0);
    r->wall = number_of(j, "wall", 0);
    r->inside = number_of(j, "inside", 0);
    r->events = number_of(j, "events", 0);
    r->cost = number_of(j, "cost", 0);
    for (const struct json *e = elements(j, "rows"); e; e = e->next)
        vec_push(a, &r->rows, read_row(e));
    for (const struct json *e = elements(j, "devices"); e; e = e->next)
        vec_push(a, &r->devices,
                 (struct device){(int)number_of(e, "device", 0), or_none(text_of(e, "kind"), "?"),
                                 or_none(text_of(e, "name"), "?"), or_none(text_of(e, "arch"), "")});
    r->has_moves = member_of(j, "moves") != NULL;
    for (const struct json *e = elements(member_of(j, "moves"), "items"); e; e = e->next)
        vec_push(a, &r->items, read_item(e));
    for (const struct json *e = elements(j, "findings"); e; e = e->next)
        vec_push(a, &r->findings, read_finding(e));
    if (r->rows.n)
        qsort(r->rows.v, r->rows.n, sizeof *r->rows.v, by_time);
    r->program = program_name(r);
}

/* ---- slices ---- */
static struct lane *lane_of(struct arena *a, struct run *r, int pid, int tid)
{
    for (size_t i = 0; i < r->lanes.n; i++)
        if (r->lanes.v[i].pid == pid && r->lanes.v[i].tid == tid)
            return &r->lanes.v[i];
    vec_push(a, &r->lanes, (struct lane){.pid = pid, .tid = tid});
    return &r->lanes.v[r->lanes.n - 1];
}

static void read_slice(struct arena *a, const struct json *e, struct run *r)
{
    const struct json *args = member_of(e, "args");
    struct slice s = {
        .begin = number_of(e, "ts", 0),
        .took = number_of(e, "dur", 0),
        .pid = (int)number_of(e, "pid", 0),
        .tid = (int)number_of(e, "tid", 0),
        .line = (int)number_of(args, "line", 0),
        .operation = or_none(text_of(e, "cat"), "?"),
        .name = or_none(text_of(e, "name"), "?"),
        .file = text_of(args, "file"),
        .construct = text_of(args, "construct"),
        .bytes = number_of(args, "bytes", 0),
    };
    lane_of(a, r, s.pid, s.tid);
    vec_push(a, &r->slices, s);
}

static int by_lane_and_time(const void *a, const void *b)
{
    const struct slice *x = a, *y = b;
    if (x->pid != y->pid)
        return x->pid - y->pid;
    if (x->tid != y->tid)
        return x->tid - y->tid;
    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    return x->took > y->took ? -1 : x->took < y->took; /* what holds the other first */
}

/* How many slices each lies in */
static void nest(struct run *r)
{
    enum { DEEPEST = 8 };
    double ends[DEEPEST];
    int depth = 0;
    for (size_t i = 0; i < r->slices.n; i++) {
        struct slice *s = &r->slices.v[i];
        if (i == 0 || s->pid != s[-1].pid || s->tid != s[-1].tid)
            depth = 0;
        while (depth > 0 && ends[depth - 1] <= s->begin)
            depth--;
        s->depth = depth;
        if (depth < DEEPEST)
            ends[depth++] = s->begin + s->took;
    }
}

static const char *name_in(const struct json *events, const char *what, int pid, int tid)
{
    for (const struct json *e = events; e; e = e->next)
        if (text_of(e, "name") && strcmp(text_of(e, "name"), what) == 0 && (int)number_of(e, "pid", -1) == pid &&
            (tid < 0 || (int)number_of(e, "tid", -1) == tid))
            return text_of(member_of(e, "args"), "name");
    return NULL;
}

/* A process of the trace belongs to the profile whose host's number is the last that is not above its own. */
static int owner_of(const struct json *profiles, int pid)
{
    int best = -1, at = 0, i = 0;
    for (const struct json *p = profiles; p; p = p->next, i++) {
        int host = (int)number_of(p, "pid", HOST_PID);
        if (host <= pid && host >= best)
            best = host, at = i;
    }
    return at;
}

static void read_slices(struct arena *a, const struct json *root, const struct json *profiles, struct run *first)
{
    const struct json *events = elements(root, "traceEvents"), *names = NULL;
    for (const struct json *e = events; e; e = e->next) {
        const char *phase = text_of(e, "ph");
        if (phase && *phase == 'X')
            read_slice(a, e, first + owner_of(profiles, (int)number_of(e, "pid", 0)));
        else if (phase && *phase == 'M' && !names)
            names = e;
    }
    int i = 0;
    for (const struct json *p = profiles; p; p = p->next, i++) {
        struct run *r = first + i;
        if (r->slices.n)
            qsort(r->slices.v, r->slices.n, sizeof *r->slices.v, by_lane_and_time);
        nest(r);
        for (size_t k = 0; k < r->lanes.n; k++) {
            struct lane *l = &r->lanes.v[k];
            l->on_device = l->pid != (int)number_of(p, "pid", HOST_PID);
            l->process = or_none(name_in(names, "process_name", l->pid, -1), "?");
            l->name = or_none(name_in(names, "thread_name", l->pid, l->tid), "");
        }
    }
}

/* ---- files ---- */
static bool check(const char *path, const struct json *root, const struct json_error *e)
{
    if (!root && e->cut)
        return refuse(path,
                      "it ends in the middle (line %ld): the program was killed before it could end, or the file was "
                      "cut. Perfetto shows such a trace as far as it goes",
                      e->line);
    if (!root)
        return refuse(path, "line %ld: %s; gantry report reads what GANTRY_PROFILE=FILE.json has written", e->line,
                      e->what);
    double version = number_of(member_of(root, "otherData"), "gantry_trace", 0);
    if (version == 0)
        return refuse(path, "this is no profile of Gantry's: GANTRY_PROFILE=FILE.json makes one");
    if (version != TRACE_VERSION)
        return refuse(path,
                      "it was written by another version of Gantry (format %g, this one reads %d): make the profile "
                      "again, or use that version's gantry report",
                      version, TRACE_VERSION);
    if (!elements(root, "profiles"))
        return refuse(path, "it holds no sums of any process: the program ended before it could write them");
    return true;
}

bool runs_read(struct arena *a, const char *path, struct runs *out)
{
    size_t n = 0;
    struct json_error e;
    char *text = file_read(a, path, &n);
    if (!text)
        return refuse(path, "%s", strerror(errno));
    if (n == 0)
        return refuse(path, "it is empty: the program did not end, or wrote no profile");
    const struct json *root = json_parse(a, text, n, &e);
    if (!check(path, root, &e))
        return false;
    size_t first = out->v.n;
    const struct json *profiles = elements(root, "profiles");
    for (const struct json *p = profiles; p; p = p->next) {
        struct run r = {.path = path};
        read_sums(a, p, &r);
        vec_push(a, &out->v, r);
    }
    read_slices(a, root, profiles, &out->v.v[first]);
    return true;
}
