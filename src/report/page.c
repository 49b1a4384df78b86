/* page.c: runs as one page of HTML that needs nothing else: style and script are in it. Sections in the order in which
 * one asks: how long, which regions, what to change, what ran when, which data, what else, which lines. What is long is
 * folded. */
#include "report_priv.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static double percent(const struct run *r, double t) { return r->wall > 0 ? 100 * t / r->wall : 0; }

static void put_escaped(FILE *f, const char *before, const char *s, const char *after)
{
    fputs(before, f);
    html_text(f, s);
    fputs(after, f);
}

/* ---- how long ---- */
static void put_when(FILE *f, const struct run *r)
{
    char text[64] = "";
    time_t began = (time_t)(r->began / 1e6);
    struct tm tm;
    if (r->began > 0 && localtime_r(&began, &tm) && strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &tm))
        fprintf(f, " · %s", text);
}

static void put_head(FILE *f, const struct run *r)
{
    char t[UNIT_SIZE];
    put_escaped(f, "<h1>", r->program, "</h1>\n<p class=\"meta\">");
    fprintf(f, "<strong>%s</strong> in all", unit_time(t, r->wall));
    put_when(f, r);
    put_escaped(f, " · ", r->node, "");
    fprintf(f, ", process %ld", r->process);
    if (r->rank >= 0)
        fprintf(f, ", rank %ld", r->rank);
    for (size_t i = 0; i < r->devices.n; i++) {
        fprintf(f, "<br>device %d: ", r->devices.v[i].number);
        put_escaped(f, "", r->devices.v[i].name, " (");
        put_escaped(f, "", r->devices.v[i].kind, ")");
    }
    if (r->cut)
        fputs("<br><strong>cut</strong>: it did not end, or its file was cut; these are sums of the events that are "
              "there",
              f);
    if (r->jumps > 0)
        fprintf(f, "<br>the clock went back, %.0f time%s: times are those that it said in between, or 0", r->jumps,
                r->jumps == 1 ? "" : "s");
    fprintf(f, "<br>the profile itself: %.0f event%s, %s", r->events, r->events == 1 ? "" : "s", unit_time(t, r->cost));
    fputs("</p>\n", f);
}

static void put_summary(FILE *f, const struct run *r)
{
    static const struct {
        const char *kind, *name, *class;
    } parts[] = {{"region", "regions", "kernel"}, {"copy", "copies", "to"},        {"memory", "device memory", "mem"},
                 {"wait", "waits", "waiting"},    {"runtime", "runtime", "other"}, {"setup", "set-up", "setup"}};
    enum { PARTS = sizeof parts / sizeof *parts };
    struct bar bars[PARTS + 1];
    char values[PARTS + 1][64], t[UNIT_SIZE];
    size_t n = 0;
    for (size_t i = 0; i <= PARTS; i++) {
        bool last = i == PARTS;
        double between = r->wall > r->inside ? r->wall - r->inside : 0;
        double time = last ? between : run_total(r, parts[i].kind);
        if (time <= 0)
            continue;
        snprintf(values[n], sizeof values[n], "%s, %.1f %%", unit_time(t, time), percent(r, time));
        bars[n] = (struct bar){.label = last ? "host between" : parts[i].name,
                               .value = values[n],
                               .class = last ? "between" : parts[i].class,
                               .length = time};
        n++;
    }
    html_bars(f, "Where the time went", "time", bars, n, unit_time);
}

/* ---- what to change: a card for each directive, with all that it mends ---- */
static void put_finding(struct arena *a, FILE *f, const struct run *r, const struct finding *x)
{
    char t[2][UNIT_SIZE];
    put_escaped(f, "<li><code>", x->item.name, "</code> ");
    html_text(f, arena_printf(a, "%s, %s, %s:%d", x->text, finding_times(a, x), path_last(x->item.file), x->item.line));
    fprintf(f, ": %s (%.1f %%), %s <span class=\"id\" title=\"gantry explain %s\">%s</span></li>\n",
            unit_time(t[0], x->time), percent(r, x->time), unit_bytes(t[1], x->bytes), x->id, x->id);
}

static void put_found(struct arena *a, FILE *f, const struct run *r, const struct mend *m)
{
    enum { SHOWN = 6 };
    fputs("<ul>\n", f);
    for (size_t i = 0; i < m->n; i++) {
        if (i == SHOWN)
            fprintf(f, "</ul>\n<details><summary>%zu more that the same mends</summary><ul>\n", m->n - i);
        put_finding(a, f, r, m->found[i]);
    }
    fputs(m->n > SHOWN ? "</ul></details>\n" : "</ul>\n", f);
}

