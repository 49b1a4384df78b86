/* store.c: what was measured, kept in a file of SQLite (docs/tune.md): `settings`, what each region is set to; `tried`,
 * all that was measured on the way, so that a tuning that was interrupted goes on. The library is loaded when a store
 * is opened: other commands do without. */
#include "tune_priv.h"

#include <dlfcn.h>
#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the library ---- */
#define FUNCTIONS(F)                                                                                                   \
    F(open_v2)                                                                                                         \
    F(close)                                                                                                           \
    F(exec)                                                                                                            \
    F(prepare_v2)                                                                                                      \
    F(step)                                                                                                            \
    F(finalize)                                                                                                        \
    F(bind_text)                                                                                                       \
    F(bind_double)                                                                                                     \
    F(bind_int64)                                                                                                      \
    F(column_text)                                                                                                     \
    F(column_double)                                                                                                   \
    F(column_int64)                                                                                                    \
    F(column_type)                                                                                                     \
    F(errmsg)                                                                                                          \
    F(busy_timeout)
static struct {
#define F(NAME) __typeof__(sqlite3_##NAME) *NAME;
    FUNCTIONS(F)
#undef F
} sql;

static const char *library_load(void)
{
    static void *library;
    static const char *const names[] = {
#define F(NAME) "sqlite3_" #NAME,
        FUNCTIONS(F)
#undef F
    };
    if (!library && !(library = dlopen("libsqlite3.so.0", RTLD_NOW)))
        return "SQLite's library, libsqlite3.so.0, cannot be loaded (Debian: libsqlite3-0)";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *symbol = dlsym(library, names[i]);
        if (!symbol)
            return "SQLite's library, libsqlite3.so.0, lacks a function";
        memcpy((char *)&sql + i * sizeof symbol, &symbol, sizeof symbol);
    }
    return NULL;
}

/* ---- open ---- */
enum { ID = 0x47547564, VERSION = 1, PATIENCE = 20000 }; /* "GTud"; milliseconds that another writer may take */
static const char schema[] =
    "CREATE TABLE IF NOT EXISTS settings(region TEXT, place TEXT, device TEXT, driver TEXT, sizes TEXT, words TEXT, "
    "cost "
    "REAL, before REAL, unit TEXT, kernel TEXT, file TEXT, line INTEGER, made INTEGER,"
    " PRIMARY KEY(region, place, device, driver, sizes));"
    "CREATE TABLE IF NOT EXISTS tried(region TEXT, place TEXT, device TEXT, driver TEXT, sizes TEXT, build TEXT, words "
    "TEXT, cost REAL, failure TEXT, PRIMARY KEY(region, place, device, driver, sizes, build, words));";

struct store {
    sqlite3 *db;
    const char *path;
};

static bool say(struct arena *a, const struct store *s, const char **error)
{
    *error = arena_printf(a, "%s: %s", s->path, sql.errmsg(s->db));
    return false;
}

static int64_t pragma(struct store *s, const char *name)
{
    sqlite3_stmt *st = NULL;
    int64_t n = -1;
    char text[64];
    snprintf(text, sizeof text, "PRAGMA %s", name);
    if (sql.prepare_v2(s->db, text, -1, &st, NULL) == SQLITE_OK && sql.step(st) == SQLITE_ROW)
        n = sql.column_int64(st, 0);
    sql.finalize(st);
    return n;
}

/* Is it empty, or a store of ours? Asked in one transaction: another process may be making it. */
static bool is_ours(struct arena *a, struct store *s, const char **error)
{
    sql.exec(s->db, "BEGIN", NULL, NULL, NULL);
    int64_t id = pragma(s, "application_id"), version = pragma(s, "user_version"), pages = pragma(s, "page_count");
    bool known = (id >= 0 && version >= 0 && pages >= 0) || say(a, s, error);
    sql.exec(s->db, "COMMIT", NULL, NULL, NULL);
    if (!known)
        return false;
    if (pages == 0 || (id == ID && version == VERSION))
        return true;
    *error =
        arena_printf(a, id == ID ? "%s: a store of another version of Gantry" : "%s: no store of gantry tune", s->path);
    return false;
}

