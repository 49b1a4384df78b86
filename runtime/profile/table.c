/* table.c: the sums as text, in 100 columns: regions, copies, memory, waits, the runtime itself, and the rest; in each
 * what takes most time first. What is left of a long one is counted. */
#include <stdlib.h>
#include <string.h>

#include "gantry_shorten.h"
#include "profile.h"

enum { NAME_LEAST = 14, NAME_MOST = 26, LINE = 512, MOST_ROWS = 20 };

static double percent(const struct profile *p, double t) { return p->wall > 0 ? 100 * t / p->wall : 0; }

/* ---- a row, column by column: printf would take most of what a table of few rows costs ---- */
struct line {
    size_t n; /* begin_line */
    char text[2 * LINE];
};

static void begin_line(struct line *l) { l->n = 0; } /* and no byte of the text */

static void put(struct line *l, const char *text, size_t n)
{
    n = n < sizeof l->text - l->n ? n : sizeof l->text - l->n;
    memcpy(l->text + l->n, text, n);
    l->n += n;
}

static void put_text(struct line *l, const char *text) { put(l, text, strlen(text)); }

static void put_spaces(struct line *l, size_t n)
{
    static const char spaces[] = "                                ";
    put(l, spaces, n < sizeof spaces - 1 ? n : sizeof spaces - 1);
}

/* to the right of a column that a space parts from the one before */
static void put_right(struct line *l, size_t width, const char *text)
{
    size_t n = strlen(text);
    put_spaces(l, 1 + (n < width ? width - n : 0));
    put(l, text, n);
}

static const char *digits_of(char text[24], uint64_t v)
{
    char *at = text + 23;
    *at = 0;
    do
        *--at = (char)('0' + v % 10);
    while (v /= 10);
    return at;
}

static void put_number(struct line *l, uint64_t v)
{
    char text[24];
    put_text(l, digits_of(text, v));
}

static void put_count(struct line *l, uint64_t v)
{
    char text[24];
    put_right(l, 7, digits_of(text, v));
}

static void end_line(FILE *f, struct line *l)
{
    put(l, "\n", 1);
    fwrite(l->text, 1, l->n, f);
    l->n = 0;
}

/* "heat.c:41 step", of what the row is about */
static int name_of(const struct profile_row *r, char name[LINE])
{
    bool by_function = (PROFILE_REGIONS | PROFILE_WAITS | PROFILE_RUNTIME) >> r->op & 1 || (r->code && r->func);
    const char *what = by_function                   ? r->func
                       : r->name                     ? r->name
                       : PROFILE_COPIES >> r->op & 1 ? "attached pointers"
                                                     : NULL;
    struct line l;
    begin_line(&l);
    if (r->file) {
        put_text(&l, r->file);
        put_text(&l, ":");
        put_number(&l, r->line > 0 ? (uint64_t)r->line : 0);
        put_text(&l, " ");
    }
    put_text(&l, what ? what : r->file ? "" : "-");
    size_t n = l.n < LINE - 1 ? l.n : LINE - 1;
    memcpy(name, l.text, n);
    name[n] = 0;
    return (int)n;
}

/* ---- sections ---- */
struct section {
    const struct profile *p;
    const struct profile_row **rows; /* n are shown, … */
    size_t n, more;                  /* … more are not, which take `rest` microseconds */
    double rest;
    int width; /* of their names */
};

static double whole_time(const struct profile_row *r) { return r->total; }
static double own_time(const struct profile_row *r) { return r->own; }

static int by_own(const void *a, const void *b)
{
    const struct profile_row *x = *(const struct profile_row *const *)a, *y = *(const struct profile_row *const *)b;
    if (x->own != y->own)
        return x->own < y->own ? 1 : -1;
    return x->line - y->line;
}

static bool any_row(const struct profile_row *r) { return r != NULL; }

static void measure(struct section *s)
{
    char name[LINE];
    s->width = NAME_LEAST;
    for (size_t i = 0; i < s->n; i++) {
        int n = name_of(s->rows[i], name);
        s->width = n > s->width ? n : s->width;
    }
    s->width = s->width < NAME_MOST ? s->width : NAME_MOST;
}

/* The rows of these kinds that pass the test, what costs most first; false: there are none. The caller frees them. */
static bool section_begin(struct section *s, const struct profile *p, unsigned ops,
                          bool (*test)(const struct profile_row *), double (*cost)(const struct profile_row *))
{
    *s = (struct section){.p = p, .rows = calloc(p->n + 1, sizeof(struct profile_row *))};
    for (size_t i = 0; s->rows && i < p->n; i++)
        if (ops >> p->rows[i]->op & 1 && test(p->rows[i]))
            s->rows[s->n++] = p->rows[i];
    if (s->n && cost == own_time) /* the profile's rows are by whole time */
        qsort(s->rows, s->n, sizeof *s->rows, by_own);
    for (; s->n > MOST_ROWS && !p->shows_all; s->more++)
        s->rest += cost(s->rows[--s->n]);
    measure(s);
    if (!s->n)
        free(s->rows);
    return s->n > 0;
}

