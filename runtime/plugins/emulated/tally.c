/* tally.c: what counted kernels did, added up per kernel over the whole run, and written when the process ends
 * to where GANTRY_EMULATED_COUNTS says: aligned text, or JSON lines in a file called NAME.json. */
#include "emulated.h"

#include "gantry_counted.h"

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

static void write_row(FILE *f, const struct row *r, bool json)
{
    static const char *const kinds[] = {"load", "store", "atomic"};
    const struct counted_number numbers[] = {
    /* clang-format off */
#define NUMBER(field, label) {#field, label, r->sum.field},
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
    struct counted_place *places = calloc(r->nplaces + 1, sizeof *places);
    for (uint32_t i = 0; places && i < r->nplaces; i++) {
        const struct place *p = &r->places[i];
        places[i] =
            (struct counted_place){p->file,         p->line,        p->col,      0, kinds[p->kind < 3 ? p->kind : 0],
                                   p->sum.requests, p->sum.sectors, p->sum.least};
    }
    struct counted_kernel k = {.name = r->name,
                               .file = r->file,
                               .func = r->func,
                               .line = r->line,
                               .how = "by a model",
                               .width = r->width,
                               .launches = r->launches,
                               .warp_instructions = r->sum.warp_instructions,
                               .lane_instructions = r->sum.lane_instructions,
                               .numbers = numbers,
                               .nnumbers = sizeof numbers / sizeof *numbers,
                               .places = places,
                               .nplaces = places ? r->nplaces : 0};
    counted_write(f, &k, json);
    free(places);
}

static void write_rows(FILE *f, const struct row *r, bool json)
{
    if (!r)
        return;
    write_rows(f, r->next, json); /* oldest first */
    write_row(f, r, json);
}

static void write_all(void)
{
    const char *path = gantry_knob("EMULATED_COUNTS");
    if (!*path || !rows)
        return;
    FILE *f = strcmp(path, "-") == 0 ? stderr : fopen(path, "w");
    if (!f) {
        fprintf(stderr, "gantry: warning: GANTRY_EMULATED_COUNTS=%s cannot be written: %s\n", path, strerror(errno));
        return;
    }
    pthread_mutex_lock(&lock);
    write_rows(f, rows, counted_is_json(path));
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
