/* profile.c: sums of events, a row for each region, variable and direction, and what GANTRY_PROFILE asks for. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "profile.h"

enum { BUCKETS = 1024 };
static struct profile_row *buckets[BUCKETS];
static size_t nrows;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *table_path;      /* NULL: no table is asked for; "-": stderr */
static _Thread_local double inside; /* microseconds of this thread in events */

static unsigned hash_text(unsigned h, const char *s)
{
    for (; s && *s; s++)
        h = (h ^ (unsigned char)*s) * 16777619u;
    return h;
}

static bool same_text(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

static char *copy(const char *s) { return s ? strdup(s) : NULL; }

static struct profile_row *row_of(const struct gantry_event *e)
{
    const char *file = e->where ? e->where->file : NULL;
    int line = e->where ? e->where->line : 0;
    unsigned h = hash_text(2166136261u ^ (unsigned)e->op ^ (unsigned)e->device << 8, e->name) * 31u + (unsigned)line;
    struct profile_row **b = &buckets[(h ^ h >> 16) % BUCKETS], *r;
    for (r = *b; r; r = r->next)
        if (r->op == e->op && r->device == e->device && r->line == line && same_text(r->name, e->name) &&
            same_text(r->file, file))
            return r;
    if (!(r = calloc(1, sizeof *r)))
        return NULL;
    *r = (struct profile_row){*b, e->op, e->device, copy(e->name), copy(file), NULL, line, .least = 1e300};
    r->func = e->where ? copy(e->where->func) : NULL;
    nrows++;
    return *b = r;
}

static void add_shape(struct profile_row *r, const struct gantry_grid *g)
{
    if (r->calls == 0) {
        r->grid = *g;
        r->group = g->info->group;
        r->mode = g->info->mode;
    }
    r->shapes_differ |= g->teams != r->grid.teams || g->threads != r->grid.threads;
}

static void add(const struct gantry_event *e)
{
    double took = e->end - e->begin;
    inside += took;
    pthread_mutex_lock(&lock);
    struct profile_row *r = row_of(e);
    if (r && e->grid)
        add_shape(r, e->grid);
    if (r) {
        r->calls++;
        r->bytes += e->grid ? 0 : e->bytes;
        r->total += took;
        r->least = took < r->least ? took : r->least;
        r->most = took > r->most ? took : r->most;
    }
    pthread_mutex_unlock(&lock);
}

static int by_time(const void *a, const void *b)
{
    const struct profile_row *x = *(struct profile_row *const *)a, *y = *(struct profile_row *const *)b;
    if (x->total != y->total)
        return x->total < y->total ? 1 : -1;
    int d = x->file && y->file ? strcmp(x->file, y->file) : 0;
    return d ? d : x->line - y->line;
}

static void write_table(void)
{
    FILE *f = strcmp(table_path, "-") == 0 ? stderr : fopen(table_path, "w");
    struct profile p = {.wall = gantry_now(), .inside = inside};
    if (!f) {
        gantry_warn("GANTRY_PROFILE=%s cannot be written: %s", table_path, strerror(errno));
        return;
    }
    pthread_mutex_lock(&lock);
    p.rows = malloc((nrows + 1) * sizeof *p.rows);
    for (size_t b = 0; p.rows && b < BUCKETS; b++)
        for (struct profile_row *r = buckets[b]; r; r = r->next)
            p.rows[p.n++] = r;
    pthread_mutex_unlock(&lock);
    if (p.rows) {
        qsort(p.rows, p.n, sizeof *p.rows, by_time);
        table_print(f, &p);
    }
    free(p.rows);
    if (f != stderr && fclose(f) != 0)
        gantry_warn("GANTRY_PROFILE=%s cannot be written: %s", table_path, strerror(errno));
}

static bool ends_in(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);
    return n >= m && strcmp(s + n - m, end) == 0;
}

void gantry_profile_start(void)
{
    static char *words; /* kept: paths are parts of it */
    char *rest = NULL;
    if (!*gantry_knob("PROFILE"))
        return;
    words = strdup(gantry_knob("PROFILE"));
    for (char *w = words ? strtok_r(words, ",", &rest) : NULL; w; w = strtok_r(NULL, ",", &rest))
        if (strcmp(w, "0") == 0)
            continue;
        else if (ends_in(w, ".json"))
            timeline_start(w);
        else
            table_path = strcmp(w, "1") == 0 ? "-" : w;
    if (!table_path)
        return;
    gantry_read_events(add);
    gantry_at_end(write_table);
}