static void section_end(FILE *f, struct section *s)
{
    if (s->more)
        fprintf(f, "... and %zu more, %.1f %% of the time; GANTRY_PROFILE=1,all shows them\n", s->more,
                percent(s->p, s->rest));
    free(s->rows);
}

static void put_name(struct line *l, const struct profile_row *r, int width)
{
    char name[LINE];
    name_of(r, name);
    gantry_shorten(name, (size_t)width);
    size_t n = strlen(name);
    put(l, name, n);
    put_spaces(l, n < (size_t)width ? (size_t)width - n : 0);
}

static void print_name(FILE *f, const struct profile_row *r, int width)
{
    struct line l;
    begin_line(&l);
    put_name(&l, r, width);
    fwrite(l.text, 1, l.n, f);
}

/* The wait for a kernel lies in its region's time. */
static bool is_for_kernel(const struct profile_row *r)
{
    return r->op == GANTRY_OP_WAIT && r->name && strcmp(r->name, "kernel") == 0;
}

static void put_where(struct line *l, const struct profile_row *r)
{
    char shape[LINE];
    put_spaces(l, 2);
    if (!profile_where(r))
        snprintf(shape, sizeof shape, "%d: %ux%ux%u%s %s", r->device, r->grid.teams, r->grid.threads, r->group,
                 r->shapes_differ ? ".." : "", profile_mode(r));
    put_text(l, profile_where(r) ? profile_where(r) : shape);
}

static void print_regions(FILE *f, const struct profile *p)
{
    char t[TEXT_SIZE];
    struct line l;
    struct section s;
    begin_line(&l);
    if (!section_begin(&s, p, PROFILE_REGIONS, any_row, whole_time))
        return;
    fprintf(f, "\n%-*s %7s %8s %5s %8s %8s %8s  %s\n", s.width, "region", "calls", "total", "%", "average", "least",
            "most", "where");
    for (size_t i = 0; i < s.n; i++) {
        const struct profile_row *r = s.rows[i];
        put_name(&l, r, s.width);
        put_count(&l, r->calls);
        put_right(&l, 8, text_time(t, r->total));
        put_right(&l, 5, text_percent(t, r->total, p->wall));
        put_right(&l, 8, text_time(t, r->total / (double)r->calls));
        put_right(&l, 8, text_time(t, r->least));
        put_right(&l, 8, text_time(t, r->most));
        put_where(&l, r);
        end_line(f, &l);
    }
    section_end(f, &s);
}

/* What regions must move and compute, where the compiler found a formula for it. */
static bool needs_are_known(const struct profile_row *r)
{
    return r->known && r->known == r->calls && r->needed.read + r->needed.written > 0 && r->total > 0;
}

static void print_needed(FILE *f, const struct profile *p)
{
    char t[3][TEXT_SIZE];
    struct section s;
    if (!section_begin(&s, p, PROFILE_REGIONS, needs_are_known, whole_time))
        return;
    fprintf(f, "\n%-*s %8s %9s %9s %8s %10s %8s %8s\n", s.width, "a call needs", "average", "to read", "to write",
            "a point", "per second", "GFLOP/s", "flop/B");
    for (size_t i = 0; i < s.n; i++) {
        const struct profile_row *r = s.rows[i];
        const struct gantry_needed *n = &r->needed;
        double bytes = n->read + n->written, calls = (double)r->calls, operations = n->floats + n->doubles;
        print_name(f, r, s.width);
        fprintf(f, " %8s %9s %9s", text_time(t[0], r->total / calls), text_bytes(t[1], n->read / calls),
                text_bytes(t[2], n->written / calls));
        if (n->points > 0)
            fprintf(f, " %6.1f B", bytes / n->points);
        else
            fprintf(f, " %8s", "-");
        fprintf(f, " %10s", text_bytes(t[0], bytes / r->total * 1e6));
        if (n->floats >= 0)
            fprintf(f, " %8.3f %8.3f\n", operations / r->total * 1e-3, operations / bytes);
        else
            fprintf(f, " %8s %8s\n", "-", "-");
    }
    section_end(f, &s);
}

