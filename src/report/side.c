/* side.c: several runs side by side: of other devices, versions or inputs. A column for each run, a row for each part
 * of the time and each region; regions are known by file, line and function. */
#include "report_priv.h"

#include <stdlib.h>
#include <string.h>

struct line {
    const char *name;
    bool bytes;
    VEC(double) values; /* of each run; less than 0: it has none */
};
struct table {
    VEC(const char *) heads;
    VEC(struct line) lines; /* the first `parts` of them are no regions; of these what takes most first */
    size_t parts;
};

/* What `end` begins in path, with one folder more in front of it */
static const char *longer(const char *path, const char *end)
{
    while (end > path && end[-1] == '/')
        end--;
    while (end > path && end[-1] != '/')
        end--;
    return end;
}

/* As much of the path, from its end on, as no other file's ends with */
static const char *name_of(const struct runs *runs, const struct run *r)
{
    const char *name = path_last(r->path);
    for (size_t i = 0; i < runs->v.n && name > r->path; i++) {
        const char *other = runs->v.v[i].path;
        size_t n = strlen(name), all = strlen(other);
        bool ends = all >= n && strcmp(other + all - n, name) == 0 && (all == n || other[all - n - 1] == '/');
        if (strcmp(other, r->path) != 0 && ends) {
            name = longer(r->path, name);
            i = (size_t)-1;
        }
    }
    return name;
}

/* "p.json: heat on emulated GPU" */
static const char *head_of(struct arena *a, const struct runs *runs, const struct run *r)
{
    const char *where = r->devices.n ? r->devices.v[0].name : "host", *name = name_of(runs, r);
    return r->rank >= 0 ? arena_printf(a, "%s: %s, rank %ld, %s", name, r->program, r->rank, where)
                        : arena_printf(a, "%s: %s, %s", name, r->program, where);
}

static double between(const struct run *r) { return r->wall > r->inside ? r->wall - r->inside : 0; }

static double moved(const struct run *r, bool to)
{
    double sum = 0;
    for (size_t i = 0; i < r->rows.n; i++)
        if (strcmp(r->rows.v[i].operation, to ? "copy to" : "copy from") == 0)
            sum += r->rows.v[i].bytes;
    return sum;
}

static struct line *add_line(struct arena *a, struct table *t, const struct runs *runs, const char *name)
{
    vec_push(a, &t->lines, (struct line){.name = name});
    struct line *l = &t->lines.v[t->lines.n - 1];
    for (size_t i = 0; i < runs->v.n; i++)
        vec_push(a, &l->values, -1);
    return l;
}

static void add_parts(struct arena *a, struct table *t, const struct runs *runs)
{
    static const struct {
        const char *kind, *name;
    } parts[] = {{NULL, "whole"},   {"region", "regions"},  {"copy", "copies"},  {"memory", "device memory"},
                 {"wait", "waits"}, {"runtime", "runtime"}, {"setup", "set-up"}, {"", "host between"}};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        struct line *l = add_line(a, t, runs, parts[k].name);
        for (size_t i = 0; i < runs->v.n; i++) {
            const struct run *r = &runs->v.v[i];
            l->values.v[i] = !parts[k].kind ? r->wall : *parts[k].kind ? run_total(r, parts[k].kind) : between(r);
        }
    }
    for (int to = 1; to >= 0; to--) {
        struct line *l = add_line(a, t, runs, to ? "bytes to devices" : "bytes back");
        l->bytes = true;
        for (size_t i = 0; i < runs->v.n; i++)
            l->values.v[i] = moved(&runs->v.v[i], to);
    }
}

static void add_regions(struct arena *a, struct table *t, const struct runs *runs)
{
    size_t first = t->lines.n;
    for (size_t i = 0; i < runs->v.n; i++)
        for (size_t k = 0; k < runs->v.v[i].rows.n; k++) {
            const struct row *x = &runs->v.v[i].rows.v[k];
            if (!row_is(x, "region") || !x->file)
                continue;
            const char *name = arena_printf(a, "%s:%d %s", path_last(x->file), x->line, x->function ? x->function : "");
            size_t at = first;
            while (at < t->lines.n && strcmp(t->lines.v[at].name, name) != 0)
                at++;
            struct line *l = at < t->lines.n ? &t->lines.v[at] : add_line(a, t, runs, name);
            l->values.v[i] = (l->values.v[i] < 0 ? 0 : l->values.v[i]) + x->total;
        }
}

static double most_of(const struct line *l)
{
    double most = 0;
    for (size_t i = 0; i < l->values.n; i++)
        most = l->values.v[i] > most ? l->values.v[i] : most;
    return most;
}

