/* stats.c: counters of transfers, allocations and launches: per device, and per device and list item. Read by
 * programs through gantry.h, from their first question on, and written to the file GANTRY_STATS names, one
 * tab-separated row per name. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"

struct row {
    struct row *next;
    int device;
    char *name; /* NULL: the device's total */
    struct gantry_stats s;
};
enum { BUCKETS = 256 };
static struct row *buckets[BUCKETS] GANTRY_BEHIND;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static unsigned bucket_of(int device, const char *name)
{
    unsigned h = 2166136261u ^ (unsigned)device;
    for (; name && *name; name++)
        h = (h ^ (unsigned char)*name) * 16777619u;
    return (h ^ h >> 16) % BUCKETS;
}

static struct row *row_of(int device, const char *name)
{
    struct row **b = &buckets[bucket_of(device, name)], *r;
    for (r = *b; r; r = r->next)
        if (r->device == device && (name ? r->name && strcmp(r->name, name) == 0 : !r->name))
            return r;
    if (!(r = calloc(1, sizeof *r)))
        return NULL;
    r->device = device;
    r->name = name ? strdup(name) : NULL;
    r->next = *b;
    return *b = r;
}

atomic_uint gantry_kernels_under_way;

static void count_in(struct gantry_stats *s, const struct gantry_event *e)
{
    switch (e->op) {
    case GANTRY_OP_TO:
        s->to_calls++, s->to_bytes += e->bytes;
        break;
    case GANTRY_OP_FROM:
        s->from_calls++, s->from_bytes += e->bytes;
        break;
    case GANTRY_OP_ALLOC:
        s->allocs++, s->alloc_bytes += e->bytes;
        break;
    case GANTRY_OP_FREE:
        s->frees++;
        break;
    case GANTRY_OP_LAUNCH:
        s->launches++;
        break;
    default:
        break;
    }
}

static void count(const struct gantry_event *e)
{
    const unsigned counted = 1u << GANTRY_OP_ALLOC | 1u << GANTRY_OP_FREE | 1u << GANTRY_OP_TO | 1u << GANTRY_OP_FROM |
                             1u << GANTRY_OP_WITHIN | 1u << GANTRY_OP_FILL | 1u << GANTRY_OP_LAUNCH;
    if (!(counted >> e->op & 1) || e->failed)
        return;
    pthread_mutex_lock(&lock);
    struct row *total = row_of(e->device, NULL), *own = e->name ? row_of(e->device, e->name) : NULL;
    if (total)
        count_in(&total->s, e);
    if (own)
        count_in(&own->s, e);
    pthread_mutex_unlock(&lock);
}

static void add(struct gantry_stats *to, const struct gantry_stats *s)
{
    to->to_calls += s->to_calls, to->to_bytes += s->to_bytes;
    to->from_calls += s->from_calls, to->from_bytes += s->from_bytes;
    to->allocs += s->allocs, to->alloc_bytes += s->alloc_bytes, to->frees += s->frees;
    to->launches += s->launches;
}

/* "a" names itself and every item with that base variable: "a[0:n]", "a.x", "a->y" */
static bool name_matches(const char *name, const char *wanted)
{
    size_t n = strlen(wanted);
    return strncmp(name, wanted, n) == 0 && (!name[n] || strchr("[.-", name[n]));
}

static int sum(int device, const char *name, struct gantry_stats *out)
{
    int matched = 0;
    gantry_read_events(count);
    memset(out, 0, sizeof *out);
    pthread_mutex_lock(&lock);
    for (size_t b = 0; b < BUCKETS; b++)
        for (const struct row *r = buckets[b]; r; r = r->next) {
            bool here = device == GANTRY_ALL_DEVICES || r->device == device;
            if (!here || (name ? !r->name || !name_matches(r->name, name) : r->name != NULL))
                continue;
            add(out, &r->s);
            matched++;
        }
    pthread_mutex_unlock(&lock);
    return matched;
}

void gantry_stats_get(int device, struct gantry_stats *out) { sum(device, NULL, out); }

int gantry_stats_get_variable(int device, const char *name, struct gantry_stats *out) { return sum(device, name, out); }

void gantry_stats_reset(void)
{
    gantry_read_events(count);
    pthread_mutex_lock(&lock);
    for (size_t b = 0; b < BUCKETS; b++)
        while (buckets[b]) {
            struct row *r = buckets[b];
            buckets[b] = r->next;
            free(r->name);
            free(r);
        }
    pthread_mutex_unlock(&lock);
}

static int by_device_and_name(const void *a, const void *b)
{
    const struct row *x = *(struct row *const *)a, *y = *(struct row *const *)b;
    if (x->device != y->device)
        return x->device < y->device ? -1 : 1;
    return !x->name ? -1 : !y->name ? 1 : strcmp(x->name, y->name);
}

static void write_row(FILE *f, const struct row *r)
{
    const struct gantry_stats *s = &r->s;
    const uint64_t v[] = {s->to_calls, s->to_bytes,    s->from_calls, s->from_bytes,
                          s->allocs,   s->alloc_bytes, s->frees,      s->launches};
    fprintf(f, "%d\t%s", r->device, r->name ? r->name : "(total)");
    for (size_t i = 0; i < COUNT_OF(v); i++)
        fprintf(f, "\t%llu", (unsigned long long)v[i]);
    fputc('\n', f);
}

static struct row **all_rows(size_t *n)
{ /* sorted; NULL and 0 when there is no memory */
    size_t k = 0;
    for (size_t b = 0; b < BUCKETS; b++)
        for (struct row *r = buckets[b]; r; r = r->next)
            k++;
    struct row **rows = malloc((k + 1) * sizeof(struct row *));
    if (!rows)
        return NULL;
    *n = 0;
    for (size_t b = 0; b < BUCKETS; b++)
        for (struct row *r = buckets[b]; r; r = r->next)
            rows[(*n)++] = r;
    qsort(rows, *n, sizeof(struct row *), by_device_and_name);
    return rows;
}

static void write_file(void)
{
    const char *path = gantry_knob("STATS");
    if (!*path)
        return;
    FILE *f = strcmp(path, "-") == 0 ? stderr : fopen(path, "w");
    if (!f) {
        gantry_warn("GANTRY_STATS=%s cannot be written: %s", path, strerror(errno));
        return;
    }
    fputs("device\tname\tto_calls\tto_bytes\tfrom_calls\tfrom_bytes\tallocs\talloc_bytes\tfrees\tlaunches\n", f);
    pthread_mutex_lock(&lock);
    size_t n = 0;
    struct row **rows = all_rows(&n);
    for (size_t i = 0; i < n; i++)
        write_row(f, rows[i]);
    free(rows);
    pthread_mutex_unlock(&lock);
    if (f != stderr)
        fclose(f);
}

void gantry_stats_start(void)
{
    if (!*gantry_knob("STATS"))
        return;
    gantry_read_events(count);
    gantry_at_end_of_events(write_file);
}
