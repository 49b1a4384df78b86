/* timeline.c: every event as a slice of a trace in the JSON format that Perfetto and chrome://tracing read. A process
 * of the trace for the host, with a lane per host thread, and one for each device, with a lane per stream; an arrow
 * leads from the call of a launch to the kernel. Events are written as they come, so that a program that ends in any
 * way leaves its trace. The sums follow them. The text of an event is kept: one that comes again differs from it in
 * numbers alone. */
#define _GNU_SOURCE 1
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "profile.h"

enum { HOST_PID = 1, DEVICE_PID = 100, MOST_LANES = 1024, MOST_DEVICES = 64, FLUSH_EVERY = 100000 };

static struct json *out;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t arrows;
static double flushed;    /* when, in microseconds */
static char process[128]; /* "rank 3, heat 1234: " */
static bool thread_named[MOST_LANES], device_named[MOST_DEVICES];
static bool stream_named[MOST_DEVICES][MOST_LANES] GANTRY_BEHIND;

/* ---- the numbers of an event, each made once, and where they stand in its text ---- */
enum value { BEGIN, TOOK, BYTES, ARROW, VALUES };
enum { MOST_CUTS = 8 };
struct cut {
    size_t at, length; /* in the event's text */
    enum value value;
};
static struct json_number numbers[VALUES];
static struct cut cuts[MOST_CUTS];
static size_t ncuts;
static const char *text_begins;

static void make_numbers(const struct gantry_event *e)
{
    numbers[BEGIN] = json_micro_of(e->begin);
    numbers[TOOK] = json_micro_of(e->end - e->begin);
    if (e->op == GANTRY_OP_LAUNCH)
        numbers[ARROW] = json_number_of(++arrows);
    else if (e->bytes)
        numbers[BYTES] = json_number_of(e->bytes);
}

static void put_value(enum value v)
{
    if (ncuts < MOST_CUTS)
        cuts[ncuts] = (struct cut){(size_t)(json_here(out) - text_begins), json_number_length(&numbers[v]), v};
    ncuts++;
    json_number(out, &numbers[v]);
}

/* ---- its text ---- */
static void put_place(int pid, unsigned tid)
{
    json_text(out, "\"pid\":");
    json_count(out, (uint64_t)pid);
    json_text(out, ",\"tid\":");
    json_count(out, tid);
}

static void put_name(const char *what, int pid, unsigned tid, const char *name)
{
    json_text(out, ",\n{\"ph\":\"M\",\"name\":\"");
    json_text(out, what);
    json_text(out, "\",");
    put_place(pid, tid);
    json_text(out, ",\"args\":{\"name\":");
    json_quoted(out, name);
    json_text(out, "}}");
}

static void put_order(int pid, int order)
{
    json_text(out, ",\n{\"ph\":\"M\",\"name\":\"process_sort_index\",");
    put_place(pid, 0);
    json_text(out, ",\"args\":{\"sort_index\":");
    json_count(out, (uint64_t)order);
    json_text(out, "}}");
}

static void name_thread(int pid, unsigned tid, const char *before)
{
    char name[64];
    if (gantry_queue_here())
        snprintf(name, sizeof name, "%squeue %u", before, gantry_queue_here());
    else
        snprintf(name, sizeof name, "%shost thread %u", before, tid);
    put_name("thread_name", pid, tid, name);
}

static void name_device(int device)
{
    const struct gantry_dev *d = gantry_dev_if_open(device);
    char name[300];
    snprintf(name, sizeof name, "%sdevice %d%s%s", process, device, d ? ", " : "", d ? d->props.name : "");
    put_order(DEVICE_PID + device, 1 + device);
    put_name("process_name", DEVICE_PID + device, 0, name);
}

static void name_lanes(const struct gantry_event *e, bool on_device)
{
    if (e->thread < MOST_LANES && !thread_named[e->thread]) {
        thread_named[e->thread] = true;
        name_thread(HOST_PID, e->thread, "");
    }
    if (!on_device || e->device >= MOST_DEVICES || e->thread >= MOST_LANES)
        return;
    if (!device_named[e->device]) {
        device_named[e->device] = true;
        name_device(e->device);
    }
    if (!stream_named[e->device][e->thread]) {
        stream_named[e->device][e->thread] = true;
        name_thread(DEVICE_PID + e->device, e->thread, "stream of ");
    }
}