static bool make(struct arena *a, struct store *s, const char **error)
{
    char head[160];
    snprintf(head, sizeof head, "BEGIN IMMEDIATE; PRAGMA application_id=%d; PRAGMA user_version=%d;", ID, VERSION);
    if (sql.exec(s->db, head, NULL, NULL, NULL) != SQLITE_OK ||
        sql.exec(s->db, schema, NULL, NULL, NULL) != SQLITE_OK ||
        sql.exec(s->db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
        return say(a, s, error);
    return true;
}

struct store *store_open(struct arena *a, const char *path, bool write, const char **error)
{
    struct store *s = NEW(a, struct store);
    s->path = path;
    if ((*error = library_load()) != NULL)
        return NULL;
    if (!write && access(path, R_OK) != 0)
        return *error = arena_printf(a, "%s: there is no store", path), NULL;
    int flags = write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
    bool good = sql.open_v2(path, &s->db, flags, NULL) == SQLITE_OK || say(a, s, error);
    if (good)
        sql.busy_timeout(s->db, PATIENCE);
    good = good && is_ours(a, s, error) && (!write || make(a, s, error));
    if (good)
        return s;
    store_close(s);
    return NULL;
}

void store_close(struct store *s) { sql.close(s->db); }

bool store_is(const char *bytes, size_t n) { return n >= 15 && memcmp(bytes, "SQLite format 3", 15) == 0; }

/* ---- rows ---- */
static void bind(sqlite3_stmt *st, int at, const char *text)
{
    sql.bind_text(st, at, text ? text : "", -1, SQLITE_STATIC);
}

static void bind_key(sqlite3_stmt *st, const struct store_key *k)
{
    const char *const words[] = {k->region, k->place, k->device, k->driver, k->sizes};
    for (int i = 0; i < 5; i++)
        bind(st, i + 1, words[i]);
}

static bool finish(struct arena *a, struct store *s, sqlite3_stmt *st, const char **error)
{
    bool good = sql.step(st) == SQLITE_DONE || say(a, s, error);
    sql.finalize(st);
    return good;
}

bool store_tried_put(struct arena *a, struct store *s, const struct store_key *k, const char *build, const char *words,
                     double cost, const char *failure, const char **error)
{
    sqlite3_stmt *st = NULL;
    if (sql.prepare_v2(s->db, "INSERT OR REPLACE INTO tried VALUES(?,?,?,?,?,?,?,?,?)", -1, &st, NULL) != SQLITE_OK)
        return say(a, s, error);
    bind_key(st, k);
    bind(st, 6, build);
    bind(st, 7, words);
    if (!failure)
        sql.bind_double(st, 8, cost);
    else
        bind(st, 9, failure);
    return finish(a, s, st, error);
}

bool store_tried_find(struct arena *a, struct store *s, const struct store_key *k, const char *build, const char *words,
                      double *cost, const char **failure)
{
    sqlite3_stmt *st = NULL;
    static const char text[] =
        "SELECT cost, failure FROM tried WHERE region=? AND place=? AND device=? AND driver=? AND "
        "sizes=? AND build=? AND words=?";
    if (sql.prepare_v2(s->db, text, -1, &st, NULL) != SQLITE_OK)
        return false;
    bind_key(st, k);
    bind(st, 6, build);
    bind(st, 7, words);
    bool found = sql.step(st) == SQLITE_ROW;
    if (found) {
        bool failed = sql.column_type(st, 0) == SQLITE_NULL;
        *cost = failed ? INFINITY : sql.column_double(st, 0);
        *failure = failed ? arena_strdup(a, (const char *)sql.column_text(st, 1)) : NULL;
    }
    sql.finalize(st);
    return found;
}

bool store_put(struct arena *a, struct store *s, const struct store_row *r, const char **error)
{
    sqlite3_stmt *st = NULL;
    static const char text[] = "INSERT OR REPLACE INTO settings VALUES(?,?,?,?,?,?,?,?,?,?,?,?,strftime('%s','now'))";
    if (sql.prepare_v2(s->db, text, -1, &st, NULL) != SQLITE_OK)
        return say(a, s, error);
    bind_key(st, &r->key);
    bind(st, 6, r->words);
    sql.bind_double(st, 7, r->cost);
    sql.bind_double(st, 8, r->before);
    bind(st, 9, r->unit);
    bind(st, 10, r->kernel);
    bind(st, 11, r->file);
    sql.bind_int64(st, 12, r->line);
    return finish(a, s, st, error);
}

static const char *text_at(struct arena *a, sqlite3_stmt *st, int i)
{
    const char *text = (const char *)sql.column_text(st, i);
    return arena_strdup(a, text ? text : "");
}

/* What is measured on a GPU counts for devices, where there is such a row; else the model does. Then the latest. */
bool store_rows(struct arena *a, struct store *s, store_list *out, const char **error)
{
    sqlite3_stmt *st = NULL;
    static const char text[] =
        "SELECT region, place, device, driver, sizes, words, cost, before, unit, kernel, file, line FROM settings "
        "ORDER BY file, line, region, place, device LIKE 'emulated%', made DESC, device, sizes";
    if (sql.prepare_v2(s->db, text, -1, &st, NULL) != SQLITE_OK)
        return say(a, s, error);
    int status;
    while ((status = sql.step(st)) == SQLITE_ROW) {
        struct store_row r = {.cost = sql.column_double(st, 6), .before = sql.column_double(st, 7)};
        const char **const words[] = {&r.key.region, &r.key.place, &r.key.device,
                                      &r.key.driver, &r.key.sizes, &r.words};
        for (int i = 0; i < 6; i++)
            *words[i] = text_at(a, st, i);
        r.unit = text_at(a, st, 8);
        r.kernel = text_at(a, st, 9);
        r.file = text_at(a, st, 10);
        r.line = (int)sql.column_int64(st, 11);
        vec_push(a, out, r);
    }
    bool good = status == SQLITE_DONE || say(a, s, error);
    sql.finalize(st);
    return good;
}

bool store_chosen(const store_list *l, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(l->v[k].key.region, l->v[i].key.region) == 0 && strcmp(l->v[k].key.place, l->v[i].key.place) == 0)
            return false;
    return true;
}

char *tune_table(struct arena *a, const char *path, const char **error)
{
    struct store *s = store_open(a, path, false, error);
    store_list l = {0};
    struct sb out = {0};
    if (!s || !store_rows(a, s, &l, error))
        return NULL;
    store_close(s);
    for (size_t i = 0; i < l.n; i++)
        if (store_chosen(&l, i) && *l.v[i].words)
            sb_printf(&out, "%s %s %s\n", l.v[i].key.place, l.v[i].key.region, l.v[i].words);
    return out.s ? sb_take(&out, a) : arena_strdup(a, "");
}
