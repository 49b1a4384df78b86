/* summary.c: the sums as JSON, all that the table says, and who wrote it. docs/see.md has the format. */
#define _GNU_SOURCE 1
#include <stdatomic.h>
#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "profile.h"

/* Microseconds of the calendar when gantry_now was 0. Found once: a file says it at its head and with its sums, and by
 * it `gantry profile merge` knows a process again. */
static uint64_t beginning(void)
{
    static _Atomic uint64_t known;
    struct timespec t;
    uint64_t none = 0;
    clock_gettime(CLOCK_REALTIME, &t);
    uint64_t now = (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u - (uint64_t)gantry_now();
    return atomic_compare_exchange_strong(&known, &none, now) ? now : none;
}

static void number(struct json *o, const char *key, uint64_t v)
{
    json_text(o, ",\"");
    json_text(o, key);
    json_text(o, "\":");
    json_count(o, v);
}

static void micro(struct json *o, const char *key, double v)
{
    json_text(o, ",\"");
    json_text(o, key);
    json_text(o, "\":");
    json_micro(o, v);
}

void summary_process(struct json *o)
{
    char node[256] = "";
    gethostname(node, sizeof node - 1);
    json_text(o, "\"program\":");
    json_quoted(o, program_invocation_short_name);
    number(o, "process", (uint64_t)getpid());
    if (file_rank()) {
        json_text(o, ",\"rank\":");
        json_text(o, file_rank());
    }
    json_field(o, "node", node);
    number(o, "began", beginning());
}

static const char *kind_of(const struct profile_row *r)
{
    static const struct {
        unsigned ops;
        const char *kind;
    } kinds[] = {{PROFILE_REGIONS, "region"}, {PROFILE_COPIES, "copy"},     {PROFILE_MEMORY, "memory"},
                 {PROFILE_WAITS, "wait"},     {PROFILE_RUNTIME, "runtime"}, {PROFILE_SETUP, "setup"}};
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (kinds[i].ops >> r->op & 1)
            return kinds[i].kind;
    return "other";
}

/* of all calls, where it is known of each */
static void write_needed(struct json *o, const struct profile_row *r)
{
    const struct gantry_needed *n = &r->kernel->needed;
    if (r->kernel->known == 0 || r->kernel->known != r->calls)
        return;
    number(o, "read_bytes", (uint64_t)n->read);
    number(o, "written_bytes", (uint64_t)n->written);
    number(o, "points", (uint64_t)n->points);
    if (n->floats < 0)
        return;
    number(o, "float_operations", (uint64_t)n->floats);
    number(o, "double_operations", (uint64_t)n->doubles);
}

/* what the driver says of the kernel, and what a model counted of all calls */
static void write_layers(struct json *o, const struct gantry_layers *l)
{
    const struct gantry_counts *c = &l->counts;
    if (l->registers_known) {
        number(o, "registers", l->registers);
        number(o, "local_bytes", l->local);
    }
    if (l->shared_known)
        number(o, "shared_bytes", l->shared);
    if (c->launches == 0)
        return;
    json_text(o, ",\"counts\":{\"launches\":");
    json_count(o, c->launches);
#define GANTRY_COUNT(NAME) number(o, #NAME, c->NAME);
    GANTRY_COUNTS(GANTRY_COUNT)
#undef GANTRY_COUNT
    json_text(o, "}");
}

static void write_region(struct json *o, const struct profile_row *r)
{
    const struct profile_kernel *k = r->kernel;
    write_needed(o, r);
    if (k->tuned)
        json_field(o, "tuned", k->tuned);
    if (r->op == GANTRY_OP_HOST) {
        json_field(o, "why", profile_where(r) + strlen("host: "));
        return;
    }
    number(o, "teams", k->grid.teams);
    number(o, "threads", k->grid.threads);
    number(o, "lanes", k->group);
    json_field(o, "mode", profile_mode(r));
    json_text(o, k->shapes_differ ? ",\"shapes_differ\":true" : "");
    if (k->phases)
        json_field(o, "phases", k->phases);
    write_layers(o, &k->layers);
}

static void write_row(struct json *o, const struct profile_row *r)
{
    json_text(o, "{\"kind\":");
    json_quoted(o, kind_of(r));
    json_field(o, "operation", gantry_op_name(r->op));
    json_field(o, "name", r->name);
    json_field(o, "construct", r->what);
    if (r->device >= 0)
        number(o, "device", (uint64_t)r->device);
    json_field(o, "file", r->file);
    if (r->line > 0)
        number(o, "line", (uint64_t)r->line);
    json_field(o, "function", r->func);
    number(o, "calls", r->calls);
    micro(o, "total", r->total);
    micro(o, "own", r->own);
    micro(o, "least", r->least);
    micro(o, "most", r->most);
    if ((PROFILE_COPIES | PROFILE_MEMORY) >> r->op & 1)
        number(o, "bytes", r->bytes);
    if (PROFILE_REGIONS >> r->op & 1)
        write_region(o, r);
    if (r->compiling > 0)
        micro(o, "compiling", r->compiling);
    json_text(o, "}");
}

static void write_devices(struct json *o)
{
    bool any = false;
    json_text(o, ",\n\"devices\":[");
    for (int i = 0; i < gantry_devices_known(); i++) {
        const struct gantry_dev *d = gantry_dev_if_open(i);
        if (!d)
            continue;
        json_text(o, any ? ",\n{\"device\":" : "\n{\"device\":");
        json_count(o, (uint64_t)i);
        json_field(o, "kind", d->plugin->kind);
        json_field(o, "name", d->props.name);
        json_field(o, "arch", d->props.arch);
        json_field(o, "driver", d->props.driver);
        json_text(o, "}");
        any = true;
    }
    json_text(o, "]");
}

static void write_threads(struct json *o, const struct profile *p)
{
    json_text(o, ",\n\"threads\":[");
    for (size_t i = p->nthreads; i-- > 0;) {
        const struct profile_thread *t = &p->threads[i];
        json_text(o, i + 1 < p->nthreads ? ",\n{\"thread\":" : "\n{\"thread\":");
        json_count(o, t->number);
        if (t->queue)
            number(o, "queue", t->queue);
        number(o, "events", t->events);
        micro(o, "inside", t->inside);
        json_text(o, "}");
    }
    json_text(o, "]");
}

void summary_write(struct json *o, const struct profile *p)
{
    json_text(o, "{\"pid\":1,");
    summary_process(o);
    micro(o, "wall", p->wall);
    micro(o, "inside", p->inside);
    number(o, "events", p->events);
    micro(o, "cost", p->cost);
    if (p->jumps)
        number(o, "clock_jumps", p->jumps);
    write_devices(o);
    write_threads(o, p);
    json_text(o, ",\n\"rows\":[");
    for (size_t i = 0; i < p->n; i++) {
        json_text(o, i ? ",\n" : "\n");
        write_row(o, p->rows[i]);
    }
    json_text(o, "]");
    advice_summary(o);
    json_text(o, "}");
}
