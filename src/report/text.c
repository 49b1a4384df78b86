/* text.c: a run in the terminal, in 100 columns. */
#include "report_priv.h"

#include <string.h>

enum { BAR = 30 };

static double percent(const struct run *r, double t) { return r->wall > 0 ? 100 * t / r->wall : 0; }

static void print_part(FILE *f, const struct run *r, const char *name, double time)
{
    char t[UNIT_SIZE];
    double share = percent(r, time) / 100;
    int n = (int)((share < 1 ? share : 1) * BAR + 0.5);
    fprintf(f, "  %-14s %8s %5.1f %%%s", name, unit_time(t, time), percent(r, time), n > 0 ? "  " : "");
    while (n-- > 0)
        fputc('#', f);
    fputc('\n', f);
}

static void print_summary(FILE *f, const struct run *r)
{
    static const struct {
        const char *kind, *name;
    } parts[] = {{"region", "regions"}, {"copy", "copies"},     {"memory", "device memory"},
                 {"wait", "waits"},     {"runtime", "runtime"}, {"setup", "set-up"}};
    char t[UNIT_SIZE];
    fprintf(f, "%s", r->program);
    if (r->rank >= 0)
        fprintf(f, ", rank %ld", r->rank);
    fprintf(f, ", process %ld on %s: %s in all\n", r->process, r->node, unit_time(t, r->wall));
    if (r->cut)
        fprintf(f, "cut: it did not end, or its file was cut; these are sums of the %.0f events that are there\n",
                r->events);
    for (size_t i = 0; i < r->devices.n; i++)
        fprintf(f, "device %d: %s (%s)\n", r->devices.v[i].number, r->devices.v[i].name, r->devices.v[i].kind);
    fputc('\n', f);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        double time = run_total(r, parts[i].kind);
        if (time <= 0)
            continue;
        print_part(f, r, parts[i].name, time);
    }
    print_part(f, r, "host between", r->wall > r->inside ? r->wall - r->inside : 0);
}

static void print_directive(FILE *f, const struct run *r, size_t i)
{
    const struct finding *x = &r->findings.v[i];
    for (size_t k = 0; k < i; k++)
        if (strcmp(r->findings.v[k].directive, x->directive) == 0 && strcmp(r->findings.v[k].where, x->where) == 0) {
            fprintf(f, "   %s: as in %zu\n", x->action, k + 1);
            return;
        }
    fprintf(f, "   %s: %s\n     %s\n", x->action, x->directive, x->where);
    for (const char *line = x->note; *line; line += strcspn(line, "\n"), line += *line == '\n')
        fprintf(f, "     %.*s\n", (int)strcspn(line, "\n"), line);
}

static void print_findings(FILE *f, const struct run *r)
{
    char t[2][UNIT_SIZE];
    if (r->findings.n == 0) {
        fputs(r->has_moves ? "\nnothing moved that need not\n" : "", f);
        return;
    }
    fputs("\nwhat to change\n", f);
    for (size_t i = 0; i < r->findings.n; i++) {
        const struct finding *x = &r->findings.v[i];
        fprintf(f, "%zu. %s:%d %s: %s%s, %.0f", i + 1, x->item.file, x->item.line, x->item.name,
                x->supposed ? "perhaps: " : "", x->text, x->times);
        if (x->of > 0)
            fprintf(f, " of %.0f", x->of);
        fprintf(f, " times [%s]\n   costs %s (%.1f %%), %s\n", x->id, unit_time(t[0], x->time), percent(r, x->time),
                unit_bytes(t[1], x->bytes));
        print_directive(f, r, i);
    }
}

/* "heat.c:88 mapped_ij" */
static const char *name_of(struct arena *a, const struct row *r)
{
    const char *what = row_is(r, "region") && r->function ? r->function : r->name ? r->name : r->operation;
    return r->file ? arena_printf(a, "%s:%d %s", path_last(r->file), r->line, what) : what;
}

static void print_name(FILE *f, const char *name, int width)
{
    int n = (int)strlen(name);
    if (n > width)
        fprintf(f, "..%s", name + n - width + 2);
    else
        fprintf(f, "%-*s", width, name);
}

static void print_regions(struct arena *a, FILE *f, const struct run *r)
{
    char t[3][UNIT_SIZE];
    bool any = false;
    for (size_t i = 0; i < r->rows.n; i++) {
        const struct row *row = &r->rows.v[i];
        if (!row_is(row, "region"))
            continue;
        if (!any)
            fprintf(f, "\n%-30s %7s %8s %5s %8s %8s  %s\n", "region", "calls", "total", "%", "average", "most",
                    "where");
        any = true;
        print_name(f, name_of(a, row), 30);
        fprintf(f, " %7.0f %8s %5.1f %8s %8s  %s\n", row->calls, unit_time(t[0], row->total), percent(r, row->total),
                unit_time(t[1], row->calls > 0 ? row->total / row->calls : 0), unit_time(t[2], row->most),
                row_where(a, row));
    }
}

