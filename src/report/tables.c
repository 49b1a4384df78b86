/* tables.c: the tables of a run: regions, copies, device memory, set-up, variables, waits, and the runtime itself. */
#include "report_priv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double percent(const struct run *r, double t) { return r->wall > 0 ? 100 * t / r->wall : 0; }

const char *row_title(struct arena *a, const struct row *r)
{
    const char *what = r->function ? r->function : r->name ? r->name : r->operation;
    return r->file ? arena_printf(a, "%s:%d %s", path_last(r->file), r->line, what) : what;
}

static const char *item_name(struct arena *a, const struct row *r)
{
    const char *what = r->name ? r->name : row_is(r, "copy") ? "attached pointers" : r->operation;
    return r->file ? arena_printf(a, "%s:%d %s", path_last(r->file), r->line, what) : what;
}

static const char *number(struct arena *a, double v) { return isfinite(v) ? arena_printf(a, "%.0f", v) : "-"; }
static const char *share(struct arena *a, const struct run *r, double t)
{
    return arena_printf(a, "%.1f", percent(r, t));
}

static const char *time_of(struct arena *a, double t)
{
    char out[UNIT_SIZE];
    return arena_strdup(a, unit_time(out, t));
}

static const char *bytes_of(struct arena *a, double n)
{
    char out[UNIT_SIZE];
    return arena_strdup(a, unit_bytes(out, n));
}

struct grid regions_grid(struct arena *a, const struct run *r)
{
    static const struct column columns[] = {{"region", NULL, 26, COLUMN_NAME},
                                            {"calls", NULL, 7, 0},
                                            {"total", NULL, 8, 0},
                                            {"%", NULL, 5, 0},
                                            {"average", NULL, 8, 0},
                                            {"least", NULL, 8, COLUMN_PAGE},
                                            {"most", NULL, 8, 0},
                                            {"where", "where: teams x threads x lanes, mode", 0, COLUMN_LAST}};
    struct grid g = {.columns = columns, .ncolumns = sizeof columns / sizeof *columns};
    for (size_t i = 0; i < r->rows.n; i++) {
        const struct row *x = &r->rows.v[i];
        if (!row_is(x, "region"))
            continue;
        const char **cell = grid_row(a, &g, percent(r, x->total));
        *cell++ = row_title(a, x);
        *cell++ = number(a, x->calls);
        *cell++ = time_of(a, x->total);
        *cell++ = share(a, r, x->total);
        *cell++ = time_of(a, x->calls > 0 ? x->total / x->calls : 0);
        *cell++ = time_of(a, x->least);
        *cell++ = time_of(a, x->most);
        *cell++ = row_where(a, x);
    }
    return g;
}

struct grid moves_grid(struct arena *a, const struct run *r, const char *kind)
{
#define MOVED(TITLE, WHAT)                                                                                             \
    {                                                                                                                  \
        {TITLE, WHAT, 36, COLUMN_NAME}, {"calls", NULL, 7, 0}, {"total", NULL, 8, 0}, {"%", NULL, 5, 0},               \
            {"bytes", NULL, 8, 0}, {"per second", NULL, 10, 0}, {"device", NULL, 6, COLUMN_PAGE},                      \
        {                                                                                                              \
            "what", NULL, 0, COLUMN_LAST                                                                               \
        }                                                                                                              \
    }
    enum { COLUMNS = 8 };
    static const struct {
        const char *kind;
        struct column columns[COLUMNS];
    } kinds[] = {{"copy", MOVED("copies", "variable")},
                 {"memory", MOVED("device memory", "variable")},
                 {"setup", MOVED("set-up", "device or code")}};
#undef MOVED
    struct grid g = {.ncolumns = COLUMNS};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        g.columns = strcmp(kinds[i].kind, kind) == 0 ? kinds[i].columns : g.columns;
    for (size_t i = 0; i < r->rows.n; i++) {
        const struct row *x = &r->rows.v[i];
        if (!row_is(x, kind))
            continue;
        const char **cell = grid_row(a, &g, percent(r, x->total));
        *cell++ = item_name(a, x);
        *cell++ = number(a, x->calls);
        *cell++ = time_of(a, x->total);
        *cell++ = share(a, r, x->total);
        *cell++ = x->bytes > 0 ? bytes_of(a, x->bytes) : "-";
        *cell++ = x->bytes > 0 && x->total > 0 ? bytes_of(a, x->bytes / x->total * 1e6) : "-";
        *cell++ = arena_printf(a, "%d", x->device);
        *cell++ = x->operation;
    }
    return g;
}

