/* text.c: a run in the terminal, in 100 columns. */
#define _GNU_SOURCE /* vasprintf */
#include "report_priv.h"
#include "../../include/gantry_wrap.h"

#include <stdarg.h>
#include <stdlib.h>
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
    if (r->jumps > 0)
        fprintf(f, "the clock went back, %.0f time%s: times are those that it said in between, or 0\n", r->jumps,
                r->jumps == 1 ? "" : "s");
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

/* Its first line is begun with so many columns; further ones begin in column 5. */
static void print_line(FILE *f, size_t indent, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void print_line(FILE *f, size_t indent, const char *format, ...)
{
    enum { DEEPER = 5 };
    char *text = NULL;
    va_list ap;
    va_start(ap, format);
    if (vasprintf(&text, format, ap) < 0)
        text = NULL;
    va_end(ap);
    fprintf(f, "%*s", (int)indent, "");
    wrap_put(f, indent, DEEPER, text ? text : "");
    free(text);
}

static void print_mend(struct arena *a, FILE *f, const struct run *r, size_t number, const struct mend *m)
{
    enum { MOST_PLACES = 6 };
    char t[2][UNIT_SIZE];
    const struct finding *first = m->found[0];
    size_t shown = m->n > MOST_PLACES && !r->all ? MOST_PLACES : m->n;
    for (size_t i = 0; i < shown; i++) {
        const struct finding *x = m->found[i];
        char begin[32] = "   ";
        if (i == 0)
            snprintf(begin, sizeof begin, "%zu. ", number);
        print_line(f, 0, "%s%s:%d %s: %s%s, %s [%s]", begin, x->item.file, x->item.line, x->item.name,
                   x->supposed ? "perhaps: " : "", x->text, finding_times(a, x), x->id);
    }
    if (shown < m->n)
        fprintf(f, "   ... and %zu more that the same mends\n", m->n - shown);
    fprintf(f, "   costs %s (%.1f %%), %s\n", unit_time(t[0], m->time), percent(r, m->time),
            unit_bytes(t[1], m->bytes));
    print_line(f, 3, "%s: %s", first->action, first->directive);
    print_line(f, 5, "%s", m->place);
    if (*first->note)
        print_line(f, 5, "%s", first->note);
}

static void print_findings(struct arena *a, FILE *f, const struct run *r)
{
    size_t shown = 0, more = 0;
    double rest = 0;
    if (r->findings.n == 0) {
        fputs(r->has_moves ? "\nnothing moved that need not\n" : "", f);
        return;
    }
    fputs("\nwhat to change\n", f);
    for (size_t i = 0; i < r->mends.n; i++)
        if (r->all || mend_is_shown(r, i)) {
            print_mend(a, f, r, ++shown, &r->mends.v[i]);
        } else {
            more += r->mends.v[i].n;
            rest += r->mends.v[i].time;
        }
    rest_text(f, more, percent(r, rest), false);
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
static void print_source(FILE *f, const struct run *r, const struct source *s, size_t i)
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

struct place { /* of a line that costs, or of which something is known */
    size_t source, line;
    double cost;
};

static int by_cost(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->cost != y->cost)
        return x->cost < y->cost ? 1 : -1;
    return x->source != y->source ? (x->source < y->source ? -1 : 1) : x->line < y->line ? -1 : x->line > y->line;
}

static int by_place(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    return x->source != y->source ? (x->source < y->source ? -1 : 1) : x->line < y->line ? -1 : x->line > y->line;
}

static void print_lines(struct arena *a, FILE *f, const struct run *r, const struct reasons *why)
{
    struct sources all = {0};
    VEC(struct place) places = {0};
    double rest = 0;
    sources_read(a, r, why, &all);
    for (size_t i = 0; i < all.v.n; i++)
        for (size_t k = 0; k < all.v.v[i].lines.n; k++) {
            const struct source_line *l = &all.v.v[i].lines.v[k];
            if (l->cost > 0 || l->reasons.n)
                vec_push(a, &places, (struct place){i, k, l->cost});
        }
    if (places.n == 0)
        return;
    size_t shown = rows_shown(r, places.n);
    qsort(places.v, places.n, sizeof *places.v, by_cost);
    for (size_t i = shown; i < places.n; i++)
        rest += places.v[i].cost;
    qsort(places.v, shown, sizeof *places.v, by_place);
    fprintf(f, "\n%9s %5s  line\n", "time", "%");
    for (size_t i = 0; i < shown; i++)
        print_source(f, r, &all.v.v[places.v[i].source], places.v[i].line);
    rest_text(f, places.n - shown, percent(r, rest), false);
}

static void print_grid(FILE *f, const struct run *r, struct grid g) { grid_text(f, r, &g); }

/* In the order of the page: how long, which regions, what to change, and then the details */
void text_print(struct arena *a, FILE *f, const struct run *r, const struct counts *counts, const struct reasons *why)
{
    char t[2][UNIT_SIZE];
    struct roofs roofs = {0};
    roofs_place(a, r, counts, &roofs);
    print_summary(f, r);
    print_grid(f, r, regions_grid(a, r));
    print_findings(a, f, r);
    roofs_text(a, f, r, &roofs);
    layers_text(a, f, r);
    print_grid(f, r, moves_grid(a, r, "copy"));
    print_grid(f, r, moves_grid(a, r, "memory"));
    print_grid(f, r, variables_grid(a, r));
    print_grid(f, r, own_grid(a, r, "wait"));
    print_grid(f, r, own_grid(a, r, "runtime"));
    print_grid(f, r, moves_grid(a, r, "setup"));
    print_lines(a, f, r, why);
    fprintf(f, "\nthe profile itself: %.0f events, %s (%.1f %%)\n", r->events, unit_time(t[0], r->cost),
            percent(r, r->cost));
}