static void print_moves(struct arena *a, FILE *f, const struct run *r, const char *kind, const char *title)
{
    char t[3][UNIT_SIZE];
    bool any = false;
    for (size_t i = 0; i < r->rows.n; i++) {
        const struct row *row = &r->rows.v[i];
        if (!row_is(row, kind))
            continue;
        if (!any)
            fprintf(f, "\n%-36s %7s %8s %5s %8s %10s  %s\n", title, "calls", "total", "%", "bytes", "per second",
                    "what");
        any = true;
        print_name(f, name_of(a, row), 36);
        fprintf(f, " %7.0f %8s %5.1f %8s %10s  %s\n", row->calls, unit_time(t[0], row->total), percent(r, row->total),
                row->bytes > 0 ? unit_bytes(t[1], row->bytes) : "-",
                row->bytes > 0 && row->total > 0 ? unit_bytes(t[2], row->bytes / row->total * 1e6) : "-",
                row->operation);
    }
}

static void print_variables(FILE *f, const struct run *r)
{
    char t[2][UNIT_SIZE];
    if (r->items.n == 0)
        return;
    fprintf(f, "\n%-46s %8s %10s %8s %10s %8s\n", "variable", "copies", "to device", "copies", "from device", "taken");
    for (size_t i = 0; i < r->items.n; i++) {
        const struct item *x = &r->items.v[i];
        char name[512];
        snprintf(name, sizeof name, "%s:%d %s", path_last(x->file), x->line, x->name);
        print_name(f, name, 46);
        fprintf(f, " %8.0f %10s %8.0f %10s %8.0f\n", x->to_calls, unit_bytes(t[0], x->to_bytes), x->from_calls,
                unit_bytes(t[1], x->from_bytes), x->allocs);
    }
}

/* in columns 19 to 99, behind a word */
static void print_wrapped(FILE *f, const char *word, const char *text)
{
    enum { INDENT = 19, WORD = 10, WIDTH = 70 };
    while (*text) {
        size_t n = strlen(text), cut = WIDTH;
        while (n > WIDTH && cut > WIDTH / 2 && text[cut] != ' ')
            cut--;
        n = n > WIDTH ? cut : n;
        fprintf(f, "%*s%-*s%.*s\n", INDENT, "", WORD, word, (int)n, text);
        word = "";
        text += n + strspn(text + n, " ");
    }
}

/* The lines that cost, with what is known of them */
static void print_line(FILE *f, const struct run *r, const struct source *s, size_t i)
{
    enum { WIDTH = 60 };
    char t[UNIT_SIZE];
    const struct source_line *l = &s->lines.v[i];
    const char *text = l->text ? l->text + strspn(l->text, " \t") : "";
    bool kernel = false;
    if (l->cost > 0)
        fprintf(f, "%9s %5.1f", unit_time(t, l->cost), percent(r, l->cost));
    else
        fprintf(f, "%9s %5s", "-", "-");
    fprintf(f, "  %s:%zu  %.*s\n", path_last(s->file), i + 1, WIDTH, text);
    for (size_t k = 0; k < l->reasons.n; k++) {
        kernel |= strcmp(l->reasons.v[k]->what, "kernel") == 0;
        print_wrapped(f, l->reasons.v[k]->what, l->reasons.v[k]->text);
    }
    for (size_t k = 0; k < l->rows.n && !kernel; k++)
        if (strcmp(l->rows.v[k]->operation, "launch") == 0) {
            print_wrapped(f, "kernel", l->rows.v[k]->name);
            kernel = true;
        }
}

static void print_lines(struct arena *a, FILE *f, const struct run *r, const struct reasons *why)
{
    struct sources all = {0};
    bool any = false;
    sources_read(a, r, why, &all);
    for (size_t i = 0; i < all.v.n; i++)
        for (size_t k = 0; k < all.v.v[i].lines.n; k++) {
            const struct source_line *l = &all.v.v[i].lines.v[k];
            if (l->cost <= 0 && !l->reasons.n)
                continue;
            if (!any)
                fprintf(f, "\n%9s %5s  line\n", "time", "%");
            any = true;
            print_line(f, r, &all.v.v[i], k);
        }
}

void text_print(struct arena *a, FILE *f, const struct run *r, const struct counts *counts, const struct reasons *why)
{
    char t[2][UNIT_SIZE];
    struct roofs roofs = {0};
    roofs_place(a, r, counts, &roofs);
    print_summary(f, r);
    print_findings(f, r);
    print_regions(a, f, r);
    roofs_text(a, f, &roofs);
    layers_text(f, r);
    print_moves(a, f, r, "copy", "copies");
    print_moves(a, f, r, "memory", "device memory");
    print_variables(f, r);
    print_lines(a, f, r, why);
    fprintf(f, "\nthe profile itself: %.0f events, %s (%.1f %%)\n", r->events, unit_time(t[0], r->cost),
            percent(r, r->cost));
}
