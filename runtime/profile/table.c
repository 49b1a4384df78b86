/* table.c: the sums as text, in 100 columns: regions, copies, memory, waits, the runtime itself, and the rest; in each
 * what takes most time first. What is left of a long one is counted. */
#include <stdlib.h>
#include <string.h>

#include "gantry_shorten.h"
#include "gantry_wrap.h"
#include "profile.h"

enum { NAME_LEAST = 14, MOST_ROWS = 20, COLUMNS = 100 };
/* columns for names, at most */
enum { OF_REGIONS = 26, OF_NEEDED = 32, OF_LAYERS = 26, OF_MOVES = 33, OF_WAITS = 28, OF_RUNTIME = 38 };
static size_t wider; /* columns that the reader has beyond 100: names get them */

static double percent(const struct profile *p, double t) { return p->wall > 0 ? 100 * t / p->wall : 0; }

/* ---- a row, column by column ---- */
/* a space, and the n bytes to the right of a column */
static void put_right(struct text *l, size_t width, const char *s, size_t n)
{
    text_fill(l, 1 + (n < width ? width - n : 0));
    text_append(l, s, n);
}

/* likewise, a number that was put into out */
static void put_number(struct text *l, size_t width, const char *out, const char *begin)
{
    size_t n = text_length(out, begin), blanks = 1 + (n < width ? width - n : 0);
    if (!text_has_room(l, blanks + TEXT_AHEAD))
        return;
    memset(l->s + l->n, ' ', TEXT_AHEAD); /* either is more than it has, in one step; widths are less than that */
    memcpy(l->s + l->n + blanks, begin, TEXT_AHEAD);
    l->n += blanks + n;
}

static void put_count(struct text *l, uint64_t v)
{
    char t[TEXT_SIZE];
    put_number(l, 7, t, text_number(t, v));
}

static void put_time(struct text *l, double microseconds)
{
    char t[TEXT_SIZE];
    put_number(l, 8, t, text_time(t, microseconds));
}

static void put_percent(struct text *l, double part, double whole)
{
    char t[TEXT_SIZE];
    put_number(l, 5, t, text_percent(t, part, whole));
}

static void put_bytes(struct text *l, size_t width, bool known, double bytes)
{
    char t[TEXT_SIZE];
    if (known)
        put_number(l, width, t, text_bytes(t, bytes));
    else
        put_right(l, width, "-", 1);
}

static void put_device(struct text *l, int device)
{
    char t[TEXT_SIZE];
    const char *begin = text_number(t, device < 0 ? (uint64_t)-device : (uint64_t)device);
    text_put(l, device < 0 ? ", device -" : ", device ");
    text_append(l, begin, text_length(t, begin));
}

/* "heat.c:41 step", of what the row is about */
static void put_whole_name(struct text *l, const struct profile_row *r)
{
    bool by_function = (PROFILE_REGIONS | PROFILE_WAITS | PROFILE_RUNTIME) >> r->op & 1 || (r->code && r->func);
    const char *what = by_function                   ? r->func
                       : r->name                     ? r->name
                       : PROFILE_COPIES >> r->op & 1 ? "attached pointers"
                                                     : NULL;
    char number[TEXT_SIZE];
    if (r->file) {
        const char *line = text_number(number, r->line > 0 ? (uint64_t)r->line : 0);
        text_put(l, r->file);
        text_append(l, ":", 1);
        text_append(l, line, text_length(number, line));
        text_append(l, " ", 1);
    }
    text_put(l, what ? what : r->file ? "" : "-");
}

/* ---- sections: one at a time ---- */
struct section {
    const struct profile *p;
    const struct profile_row **rows; /* n are shown, … */
    size_t n, more;                  /* … more are not, which take `rest` microseconds */
    double rest;
    int width;    /* of their names */
    size_t shown; /* bytes of those that were put */
};
static const struct profile_row **rows_of_section;
static struct text names; /* of its rows, each of which ends in a 0 */

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

static void measure(struct section *s, size_t most)
{
    size_t width = NAME_LEAST;
    names.n = 0;
    for (size_t i = 0; i < s->n; i++) {
        size_t begin = names.n;
        put_whole_name(&names, s->rows[i]);
        width = names.n - begin > width ? names.n - begin : width;
        text_append(&names, "", 1);
    }
    s->width = (int)(width < most + wider ? width : most + wider);
}

