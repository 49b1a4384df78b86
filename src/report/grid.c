/* grid.c: a table: said once, printed as text, in 100 columns and cut after so many rows, and in a page, which folds
 * the rest of it (page/script.js). A name that is wider than its column has a line of its own, above its row. */
#include "report_priv.h"

#include <string.h>

enum { SHOWN = 20 };

const char **grid_row(struct arena *a, struct grid *g, double share)
{
    const char **cells = arena_alloc(a, g->ncolumns * sizeof *cells);
    for (size_t i = 0; i < g->ncolumns; i++)
        cells[i] = "-";
    vec_push(a, &g->rows, (struct grid_row){cells, share});
    return cells;
}

void rest_text(FILE *f, size_t more, double share, bool of_bytes)
{
    if (more)
        fprintf(f, "... and %zu more, %.1f %% of the %s; gantry report --all shows them\n", more, share,
                of_bytes ? "bytes" : "time");
}

size_t rows_shown(const struct run *r, size_t n) { return n > SHOWN && !r->all ? SHOWN : n; }

static void put_name(FILE *f, const char *name, int width)
{
    if (strlen(name) > (size_t)width)
        fprintf(f, "%s\n%*s", name, width, "");
    else
        fprintf(f, "%-*s", width, name);
}

static void put_cell(FILE *f, const struct column *c, const char *text, bool first)
{
    fputs(first ? "" : c->how & COLUMN_LAST ? "  " : " ", f);
    if (c->how & COLUMN_LAST) {
        fputs(text, f);
    } else if (c->how & COLUMN_NAME) {
        put_name(f, text, c->width);
    } else {
        fprintf(f, "%*s", c->width, text);
    }
}

static void put_line(FILE *f, const struct grid *g, const char *const *cells)
{
    bool first = true;
    for (size_t i = 0; i < g->ncolumns; i++) {
        const struct column *c = &g->columns[i];
        if (c->how & COLUMN_PAGE)
            continue;
        put_cell(f, c, cells ? cells[i] : c->title, first);
        first = false;
    }
    fputc('\n', f);
}

void grid_text(FILE *f, const struct run *r, const struct grid *g)
{
    double rest = 0;
    size_t shown = rows_shown(r, g->rows.n);
    if (g->rows.n == 0)
        return;
    fputc('\n', f);
    put_line(f, g, NULL);
    for (size_t i = 0; i < shown; i++)
        put_line(f, g, g->rows.v[i].cells);
    for (size_t i = shown; i < g->rows.n; i++)
        rest += g->rows.v[i].share;
    rest_text(f, g->rows.n - shown, rest, g->of_bytes);
}

static void put_html(FILE *f, const struct column *c, const char *tag, const char *text)
{
    const char *class = c->how & COLUMN_NAME ? " class=\"text name\"" : c->how & COLUMN_LAST ? " class=\"text\"" : "";
    fprintf(f, "<%s%s>", tag, class);
    html_text(f, text);
    fprintf(f, "</%s>", tag);
}

void grid_html(FILE *f, const struct grid *g)
{
    if (g->rows.n == 0)
        return;
    fputs("<div class=\"wide\"><table><thead><tr>", f);
    for (size_t i = 0; i < g->ncolumns; i++)
        put_html(f, &g->columns[i], "th", g->columns[i].page ? g->columns[i].page : g->columns[i].title);
    fputs("</tr></thead><tbody>\n", f);
    for (size_t k = 0; k < g->rows.n; k++) {
        fputs("<tr>", f);
        for (size_t i = 0; i < g->ncolumns; i++)
            put_html(f, &g->columns[i], "td", g->rows.v[k].cells[i]);
        fputs("</tr>\n", f);
    }
    fputs("</tbody></table></div>\n", f);
}
