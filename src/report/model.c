/* model.c: what regions and copies of a run would take on a GPU that is not here: a model, no measurement. What a
 * region asks for comes from where the roofline has it (roofline.c): counts of the emulated device, or formulas. Of all
 * that a GPU does at once the longest is taken, so that a time is what is left when everything else hides behind it:
 *
 *     memory      different bytes, at the rate that programs reach
 *     cache       32 bytes for each transaction, at the rate of the L2 cache
 *     arithmetic  operations of both widths
 *     issue       instructions of warps, some a cycle and multiprocessor
 *     latency     accesses that a warp makes one after the other, IN_FLIGHT at a time, for each round of warps
 *
 * and the start of a kernel. The first three are the roofline of Williams, Waterman and Patterson (CACM 52(4), 2009),
 * the last one is Little's law. docs/see.md holds it against measured times. */
#include "report.h"
#include "report_priv.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { SECTOR = 32, IN_FLIGHT = 4 };

struct gpu {
    const char *key, *name;
    double memory, reached, cache, latency, floats, doubles, units, warp, issue, clock, resident, link, start, copy;
};

static const struct gpu known[] = {
#define MODEL(KEY, NAME, ...) {.key = KEY, .name = NAME, __VA_ARGS__},
#include "models.def"
#undef MODEL
};
enum { KNOWN = sizeof known / sizeof *known };

static const struct {
    const char *name;
    size_t offset;
} fields[] = {
#define FIELD(NAME) {#NAME, offsetof(struct gpu, NAME)}
    FIELD(memory), FIELD(reached), FIELD(cache), FIELD(latency),  FIELD(floats), FIELD(doubles), FIELD(units),
    FIELD(warp),   FIELD(issue),   FIELD(clock), FIELD(resident), FIELD(link),   FIELD(start),   FIELD(copy),
#undef FIELD
};

/* ---- which GPU ---- */

static const struct gpu *find(const char *key)
{
    for (size_t i = 0; i < KNOWN; i++)
        if (strcmp(known[i].key, key) == 0)
            return &known[i];
    return NULL;
}

static bool refuse(struct arena *a, const char *what, const char *why)
{
    const char *names = "";
    for (size_t i = 0; i < KNOWN; i++)
        names = arena_printf(a, "%s%s, ", names, known[i].key);
    fprintf(stderr,
            "gantry: error: --model=%s: %s; known are %sand files of lines NAME = VALUE (gantry help explain)\n", what,
            why, names);
    return false;
}

/* a line NAME = VALUE; `like = KEY` begins with a GPU that is known */
static bool take(struct arena *a, struct gpu *g, char *line)
{
    char *equals = strchr(line, '='), *end;
    line[strcspn(line, "#")] = 0;
    if (line[strspn(line, " \t\r")] == 0)
        return true;
    if (!equals)
        return false;
    *equals = 0;
    char *name = line + strspn(line, " \t"), *value = equals + 1 + strspn(equals + 1, " \t");
    name[strcspn(name, " \t")] = 0;
    for (size_t n = strlen(value); n && strchr(" \t\r", value[n - 1]); n--)
        value[n - 1] = 0;
    if (strcmp(name, "name") == 0) {
        g->name = arena_strdup(a, value);
        return *value;
    }
    if (strcmp(name, "like") == 0 && find(value)) {
        const char *called = g->name;
        *g = *find(value);
        g->name = called;
        return true;
    }
    double v = strtod(value, &end);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strcmp(fields[i].name, name) == 0 && end > value && !*end && v > 0 && isfinite(v)) {
            *(double *)((char *)g + fields[i].offset) = v;
            return true;
        }
    return false;
}

static bool gpu_read(struct arena *a, const char *path, struct gpu *g)
{
    size_t n = 0;
    char *rest = NULL, *text = file_read(a, path, &n);
    if (!text)
        return refuse(a, path, "that is no GPU that is known, and no file that can be read");
    *g = (struct gpu){.key = path, .name = path_last(path)};
    for (char *l = strtok_r(text, "\n", &rest); l; l = strtok_r(NULL, "\n", &rest)) {
        const char *said = arena_strdup(a, l);
        if (!take(a, g, l))
            return refuse(a, path, arena_printf(a, "'%s' says nothing about a GPU", said));
    }
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (!(*(double *)((char *)g + fields[i].offset) > 0))
            return refuse(a, path, arena_printf(a, "it does not say '%s'", fields[i].name));
    return true;
}