/* The rows of these kinds that pass the test, what costs most first; false: there are none. */
static bool section_begin(struct section *s, size_t most, const struct profile *p, unsigned ops,
                          bool (*test)(const struct profile_row *), double (*cost)(const struct profile_row *))
{
    rows_of_section = rows_of_section ? rows_of_section : kept_new((p->n + 1) * sizeof *rows_of_section);
    *s = (struct section){.p = p, .rows = rows_of_section};
    for (size_t i = 0; s->rows && i < p->n; i++)
        if (ops >> p->rows[i]->op & 1 && test(p->rows[i]))
            s->rows[s->n++] = p->rows[i];
    if (s->n && cost == own_time) /* the profile's rows are by whole time */
        sort_all(s->rows, s->n, sizeof *s->rows, by_own);
    for (; s->n > MOST_ROWS && !p->shows_all; s->more++)
        s->rest += cost(s->rows[--s->n]);
    measure(s, most);
    return s->n > 0;
}

static void section_end(struct text *f, const struct section *s)
{
    if (s->more)
        text_write(f, "... and %zu more, %.1f %% of the time; GANTRY_PROFILE=1,all shows them\n", s->more,
                   percent(s->p, s->rest));
}

/* of the next row */
static void put_name(struct text *l, struct section *s)
{
    const size_t width = (size_t)s->width, n = names.failed ? 0 : strlen(names.s + s->shown), begin = l->n;
    if (!text_has_room(l, n + 1) || names.failed)
        return;
    memcpy(l->s + begin, names.s + s->shown, n + 1);
    s->shown += n + 1;
    if (n > width)
        gantry_shorten(l->s + begin, width);
    l->n += n > width ? strlen(l->s + begin) : n;
    text_fill(l, l->n - begin < width ? width - (l->n - begin) : 0);
}

/* The wait for a kernel lies in its region's time. */
static bool is_for_kernel(const struct profile_row *r)
{
    return r->op == GANTRY_OP_WAIT && r->name && strcmp(r->name, "kernel") == 0;
}

static void put_where(struct text *l, const struct profile_row *r)
{
    const struct profile_kernel *k = r->kernel;
    if (profile_where(r))
        text_write(l, "  %s\n", profile_where(r));
    else
        text_write(l, "  %d: %ux%ux%u%s %s%s%s\n", r->device, k->grid.teams, k->grid.threads, k->group,
                   k->shapes_differ ? ".." : "", profile_mode(r), k->phases ? ", " : "", k->phases ? k->phases : "");
}

static void print_regions(struct text *f, const struct profile *p)
{
    struct section s;
    if (!section_begin(&s, OF_REGIONS, p, PROFILE_REGIONS, any_row, whole_time))
        return;
    text_write(f, "\n%-*s   calls    total     %%  average    least     most  where\n", s.width, "region");
    for (size_t i = 0; i < s.n; i++) {
        const struct profile_row *r = s.rows[i];
        put_name(f, &s);
        put_count(f, r->calls);
        put_time(f, r->total);
        put_percent(f, r->total, p->wall);
        put_time(f, r->total / (double)r->calls);
        put_time(f, r->least);
        put_time(f, r->most);
        put_where(f, r);
    }
    section_end(f, &s);
}

/* What regions must move and compute, where the compiler found a formula for it. */
static bool needs_are_known(const struct profile_row *r)
{
    const struct profile_kernel *k = r->kernel;
    return k->known && k->known == r->calls && k->needed.read + k->needed.written > 0 && r->total > 0;
}

static void print_needed(struct text *f, const struct profile *p)
{
    struct section s;
    if (!section_begin(&s, OF_NEEDED, p, PROFILE_REGIONS, needs_are_known, whole_time))
        return;
    text_write(f, "\n%-*s  average   to read  to write  a point per second  GFLOP/s   flop/B\n", s.width,
               "a call needs");
    for (size_t i = 0; i < s.n; i++) {
        const struct profile_row *r = s.rows[i];
        const struct gantry_needed *n = &r->kernel->needed;
        double bytes = n->read + n->written, calls = (double)r->calls, operations = n->floats + n->doubles;
        put_name(f, &s);
        put_time(f, r->total / calls);
        put_bytes(f, 9, true, n->read / calls);
        put_bytes(f, 9, true, n->written / calls);
        if (n->points > 0)
            text_write(f, " %6.1f B", bytes / n->points);
        else
            text_write(f, " %8s", "-");
        put_bytes(f, 10, true, bytes / r->total * 1e6);
        if (n->floats >= 0)
            text_write(f, " %8.3f %8.3f\n", operations / r->total * 1e-3, operations / bytes);
        else
            text_write(f, " %8s %8s\n", "-", "-");
    }
    section_end(f, &s);
}