/* Registers and memory that a launch takes, by the driver; transactions and the like, by a model. */
static void print_layers_row(FILE *f, const struct gantry_layers *l)
{
    char t[3][TEXT_SIZE] = {"-", "-", "-"};
    const struct gantry_counts *c = &l->counts;
    double launches = (double)c->launches;
    double slots = (double)(c->lane_instructions + c->idle_lanes + c->empty_lanes);
    if (l->registers_known)
        snprintf(t[0], sizeof t[0], "%u", l->registers);
    fprintf(f, " %9s %7s %8s", t[0], l->registers_known ? text_bytes(t[1], l->local) : "-",
            l->shared_known ? text_bytes(t[2], l->shared) : "-");
    if (c->launches == 0) {
        fprintf(f, " %8s %8s %8s %9s %8s\n", "-", "-", "-", "-", "-");
        return;
    }
    fprintf(f, " %8s %6.1f %% %6.1f %% %9s %8s\n", text_count(t[0], (double)c->sectors / launches),
            c->sectors ? 100 * (double)(c->sectors - c->least_sectors) / (double)c->sectors : 0,
            slots > 0 ? 100 * (double)c->idle_lanes / slots : 0,
            text_count(t[1], (double)(c->shared_passes - c->least_passes) / launches),
            text_count(t[2], (double)c->atomics / launches));
}

static bool layers_are_known(const struct profile_row *r)
{
    return r->layers.registers_known || r->layers.shared_known || r->layers.counts.launches;
}

static void print_layers(FILE *f, const struct profile *p)
{
    struct section s;
    bool counted = false, taken = false;
    if (!section_begin(&s, p, PROFILE_REGIONS, layers_are_known, whole_time))
        return;
    fprintf(f, "\n%-*s %9s %7s %8s %8s %8s %8s %9s %8s\n", s.width, "a launch takes", "registers", "local", "shared",
            "sectors", "needless", "diverged", "conflicts", "atomics");
    for (size_t i = 0; i < s.n; i++) {
        counted |= s.rows[i]->layers.counts.launches > 0;
        taken |= s.rows[i]->layers.registers_known;
        print_name(f, s.rows[i], s.width);
        print_layers_row(f, &s.rows[i]->layers);
    }
    section_end(f, &s);
    if (taken)
        fputs("registers and local memory (spills, stack) of a lane, shared memory of a team: by the driver\n", f);
    if (counted)
        fputs("sectors to atomics are counts, by a model or of a GPU in software, not measured (docs/counters.md):\n"
              "  transactions of 32 bytes, how many of them better strides would save, idle lanes at branches,\n"
              "  more passes for lanes that meet at a bank of shared memory, atomics by lane\n",
              f);
}

static bool is_tuned(const struct profile_row *r) { return r->tuned != NULL; }

static void print_tuned(FILE *f, const struct profile *p)
{
    struct section s;
    if (!section_begin(&s, p, PROFILE_REGIONS, is_tuned, whole_time))
        return;
    fprintf(f, "\n%-*s %7s  as measured with these sizes\n", s.width, "GANTRY_TUNED", "calls");
    for (size_t i = 0; i < s.n; i++) {
        print_name(f, s.rows[i], s.width);
        fprintf(f, " %7llu  %s%s\n", (unsigned long long)s.rows[i]->heeds, s.rows[i]->tuned,
                s.rows[i]->rows_differ ? " .." : "");
    }
    section_end(f, &s);
}

static void print_moves(FILE *f, const struct profile *p, unsigned ops, const char *title)
{
    char t[TEXT_SIZE];
    struct line l;
    struct section s;
    begin_line(&l);
    if (!section_begin(&s, p, ops, any_row, whole_time))
        return;
    fprintf(f, "\n%-*s %7s %8s %5s %8s %10s  %s\n", s.width, title, "calls", "total", "%", "bytes", "per second",
            "what");
    for (size_t i = 0; i < s.n; i++) {
        const struct profile_row *r = s.rows[i];
        put_name(&l, r, s.width);
        put_count(&l, r->calls);
        put_right(&l, 8, text_time(t, r->total));
        put_right(&l, 5, text_percent(t, r->total, p->wall));
        put_right(&l, 8, r->bytes ? text_bytes(t, (double)r->bytes) : "-");
        put_right(&l, 10, r->bytes && r->total > 0 ? text_bytes(t, (double)r->bytes / r->total * 1e6) : "-");
        put_spaces(&l, 2);
        put_text(&l, gantry_op_name(r->op));
        put_text(&l, ", device ");
        put_number(&l, (uint64_t)r->device);
        end_line(f, &l);
    }
    section_end(f, &s);
}

