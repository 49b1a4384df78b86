/* tally.c: what counted kernels did, added up per kernel over the whole run, and written when the process ends
 * to where GANTRY_EMULATED_COUNTS says: aligned text, or JSON lines in a file called NAME.json. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulated.h"

enum { MOST_PLACES = 5 };

struct place { /* a load, store or atomic of the source */
    struct emu_place_sum sum;
    char *file;
    int line, col;
    unsigned kind;
    uint32_t first; /* the first with this place: the optimiser may have made several of one */
};
struct row { /* a kernel, on warps of one width */
    struct row *next;
    const struct __gd_emu_count_table *table;
    char *name, *file, *func;
    int line;
    uint32_t width;
    uint64_t launches;
    struct gantry_emu_counters sum;
    struct place *places;
    uint32_t nplaces;
};
static struct row *rows; /* newest first */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- adding ---- */

/* An image may be gone when the numbers are written: its texts are copied. */
static char *copy(const char *s) { return strdup(s ? s : ""); }

static uint32_t first_alike(const struct __gd_emu_site *sites, uint32_t n)
{
    const struct __gd_emu_site *s = &sites[n];
    uint32_t i = 0;
    while (i < n &&
           (sites[i].line != s->line || sites[i].col != s->col || sites[i].kind != s->kind || sites[i].file != s->file))
        i++;
    return i;
}

static struct place *new_places(const struct __gd_emu_count_table *table)
{
    struct place *v = calloc(table->nsites + 1, sizeof *v);
    for (uint32_t i = 0; v && i < table->nsites; i++) {
        const struct __gd_emu_site *s = &table->sites[i];
        bool same = i > 0 && table->sites[i - 1].file == s->file;
        v[i] = (struct place){.file = same ? v[i - 1].file : copy(s->file),
                              .line = s->line,
                              .col = s->col,
                              .kind = s->kind,
                              .first = first_alike(table->sites, i)};
    }
    return v;
}

static void add_places(struct row *r, const struct emu_count *c)
{
    for (uint32_t i = 0; i < r->nplaces; i++) {
        struct emu_place_sum *to = &r->places[r->places[i].first].sum;
        to->requests += c->places[i].requests;
        to->sectors += c->places[i].sectors;
        to->least += c->places[i].least;
    }
}

static struct row *new_row(const struct gantry_kernel_info *k, const struct __gd_emu_count_table *table, uint32_t width)
{
    struct row *r = calloc(1, sizeof *r);
    if (!r || !(r->places = new_places(table))) {
        free(r);
        return NULL;
    }
    r->table = table;
    r->nplaces = table->nsites;
    r->name = copy(k->name);
    r->file = copy(k->file);
    r->func = copy(k->func);
    r->line = k->line;
    r->width = width;
    r->next = rows;
    return rows = r;
}

static struct row *row_of(const struct gantry_kernel_info *k, const struct __gd_emu_count_table *table, uint32_t width)
{
    for (struct row *r = rows; r; r = r->next)
        if (r->table == table && r->width == width && r->nplaces == table->nsites && strcmp(r->name, k->name) == 0)
            return r;
    return new_row(k, table, width);
}

void emu_tally_add(const struct emu_launch *l, const struct gantry_emu_counters *sum, struct emu_worker *const *workers,
                   uint32_t nworkers)
{
    pthread_mutex_lock(&lock);
    struct row *r = row_of(l->kernel->info, l->kernel->module->counts, l->dev->width);
    if (r) {
        r->launches++;
        emu_counters_add(&r->sum, sum);
        r->sum.shared_bytes = sum->shared_bytes;
    }
    for (uint32_t i = 0; r && i < nworkers; i++)
        if (workers[i]->launch && workers[i]->count && workers[i]->counts.teams)
            add_places(r, workers[i]->count);
    pthread_mutex_unlock(&lock);
}

/* ---- writing ---- */

static const struct number {
    const char *key, *label;
    size_t at;
} numbers[] = {
/* clang-format off */
#define NUMBER(field, label) {#field, label, offsetof(struct gantry_emu_counters, field)},
    NUMBER(teams, "teams")
    NUMBER(lanes, "lanes")
    NUMBER(shared_bytes, "shared bytes per team")
    NUMBER(warp_instructions, "warp instructions")
    NUMBER(lane_instructions, "lane instructions")
    NUMBER(idle_lanes, "idle lanes")
    NUMBER(empty_lanes, "empty lanes")
    NUMBER(segments, "segments")
    NUMBER(warp_barriers, "barriers, by warp")
    NUMBER(barriers, "barriers, by lane")
    NUMBER(syncs, "warp syncs, by lane")
    NUMBER(shuffles, "shuffles, by lane")
    NUMBER(votes, "votes, by lane")
    NUMBER(float_operations, "operations, float")
    NUMBER(double_operations, "operations, double")
    NUMBER(distinct_read_bytes, "distinct bytes read")
    NUMBER(distinct_written_bytes, "distinct bytes written")
    NUMBER(loads, "loads")
    NUMBER(load_bytes, "  bytes")
    NUMBER(load_requests, "  requests")
    NUMBER(load_sectors, "  sectors")
    NUMBER(load_least, "  least sectors")
    NUMBER(stores, "stores")
    NUMBER(store_bytes, "  bytes")
    NUMBER(store_requests, "  requests")
    NUMBER(store_sectors, "  sectors")
    NUMBER(store_least, "  least sectors")
    NUMBER(atomics, "atomics")
    NUMBER(atomic_bytes, "  bytes")
    NUMBER(atomic_requests, "  requests")
    NUMBER(atomic_sectors, "  sectors")
    NUMBER(atomic_least, "  least sectors")
    NUMBER(shared_accesses, "shared accesses")
    NUMBER(shared_requests, "  requests")
    NUMBER(shared_passes, "  passes")
    NUMBER(shared_least, "  least passes")
    NUMBER(local_accesses, "local accesses")
    NUMBER(parameter_reads, "parameter reads")
#undef NUMBER
    /* clang-format on */
};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

