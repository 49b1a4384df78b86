/* trace.c: GANTRY_TRACE=1, one line on stderr per call to a device:
 *   gantry      1234.5 us  device 0  copy to       8000 bytes  a[0:n]       heat.c:12      3.2 us */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "host.h"

static const char *const op_names[GANTRY_OP_COUNT] = {
    [GANTRY_OP_OPEN] = "open",          [GANTRY_OP_LOAD] = "load",  [GANTRY_OP_ALLOC] = "allocate",
    [GANTRY_OP_FREE] = "free",          [GANTRY_OP_TO] = "copy to", [GANTRY_OP_FROM] = "copy from",
    [GANTRY_OP_WITHIN] = "copy within", [GANTRY_OP_FILL] = "fill",  [GANTRY_OP_LAUNCH] = "launch",
    [GANTRY_OP_SYNC] = "synchronise",
};
static const char *const mode_names[] = {"generic", "spmd", "serial"};

static uint64_t clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

double gantry_now(void)
{
    static _Atomic uint64_t first;
    uint64_t now = clock_ns(), none = 0;
    atomic_compare_exchange_strong(&first, &none, now);
    uint64_t start = atomic_load(&first);
    return now > start ? (double)(now - start) * 1e-3 : 0;
}

static bool trace_on(void)
{
    static atomic_int state; /* 0 unknown, 1 off, 2 on */
    int s = atomic_load_explicit(&state, memory_order_relaxed);
    if (s == 0) {
        s = gantry_knob_number("TRACE", 0) ? 2 : 1;
        atomic_store_explicit(&state, s, memory_order_relaxed);
    }
    return s == 2;
}

/* `space`: bytes of group space per team in device memory */
static void print_shape(char *out, size_t size, const struct gantry_grid *g, uint64_t space)
{
    char shared[64] = "";
    if (g->dynamic_shared || space)
        snprintf(shared, sizeof shared, "  space %llu %s", (unsigned long long)(space ? space : g->dynamic_shared),
                 space ? "global" : "shared");
    snprintf(out, size, "teams %u x threads %u x lanes %u  %s%s", g->teams, g->threads, g->info->group,
             g->info->mode < COUNT_OF(mode_names) ? mode_names[g->info->mode] : "?", shared);
}

/* The whole line goes out in one write, so that lines of several threads do not mix. */
void gantry_trace(const struct gantry_event *e, double end)
{
    char line[512] = "", what[160], place[160] = "", queue[16] = "";
    if (!trace_on())
        return;
    if (e->grid)
        print_shape(what, sizeof what, e->grid, e->bytes);
    else if (e->bytes || e->op == GANTRY_OP_ALLOC)
        snprintf(what, sizeof what, "%llu bytes", (unsigned long long)e->bytes);
    else
        what[0] = 0;
    if (e->where && e->where->file)
        snprintf(place, sizeof place, "%s:%d", e->where->file, e->where->line);
    if (gantry_queue_here())
        snprintf(queue, sizeof queue, "  queue %u", gantry_queue_here());
    snprintf(line, sizeof line, "gantry %12.1f us  device %d  %-11s %18s  %s  %s  %.1f us%s\n", e->begin, e->device,
             op_names[e->op], what, e->name ? e->name : "-", place, end - e->begin, queue);
    line[sizeof line - 2] = '\n'; /* where the text was too long */
    fputs(line, stderr);
}

void gantry_note(const struct gantry_event *e)
{
    gantry_stats_count(e);
    gantry_trace(e, gantry_now());
}
