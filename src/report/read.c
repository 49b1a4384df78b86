/* read.c: what runtime/profile wrote, as runs. docs/see.md has the format. What a file does not say is left out, so
 * that traces of later versions can be read as long as their number is known. */
#include "report_priv.h"

#include <errno.h>
#include <limits.h>
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

/* a number that is used as such; whatever a damaged file says */
static int whole(const struct json *j, const char *key, int none)
{
    double v = json_member_number(j, key, none);
    return v >= INT_MIN && v <= INT_MAX ? (int)v : none;
}

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
    return arena_printf(a, "device %d: %d x %d x %d%s%s%s", r->device, r->teams, r->threads, r->lanes,
                        r->shapes_differ ? ".." : "", r->mode ? " " : "", or_none(r->mode, ""));
}

/* ---- sums ---- */
static struct layers read_counts(const struct json *j)
{
    return (struct layers){
        .launches = json_member_number(j, "launches", 0),
        .lanes = json_member_number(j, "lane_instructions", 0),
        .idle = json_member_number(j, "idle_lanes", 0),
        .empty = json_member_number(j, "empty_lanes", 0),
        .sectors = json_member_number(j, "sectors", 0),
        .least_sectors = json_member_number(j, "least_sectors", 0),
        .passes = json_member_number(j, "shared_passes", 0),
        .least_passes = json_member_number(j, "least_passes", 0),
        .atomics = json_member_number(j, "atomics", 0),
    };
}

static struct row read_row(const struct json *j)
{
    struct row r = {
        .kind = or_none(json_member_text(j, "kind"), "other"),
        .operation = or_none(json_member_text(j, "operation"), "?"),
        .name = json_member_text(j, "name"),
        .construct = json_member_text(j, "construct"),
        .file = json_member_text(j, "file"),
        .function = json_member_text(j, "function"),
        .why = json_member_text(j, "why"),
        .mode = json_member_text(j, "mode"),
        .line = whole(j, "line", 0),
        .device = whole(j, "device", -1),
        .calls = json_member_number(j, "calls", 0),
        .total = json_member_number(j, "total", 0),
        .least = json_member_number(j, "least", 0),
        .most = json_member_number(j, "most", 0),
        .bytes = json_member_number(j, "bytes", 0),
        .compiling = json_member_number(j, "compiling", 0),
        .teams = whole(j, "teams", 0),
        .threads = whole(j, "threads", 0),
        .lanes = whole(j, "lanes", 0),
        .needed = json_member_number(j, "read_bytes", -1),
        .points = json_member_number(j, "points", 0),
        .floats = json_member_number(j, "float_operations", -1),
        .doubles = json_member_number(j, "double_operations", -1),
        .registers = json_member_number(j, "registers", -1),
        .local = json_member_number(j, "local_bytes", -1),
        .shared = json_member_number(j, "shared_bytes", -1),
        .counts = read_counts(json_member(j, "counts")),
    };
    r.needed += r.needed >= 0 ? json_member_number(j, "written_bytes", 0) : 0;
    const struct json *differ = json_member(j, "shapes_differ");
    r.own = json_member_number(j, "own", r.total);
    r.shapes_differ = differ && differ->kind == JSON_TRUE;
    return r;
}

static struct item read_item(const struct json *j)
{
    return (struct item){
        .name = or_none(json_member_text(j, "name"), "?"),
        .file = or_none(json_member_text(j, "file"), "?"),
        .function = or_none(json_member_text(j, "function"), "?"),
        .line = whole(j, "line", 0),
        .device = whole(j, "device", 0),
        .to_bytes = json_member_number(j, "to_bytes", 0),
        .to_calls = json_member_number(j, "to_calls", 0),
        .from_bytes = json_member_number(j, "from_bytes", 0),
        .from_calls = json_member_number(j, "from_calls", 0),
        .allocs = json_member_number(j, "allocs", 0),
    };
}