/* Registers and memory that a launch takes, by the driver; transactions and the like, by a model. */
static void print_layers_row(struct text *f, const struct gantry_layers *l)
{
    char t[3][TEXT_SIZE];
    const struct gantry_counts *c = &l->counts;
    double launches = (double)c->launches;
    double slots = (double)(c->lane_instructions + c->idle_lanes + c->empty_lanes);
    text_write(f, " %9s %7s %8s", l->registers_known ? text_number(t[0], l->registers) : "-",
               l->registers_known ? text_bytes(t[1], l->local) : "-",
               l->shared_known ? text_bytes(t[2], l->shared) : "-");
    if (c->launches == 0) {
        text_write(f, " %8s %8s %8s %9s %8s\n", "-", "-", "-", "-", "-");
        return;
    }
    text_write(f, " %8s %6.1f %% %6.1f %% %9s %8s\n", text_count(t[0], (double)c->sectors / launches),
               c->sectors ? 100 * (double)(c->sectors - c->least_sectors) / (double)c->sectors : 0,
               slots > 0 ? 100 * (double)c->idle_lanes / slots : 0,
               text_count(t[1], (double)(c->shared_passes - c->least_passes) / launches),
               text_count(t[2], (double)c->atomics / launches));
}

static bool layers_are_known(const struct profile_row *r)
{
    const struct gantry_layers *l = &r->kernel->layers;
    return l->registers_known || l->shared_known || l->counts.launches;
}

static void print_layers(struct text *f, const struct profile *p)
{
    struct section s;
    bool counted = false, taken = false;
    if (!section_begin(&s, OF_LAYERS, p, PROFILE_REGIONS, layers_are_known, whole_time))
        return;
    text_write(f, "\n%-*s registers   local   shared  sectors needless diverged conflicts  atomics\n", s.width,
               "a launch takes");
    for (size_t i = 0; i < s.n; i++) {
        const struct gantry_layers *l = &s.rows[i]->kernel->layers;
        counted |= l->counts.launches > 0;
        taken |= l->registers_known;
        put_name(f, &s);
        print_layers_row(f, l);
    }
    section_end(f, &s);
    if (taken)
        text_put(f, "registers and local memory (spills, stack) of a lane, shared memory of a team: by the driver\n");
    if (counted)
        text_put(f,
                 "sectors to atomics are counts, by a model or of a GPU in software, not measured (docs/counters.md):\n"
                 "  transactions of 32 bytes, how many of them better strides would save, idle lanes at branches,\n"
                 "  more passes for lanes that meet at a bank of shared memory, atomics by lane\n");
}

static bool is_tuned(const struct profile_row *r) { return r->kernel->tuned != NULL; }

static void print_tuned(struct text *f, const struct profile *p)
{
    struct section s;
    if (!section_begin(&s, OF_REGIONS, p, PROFILE_REGIONS, is_tuned, whole_time))
        return;
    text_write(f, "\n%-*s %7s  as measured with these sizes\n", s.width, "GANTRY_TUNED", "calls");
    for (size_t i = 0; i < s.n; i++) {
        const struct profile_kernel *k = s.rows[i]->kernel;
        put_name(f, &s);
        text_write(f, " %7llu  %s%s\n", (unsigned long long)k->heeds, k->tuned, k->rows_differ ? " .." : "");
    }
    section_end(f, &s);
}

static void print_moves(struct text *f, const struct profile *p, unsigned ops, const char *title)
{
    struct section s;
    if (!section_begin(&s, OF_MOVES, p, ops, any_row, whole_time))
        return;
    text_write(f, "\n%-*s   calls    total     %%    bytes per second  what\n", s.width, title);
    for (size_t i = 0; i < s.n; i++) {
        const struct profile_row *r = s.rows[i];
        put_name(f, &s);
        put_count(f, r->calls);
        put_time(f, r->total);
        put_percent(f, r->total, p->wall);
        put_bytes(f, 8, r->bytes > 0, (double)r->bytes);
        put_bytes(f, 10, r->bytes && r->total > 0, (double)r->bytes / r->total * 1e6);
        text_append(f, "  ", 2);
        text_put(f, gantry_op_name(r->op));
        put_device(f, r->device);
        text_put(f, "\n");
    }
    section_end(f, &s);
}

