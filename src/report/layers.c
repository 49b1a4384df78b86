/* layers.c: the layers below a launch: registers and memory that it takes, by the driver, and what a model counted of
 * it (docs/counters.md), as text and in a page. */
#include "report_priv.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = 8, NAME = 24 };
static const struct {
    const char *title;
    int width;
} columns[COLUMNS] = {{"registers", 9}, {"local", 7},    {"shared", 8},    {"sectors", 8},
                      {"needless", 8},  {"diverged", 8}, {"conflicts", 9}, {"atomics", 8}};
static const char of_driver[] =
    "registers and local memory (spills, stack) of a lane, shared memory of a team: by the driver";
static const char *const of_model[] = {
    "sectors to atomics are counts of a model and no measurements (docs/counters.md):",
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

static void name_of(char *out, size_t size, const struct row *r)
{
    snprintf(out, size, "%s:%d %s", r->file ? path_last(r->file) : "-", r->line, r->function ? r->function : "");
}

static bool any_is(const struct run *r, bool counted)
{
    for (size_t i = 0; i < r->rows.n; i++)
        if (counted ? r->rows.v[i].counts.launches > 0 : r->rows.v[i].registers >= 0)
            return true;
    return false;
}

void layers_text(FILE *f, const struct run *r)
{
    bool any = false;
    for (size_t i = 0; i < r->rows.n; i++) {
        char cells[COLUMNS][UNIT_SIZE], name[512];
        if (!is_known(&r->rows.v[i]))
            continue;
        if (!any) {
            fprintf(f, "\n%-*s", NAME, "a launch takes");
            for (int k = 0; k < COLUMNS; k++)
                fprintf(f, " %*s", columns[k].width, columns[k].title);
            fputc('\n', f);
        }
        any = true;
        name_of(name, sizeof name, &r->rows.v[i]);
        size_t n = strlen(name);
        if (n > NAME)
            fprintf(f, "..%s", name + n - NAME + 2);
        else
            fprintf(f, "%-*s", NAME, name);
        fill(&r->rows.v[i], cells);
        for (int k = 0; k < COLUMNS; k++)
            fprintf(f, " %*s", columns[k].width, cells[k]);
        fputc('\n', f);
    }
    if (any_is(r, false))
        fprintf(f, "%s\n", of_driver);
    if (any_is(r, true))
        fprintf(f, "%s\n  %s\n  %s\n", of_model[0], of_model[1], of_model[2]);
}

void layers_html(FILE *f, const struct run *r)
{
    bool any = false;
    for (size_t i = 0; i < r->rows.n; i++) {
        char cells[COLUMNS][UNIT_SIZE], name[512];
        if (!is_known(&r->rows.v[i]))
            continue;
        if (!any) {
            fputs("<h2 id=\"layers\">What a launch takes</h2>\n<div class=\"wide\"><table><thead><tr><th>region</th>",
                  f);
            for (int k = 0; k < COLUMNS; k++)
                fprintf(f, "<th>%s</th>", columns[k].title);
            fputs("</tr></thead><tbody>\n", f);
        }
        any = true;
        name_of(name, sizeof name, &r->rows.v[i]);
        fputs("<tr><td>", f);
        html_text(f, name);
        fputs("</td>", f);
        fill(&r->rows.v[i], cells);
        for (int k = 0; k < COLUMNS; k++)
            fprintf(f, "<td>%s</td>", cells[k]);
        fputs("</tr>\n", f);
    }
    if (!any)
        return;
    fputs("</tbody></table></div>\n<p class=\"meta\">", f);
    if (any_is(r, false))
        fprintf(f, "%s. ", of_driver);
    if (any_is(r, true))
        fprintf(f, "%s %s %s", of_model[0], of_model[1], of_model[2]);
    fputs("</p>\n", f);
}