static struct finding read_finding(const struct json *j)
{
    return (struct finding){
        .item = read_item(j),
        .id = or_none(json_member_text(j, "finding"), "?"),
        .text = or_none(json_member_text(j, "text"), ""),
        .action = or_none(json_member_text(j, "action"), ""),
        .directive = or_none(json_member_text(j, "directive"), ""),
        .where = or_none(json_member_text(j, "where"), ""),
        .note = or_none(json_member_text(j, "note"), ""),
        .supposed = strcmp(or_none(json_member_text(j, "severity"), ""), "perhaps") == 0,
        .times = json_member_number(j, "times", 0),
        .of = json_member_number(j, "of", 0),
        .bytes = json_member_number(j, "bytes", 0),
        .time = json_member_number(j, "time", 0),
    };
}

static const struct json *elements(const struct json *j, const char *key)
{
    const struct json *m = json_member(j, key);
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
    r->program = or_none(json_member_text(j, "program"), "?");
    r->node = or_none(json_member_text(j, "node"), "?");
    r->process = whole(j, "process", 0);
    r->rank = whole(j, "rank", -1);
    r->began = json_member_number(j, "began", 0);
    r->wall = json_member_number(j, "wall", 0);
    r->inside = json_member_number(j, "inside", 0);
    r->events = json_member_number(j, "events", 0);
    r->cost = json_member_number(j, "cost", 0);
    r->jumps = json_member_number(j, "clock_jumps", 0);
    for (const struct json *e = elements(j, "rows"); e; e = e->next)
        vec_push(a, &r->rows, read_row(e));
    for (const struct json *e = elements(j, "devices"); e; e = e->next)
        vec_push(a, &r->devices,
                 (struct device){whole(e, "device", 0), or_none(json_member_text(e, "kind"), "?"),
                                 or_none(json_member_text(e, "name"), "?"), or_none(json_member_text(e, "arch"), ""),
                                 or_none(json_member_text(e, "driver"), "")});
    r->has_moves = json_member(j, "moves") != NULL;
    for (const struct json *e = elements(json_member(j, "moves"), "items"); e; e = e->next)
        vec_push(a, &r->items, read_item(e));
    for (const struct json *e = elements(j, "findings"); e; e = e->next)
        vec_push(a, &r->findings, read_finding(e));
    for (size_t i = 0; i < r->findings.n; i++)
        r->findings.v[i].of_several = r->devices.n > 1;
    mends_find(a, r);
    if (r->rows.n)
        qsort(r->rows.v, r->rows.n, sizeof *r->rows.v, by_time);
    r->program = program_name(r);
}

