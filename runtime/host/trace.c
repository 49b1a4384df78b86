/* trace.c: GANTRY_TRACE=1, one line on stderr per call to a device:
 *   gantry      1234.5 us  device 0  copy to       8000 bytes  a[0:n]       heat.c:12      3.2 us */
#include <stdio.h>
#include <string.h>

#include "host.h"

static const char *const mode_names[] = {"generic", "spmd", "serial"};

/* `space`: bytes of group space per team in device memory */
static void print_shape(char *out, size_t size, const struct gantry_grid *g, uint64_t space)
{
    char shared[64] = "";
    if (g->dynamic_shared || space)
        snprintf(shared, sizeof shared, "  space %llu %s", (unsigned long long)(space ? space : g->dynamic_shared),
                 space ? "global" : "shared");
    snprintf(out, size, "teams %u x threads %u x lanes %u  %s%s%s", g->teams, g->threads, g->info->group,
             g->info->mode < COUNT_OF(mode_names) ? mode_names[g->info->mode] : "?", gantry_marches(g) ? ", march" : "",
             shared);
}

/* "  single_launch: phases of lines 15, 22": which regions run in it */
static const char *phases_of(const struct gantry_grid *g)
{
    return g && g->region && g->region->flags & GANTRY_REGION_PHASES ? g->region->words : "";
}

/* The whole line goes out in one write, so that lines of several threads do not mix. */
static void trace(const struct gantry_event *e)
{
    char line[512] = "", what[160], place[160] = "", queue[16] = "";
    if (e->op >= GANTRY_OP_HOST || e->failed) /* calls to devices alone */
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
    snprintf(line, sizeof line, "gantry %12.1f us  device %d  %-11s %18s  %s  %s  %.1f us%s%s%s\n", e->begin, e->device,
             gantry_op_name(e->op), what, e->name ? e->name : "-", place, e->end - e->begin, queue,
             *phases_of(e->grid) ? "  " : "", phases_of(e->grid));
    line[sizeof line - 2] = '\n'; /* where the text was too long */
    fputs(line, stderr);
}

void gantry_trace_start(void)
{
    if (gantry_knob_number("TRACE", 0))
        gantry_read_events(trace);
}