static void put_arguments(const struct gantry_event *e)
{
    json_text(out, ",\"args\":{\"operation\":");
    json_quoted(out, gantry_op_name(e->op));
    if (e->device >= 0) {
        json_text(out, ",\"device\":");
        json_count(out, (uint64_t)e->device);
    }
    json_field(out, "name", e->name);
    if (e->bytes && !e->grid) {
        json_text(out, ",\"bytes\":");
        put_value(BYTES);
    }
    if (e->grid) {
        json_text(out, ",\"teams\":");
        json_count(out, e->grid->teams);
        json_text(out, ",\"threads\":");
        json_count(out, e->grid->threads);
        json_text(out, ",\"lanes\":");
        json_count(out, e->grid->info->group);
        if (e->grid->region && e->grid->region->flags & GANTRY_REGION_PHASES)
            json_field(out, "phases", e->grid->region->words);
    }
    if (e->region)
        json_field(out, "construct", gantry_construct_name(e));
    if (e->where && e->where->file) {
        json_field(out, "file", e->where->file);
        json_text(out, ",\"line\":");
        json_count(out, e->where->line > 0 ? (uint64_t)e->where->line : 0);
        json_field(out, "function", e->where->func);
    }
    json_text(out, "}}");
}

static void put_slice(const struct gantry_event *e, int pid, const char *name)
{
    json_text(out, ",\n{\"ph\":\"X\",");
    put_place(pid, e->thread);
    json_text(out, ",\"ts\":");
    put_value(BEGIN);
    json_text(out, ",\"dur\":");
    put_value(TOOK);
    json_field(out, "cat", gantry_op_name(e->op));
    json_field(out, "name", name);
    put_arguments(e);
}

static void put_arrow_end(const struct gantry_event *e, const char *phase, int pid)
{
    json_text(out, ",\n{\"ph\":");
    json_text(out, phase);
    json_text(out, ",\"id\":");
    put_value(ARROW);
    json_text(out, ",");
    put_place(pid, e->thread);
    json_text(out, ",\"ts\":");
    put_value(BEGIN);
    json_text(out, ",\"cat\":\"launch\",\"name\":\"launch\"}");
}

/* What the host's slice is called: copies and launches have their own names on the device's. */
static const char *host_name(const struct gantry_event *e)
{
    if (e->op == GANTRY_OP_CONSTRUCT)
        return gantry_construct_name(e);
    return e->op == GANTRY_OP_HOST && e->name ? e->name : gantry_op_name(e->op);
}

static void put_event(const struct gantry_event *e, bool on_device)
{
    put_slice(e, HOST_PID, host_name(e));
    if (on_device)
        put_slice(e, DEVICE_PID + e->device, e->name ? e->name : gantry_op_name(e->op));
    if (e->op == GANTRY_OP_LAUNCH) {
        put_arrow_end(e, "\"s\"", HOST_PID);
        put_arrow_end(e, "\"f\",\"bp\":\"e\"", DEVICE_PID + e->device);
    }
}

/* ---- an event that comes again ---- */
enum { KEPT = 256, MOST_NAMES = 512, ROOM = 1 << 13 }; /* ROOM: for two slices of such names, all escaped, and more */
struct key {                                           /* all that the text depends on but the numbers */
    const char *name, *file, *func, *what;
    int op, device, line;
    unsigned thread, teams, threads, lanes;
    enum { WITH_BYTES = 1, WITH_GRID = 2 } has;
};
_Static_assert(sizeof(struct key) == 4 * sizeof(char *) + 8 * sizeof(int), "keys are compared byte by byte");
struct kept {
    struct key key;
    struct cut cuts[MOST_CUTS];
    size_t ncuts, n;
    const char *name; /* as it was: the same place may hold another one */
    char text[];
};
static struct kept *kept[KEPT] GANTRY_BEHIND;

static struct key key_of(const struct gantry_event *e)
{
    const struct gantry_loc *at = e->where && e->where->file ? e->where : NULL;
    const struct gantry_grid *g = e->grid;
    return (struct key){.name = e->name,
                        .file = at ? at->file : NULL,
                        .func = at ? at->func : NULL,
                        .what = e->region ? gantry_construct_name(e) : NULL,
                        .op = e->op,
                        .device = e->device,
                        .line = at ? at->line : 0,
                        .thread = e->thread,
                        .teams = g ? g->teams : 0,
                        .threads = g ? g->threads : 0,
                        .lanes = g ? g->info->group : 0,
                        .has = (e->bytes ? WITH_BYTES : 0) | (g ? WITH_GRID : 0)};
}

static struct kept **kept_at(const struct key *k)
{
    uintptr_t at = (uintptr_t)k->name / 16 ^ (uintptr_t)k->what;
    return &kept[(at + (unsigned)k->line * 7u + (unsigned)k->op * 3u + k->thread * 31u) % KEPT];
}