static void put_card(struct arena *a, FILE *f, const struct run *r, size_t i)
{
    char t[UNIT_SIZE];
    const struct mend *m = &r->mends.v[i];
    const struct finding *x = m->found[0];
    fprintf(f, "<article class=\"finding%s\" id=\"f%zu\"><h3>%s<a href=\"#", x->supposed ? " perhaps" : "", i + 1,
            x->supposed ? "Perhaps: " : "");
    html_text(f, x->item.file);
    fprintf(f, ":%d\">", x->item.line);
    html_text(f, path_last(x->item.file));
    put_escaped(f, arena_printf(a, ":%d</a> in ", x->item.line), x->item.function, "");
    if (m->n > 1)
        fprintf(f, " and %zu more", m->n - 1);
    fprintf(f, ": %s, %.1f %% of the program</h3>\n", unit_time(t, m->time), percent(r, m->time));
    put_found(a, f, r, m);
    put_escaped(f, "<p>", x->action, "</p><pre class=\"directive\">");
    put_escaped(f, "", x->directive, "</pre>");
    put_escaped(f, "<p>", m->place, "</p>");
    for (const char *line = x->note; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        char *text = arena_strndup(a, line, strcspn(line, "\n")), *colon = strstr(text, ": #pragma");
        if (colon)
            *colon = 0;
        put_escaped(f, "<p>", text, "</p>");
        if (colon)
            put_escaped(f, "<pre class=\"directive\">", colon + 2, "</pre>");
    }
    fputs("</article>\n", f);
}

static void put_cards(struct arena *a, FILE *f, const struct run *r, bool shown)
{
    size_t n = 0;
    double time = 0;
    for (size_t i = 0; i < r->mends.n; i++)
        if (mend_is_shown(r, i) == shown) {
            n += r->mends.v[i].n;
            time += r->mends.v[i].time;
        }
    if (n && !shown)
        fprintf(f, "<details><summary>%zu more, %.1f %% of the time</summary>\n", n, percent(r, time));
    for (size_t i = 0; i < r->mends.n; i++)
        if (mend_is_shown(r, i) == shown)
            put_card(a, f, r, i);
    fputs(n && !shown ? "</details>\n" : "", f);
}

static void put_findings(struct arena *a, FILE *f, const struct run *r)
{
    fputs("<h2 id=\"change\">What to change</h2>\n", f);
    if (r->findings.n == 0)
        fputs(r->has_moves ? "<p>Nothing moved between host and devices that need not.</p>\n"
                           : "<p>This profile was made without comparing what moved.</p>\n",
              f);
    put_cards(a, f, r, true);
    put_cards(a, f, r, false);
}

/* ---- regions ---- */
static void put_regions(struct arena *a, FILE *f, const struct run *r)
{
    enum { MOST_BARS = 12 };
    char t[UNIT_SIZE];
    struct bar bars[MOST_BARS];
    size_t n = 0;
    const struct grid g = regions_grid(a, r);
    if (g.rows.n == 0)
        return;
    fputs("<h2 id=\"regions\">Regions</h2>\n", f);
    for (size_t i = 0; i < r->rows.n && n < MOST_BARS; i++) {
        const struct row *x = &r->rows.v[i];
        if (row_is(x, "region"))
            bars[n++] = (struct bar){.label = row_title(a, x),
                                     .value = arena_strdup(a, unit_time(t, x->total)),
                                     .class = html_class(x->operation),
                                     .note = row_where(a, x),
                                     .length = x->total};
    }
    html_bars(f,
              g.rows.n > n ? arena_printf(a, "Time of each region, all calls together: the %zu of %zu that take most",
                                          n, g.rows.n)
                           : "Time of each region, all calls together",
              "time", bars, n, unit_time);
    grid_html(f, &g);
}

/* ---- data ---- */
static void put_grid(FILE *f, const char *level, const char *title, struct grid g)
{
    if (g.rows.n == 0)
        return;
    fprintf(f, "<%s>%s</%s>\n", level, title, level);
    grid_html(f, &g);
}