static bool gpu_of(struct arena *a, const char *what, struct gpu *g)
{
    const struct gpu *k = find(what);
    if (k)
        *g = *k;
    return k || gpu_read(a, what, g);
}

bool model_shape(struct arena *a, const char *what, unsigned *units, unsigned *warp)
{
    struct gpu g;
    if (!gpu_of(a, what, &g))
        return false;
    if (g.units > 4096 || (g.warp != 32 && g.warp != 64))
        return refuse(a, what, "a GPU has at most 4096 units, and warps of 32 or 64 lanes");
    *units = (unsigned)g.units, *warp = (unsigned)g.warp;
    return true;
}

/* ---- what a call would take ---- */

static double cache_time(const struct gpu *g, const struct count *c) { return c->sectors * SECTOR / (g->cache * 1e3); }

static double issue_time(const struct gpu *g, const struct count *c)
{
    return c->instructions / (g->units * g->issue * g->clock * 1e3);
}

/* Each warp waits for its accesses, some at once; more warps than there is room for come in rounds. */
static double latency_time(const struct gpu *g, const struct count *c)
{
    double warps = c->lanes / g->warp, room = g->units * g->resident / g->warp;
    if (warps <= 0)
        return 0;
    return c->requests / warps * g->latency / IN_FLIGHT * fmax(1, warps / room);
}

static double memory_time(const struct gpu *g, const struct count *c)
{
    return c->bytes / (g->memory * g->reached * 1e3);
}

static double arithmetic_time(const struct gpu *g, const struct count *c)
{
    return fmax(c->floats, 0) / (g->floats * 1e3) + fmax(c->doubles, 0) / (g->doubles * 1e3);
}

static const struct {
    const char *by;
    double (*time)(const struct gpu *, const struct count *); /* microseconds */
} bounds[] = {{"memory", memory_time},
              {"cache", cache_time},
              {"arithmetic", arithmetic_time},
              {"issue", issue_time},
              {"latency", latency_time}};

static double predict(const struct gpu *g, const struct count *c, const char **by)
{
    double most = 0;
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        double t = bounds[i].time(g, c);
        if (t > most) {
            most = t;
            *by = bounds[i].by;
        }
    }
    if (most < g->start)
        *by = "the start";
    return g->start + most;
}

/* ---- as text ---- */
enum { BY_COUNTS = 1, BY_FORMULA = 2 };

#define COLUMNS(TITLE)                                                                                                 \
    {TITLE, NULL, 36, COLUMN_NAME}, {"calls", NULL, 8, 0}, {"a call", NULL, 9, 0}, {"in all", NULL, 9, 0},             \
        {"%", NULL, 5, 0}, {"bytes", NULL, 8, 0},                                                                      \
    {                                                                                                                  \
        "bound by", NULL, 0, COLUMN_LAST                                                                               \
    }
static const struct column of_regions[] = {COLUMNS("region")}, of_copies[] = {COLUMNS("copy")};

struct prediction {
    const struct row *row;
    double call, bytes;
    const char *by;
};
typedef VEC(struct prediction) prediction_list;

static bool is_copy(const struct row *r) { return row_is(r, "copy") && r->device >= 0; }

/* "to x[0:n], heat.c:41" */
static const char *title_of_copy(struct arena *a, const struct row *r)
{
    const char *way = str_starts(r->operation, "copy ") ? r->operation + strlen("copy ") : r->operation;
    return arena_printf(a, "%s %s%s%s:%d", way, r->name ? r->name : "", r->name ? ", " : "",
                        r->file ? path_last(r->file) : "?", r->line);
}

