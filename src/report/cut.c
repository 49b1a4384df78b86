/* cut.c: traces without sums, of programs that were killed, and files that end in the middle: what is whole of them is
 * read, and the sums are made from the events, as runtime/profile/sums.c makes them. */
#include "report_priv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PROCESS_STEP = 1000, HOST_PID = 1, DEVICE_PID = 100, DEEPEST = 16 };

/* ---- the whole items of a file that ends in the middle ---- */
/* Behind the last item of an array that is a member of the file's object; 0: there is none */
static size_t whole_items(const char *text, size_t n)
{
    size_t whole = 0;
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < n; i++) {
        char c = text[i];
        if (quoted) {
            i += c == '\\';
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{' || c == '[') {
            depth++;
        } else if ((c == '}' || c == ']') && --depth == 2) {
            whole = i + 1;
        }
    }
    return whole;
}

const struct json *cut_parse(struct arena *a, const char *text, size_t n)
{
    struct json_error e;
    size_t whole = whole_items(text, n);
    if (whole == 0)
        return NULL;
    char *closed = arena_alloc(a, whole + 2);
    memcpy(closed, text, whole);
    memcpy(closed + whole, "]}", 2);
    return json_parse(a, closed, whole + 2, &e);
}

/* ---- sums of events ---- */
struct event {
    const struct json *of;
    double begin, took, within; /* within: of it in events that lie in it */
    int pid, tid;
};
struct events {
    VEC(struct event) v;
};
struct sum { /* a row */
    const struct json *of, *args;
    double calls, total, own, least, most, bytes;
    bool shapes_differ;
};
struct sums {
    VEC(struct sum) v;
};

static int by_lane(const void *a, const void *b)
{
    const struct event *x = a, *y = b;
    if (x->pid != y->pid || x->tid != y->tid)
        return x->pid != y->pid ? (x->pid > y->pid) - (x->pid < y->pid) : (x->tid > y->tid) - (x->tid < y->tid);
    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    return x->took > y->took ? -1 : x->took < y->took;
}

static bool holds(const struct event *e)
{
    static const char *const words[] = {"construct", "wait", "host", "launch"};
    const char *op = json_member_text(e->of, "cat");
    for (size_t i = 0; op && i < sizeof words / sizeof *words; i++)
        if (strcmp(op, words[i]) == 0)
            return true;
    return false;
}

/* What each event has within it; of the first thread's events, those that lie in no other: "inside" */
static double nest(struct events *all)
{
    struct event *open[DEEPEST];
    int depth = 0;
    double inside = 0;
    for (size_t i = 0; i < all->v.n; i++) {
        struct event *e = &all->v.v[i];
        if (i > 0 && e->tid != e[-1].tid)
            depth = 0;
        while (depth > 0 && open[depth - 1]->begin + open[depth - 1]->took <= e->begin)
            depth--;
        if (depth > 0)
            open[depth - 1]->within += e->took;
        else if (e->tid == 1)
            inside += e->took;
        if (depth < DEEPEST && holds(e))
            open[depth++] = e;
    }
    return inside;
}

static bool same_text(const struct json *a, const struct json *b, const char *key)
{
    const char *x = json_member_text(a, key), *y = json_member_text(b, key);
    return x == y || (x && y && strcmp(x, y) == 0);
}

static bool same_number(const struct json *a, const struct json *b, const char *key)
{
    return fabs(json_member_number(a, key, -1) - json_member_number(b, key, -1)) < 0.5;
}

static bool same_row(const struct sum *s, const struct json *e, const struct json *args)
{
    return same_text(s->of, e, "cat") && same_text(s->args, args, "name") && same_text(s->args, args, "construct") &&
           same_text(s->args, args, "file") && same_text(s->args, args, "function") &&
           same_number(s->args, args, "line") && same_number(s->args, args, "device");
}

static void add(struct arena *a, struct sums *all, const struct event *e)
{
    const struct json *args = json_member(e->of, "args");
    struct sum *s = NULL;
    for (size_t i = 0; i < all->v.n && !s; i++)
        s = same_row(&all->v.v[i], e->of, args) ? &all->v.v[i] : NULL;
    if (!s) {
        vec_push(a, &all->v, (struct sum){.of = e->of, .args = args, .least = e->took});
        s = &all->v.v[all->v.n - 1];
    }
    s->calls++;
    s->total += e->took;
    s->own += e->took > e->within ? e->took - e->within : 0;
    s->least = fmin(s->least, e->took);
    s->most = fmax(s->most, e->took);
    s->bytes += json_member_number(args, "bytes", 0);
    s->shapes_differ |= !same_number(s->args, args, "teams") || !same_number(s->args, args, "threads");
}

/* ---- as the object that the program would have written ---- */
static struct json *member(struct arena *a, struct json *of, const char *key, int kind)
{
    struct json *j = arena_alloc(a, sizeof *j);
    *j = (struct json){.kind = kind, .key = key, .next = of->first};
    of->first = j;
    return j;
}

static void put_number(struct arena *a, struct json *of, const char *key, double v)
{
    member(a, of, key, JSON_NUMBER)->number = v;
}

static void put_text(struct arena *a, struct json *of, const char *key, const char *v)
{
    if (v)
        member(a, of, key, JSON_STRING)->text = v;
}

static const char *kind_of(const char *operation)
{
    static const char *const kinds[][2] = {
        {"launch", "region"},     {"host", "region"}, {"copy to", "copy"},    {"copy from", "copy"},
        {"copy within", "copy"},  {"fill", "copy"},   {"allocate", "memory"}, {"free", "memory"},
        {"construct", "runtime"}, {"wait", "wait"},   {"open", "setup"},      {"load", "setup"},
    };
    for (size_t i = 0; operation && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i][0], operation) == 0)
            return kinds[i][1];
    return "other";
}