static int by_most(const void *a, const void *b)
{
    double x = most_of(a), y = most_of(b);
    return x != y ? x < y ? 1 : -1 : strcmp(((const struct line *)a)->name, ((const struct line *)b)->name);
}

static struct table table_of(struct arena *a, const struct runs *runs)
{
    struct table t = {0};
    for (size_t i = 0; i < runs->v.n; i++)
        vec_push(a, &t.heads, head_of(a, runs, &runs->v.v[i]));
    add_parts(a, &t, runs);
    t.parts = t.lines.n;
    add_regions(a, &t, runs);
    if (t.lines.n > t.parts)
        qsort(t.lines.v + t.parts, t.lines.n - t.parts, sizeof *t.lines.v, by_most);
    return t;
}

static const char *value_text(char *out, const struct line *l, size_t i)
{
    if (l->values.v[i] < 0 || (l->values.v[i] == 0 && !l->bytes))
        return "-";
    return l->bytes ? unit_bytes(out, l->values.v[i]) : unit_time(out, l->values.v[i]);
}

static bool is_least(const struct line *l, size_t i)
{
    for (size_t k = 0; k < l->values.n; k++)
        if (l->values.v[k] >= 0 && l->values.v[k] < l->values.v[i])
            return false;
    return l->values.v[i] > 0;
}

void side_text(struct arena *a, FILE *f, const struct runs *runs)
{
    enum { COLUMNS = 5, NAME = 34 };
    char t[UNIT_SIZE];
    const struct table all = table_of(a, runs);
    fprintf(f, "%zu runs side by side; * the least\n", runs->v.n);
    for (size_t i = 0; i < all.heads.n; i++)
        fprintf(f, "  [%zu] %s\n", i + 1, all.heads.v[i]);
    const struct run *first = &runs->v.v[0];
    size_t shown = all.parts + rows_shown(first, all.lines.n - all.parts);
    for (size_t from = 0; from < runs->v.n; from += COLUMNS) {
        size_t end = from + COLUMNS < runs->v.n ? from + COLUMNS : runs->v.n;
        fprintf(f, "\n%-*s", NAME, "");
        for (size_t i = from; i < end; i++)
            fprintf(f, i == from ? " %11s" : "  %11s", arena_printf(a, "[%zu]", i + 1));
        fputc('\n', f);
        for (size_t k = 0; k < shown; k++) {
            const struct line *l = &all.lines.v[k];
            size_t n = strlen(l->name);
            fprintf(f, "%-*s", NAME, n > NAME ? l->name + n - NAME : l->name);
            for (size_t i = from; i < end; i++)
                fprintf(f, " %11s%s", value_text(t, l, i), is_least(l, i) ? "*" : i + 1 < end ? " " : "");
            fputc('\n', f);
        }
    }
    if (shown < all.lines.n)
        fprintf(f, "... and %zu more regions; gantry report --all shows them\n", all.lines.n - shown);
}

void side_html(struct arena *a, FILE *f, const struct runs *runs)
{
    char t[UNIT_SIZE];
    const struct table all = table_of(a, runs);
    struct bar *bars = arena_alloc(a, runs->v.n * sizeof *bars);
    fprintf(f, "<section class=\"side\">\n<h1>%zu runs side by side</h1>\n", runs->v.n);
    for (size_t i = 0; i < runs->v.n; i++)
        bars[i] = (struct bar){.label = all.heads.v[i],
                               .value = arena_strdup(a, unit_time(t, runs->v.v[i].wall)),
                               .class = "kernel",
                               .length = runs->v.v[i].wall};
    html_bars(f, "Time of each run", "time", bars, runs->v.n, unit_time);
    fputs("<div class=\"wide\"><table><thead><tr><th>what</th>", f);
    for (size_t i = 0; i < all.heads.n; i++) {
        fputs("<th>", f);
        html_text(f, all.heads.v[i]);
        fputs("</th>", f);
    }
    fputs("</tr></thead><tbody>\n", f);
    for (size_t k = 0; k < all.lines.n; k++) {
        const struct line *l = &all.lines.v[k];
        fputs("<tr><td>", f);
        html_text(f, l->name);
        fputs("</td>", f);
        for (size_t i = 0; i < l->values.n; i++)
            fprintf(f, "<td%s>%s</td>", is_least(l, i) ? " class=\"least\"" : "", value_text(t, l, i));
        fputs("</tr>\n", f);
    }
    fputs("</tbody></table></div>\n<p class=\"axisname\">the least of a row is underlined</p></section>\n", f);
}