/* ---- slices ---- */
static void read_slice(struct arena *a, const struct json *e, struct run *r)
{
    const struct json *args = json_member(e, "args");
    struct slice s = {
        .begin = json_member_number(e, "ts", 0),
        .took = json_member_number(e, "dur", 0),
        .pid = whole(e, "pid", 0),
        .tid = whole(e, "tid", 0),
        .line = whole(args, "line", 0),
        .operation = or_none(json_member_text(e, "cat"), "?"),
        .name = or_none(json_member_text(e, "name"), "?"),
        .file = json_member_text(args, "file"),
        .construct = json_member_text(args, "construct"),
        .bytes = json_member_number(args, "bytes", 0),
    };
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

/* The slices are in the order of their lanes. */
static void find_lanes(struct arena *a, struct run *r)
{
    for (size_t i = 0, end; i < r->slices.n; i = end) {
        const struct slice *s = &r->slices.v[i];
        for (end = i + 1; end < r->slices.n && r->slices.v[end].pid == s->pid && r->slices.v[end].tid == s->tid;)
            end++;
        vec_push(a, &r->lanes, (struct lane){.pid = s->pid, .tid = s->tid, .first = i, .end = end});
    }
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
        if (json_member_text(e, "name") && strcmp(json_member_text(e, "name"), what) == 0 &&
            whole(e, "pid", -1) == pid && (tid < 0 || whole(e, "tid", -1) == tid))
            return json_member_text(json_member(e, "args"), "name");
    return NULL;
}

/* A process of the trace belongs to the profile whose host's number is the last that is not above its own. */
static int owner_of(const struct json *profiles, int pid)
{
    int best = -1, at = 0, i = 0;
    for (const struct json *p = profiles; p; p = p->next, i++) {
        int host = whole(p, "pid", HOST_PID);
        if (host <= pid && host >= best)
            best = host, at = i;
    }
    return at;
}

/* "rank 3, heat 1234: device 0, emulated GPU": the run is known, the side of it is left */
static const char *side_of(const char *process)
{
    const char *device = strstr(process, ": device "), *host = strstr(process, ": host");
    return device ? device + 2 : host ? host + 2 : process;
}

static void read_slices(struct arena *a, const struct json *root, const struct json *profiles, struct run *first)
{
    const struct json *events = elements(root, "traceEvents"), *names = NULL;
    for (const struct json *e = events; e; e = e->next) {
        const char *phase = json_member_text(e, "ph");
        if (phase && *phase == 'X')
            read_slice(a, e, first + owner_of(profiles, whole(e, "pid", 0)));
        else if (phase && *phase == 'M' && !names)
            names = e;
    }
    int i = 0;
    for (const struct json *p = profiles; p; p = p->next, i++) {
        struct run *r = first + i;
        if (r->slices.n)
            qsort(r->slices.v, r->slices.n, sizeof *r->slices.v, by_lane_and_time);
        find_lanes(a, r);
        nest(r);
        for (size_t k = 0; k < r->lanes.n; k++) {
            struct lane *l = &r->lanes.v[k];
            l->on_device = l->pid != whole(p, "pid", HOST_PID);
            l->process = side_of(or_none(name_in(names, "process_name", l->pid, -1), "?"));
            l->name = or_none(name_in(names, "thread_name", l->pid, l->tid), "");
        }
    }
}

/* ---- files ---- */
static bool check(const char *path, const struct json *root, const struct json_error *e)
{
    if (!root && e->cut)
        return refuse(path, "it ends in the middle (line %ld), before the first event", e->line);
    if (!root)
        return refuse(path, "line %ld: %s; gantry report reads what GANTRY_PROFILE=FILE.json has written", e->line,
                      e->what);
    double version = json_member_number(json_member(root, "otherData"), "gantry_trace", 0);
    if (version == 0)
        return refuse(path, "this is no profile of Gantry's: GANTRY_PROFILE=FILE.json makes one");
    if (version != TRACE_VERSION)
        return refuse(path,
                      "it was written by another version of Gantry (format %g, this one reads %d): make the profile "
                      "again, or use that version's gantry report",
                      version, TRACE_VERSION);
    return true;
}

static void read_profiles(struct arena *a, const char *path, const struct json *profiles, struct runs *out)
{
    for (const struct json *p = profiles; p; p = p->next) {
        struct run r = {.path = path, .cut = json_member(p, "cut") != NULL};
        read_sums(a, p, &r);
        vec_push(a, &out->v, r);
    }
}

/* The objects of both lists in one; those of `profiles` are const. */
static const struct json *joined(struct arena *a, const struct json *profiles, struct json *made)
{
    struct json *first = NULL, **last = &first;
    for (const struct json *p = profiles; p; p = p->next) {
        struct json *copy = arena_alloc(a, sizeof *copy);
        *copy = *p;
        copy->next = NULL;
        *last = copy;
        last = &copy->next;
    }
    if (!first)
        return made;
    *last = made;
    return first;
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
    if (!root && e.cut)
        root = cut_parse(a, text, n);
    if (!check(path, root, &e))
        return false;
    const struct json *profiles = elements(root, "profiles");
    profiles = joined(a, profiles, cut_profiles(a, root, profiles));
    if (!profiles)
        return refuse(path, "it holds no sums of any process, and no events: the program ended before it could write "
                            "them");
    size_t first = out->v.n;
    read_profiles(a, path, profiles, out);
    read_slices(a, root, profiles, &out->v.v[first]);
    return true;
}
