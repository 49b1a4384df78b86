/* compare.c: runs old and new: per region and per copy, the time of a run on each side. With one or a few runs a side
 * only the noise that the user allows decides; with enough of them the rank test must agree. Of many rows some differ
 * by chance: those that hardly weigh are not judged, and of the others each must pass with the probability that Holm's
 * method leaves it, so that all of them together are wrong as seldom as one would be. */
#include "report_priv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_RUNS = 4 };               /* a side: with three the rank test can say nothing at 5 % */
static const double least_part = 0.01; /* of the program's time: a row that takes less is not judged */
enum { SAME = 0, NOTHING = 2, SLOWER = 3 };
static const double significant = 0.05;

struct samples {
    VEC(double) v; /* a number per run, microseconds */
};
struct verdict {
    double old, new, change, p; /* medians; per cent; p < 0: too few runs. Of rows Holm's: at most 1 */
    const char *word;
    bool changed, slower; /* slower or faster; slower */
};
struct line { /* rows of one kind, place and name, on both sides */
    const char *kind, *operation, *name;
    struct samples side[2];
    struct verdict said;
};
struct lines {
    VEC(struct line) v;
};

/* What stays the same when the program is compiled again: lines may move, so the function and the name come first. */
static const char *key(struct arena *a, const struct row *r)
{
    if (row_is(r, "region"))
        return arena_printf(a, "%s %s%s", r->file ? path_last(r->file) : "-", r->function ? r->function : "?",
                            r->why ? " (host)" : "");
    return arena_printf(a, "%s %s %s", r->file ? path_last(r->file) : "-", r->function ? r->function : "-",
                        r->name ? r->name : "-");
}

static struct line *line_of(struct arena *a, struct lines *all, const char *kind, const char *operation,
                            const char *name)
{
    for (size_t i = 0; i < all->v.n; i++)
        if (strcmp(all->v.v[i].kind, kind) == 0 && strcmp(all->v.v[i].operation, operation) == 0 &&
            strcmp(all->v.v[i].name, name) == 0)
            return &all->v.v[i];
    vec_push(a, &all->v, (struct line){.kind = kind, .operation = operation, .name = name});
    return &all->v.v[all->v.n - 1];
}

/* The first number of a run for a line is pushed, further ones of the same run are added to it. */
static void add(struct arena *a, struct samples *s, size_t run, double time)
{
    while (s->v.n <= run)
        vec_push(a, &s->v, 0.0);
    s->v.v[run] += time;
}

static bool counts(const struct row *r) { return row_is(r, "region") || row_is(r, "copy") || row_is(r, "memory"); }

static void take(struct arena *a, struct lines *all, const struct runs *runs, int side)
{
    for (size_t i = 0; i < runs->v.n; i++) {
        const struct run *r = &runs->v.v[i];
        add(a, &line_of(a, all, "program", "whole", r->program)->side[side], i, r->wall);
        for (size_t k = 0; k < r->rows.n; k++) {
            const struct row *x = &r->rows.v[k];
            if (!counts(x))
                continue;
            const char *operation = row_is(x, "region") ? "region" : x->operation;
            add(a, &line_of(a, all, x->kind, operation, key(a, x))->side[side], i, x->total);
        }
    }
}

static struct verdict compare_sides(const struct line *l)
{
    const struct samples *o = &l->side[0], *n = &l->side[1];
    struct verdict v = {.p = -1, .word = "same"};
    v.old = rank_median(o->v.v, o->v.n);
    v.new = rank_median(n->v.v, n->v.n);
    if (o->v.n == 0 || n->v.n == 0)
        v.word = o->v.n ? "gone" : "new";
    else if (o->v.n >= LEAST_RUNS && n->v.n >= LEAST_RUNS)
        v.p = rank_probability(o->v.v, o->v.n, n->v.v, n->v.n);
    v.change = v.old > 0 && n->v.n ? 100 * (v.new / v.old - 1) : 0;
    return v;
}

static void judge(struct verdict *v, double noise)
{
    if (fabs(v->change) <= noise || v->p > significant)
        return;
    v->changed = true;
    v->slower = v->change > 0;
    v->word = v->slower ? "slower" : "faster";
}

static bool is_on_both(const struct line *l) { return l->side[0].v.n && l->side[1].v.n; }
static bool is_program(const struct line *l) { return strcmp(l->kind, "program") == 0; }
static double larger(const struct line *l) { return fmax(l->said.old, l->said.new); }

/* Does the row take enough of the time for a change of it to matter? */
static bool weighs(const struct line *l, double whole) { return is_on_both(l) && larger(l) >= least_part * whole; }

static int by_probability(const void *a, const void *b)
{
    const struct verdict *x = *(struct verdict *const *)a, *y = *(struct verdict *const *)b;
    return x->p < y->p ? -1 : x->p > y->p;
}

/* Holm: the least of n probabilities counts n times, the next n - 1 times, and none less than those before it. */
static void correct(struct verdict **v, size_t n)
{
    double before = 0;
    if (n)
        qsort(v, n, sizeof *v, by_probability);
    for (size_t i = 0; i < n; i++)
        if (v[i]->p >= 0)
            v[i]->p = before = fmin(1, fmax(before, v[i]->p * (double)(n - i)));
}

