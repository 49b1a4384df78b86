/* tuned.c: GANTRY_TUNED: what `gantry tune` has measured (docs/tune.md), for launches of this run: of each region the
 * numbers of teams, threads and lanes of the row whose sizes are nearest to the launch's; of regions in place the
 * number of threads. A store that cannot be read is said once, and the program runs as if there were none. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"

#define FAR_AWAY 1e9
#define MOST_FAR 4.0 /* beyond that what was measured says nothing: the model decides */

struct row {
    char *region, *sizes, *words;
    char *said;      /* for the profile: "threads=4 (n=200)" */
    char device[16]; /* kind of device; "": any */
    bool at_home;    /* it is about the region in place, on this CPU */
};
static struct row *rows; /* of one region first the one that was measured last */
static size_t nrows;

static bool add(bool at_home, const char *device, const char *region, const char *sizes, const char *words)
{
    struct row *more = realloc(rows, (nrows + 1) * sizeof *rows);
    if (!more)
        return false;
    rows = more;
    struct row *r = &rows[nrows++];
    *r = (struct row){.region = strdup(region), .sizes = strdup(sizes), .words = strdup(words), .at_home = at_home};
    if (asprintf(&r->said, *sizes ? "%s (%s)" : "%s", *words ? words : "as it is", sizes) < 0)
        r->said = NULL;
    snprintf(r->device, sizeof r->device, "%.*s", (int)strcspn(device, " "), device);
    return r->region && r->sizes && r->words && r->said;
}

/* ---- a table: "device REGION SETTING=VALUE …" ---- */
static const char *take_lines(FILE *f)
{
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, f) > 0) {
        line[strcspn(line, "\n")] = 0;
        char *region = strchr(line, ' '), *words = region ? strchr(region + 1, ' ') : NULL;
        if (words)
            *words++ = 0;
        if (!region || (strncmp(line, "device ", 7) != 0 && strncmp(line, "host ", 5) != 0)) {
            free(line);
            return "neither a store of gantry tune nor a table of settings";
        }
        add(*line == 'h', "", region + 1, "", words ? words : "");
    }
    free(line);
    return ferror(f) ? strerror(errno) : NULL;
}

/* ---- a store: SQLite, loaded here alone ---- */
enum { ID = 0x47547564, VERSION = 1, ROW = 100, DONE = 101, READ_ONLY = 1, PATIENCE = 2000 }; /* as src/tune/store.c */
static struct {
    int (*open_v2)(const char *, void **, int, const char *);
    int (*close)(void *);
    int (*busy_timeout)(void *, int);
    int (*prepare_v2)(void *, const char *, int, void **, const char **);
    int (*step)(void *);
    int (*finalize)(void *);
    const unsigned char *(*column_text)(void *, int);
    long long (*column_int64)(void *, int);
    const char *(*errmsg)(void *);
} sql;

static bool library_load(void)
{
    static const char *const names[] = {"open_v2",  "close",       "busy_timeout", "prepare_v2", "step",
                                        "finalize", "column_text", "column_int64", "errmsg"};
    void *library = dlopen("libsqlite3.so.0", RTLD_NOW);
    _Static_assert(sizeof sql == sizeof names, "a name for each function");
    for (size_t i = 0; library && i < COUNT_OF(names); i++) {
        char name[64];
        snprintf(name, sizeof name, "sqlite3_%s", names[i]);
        void *symbol = dlsym(library, name);
        if (!symbol)
            return false;
        memcpy((char *)&sql + i * sizeof symbol, &symbol, sizeof symbol);
    }
    return library != NULL;
}

static long long pragma(void *db, const char *text)
{
    void *st = NULL;
    long long n = -1;
    if (sql.prepare_v2(db, text, -1, &st, NULL) == 0 && sql.step(st) == ROW)
        n = sql.column_int64(st, 0);
    sql.finalize(st);
    return n;
}

static const char *text_at(void *st, int i)
{
    const char *text = (const char *)sql.column_text(st, i);
    return text ? text : "";
}

/* As src/tune/program.c names the CPU: "" where the system does not say */
static bool is_this_cpu(const char *model)
{
    FILE *f = fopen("/proc/cpuinfo", "r");
    char line[512];
    const char *name = "";
    while (f && !*name && fgets(line, sizeof line, f))
        if (strstr(line, "model name") && strchr(line, ':')) {
            line[strcspn(line, "\n")] = 0;
            name = strchr(line, ':') + 1;
            name += strspn(name, " \t");
        }
    if (f)
        fclose(f);
    return strcmp(name, model) == 0;
}

