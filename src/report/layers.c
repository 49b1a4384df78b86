/* layers.c: the layers below a launch: registers and memory that it takes, by the driver, and what a model counted of
 * it (docs/counters.md), as text and in a page. */
#include "report_priv.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = 8 };
static const struct column columns[COLUMNS + 1] = {
    {"a launch takes", "region", 24, COLUMN_NAME},
    {"registers", NULL, 9, 0},
    {"local", NULL, 7, 0},
    {"shared", NULL, 8, 0},
    {"sectors", NULL, 8, 0},
    {"needless", NULL, 8, 0},
    {"diverged", NULL, 8, 0},
    {"conflicts", NULL, 9, 0},
    {"atomics", NULL, 8, 0},
};
static const char of_driver[] =
    "registers and local memory (spills, stack) of a lane, shared memory of a team: by the driver";
static const char *const of_model[] = {
    "sectors to atomics are counts, by a model or of a GPU in software, not measured (docs/counters.md):",
    "transactions of 32 bytes, how many of them better strides would save, idle lanes at branches,",
    "more passes for lanes that meet at a bank of shared memory, atomics by lane",
};

static bool is_known(const struct row *r)
{
    return row_is(r, "region") && (r->registers >= 0 || r->shared >= 0 || r->counts.launches > 0);
}

static void percent(char *out, double part, double whole)
{
    double v = whole > 0 ? 100 * (part / whole) : 0;
    snprintf(out, UNIT_SIZE, isfinite(v) ? "%.1f %%" : "-", v);
}

static void fill(const struct row *r, char out[COLUMNS][UNIT_SIZE])
{
    const struct layers *c = &r->counts;
    for (int i = 0; i < COLUMNS; i++)
        strcpy(out[i], "-");
    if (r->registers >= 0)
        snprintf(out[0], UNIT_SIZE, "%.0f", r->registers);
    if (r->local >= 0)
        unit_bytes(out[1], r->local);
    if (r->shared >= 0)
        unit_bytes(out[2], r->shared);
    if (c->launches <= 0)
        return;
    unit_count(out[3], c->sectors / c->launches);
    percent(out[4], c->sectors - c->least_sectors, c->sectors);
    percent(out[5], c->idle, c->lanes + c->idle + c->empty);
    unit_count(out[6], (c->passes - c->least_passes) / c->launches);
    unit_count(out[7], c->atomics / c->launches);
}

static bool any_is(const struct run *r, bool counted)
{
    for (size_t i = 0; i < r->rows.n; i++)
        if (counted ? r->rows.v[i].counts.launches > 0 : r->rows.v[i].registers >= 0)
            return true;
    return false;
}

static struct grid layers_grid(struct arena *a, const struct run *r)
{
    struct grid g = {.columns = columns, .ncolumns = COLUMNS + 1};
    for (size_t i = 0; i < r->rows.n; i++) {
        const struct row *x = &r->rows.v[i];
        char cells[COLUMNS][UNIT_SIZE];
        if (!is_known(x))
            continue;
        const char **out = grid_row(a, &g, r->wall > 0 ? 100 * x->total / r->wall : 0);
        fill(x, cells);
        *out++ = row_title(a, x);
        for (int k = 0; k < COLUMNS; k++)
            *out++ = arena_strdup(a, cells[k]);
    }
    return g;
}

void layers_text(struct arena *a, FILE *f, const struct run *r)
{
    const struct grid g = layers_grid(a, r);
    grid_text(f, r, &g);
    if (any_is(r, false))
        fprintf(f, "%s\n", of_driver);
    if (any_is(r, true))
        fprintf(f, "%s\n  %s\n  %s\n", of_model[0], of_model[1], of_model[2]);
}

void layers_html(struct arena *a, FILE *f, const struct run *r)
{
    const struct grid g = layers_grid(a, r);
    if (g.rows.n == 0)
        return;
    fputs("<h2 id=\"layers\">What a launch takes</h2>\n", f);
    grid_html(f, &g);
    fputs("<p class=\"meta\">", f);
    if (any_is(r, false))
        fprintf(f, "%s. ", of_driver);
    if (any_is(r, true))
        fprintf(f, "%s %s %s", of_model[0], of_model[1], of_model[2]);
    fputs("</p>\n", f);
}