static void put_row(struct arena *a, struct json *rows, const struct sum *s)
{
    static const char *const texts[] = {"name", "construct", "file", "function"};
    static const char *const numbers[] = {"device", "line", "teams", "threads", "lanes"};
    struct json *row = member(a, rows, NULL, JSON_OBJECT);
    const char *operation = json_member_text(s->of, "cat");
    put_text(a, row, "operation", operation);
    put_text(a, row, "kind", kind_of(operation));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        put_text(a, row, texts[i], json_member_text(s->args, texts[i]));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (json_member(s->args, numbers[i]))
            put_number(a, row, numbers[i], json_member_number(s->args, numbers[i], 0));
    put_number(a, row, "calls", s->calls);
    put_number(a, row, "total", s->total);
    put_number(a, row, "own", s->own);
    put_number(a, row, "least", s->least);
    put_number(a, row, "most", s->most);
    put_number(a, row, "bytes", s->bytes);
    if (s->shapes_differ)
        member(a, row, "shapes_differ", JSON_TRUE);
    if (operation && strcmp(operation, "host") == 0)
        put_text(a, row, "why", "the sums would say why");
}

static const char *process_name(const struct json *e)
{
    const char *name = json_member_text(e, "name");
    return name && strcmp(name, "process_name") == 0 ? json_member_text(json_member(e, "args"), "name") : NULL;
}

/* Who it was: the file says it, of merged ones the name of the process: "rank 3, heat 1234: host" */
static void put_process(struct arena *a, struct json *to, const struct json *root, int pid)
{
    const struct json *whose = json_member(root, "otherData");
    const char *name = NULL;
    if (!json_member(whose, "merged")) {
        put_text(a, to, "program", json_member_text(whose, "program"));
        put_text(a, to, "node", json_member_text(whose, "node"));
        put_number(a, to, "process", json_member_number(whose, "process", 0));
        put_number(a, to, "rank", json_member_number(whose, "rank", -1));
        return;
    }
    const struct json *events = json_member(root, "traceEvents");
    for (const struct json *e = events ? events->first : NULL; e && !name; e = e->next)
        if (fabs(json_member_number(e, "pid", -1) - pid) < 0.5)
            name = process_name(e);
    if (!name)
        return;
    if (str_starts(name, "rank ")) {
        char *end;
        put_number(a, to, "rank", (double)strtol(name + strlen("rank "), &end, 10));
        name = *end == ',' ? end + 2 : end;
    }
    size_t n = strcspn(name, ":");
    while (n > 0 && name[n - 1] != ' ')
        n--;
    put_text(a, to, "program", arena_strndup(a, name, n ? n - 1 : strcspn(name, ":")));
    put_number(a, to, "process", (double)strtol(name + n, NULL, 10));
}

