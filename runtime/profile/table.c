/* table.c: the sums as text, in 100 columns: regions, copies, memory, and the rest; in each what takes most time first.
 */
#include <string.h>

#include "profile.h"

enum { NAME_WIDTH = 36, LINE = 512 };

static double sum(const struct profile *p, unsigned ops)
{
    double t = 0;
    for (size_t i = 0; i < p->n; i++)
        t += ops >> p->rows[i]->op & 1 ? p->rows[i]->total : 0;
    return t;
}

static double percent(const struct profile *p, double t) { return p->wall > 0 ? 100 * t / p->wall : 0; }

enum {
    REGIONS = 1u << GANTRY_OP_LAUNCH | 1u << GANTRY_OP_HOST,
    COPIES = 1u << GANTRY_OP_TO | 1u << GANTRY_OP_FROM | 1u << GANTRY_OP_WITHIN | 1u << GANTRY_OP_FILL,
    MEMORY = 1u << GANTRY_OP_ALLOC | 1u << GANTRY_OP_FREE,
    SETUP = 1u << GANTRY_OP_OPEN | 1u << GANTRY_OP_LOAD,
};

/* "heat.c:41 step"; of long names the end */
static void print_name(FILE *f, const struct profile_row *r, const char *what)
{
    char name[LINE], *shown = name;
    int n = r->file ? snprintf(name, sizeof name, "%s:%d %s", r->file, r->line, what ? what : "")
                    : snprintf(name, sizeof name, "%s", what ? what : "-");
    n = n < (int)sizeof name ? n : (int)sizeof name - 1;
    if (n > NAME_WIDTH) {
        shown = name + n - NAME_WIDTH;
        memcpy(shown, "..", 2);
    }
    fprintf(f, "%-*s", NAME_WIDTH, shown);
}

static void print_where(FILE *f, const struct profile_row *r)
{
    static const char *const modes[] = {"generic", "spmd", "serial"};
    static const char *const reasons[] = {
        [-GANTRY_IN_PLACE_CHOSEN] = "host: chosen",
        [-GANTRY_IN_PLACE_IF] = "host: if is false",
        [-GANTRY_IN_PLACE_NONE] = "host: no device",
    };
    if (r->op == GANTRY_OP_HOST)
        fprintf(f, "  %s\n", reasons[-r->device]);
    else
        fprintf(f, "  %d: %ux%ux%u%s %s\n", r->device, r->grid.teams, r->grid.threads, r->group,
                r->shapes_differ ? ".." : "", modes[r->mode]);
}

static void print_regions(FILE *f, const struct profile *p)
{
    char t[4][TEXT_SIZE];
    if (sum(p, REGIONS) == 0)
        return;
    fprintf(f, "\n%-*s %7s %8s %5s %8s %8s %8s  %s\n", NAME_WIDTH, "region", "calls", "total", "%", "average", "least",
            "most", "where: teams x threads x lanes");
    for (size_t i = 0; i < p->n; i++) {
        const struct profile_row *r = p->rows[i];
        if (!(REGIONS >> r->op & 1))
            continue;
        print_name(f, r, r->func);
        fprintf(f, " %7llu %8s %5.1f %8s %8s %8s", (unsigned long long)r->calls, text_time(t[0], r->total),
                percent(p, r->total), text_time(t[1], r->total / (double)r->calls), text_time(t[2], r->least),
                text_time(t[3], r->most));
        print_where(f, r);
    }
}

static void print_moves(FILE *f, const struct profile *p, unsigned ops, const char *title)
{
    char t[4][TEXT_SIZE];
    bool any = false;
    for (size_t i = 0; i < p->n; i++) {
        const struct profile_row *r = p->rows[i];
        if (!(ops >> r->op & 1))
            continue;
        if (!any)
            fprintf(f, "\n%-*s %7s %8s %5s %8s %10s  %s\n", NAME_WIDTH, title, "calls", "total", "%", "bytes",
                    "per second", "what");
        any = true;
        print_name(f, r, r->name);
        fprintf(f, " %7llu %8s %5.1f %8s %10s  %s, device %d\n", (unsigned long long)r->calls,
                text_time(t[0], r->total), percent(p, r->total), text_bytes(t[1], (double)r->bytes),
                r->bytes && r->total > 0 ? text_bytes(t[2], (double)r->bytes / r->total * 1e6) : "-",
                gantry_op_name(r->op), r->device);
    }
}

static void print_setup(FILE *f, const struct profile *p)
{
    char t[TEXT_SIZE];
    for (size_t i = 0; i < p->n; i++) {
        const struct profile_row *r = p->rows[i];
        if (SETUP >> r->op & 1)
            fprintf(f, "%s device %d (%s): %s\n", r->op == GANTRY_OP_OPEN ? "opening" : "loading code onto", r->device,
                    r->name ? r->name : "?", text_time(t, r->total));
    }
}

void table_print(FILE *f, const struct profile *p)
{
    char t[TEXT_SIZE];
    double between = p->wall > p->inside ? p->wall - p->inside : 0;
    fprintf(f,
            "gantry profile: %s in all: regions %.1f %%, copies %.1f %%, device memory %.1f %%, set-up %.1f %%, "
            "host between %.1f %%\n",
            text_time(t, p->wall), percent(p, sum(p, REGIONS)), percent(p, sum(p, COPIES)), percent(p, sum(p, MEMORY)),
            percent(p, sum(p, SETUP)), percent(p, between));
    print_regions(f, p);
    print_moves(f, p, COPIES, "copies");
    print_moves(f, p, MEMORY, "device memory");
    fputc('\n', f);
    print_setup(f, p);
}