static uint64_t value(const struct row *r, const struct number *n)
{
    return *(const unsigned long long *)((const char *)&r->sum + n->at);
}

static uint64_t excess(const struct place *p) { return p->sum.sectors - p->sum.least; }

/* places with the most sectors that better mapping would save; at most MOST_PLACES */
static uint32_t worst(const struct row *r, const struct place **out)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->nplaces; i++) {
        const struct place *p = &r->places[i];
        uint32_t k = n;
        if (!excess(p))
            continue;
        while (k > 0 && excess(out[k - 1]) < excess(p))
            k--;
        if (k == MOST_PLACES)
            continue;
        n += n < MOST_PLACES;
        memmove(out + k + 1, out + k, (n - 1 - k) * sizeof *out);
        out[k] = p;
    }
    return n;
}

static const char *const kinds[] = {"load", "store", "atomic"};

static void write_text(FILE *f, const struct row *r)
{
    const struct place *v[MOST_PLACES];
    uint32_t n = worst(r, v);
    uint64_t slots = r->sum.warp_instructions * r->width;
    fprintf(f, "kernel %s (%s:%d, %s), %" PRIu64 " launch%s, warps of %u: counted by a model\n", r->name, r->file,
            r->line, r->func, r->launches, r->launches == 1 ? "" : "es", r->width);
    for (size_t i = 0; i < NUMBERS; i++)
        if (value(r, &numbers[i]) || numbers[i].label[0] != ' ')
            fprintf(f, "  %-24s %14" PRIu64 "\n", numbers[i].label, value(r, &numbers[i]));
    if (slots)
        fprintf(f, "  %-24s %13.1f%%\n", "lanes in use", 100.0 * (double)r->sum.lane_instructions / (double)slots);
    for (uint32_t i = 0; i < n; i++)
        fprintf(f, "  %s:%d:%d: %s: %" PRIu64 " sectors in %" PRIu64 " requests, %" PRIu64 " would do\n", v[i]->file,
                v[i]->line, v[i]->col, kinds[v[i]->kind < 3 ? v[i]->kind : 0], v[i]->sum.sectors, v[i]->sum.requests,
                v[i]->sum.least);
}

static void write_string(FILE *f, const char *s)
{
    fputc('"', f);
    for (; *s; s++)
        if ((unsigned char)*s < 0x20)
            fprintf(f, "\\u%04x", (unsigned)*s);
        else
            fprintf(f, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
    fputc('"', f);
}

static void write_json(FILE *f, const struct row *r)
{
    const struct place *v[MOST_PLACES];
    uint32_t n = worst(r, v);
    fputs("{\"kernel\":", f);
    write_string(f, r->name);
    fputs(",\"file\":", f);
    write_string(f, r->file);
    fprintf(f, ",\"line\":%d,\"function\":", r->line);
    write_string(f, r->func);
    fprintf(f, ",\"width\":%u,\"launches\":%" PRIu64, r->width, r->launches);
    for (size_t i = 0; i < NUMBERS; i++)
        fprintf(f, ",\"%s\":%" PRIu64, numbers[i].key, value(r, &numbers[i]));
    fputs(",\"places\":[", f);
    for (uint32_t i = 0; i < n; i++) {
        fputs(i ? ",{\"file\":" : "{\"file\":", f);
        write_string(f, v[i]->file);
        fprintf(f, ",\"line\":%d,\"column\":%d,\"kind\":\"%s\",\"requests\":%" PRIu64, v[i]->line, v[i]->col,
                kinds[v[i]->kind < 3 ? v[i]->kind : 0], v[i]->sum.requests);
        fprintf(f, ",\"sectors\":%" PRIu64 ",\"least\":%" PRIu64 "}", v[i]->sum.sectors, v[i]->sum.least);
    }
    fputs("]}\n", f);
}

static void write_rows(FILE *f, const struct row *r, bool json)
{
    if (!r)
        return;
    write_rows(f, r->next, json); /* oldest first */
    (json ? write_json : write_text)(f, r);
}

static void write_all(void)
{
    const char *path = gantry_knob("EMULATED_COUNTS");
    size_t n = strlen(path);
    if (!n || !rows)
        return;
    FILE *f = strcmp(path, "-") == 0 ? stderr : fopen(path, "w");
    if (!f) {
        fprintf(stderr, "gantry: warning: GANTRY_EMULATED_COUNTS=%s cannot be written: %s\n", path, strerror(errno));
        return;
    }
    pthread_mutex_lock(&lock);
    write_rows(f, rows, n > 5 && strcmp(path + n - 5, ".json") == 0);
    pthread_mutex_unlock(&lock);
    if (f != stderr)
        fclose(f);
}

static void at_exit(void)
{
    if (*gantry_knob("EMULATED_COUNTS"))
        gantry_at_end(write_all);
}

void emu_tally_open(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, at_exit);
}