/* Waits, and what constructs take besides all that has rows: their own time, and what for. */
static void print_own(FILE *f, const struct profile *p, unsigned ops, const char *title)
{
    char t[TEXT_SIZE];
    struct line l;
    struct section s;
    begin_line(&l);
    if (!section_begin(&s, p, ops, any_row, own_time))
        return;
    fprintf(f, "\n%-*s %7s %8s %5s %8s %8s  %s\n", s.width, title, "calls", "total", "%", "average", "whole", "what");
    for (size_t i = 0; i < s.n; i++) {
        const struct profile_row *r = s.rows[i];
        put_name(&l, r, s.width);
        put_count(&l, r->calls);
        put_right(&l, 8, text_time(t, r->own));
        put_right(&l, 5, text_percent(t, r->own, p->wall));
        put_right(&l, 8, text_time(t, r->own / (double)r->calls));
        put_right(&l, 8, text_time(t, r->total));
        put_spaces(&l, 2);
        put_text(&l, r->what ? r->what : r->name ? r->name : "");
        put_text(&l, is_for_kernel(r) ? ", in its region's time" : "");
        end_line(f, &l);
    }
    section_end(f, &s);
}

static void print_setup(FILE *f, const struct profile *p)
{
    char t[2][TEXT_SIZE];
    for (size_t i = 0; i < p->n; i++) {
        const struct profile_row *r = p->rows[i];
        if (!(PROFILE_SETUP >> r->op & 1))
            continue;
        fprintf(f, "%s device %d (%s): %s", r->op == GANTRY_OP_OPEN ? "opening" : "loading code onto", r->device,
                r->name ? r->name : "?", text_time(t[0], r->total));
        if (r->compiling > 0)
            fprintf(f, ", of it the driver's compiler %s", text_time(t[1], r->compiling));
        fputc('\n', f);
    }
}

static void print_threads(FILE *f, const struct profile *p)
{
    char t[TEXT_SIZE];
    size_t shown = p->nthreads > MOST_ROWS && !p->shows_all ? MOST_ROWS : p->nthreads;
    for (size_t i = 0; i < shown && p->nthreads > 1; i++) {
        const struct profile_thread *h = &p->threads[p->nthreads - 1 - i];
        fprintf(f, "%s %u: %s in %llu events\n", h->queue ? "queue" : "host thread", h->queue ? h->queue : h->number,
                text_time(t, h->inside), (unsigned long long)h->events);
    }
    if (shown < p->nthreads)
        fprintf(f, "... and %zu more threads; GANTRY_PROFILE=1,all shows them\n", p->nthreads - shown);
}

static void print_summary(FILE *f, const struct profile *p)
{
    char t[TEXT_SIZE];
    const char *rank = file_rank();
    double waits = profile_own(p, PROFILE_WAITS), kernels = 0;
    for (size_t i = 0; i < p->n; i++)
        kernels += is_for_kernel(p->rows[i]) ? p->rows[i]->own : 0;
    fprintf(f, "gantry profile%s%s: %s in all\n", rank ? ", rank " : "", rank ? rank : "", text_time(t, p->wall));
    fprintf(f, "  regions %.1f %%, copies %.1f %%, device memory %.1f %%, waits %.1f %%, set-up %.1f %%,\n",
            percent(p, profile_own(p, PROFILE_REGIONS) + kernels), percent(p, profile_total(p, PROFILE_COPIES)),
            percent(p, profile_total(p, PROFILE_MEMORY)), percent(p, waits - kernels),
            percent(p, profile_total(p, PROFILE_SETUP)));
    fprintf(f, "  runtime %.1f %%, host between %.1f %%; the profile itself %.1f %% (%llu events)\n",
            percent(p, profile_own(p, PROFILE_RUNTIME)), percent(p, p->wall > p->inside ? p->wall - p->inside : 0),
            percent(p, p->cost), (unsigned long long)p->events);
}

void table_print(FILE *f, const struct profile *p)
{
    print_summary(f, p);
    print_regions(f, p);
    print_needed(f, p);
    print_layers(f, p);
    print_tuned(f, p);
    print_moves(f, p, PROFILE_COPIES, "copies");
    print_moves(f, p, PROFILE_MEMORY, "device memory");
    print_own(f, p, PROFILE_WAITS, "waits");
    print_own(f, p, PROFILE_RUNTIME, "runtime");
    if (p->n == 0)
        fputs("\nno region ran, nothing was copied, no device was used\n", f);
    fputc('\n', f);
    print_setup(f, p);
    print_threads(f, p);
    if (profile_total(p, 1u << GANTRY_OP_LAUNCH) > 0)
        fputs("where: device: teams x threads x lanes of a thread, mode; .. = launches differ\n", f);
    advice_table(f, p->wall, p->shows_all);
}