static const char *take_rows(void *db)
{
    void *st = NULL;
    int status;
    long long id = pragma(db, "PRAGMA application_id");
    if (id != ID)
        return id < 0 ? sql.errmsg(db) : "no store of gantry tune";
    if (pragma(db, "PRAGMA user_version") != VERSION)
        return "a store of another version of Gantry";
    if (sql.prepare_v2(db, "SELECT device, region, sizes, words, place='host' FROM settings ORDER BY made DESC, sizes",
                       -1, &st, NULL) != 0)
        return sql.errmsg(db);
    while ((status = sql.step(st)) == ROW) {
        bool at_home = sql.column_int64(st, 4) != 0;
        if (!at_home || is_this_cpu(text_at(st, 0)))
            add(at_home, text_at(st, 0), text_at(st, 1), text_at(st, 2), text_at(st, 3));
    }
    const char *why = status == DONE ? NULL : sql.errmsg(db);
    sql.finalize(st);
    return why;
}

static void warn(const char *path, const char *why)
{
    gantry_warn("GANTRY_TUNED: %s: %s: nothing of it is used", path, why);
}

static void take_store(const char *path)
{
    void *db = NULL;
    if (!library_load()) {
        warn(path, "SQLite's library, libsqlite3.so.0, cannot be loaded (Debian: libsqlite3-0)");
        return;
    }
    const char *why = sql.open_v2(path, &db, READ_ONLY, NULL) ? sql.errmsg(db) : NULL;
    if (!why) {
        sql.busy_timeout(db, PATIENCE);
        why = take_rows(db);
    }
    if (why) {
        nrows = 0;
        warn(path, why);
    }
    sql.close(db);
}

static void read_all(void)
{
    const char *path = gantry_knob("TUNED"), *why;
    char head[16] = "";
    FILE *f = *path ? fopen(path, "r") : NULL;
    if (*path && !f)
        warn(path, strerror(errno));
    if (!f)
        return;
    bool store = fread(head, 1, sizeof head, f) == sizeof head && memcmp(head, "SQLite format 3", 16) == 0;
    rewind(f);
    if (!store && (why = take_lines(f)) != NULL) {
        nrows = 0;
        warn(path, why);
    }
    fclose(f);
    if (store)
        take_store(path);
}

/* ---- which row ---- */
/* The numbers that a kernel gets by value, of a launch or of a region in place */
struct numbers {
    const struct gantry_map *maps;
    uint32_t n;
    const struct gantry_val *vals; /* of a launch; NULL: … */
    const int64_t *told;           /* … of a region in place */
};

static bool number_at(const struct numbers *q, uint32_t i, double *out)
{
    int64_t wide;
    int32_t small;
    if (q->told)
        return *out = (double)q->told[i], true;
    if (q->vals[i].size != sizeof wide && q->vals[i].size != sizeof small)
        return false;
    if (q->vals[i].size == sizeof wide)
        memcpy(&wide, q->vals[i].begin, sizeof wide);
    else
        wide = (memcpy(&small, q->vals[i].begin, sizeof small), small);
    return *out = (double)wide, true;
}

/* The number under that name */
static bool value_of(const struct numbers *q, const char *name, size_t n, double *out)
{
    for (uint32_t i = 0; i < q->n; i++)
        if (q->maps[i].param == GANTRY_PARAM_VALUE && strlen(q->maps[i].name) == n &&
            memcmp(q->maps[i].name, name, n) == 0)
            return number_at(q, i, out);
    return false;
}

static double times(double a, double b) /* how many times one is the other; of numbers with a sign: far */
{
    if (a == b)
        return 1;
    return a <= 0 || b <= 0 ? FAR_AWAY : a > b ? a / b : b / a;
}

/* How far the launch is from what was measured: the product over all sizes; 1: the same */
static double distance(const struct row *row, const struct numbers *q)
{
    double far = 1, value;
    for (const char *s = row->sizes; *s;) {
        size_t n = strcspn(s, "=");
        if (!s[n] || !value_of(q, s, n, &value))
            return FAR_AWAY;
        far *= times(value, strtod(s + n + 1, NULL));
        s += strcspn(s, " ");
        s += *s == ' ';
    }
    return far;
}

/* ---- what it says ---- */
static bool at_run_time(const char *word)
{
    return strncmp(word, "teams=", 6) == 0 || strncmp(word, "threads=", 8) == 0 || strncmp(word, "lanes=", 6) == 0 ||
           strncmp(word, "march=", 6) == 0;
}