static int by_own(const void *a, const void *b)
{
    const struct row *x = *(const struct row *const *)a, *y = *(const struct row *const *)b;
    if (x->own != y->own)
        return x->own < y->own ? 1 : -1;
    return x->line - y->line;
}

struct grid own_grid(struct arena *a, const struct run *r, const char *kind)
{
    enum { COLUMNS = 7 };
    static const struct column waits[COLUMNS] = {
        {"waits", NULL, 36, COLUMN_NAME}, {"calls", NULL, 7, 0}, {"total", NULL, 8, 0},         {"%", NULL, 5, 0},
        {"average", NULL, 8, 0},          {"whole", NULL, 8, 0}, {"what", NULL, 0, COLUMN_LAST}};
    static const struct column runtime[COLUMNS] = {{"runtime", NULL, 36, COLUMN_NAME},
                                                   {"calls", NULL, 7, 0},
                                                   {"total", NULL, 8, 0},
                                                   {"%", NULL, 5, 0},
                                                   {"average", NULL, 8, 0},
                                                   {"whole", NULL, 8, 0},
                                                   {"what", NULL, 0, COLUMN_LAST}};
    bool are_waits = strcmp(kind, "wait") == 0;
    struct grid g = {.columns = are_waits ? waits : runtime, .ncolumns = COLUMNS};
    VEC(const struct row *) rows = {0};
    for (size_t i = 0; i < r->rows.n; i++)
        if (row_is(&r->rows.v[i], kind))
            vec_push(a, &rows, &r->rows.v[i]);
    if (rows.n)
        qsort(rows.v, rows.n, sizeof *rows.v, by_own);
    for (size_t i = 0; i < rows.n; i++) {
        const struct row *x = rows.v[i];
        const char *what = x->construct ? x->construct : x->name ? x->name : "-";
        const char **cell = grid_row(a, &g, percent(r, x->own));
        *cell++ = row_title(a, x);
        *cell++ = number(a, x->calls);
        *cell++ = time_of(a, x->own);
        *cell++ = share(a, r, x->own);
        *cell++ = time_of(a, x->calls > 0 ? x->own / x->calls : 0);
        *cell++ = time_of(a, x->total);
        *cell++ = are_waits && x->name && strcmp(x->name, "kernel") == 0 ? "kernel, in its region's time" : what;
    }
    return g;
}

static double moved(const struct item *x) { return x->to_bytes + x->from_bytes; }

static int by_bytes(const void *a, const void *b)
{
    const struct item *x = *(const struct item *const *)a, *y = *(const struct item *const *)b;
    if (moved(x) != moved(y))
        return moved(x) < moved(y) ? 1 : -1;
    return x < y ? -1 : x > y;
}

const struct item **items_by_bytes(struct arena *a, const struct run *r)
{
    const struct item **items = arena_alloc(a, (r->items.n + 1) * sizeof *items);
    for (size_t i = 0; i < r->items.n; i++)
        items[i] = &r->items.v[i];
    if (r->items.n)
        qsort(items, r->items.n, sizeof *items, by_bytes);
    return items;
}

struct grid variables_grid(struct arena *a, const struct run *r)
{
    static const struct column columns[] = {
        {"variable", NULL, 46, COLUMN_NAME}, {"copies", "copies to the device", 8, 0}, {"to device", "bytes", 10, 0},
        {"copies", "copies back", 8, 0},     {"from device", "bytes", 11, 0},          {"taken", "memory taken", 7, 0}};
    struct grid g = {.columns = columns, .ncolumns = sizeof columns / sizeof *columns, .of_bytes = true};
    const struct item **items = items_by_bytes(a, r);
    double all = 0;
    for (size_t i = 0; i < r->items.n; i++)
        all += moved(items[i]);
    for (size_t i = 0; i < r->items.n; i++) {
        const struct item *x = items[i];
        const char **cell = grid_row(a, &g, all > 0 ? 100 * moved(x) / all : 0);
        *cell++ = arena_printf(a, "%s:%d %s", path_last(x->file), x->line, x->name);
        *cell++ = number(a, x->to_calls);
        *cell++ = bytes_of(a, x->to_bytes);
        *cell++ = number(a, x->from_calls);
        *cell++ = bytes_of(a, x->from_bytes);
        *cell++ = number(a, x->allocs);
    }
    return g;
}