/* Waits, and what constructs take besides all that has rows: their own time, and what for. */
static void print_own(struct text *f, const struct profile *p, unsigned ops, const char *title)
{
    struct section s;
    if (!section_begin(&s, ops & PROFILE_WAITS ? OF_WAITS : OF_RUNTIME, p, ops, any_row, own_time))
        return;
    text_write(f, "\n%-*s   calls    total     %%  average    whole  what\n", s.width, title);
    for (size_t i = 0; i < s.n; i++) {
        const struct profile_row *r = s.rows[i];
        put_name(f, &s);
        put_count(f, r->calls);
        put_time(f, r->own);
        put_percent(f, r->own, p->wall);
        put_time(f, r->own / (double)r->calls);
        put_time(f, r->total);
        text_append(f, "  ", 2);
        text_put(f, r->what ? r->what : r->name ? r->name : "");
        text_put(f, is_for_kernel(r) ? ", in its region's time\n" : "\n");
    }
    section_end(f, &s);
}

static void print_setup(struct text *f, const struct profile *p)
{
    char t[2][TEXT_SIZE];
    for (size_t i = 0; i < p->n; i++) {
        const struct profile_row *r = p->rows[i];
        if (!(PROFILE_SETUP >> r->op & 1))
            continue;
        text_write(f, "%s device %d (%s): %s", r->op == GANTRY_OP_OPEN ? "opening" : "loading code onto", r->device,
                   r->name ? r->name : "?", text_time(t[0], r->total));
        if (r->compiling > 0)
            text_write(f, ", of it the driver's compiler %s", text_time(t[1], r->compiling));
        text_put(f, "\n");
    }
}

static void print_threads(struct text *f, const struct profile *p)
{
    char t[TEXT_SIZE];
    size_t shown = p->nthreads > MOST_ROWS && !p->shows_all ? MOST_ROWS : p->nthreads;
    for (size_t i = 0; i < shown && p->nthreads > 1; i++) {
        const struct profile_thread *h = &p->threads[p->nthreads - 1 - i];
        text_write(f, "%s %u: %s in %llu events\n", h->queue ? "queue" : "host thread", h->queue ? h->queue : h->number,
                   text_time(t, h->inside), (unsigned long long)h->events);
    }
    if (shown < p->nthreads)
        text_write(f, "... and %zu more threads; GANTRY_PROFILE=1,all shows them\n", p->nthreads - shown);
}

static void print_summary(struct text *f, const struct profile *p)
{
    char t[TEXT_SIZE];
    const char *rank = file_rank();
    double waits = profile_own(p, PROFILE_WAITS), kernels = 0;
    for (size_t i = 0; i < p->n; i++)
        kernels += is_for_kernel(p->rows[i]) ? p->rows[i]->own : 0;
    text_write(f, "gantry profile%s%s: %s in all\n", rank ? ", rank " : "", rank ? rank : "", text_time(t, p->wall));
    text_write(f, "  regions %.1f %%, copies %.1f %%, device memory %.1f %%, waits %.1f %%, set-up %.1f %%,\n",
               percent(p, profile_own(p, PROFILE_REGIONS) + kernels), percent(p, profile_total(p, PROFILE_COPIES)),
               percent(p, profile_total(p, PROFILE_MEMORY)), percent(p, waits - kernels),
               percent(p, profile_total(p, PROFILE_SETUP)));
    text_write(f, "  runtime %.1f %%, host between %.1f %%; the profile itself %.1f %% (%llu events)\n",
               percent(p, profile_own(p, PROFILE_RUNTIME)), percent(p, p->wall > p->inside ? p->wall - p->inside : 0),
               percent(p, p->cost), (unsigned long long)p->events);
    if (p->jumps)
        text_write(f, "  the clock went back, %u time%s: times are those that it said in between, or 0\n", p->jumps,
                   p->jumps == 1 ? "" : "s");
}

void table_print(struct text *f, const struct profile *p)
{
    char room[1000];
    size_t columns = wrap_columns();
    names = TEXT_IN(room);
    wider = columns > COLUMNS ? columns - COLUMNS : 0;
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
        text_put(f, "\nno region ran, nothing was copied, no device was used\n");
    text_put(f, "\n");
    print_setup(f, p);
    print_threads(f, p);
    if (profile_total(p, 1u << GANTRY_OP_LAUNCH) > 0)
        text_put(f, "where: device: teams x threads x lanes of a thread, mode; .. = launches differ\n");
    text_free(&names);
    advice_table(f, p->wall, p->shows_all);
}