/* Are all words that only a compile can follow among these? */
static bool built_with(const char *words, const char *built)
{
    for (const char *w = words; *w;) {
        size_t n = strcspn(w, " ");
        bool found = at_run_time(w);
        for (const char *b = built; *b && !found; b += strcspn(b, " "), b += *b == ' ')
            found = strcspn(b, " ") == n && memcmp(b, w, n) == 0;
        if (!found)
            return false;
        w += n + (w[n] == ' ');
    }
    return true;
}

static uint32_t number_in(const char *words, const char *name, uint32_t none)
{
    size_t n = strlen(name);
    for (const char *w = words; *w; w += strcspn(w, " "), w += *w == ' ')
        if (strncmp(w, name, n) == 0)
            return (uint32_t)strtoul(w + n, NULL, 10);
    return none;
}

static void read_once(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_all);
}

/* Of the rows for the region on that kind of device (NULL: in place) the nearest one; NULL: none is near enough.
 * `built`: the settings that the program has, of which the row must have the same. */
static const struct row *nearest(const struct gantry_region *r, const char *kind, const char *built,
                                 const struct numbers *q)
{
    const struct row *best = NULL;
    double least = MOST_FAR;
    for (size_t i = 0; i < nrows && r->identity; i++) {
        const struct row *x = &rows[i];
        bool here = kind ? !x->at_home && (!*x->device || strcmp(x->device, kind) == 0) : x->at_home;
        if (!here || strcmp(x->region, r->identity) != 0 || !built_with(x->words, built) ||
            !built_with(built, x->words))
            continue;
        double far = q ? distance(x, q) : 1;
        if (far <= MOST_FAR && (!best || far < least)) {
            best = x;
            least = far;
        }
    }
    return best;
}

bool gantry_tuned(const struct gantry_mapping *m, struct gantry_tuned *out)
{
    const struct numbers q = {m->maps, m->n, m->vals, NULL};
    read_once();
    const struct row *best = nearest(m->region, m->dev->plugin->kind, m->region->tuned ? m->region->tuned : "", &q);
    if (best)
        *out = (struct gantry_tuned){number_in(best->words, "teams=", 0), number_in(best->words, "threads=", 0),
                                     number_in(best->words, "lanes=", 0), number_in(best->words, "march=", NOT_SAID),
                                     best->said};
    return best != NULL;
}

/* ---- regions in place ---- */
/* The region whose sizes were told, which begins next, and its row */
static _Thread_local struct {
    const struct gantry_region *region;
    const struct row *row;
} next;

void gantry_sizes(const struct gantry_region *r, const int64_t *values)
{
    const struct numbers q = {r->maps, r->nmaps, NULL, values};
    next.region = r;
    next.row = nearest(r, NULL, "", &q);
}

/* Of regions that tell no sizes the row that was measured last */
static const struct row *row_at_home(const struct gantry_region *r)
{
    const struct row *row = next.region == r ? next.row : nearest(r, NULL, "", NULL);
    next.region = NULL;
    return row;
}

/* The region in place that this thread is in, its row, and how many threads it would have had */
static _Thread_local struct {
    const struct gantry_region *region;
    const struct row *row;
    int threads;
} home;

const char *gantry_tuned_in_place(const struct gantry_region *r) { return home.region == r ? home.row->said : NULL; }

static void begins(const struct gantry_event *e)
{
    const struct gantry_libomp *libomp = gantry_libomp();
    const struct row *row = e->op == GANTRY_OP_HOST && !home.region && libomp ? row_at_home(e->region) : NULL;
    uint32_t threads = row ? number_in(row->words, "threads=", 0) : 0;
    if (!threads)
        return;
    home.region = e->region;
    home.row = row;
    home.threads = libomp->omp_get_max_threads();
    libomp->omp_set_num_threads((int)threads);
}

static void ends(const struct gantry_event *e)
{
    if (e->op != GANTRY_OP_HOST || home.region != e->region || !home.region)
        return;
    gantry_libomp()->omp_set_num_threads(home.threads);
    home.region = NULL;
}

bool gantry_tuned_start(void)
{
    bool any = false;
    if (!*gantry_knob("TUNED"))
        return false;
    read_once();
    for (size_t i = 0; i < nrows; i++)
        any |= rows[i].at_home;
    if (any)
        gantry_read_both(begins, ends);
    return any;
}