static void put_data(struct arena *a, FILE *f, const struct run *r)
{
    enum { MOST_BARS = 16 };
    char t[2][UNIT_SIZE];
    struct bar bars[MOST_BARS];
    size_t n = 0;
    const struct grid copies = moves_grid(a, r, "copy"), memory = moves_grid(a, r, "memory");
    if (copies.rows.n + memory.rows.n == 0)
        return;
    fputs("<h2 id=\"data\">Data movement</h2>\n", f);
    const struct item **items = items_by_bytes(a, r);
    size_t all = 0;
    for (size_t i = 0; i < r->items.n; i++)
        all += items[i]->to_bytes + items[i]->from_bytes > 0;
    for (size_t i = 0; i < r->items.n && n < MOST_BARS; i++) {
        const struct item *x = items[i];
        if (x->to_bytes + x->from_bytes > 0)
            bars[n++] = (struct bar){
                .label = arena_printf(a, "%s:%d %s", path_last(x->file), x->line, x->name),
                .value = arena_printf(a, "%s / %s", unit_bytes(t[0], x->to_bytes), unit_bytes(t[1], x->from_bytes)),
                .class = "to",
                .length = x->to_bytes,
                .class2 = "from",
                .length2 = x->from_bytes,
                .note = arena_printf(a, "%.0f copies to the device, %.0f back, memory taken %.0f times", x->to_calls,
                                     x->from_calls, x->allocs)};
    }
    if (n) {
        fputs(
            "<p class=\"legend\"><span><i class=\"to\"></i>to the device</span> <span><i class=\"from\"></i>back</span>"
            "</p>\n",
            f);
        html_bars(f,
                  arena_printf(a, "Bytes per variable and directive, to the device / back%s",
                               all > n ? arena_printf(a, ": the %zu of %zu that move most", n, all) : ""),
                  "bytes", bars, n, unit_bytes);
    }
    put_grid(f, "h3", "Variables", variables_grid(a, r));
    put_grid(f, "h3", "Copies", copies);
    put_grid(f, "h3", "Device memory", memory);
}

static void put_rest(struct arena *a, FILE *f, const struct run *r)
{
    const struct grid waits = own_grid(a, r, "wait"), runtime = own_grid(a, r, "runtime"),
                      setup = moves_grid(a, r, "setup");
    if (waits.rows.n + runtime.rows.n + setup.rows.n == 0)
        return;
    fputs("<h2 id=\"rest\">The rest of the time</h2>\n", f);
    put_grid(f, "h3", "Waits", waits);
    put_grid(f, "h3", "Gantry's runtime itself, by construct", runtime);
    put_grid(f, "h3", "Set-up", setup);
}

/* ---- lines ---- */
enum { AROUND = 4, LEVELS = 5 };

static bool is_told(const struct source_line *l) { return l->rows.n || l->findings.n || l->reasons.n; }

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

/* What a line must cost to be seen at once: of many lines of which something is known, that of the last that is */
static double least_shown(struct arena *a, const struct source *s)
{
    enum { SHOWN = 40 };
    VEC(double) costs = {0};
    for (size_t i = 0; i < s->lines.n; i++)
        if (is_told(&s->lines.v[i]))
            vec_push(a, &costs, s->lines.v[i].cost);
    if (costs.n <= SHOWN)
        return -1;
    qsort(costs.v, costs.n, sizeof *costs.v, by_size);
    return costs.v[SHOWN - 1];
}

static bool is_near(const struct source *s, size_t i, double least)
{
    size_t from = i > AROUND ? i - AROUND : 0;
    for (size_t k = from; k < s->lines.n && k <= i + AROUND; k++)
        if (is_told(&s->lines.v[k]) && s->lines.v[k].cost > least)
            return true;
    return false;
}

/* 0 to LEVELS: cost on a scale where each step is three times the one before */
static int level_of(const struct run *r, double cost)
{
    double share = percent(r, cost);
    int level = 0;
    for (double step = 0.1; level < LEVELS && share >= step; step *= 4)
        level++;
    return level;
}

/* Why the region of this line is as it is: its kernel, decisions and findings of gantry explain */
static void put_reasons(FILE *f, const struct source_line *l)
{
    const char *kernel = NULL;
    for (size_t k = 0; k < l->rows.n && !kernel; k++)
        kernel = strcmp(l->rows.v[k]->operation, "launch") == 0 ? l->rows.v[k]->name : NULL;
    if (l->reasons.n == 0) {
        if (kernel)
            put_escaped(f, "<div class=\"remark why\"><b>kernel</b> <code>", kernel, "</code></div>\n");
        return;
    }
    fputs("<div class=\"remark why\"><dl>\n", f);
    for (size_t k = 0; k < l->reasons.n; k++) {
        put_escaped(f, "<dt>", l->reasons.v[k]->what, "</dt>");
        put_escaped(f, "<dd>", l->reasons.v[k]->text, "</dd>\n");
    }
    fputs("</dl></div>\n", f);
}