static bool is_kept(const struct kept *t, const struct key *k)
{
    return t && memcmp(&t->key, k, sizeof *k) == 0 && (!k->name || strcmp(t->name, k->name) == 0);
}

static size_t length(const char *s) { return s ? strlen(s) : 0; }

/* the text that begins at text_begins */
static void keep(struct kept **place, const struct key *k)
{
    size_t n = (size_t)(json_here(out) - text_begins), name = length(k->name) + 1;
    struct kept *t = malloc(sizeof *t + n + name);
    free(*place);
    if (!(*place = t))
        return;
    *t = (struct kept){.key = *k, .ncuts = ncuts, .n = n, .name = t->text + n};
    memcpy(t->cuts, cuts, sizeof cuts);
    memcpy(t->text, text_begins, n);
    memcpy(t->text + n, k->name ? k->name : "", name);
}

static void put_again(const struct kept *t)
{
    char *to = json_place(out);
    size_t from = 0;
    for (size_t i = 0; i < t->ncuts; i++) {
        const struct cut *c = &t->cuts[i];
        to = json_put_number(mempcpy(to, t->text + from, c->at - from), &numbers[c->value]);
        from = c->at + c->length;
    }
    json_placed(out, mempcpy(to, t->text + from, t->n - from));
}

/* Libraries may have gone, and their texts: others may stand there. */
static void forget_all(void)
{
    for (size_t i = 0; i < KEPT; i++) {
        free(kept[i]);
        kept[i] = NULL;
    }
}

static void put(const struct gantry_event *e, bool on_device)
{
    const struct key k = key_of(e);
    struct kept **place = kept_at(&k);
    make_numbers(e);
    json_room(out, ROOM);
    if (is_kept(*place, &k)) {
        put_again(*place);
        return;
    }
    ncuts = 0;
    text_begins = json_here(out);
    put_event(e, on_device);
    if (length(k.name) + length(k.file) + length(k.func) < MOST_NAMES && ncuts <= MOST_CUTS)
        keep(place, &k);
}

static void note(const struct gantry_event *e)
{
    const unsigned none = 1u << GANTRY_OP_MAP | 1u << GANTRY_OP_ASSOCIATE | 1u << GANTRY_OP_DISASSOCIATE |
                          1u << GANTRY_OP_UNLOAD | 1u << GANTRY_OP_ADDRESS;
    static unsigned gone; /* libraries, as of the last event */
    bool on_device = (PROFILE_COPIES | 1u << GANTRY_OP_LAUNCH) >> e->op & 1, silent = none >> e->op & 1 || e->failed;
    if (silent)
        return;
    pthread_mutex_lock(&lock);
    if (gone != atomic_load_explicit(&gantry_images_gone, memory_order_relaxed)) {
        gone = atomic_load(&gantry_images_gone);
        forget_all();
    }
    if (out) {
        name_lanes(e, on_device);
        put(e, on_device);
        json_mark(out);
        if (e->end - flushed > FLUSH_EVERY) { /* so much at most is lost where the program is killed */
            json_flush(out);
            flushed = e->end;
        }
    }
    pthread_mutex_unlock(&lock);
}

static void write_end(void)
{
    const struct profile *p = sums_take();
    if (!gantry_lock_at_end(&lock)) /* what was being written goes */
        json_back(out);
    json_text(out, "\n],\n\"profiles\":[\n");
    summary_write(out, p);
    json_text(out, "\n]}\n");
    json_close(out);
    out = NULL;
    pthread_mutex_unlock(&lock);
}

bool timeline_start(const char *path)
{
    char name[300];
    if (out || !(out = json_open(path)))
        return out != NULL;
    json_text(out, "{\"displayTimeUnit\":\"ms\",\"otherData\":{\"gantry_trace\":1,");
    summary_process(out);
    json_text(out, "},\"traceEvents\":[\n{\"ph\":\"M\",\"name\":\"process_sort_index\",\"pid\":1,\"tid\":0,"
                   "\"args\":{\"sort_index\":0}}");
    const char *rank = file_rank();
    snprintf(process, sizeof process, "%s%s%s%.60s %ld: ", rank ? "rank " : "", rank ? rank : "", rank ? ", " : "",
             program_invocation_short_name, (long)getpid());
    flushed = -FLUSH_EVERY;
    snprintf(name, sizeof name, "%shost", process);
    put_name("process_name", HOST_PID, 0, name);
    gantry_read_events(note);
    gantry_at_end_of_events(write_end);
    return true;
}