static void judge_all(struct arena *a, struct lines *all, double noise)
{
    double whole = 0;
    VEC(struct verdict *) rows = {0};
    for (size_t i = 0; i < all->v.n; i++) {
        struct line *l = &all->v.v[i];
        l->said = compare_sides(l);
        whole = is_program(l) ? fmax(whole, larger(l)) : whole;
    }
    for (size_t i = 0; i < all->v.n; i++) {
        struct line *l = &all->v.v[i];
        if (is_program(l) && is_on_both(l))
            judge(&l->said, noise);
        else if (weighs(l, whole))
            vec_push(a, &rows, &l->said);
    }
    correct(rows.v, rows.n);
    for (size_t i = 0; i < rows.n; i++)
        judge(rows.v[i], noise);
}

static void print(FILE *f, const struct line *l, const struct verdict *v)
{
    enum { WIDTH = 36 };
    char t[2][UNIT_SIZE], p[32] = "-", change[32] = "-";
    if (v->p >= 0)
        snprintf(p, sizeof p, "%.3f", v->p);
    if (strcmp(v->word, "new") != 0 && strcmp(v->word, "gone") != 0)
        snprintf(change, sizeof change, "%+.1f %%", v->change);
    bool fits = strlen(l->name) <= WIDTH;
    if (!fits)
        fprintf(f, "%-10s %s\n", l->operation, l->name);
    fprintf(f, "%-10s %-*s %8s %8s %9s %6s  %s\n", fits ? l->operation : "", WIDTH, fits ? l->name : "",
            l->side[0].v.n ? unit_time(t[0], v->old) : "-", l->side[1].v.n ? unit_time(t[1], v->new) : "-", change, p,
            v->word);
}

static bool read_side(struct arena *a, const char *const *files, size_t n, struct runs *out)
{
    for (size_t i = 0; i < n; i++)
        if (!runs_read(a, files[i], out))
            return false;
    for (size_t i = 0; i < out->v.n; i++)
        if (out->v.v[i].cut) {
            fprintf(stderr, "gantry: error: %s: it ends in the middle: a run that did not end cannot be compared\n",
                    out->v.v[i].path);
            return false;
        }
    return true;
}

/* The program, then what takes most time before or after */
static int by_time(const void *a, const void *b)
{
    const struct line *x = a, *y = b;
    int programs = is_program(y) - is_program(x);
    if (programs || larger(x) != larger(y))
        return programs ? programs : larger(x) < larger(y) ? 1 : -1;
    int operations = strcmp(x->operation, y->operation);
    return operations ? operations : strcmp(x->name, y->name);
}

/* What became slower or faster, and of the rest what takes most time */
static void print_all(FILE *f, const struct lines *all, bool whole)
{
    enum { SHOWN = 20 };
    size_t shown = 0, more = 0;
    for (size_t i = 0; i < all->v.n; i++) {
        const struct line *l = &all->v.v[i];
        if (whole || l->said.changed || shown < SHOWN)
            print(f, l, &l->said), shown++;
        else
            more++;
    }
    if (more)
        fprintf(f, "... and %zu more, none of them slower or faster; gantry report --all --compare shows them\n", more);
}

int compare_print(struct arena *a, FILE *f, const struct comparison *c)
{
    struct runs old = {0}, new = {0};
    struct lines all = {0};
    size_t slower = 0, faster = 0, compared = 0;
    if (!read_side(a, c->old.v, c->old.n, &old) || !read_side(a, c->new.v, c->new.n, &new))
        return NOTHING;
    take(a, &all, &old, 0);
    take(a, &all, &new, 1);
    fprintf(f, "runs before: %zu, after: %zu; medians of the time of a run; up to %g %% is noise\n\n", old.v.n, new.v.n,
            c->noise);
    fprintf(f, "%-10s %-36s %8s %8s %9s %6s\n", "what", "where", "before", "after", "change", "p");
    judge_all(a, &all, c->noise);
    for (size_t i = 0; i < all.v.n; i++) {
        const struct line *l = &all.v.v[i];
        compared += is_on_both(l);
        slower += l->said.slower;
        faster += l->said.changed && !l->said.slower;
    }
    if (all.v.n)
        qsort(all.v.v, all.v.n, sizeof *all.v.v, by_time);
    print_all(f, &all, c->all);
    if (compared == 0) {
        fflush(f); /* what is said stands behind the table, wherever both go */
        fputs("gantry: error: the profiles have no program and no region in common: nothing was compared\n", stderr);
        return NOTHING;
    }
    fprintf(f, "\n%zu slower, %zu faster\n", slower, faster);
    if (old.v.n < LEAST_RUNS || new.v.n < LEAST_RUNS)
        fprintf(f, "fewer than %d runs a side: no rank test, the noise alone decided\n", LEAST_RUNS);
    return slower ? SLOWER : SAME;
}