/* Those with lanes of their own, by the names of these: "heat 1234: device 0, emulated GPU" */
static void put_devices(struct arena *a, struct json *to, const struct json *root, int pid)
{
    const struct json *events = json_member(root, "traceEvents");
    struct json *devices = member(a, to, "devices", JSON_ARRAY);
    for (const struct json *e = events ? events->first : NULL; e; e = e->next) {
        double number = json_member_number(e, "pid", -1) - (pid - HOST_PID + DEVICE_PID);
        const char *text = process_name(e), *name = text ? strstr(text, "device ") : NULL;
        name = name ? strstr(name, ", ") : NULL;
        if (!name || !(number >= 0 && number < PROCESS_STEP - DEVICE_PID))
            continue;
        struct json *d = member(a, devices, NULL, JSON_OBJECT);
        put_number(a, d, "device", number);
        put_text(a, d, "name", name + strlen(", "));
    }
}

static struct json *profile_of(struct arena *a, const struct json *root, int pid, struct events *events)
{
    struct json *to = arena_alloc(a, sizeof *to);
    struct sums sums = {0};
    double wall = 0;
    *to = (struct json){.kind = JSON_OBJECT};
    qsort(events->v.v, events->v.n, sizeof *events->v.v, by_lane);
    put_number(a, to, "inside", nest(events));
    for (size_t i = 0; i < events->v.n; i++) {
        add(a, &sums, &events->v.v[i]);
        wall = fmax(wall, events->v.v[i].begin + events->v.v[i].took);
    }
    put_process(a, to, root, pid);
    put_devices(a, to, root, pid);
    put_number(a, to, "pid", pid);
    put_number(a, to, "wall", wall);
    put_number(a, to, "events", (double)events->v.n);
    member(a, to, "cut", JSON_TRUE);
    struct json *rows = member(a, to, "rows", JSON_ARRAY);
    for (size_t i = 0; i < sums.v.n; i++)
        put_row(a, rows, &sums.v.v[i]);
    return to;
}

/* ---- processes without sums ---- */
static bool has_profile(const struct json *profiles, int pid)
{
    for (const struct json *p = profiles; p; p = p->next)
        if (fabs(json_member_number(p, "pid", HOST_PID) - pid) < 0.5)
            return true;
    return false;
}

/* of the host, as a number that is one */
static int host_of(const struct json *e)
{
    const char *phase = json_member_text(e, "ph");
    double pid = json_member_number(e, "pid", 0);
    bool slice = phase && *phase == 'X' && pid >= HOST_PID && pid < 1e9;
    return slice && (int)pid % PROCESS_STEP == HOST_PID ? (int)pid : -1;
}

struct json *cut_profiles(struct arena *a, const struct json *root, const struct json *profiles)
{
    const struct json *events = json_member(root, "traceEvents");
    struct json *made = NULL;
    VEC(int) pids = {0};
    for (const struct json *e = events ? events->first : NULL; e; e = e->next) {
        int pid = host_of(e);
        bool known = pid < 0 || has_profile(profiles, pid);
        for (size_t i = 0; i < pids.n && !known; i++)
            known = pids.v[i] == pid;
        if (!known)
            vec_push(a, &pids, pid);
    }
    for (size_t i = pids.n; i-- > 0;) {
        struct events own = {0};
        for (const struct json *e = events->first; e; e = e->next)
            if (host_of(e) == pids.v[i])
                vec_push(a, &own.v,
                         (struct event){.of = e,
                                        .begin = json_member_number(e, "ts", 0),
                                        .took = json_member_number(e, "dur", 0),
                                        .pid = pids.v[i],
                                        .tid = (int)json_member_number(e, "tid", 0)});
        struct json *p = profile_of(a, root, pids.v[i], &own);
        p->next = made;
        made = p;
    }
    return made;
}