static int by_total(const void *x, const void *y)
{
    const struct prediction *p = x, *q = y;
    double d = q->call * q->row->calls - p->call * p->row->calls;
    return d > 0 ? 1 : d < 0 ? -1 : p->row->line - q->row->line;
}

static void print(struct arena *a, FILE *f, const struct run *r, const struct column *columns, prediction_list *l,
                  double sum)
{
    struct grid g = {.columns = columns, .ncolumns = sizeof of_regions / sizeof *of_regions};
    char t[UNIT_SIZE];
    if (l->n)
        qsort(l->v, l->n, sizeof *l->v, by_total);
    for (size_t i = 0; i < l->n; i++) {
        const struct prediction *p = &l->v[i];
        double total = p->call * p->row->calls;
        const char **cell = grid_row(a, &g, sum > 0 ? 100 * total / sum : 0);
        *cell++ = is_copy(p->row) ? title_of_copy(a, p->row) : row_title(a, p->row);
        *cell++ = arena_strdup(a, unit_count(t, p->row->calls));
        if (p->call > 0) {
            *cell++ = arena_strdup(a, unit_time(t, p->call));
            *cell++ = arena_strdup(a, unit_time(t, total));
            *cell++ = arena_printf(a, "%.1f", sum > 0 ? 100 * total / sum : 0);
            *cell++ = arena_strdup(a, unit_bytes(t, p->bytes));
        } else {
            cell += 4;
        }
        *cell++ = p->by;
    }
    grid_text(f, r, &g);
}

/* what is known of a region's call; 0: nothing */
static int known_of(const struct counts *counts, const struct row *row, struct count *c)
{
    const struct count *counted = count_of(counts, row);
    if (counted) {
        *c = *counted;
        return BY_COUNTS;
    }
    return count_by_formula(row, c) ? BY_FORMULA : 0;
}

/* the sum of all; *ways: how what is known came about */
static double predict_all(struct arena *a, const struct gpu *g, const struct run *r, const struct counts *counts,
                          prediction_list *regions, prediction_list *copies, int *ways)
{
    double sum = 0;
    for (size_t i = 0; i < r->rows.n; i++) {
        const struct row *row = &r->rows.v[i];
        struct prediction p = {.row = row, .by = "not known: neither counted nor a formula"};
        struct count c;
        int how = row_is(row, "region") && row->calls > 0 ? known_of(counts, row, &c) : 0;
        if (how) {
            p.call = predict(g, &c, &p.by);
            p.bytes = c.bytes;
        } else if (is_copy(row) && row->calls > 0) {
            double bytes = row->bytes / row->calls, moving = bytes / (g->link * 1e3);
            p = (struct prediction){row, g->copy + moving, bytes, moving > g->copy ? "the link" : "the start"};
        }
        *ways |= how;
        sum += p.call * row->calls;
        if (row_is(row, "region"))
            vec_push(a, regions, p);
        else if (is_copy(row))
            vec_push(a, copies, p);
    }
    return sum;
}

void model_text(struct arena *a, FILE *f, const struct run *r, const struct counts *counts, const char *what)
{
    struct gpu g;
    char t[UNIT_SIZE];
    prediction_list regions = {0}, copies = {0};
    int ways = 0;
    if (!gpu_of(a, what, &g))
        return;
    double sum = predict_all(a, &g, r, counts, &regions, &copies, &ways);
    fprintf(f, "%s on %s, by a model: no such GPU ran it\n", r->program, g.name);
    if (regions.n + copies.n == 0)
        fputs("no region ran on a device, and nothing was copied\n", f);
    print(a, f, r, of_regions, &regions, sum);
    print(a, f, r, of_copies, &copies, sum);
    fprintf(f, "\n%s in all, if nothing overlaps", unit_time(t, sum));
    fputs(ways == BY_FORMULA  ? ". By the compiler's formulas: transactions and instructions are not counted"
          : ways & BY_FORMULA ? ". Regions that were not counted: by the compiler's formulas"
                              : "",
          f);
    fputs(".\nHow far such numbers were from measured ones: docs/see.md, Times on a GPU that is not here.\n", f);
}
