/* table.c: the sums as text, in 100 columns: regions, copies, memory, and the rest; in each what takes most time first.
 */
#include <string.h>

#include "profile.h"

enum { NAME_LEAST = 14, NAME_MOST = 26, LINE = 512 };

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

/* "heat.c:41 step", of what the row is about */
static int name_of(const struct profile_row *r, char *name, size_t size)
{
    const char *what = REGIONS >> r->op & 1 ? r->func : r->name;
    int n = r->file ? snprintf(name, size, "%s:%d %s", r->file, r->line, what ? what : "")
                    : snprintf(name, size, "%s", what ? what : "-");
    return n < (int)size ? n : (int)size - 1;
}

static int name_width(const struct profile *p, unsigned ops)
{
    char name[LINE];
    int width = NAME_LEAST;
    for (size_t i = 0; i < p->n; i++) {
        int n = ops >> p->rows[i]->op & 1 ? name_of(p->rows[i], name, sizeof name) : 0;
        width = n > width ? n : width;
    }
    return width < NAME_MOST ? width : NAME_MOST;
}

static void print_name(FILE *f, const struct profile_row *r, int width)
{
    char name[LINE];
    int n = name_of(r, name, sizeof name);
    if (n > width) /* its end says more */
        fprintf(f, "..%s", name + n - width + 2);
    else
        fprintf(f, "%-*s", width, name);
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
    int width = name_width(p, REGIONS);
    if (sum(p, REGIONS) == 0)
        return;
    fprintf(f, "\n%-*s %7s %8s %5s %8s %8s %8s  %s\n", width, "region", "calls", "total", "%", "average", "least",
            "most", "where");
    for (size_t i = 0; i < p->n; i++) {
        const struct profile_row *r = p->rows[i];
        if (!(REGIONS >> r->op & 1))
            continue;
        print_name(f, r, width);
        fprintf(f, " %7llu %8s %5.1f %8s %8s %8s", (unsigned long long)r->calls, text_time(t[0], r->total),
                percent(p, r->total), text_time(t[1], r->total / (double)r->calls), text_time(t[2], r->least),
                text_time(t[3], r->most));
        print_where(f, r);
    }
}

static void print_moves(FILE *f, const struct profile *p, unsigned ops, const char *title)
{
    char t[4][TEXT_SIZE];
    int width = name_width(p, ops);
    bool any = false;
    for (size_t i = 0; i < p->n; i++) {
        const struct profile_row *r = p->rows[i];
        if (!(ops >> r->op & 1))
            continue;
        if (!any)
            fprintf(f, "\n%-*s %7s %8s %5s %8s %10s  %s\n", width, title, "calls", "total", "%", "bytes", "per second",
                    "what");
        any = true;
        print_name(f, r, width);
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
            "gantry profile: %s in all\n  regions %.1f %%, copies %.1f %%, device memory %.1f %%, set-up %.1f %%, host "
            "between %.1f %%\n",
            text_time(t, p->wall), percent(p, sum(p, REGIONS)), percent(p, sum(p, COPIES)), percent(p, sum(p, MEMORY)),
            percent(p, sum(p, SETUP)), percent(p, between));
    print_regions(f, p);
    print_moves(f, p, COPIES, "copies");
    print_moves(f, p, MEMORY, "device memory");
    fputc('\n', f);
    print_setup(f, p);
    if (sum(p, 1u << GANTRY_OP_LAUNCH) > 0)
        fputs("where: device: teams x threads x lanes of a thread, mode; .. = launches differ\n", f);
}