static void put_line(struct arena *a, FILE *f, const struct run *r, const struct source *s, size_t i)
{
    char t[UNIT_SIZE];
    const struct source_line *l = &s->lines.v[i];
    fprintf(f, "<div class=\"line c%d\"", level_of(r, l->cost));
    if (is_told(l))
        put_escaped(f, " id=\"", arena_printf(a, "%s:%zu", s->file, i + 1), "\"");
    fprintf(f, "><span class=\"no\">%zu</span><span class=\"cost\">%s</span><code>", i + 1,
            l->cost > 0 ? unit_time(t, l->cost) : "");
    html_text(f, l->text ? l->text : "");
    fputs("</code></div>\n", f);
    for (size_t k = 0; k < l->findings.n; k++) {
        const struct finding *x = l->findings.v[k];
        fprintf(f, "<div class=\"remark\"><a href=\"#f%zu\">%s</a> ", x->mend + 1, x->id);
        put_escaped(f, "<code>", x->item.name, "</code> ");
        html_text(f, x->text);
        if (k && x->mend == l->findings.v[k - 1]->mend) {
            put_escaped(f, ". ", x->action, ": as above</div>\n");
            continue;
        }
        put_escaped(f, ". ", x->action, ": ");
        put_escaped(f, "<code>", x->directive, "</code> ");
        put_escaped(f, "", x->where, "");
        if (x->note && *x->note) /* updates, or what must hold: the directive alone may be too little */
            fprintf(f, ", <a href=\"#f%zu\">with what belongs to it</a>", x->mend + 1);
        fputs("</div>\n", f);
    }
    put_reasons(f, l);
}

static void put_source(struct arena *a, FILE *f, const struct run *r, const struct source *s)
{
    put_escaped(f, "<h3>", s->file, "</h3>\n");
    if (!s->path)
        fputs("<p class=\"warn\">The file was not found: only what is known of its lines is shown. Run gantry report "
              "in the "
              "folder where it was compiled.</p>\n",
              f);
    if (s->changed)
        fputs("<p class=\"warn\">The file has changed since the program ran: lines may be off.</p>\n", f);
    const double least = least_shown(a, s);
    fputs("<div class=\"source\">\n", f);
    for (size_t i = 0; i < s->lines.n;) {
        size_t end = i;
        bool shown = is_near(s, i, least);
        while (end < s->lines.n && is_near(s, end, least) == shown)
            end++;
        shown |= end == i + 1; /* one line is as long as what says that it is not shown */
        if (!shown && s->path)
            fprintf(f, "<details><summary>lines %zu to %zu</summary>\n", i + 1, end);
        for (size_t k = i; k < end; k++)
            if (s->path || is_told(&s->lines.v[k]))
                put_line(a, f, r, s, k);
        if (!shown && s->path)
            fputs("</details>\n", f);
        i = end;
    }
    fputs("</div>\n", f);
}

static void put_sources(struct arena *a, FILE *f, const struct run *r, const struct reasons *why)
{
    struct sources all = {0};
    sources_read(a, r, why, &all);
    if (all.v.n == 0)
        return;
    fputs("<h2 id=\"source\">Source</h2>\n<p class=\"legend\">time of a line: ", f);
    for (int i = 1; i <= LEVELS; i++) {
        static const char *const from[] = {"0.1", "0.4", "1.6", "6.4", "26"};
        fprintf(f, "<span><i class=\"c%d\"></i>from %s %%</span> ", i, from[i - 1]);
    }
    fputs("of the program</p>\n", f);
    for (size_t i = 0; i < all.v.n; i++)
        put_source(a, f, r, &all.v.v[i]);
}

/* ---- the page ---- */
static void put_run(struct arena *a, FILE *f, const struct run *r, const struct counts *counts,
                    const struct reasons *why)
{
    struct roofs roofs = {0};
    roofs_place(a, r, counts, &roofs);
    fputs("<section class=\"run\">\n", f);
    put_head(f, r);
    put_summary(f, r);
    put_regions(a, f, r);
    put_findings(a, f, r);
    if (r->slices.n)
        fputs("<h2 id=\"timeline\">Timeline</h2>\n", f);
    timeline_html(f, r);
    roofs_html(a, f, &roofs);
    layers_html(a, f, r);
    put_data(a, f, r);
    put_rest(a, f, r);
    put_sources(a, f, r, why);
    fputs("</section>\n", f);
}

bool page_write(struct arena *a, const char *path, const struct runs *runs, const struct counts *counts,
                const struct reasons *why)
{
    struct page page = {0};
    FILE *f = page_begin(&page, "gantry report", runs->v.v[0].program);
    if (f && runs->v.n > 1)
        side_html(a, f, runs);
    for (size_t i = 0; f && i < runs->v.n; i++)
        put_run(a, f, &runs->v.v[i], counts, why);
    return page_end(&page, path);
}
