/* roofline.c: regions against what their device can do. What a region computes and must move at least comes from a run
 * of the same program with --count on the emulated device (docs/counters.md), else from the formulas that the compiler
 * found and the profile has evaluated; its time from the profile, and the limits from `gantry devices --measure`.
 *
 * The model is the roofline of Williams, Waterman and Patterson (CACM 52(4), 2009): at I operations a byte a kernel
 * reaches at most the lesser of the arithmetic's rate and I times the memory's. */
#include "report_priv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 20 }; /* below so many per cent of both limits something else holds a region up */

/* ---- what was counted ---- */

bool counts_are(const char *text, size_t n) { return n > 10 && strncmp(text, "{\"kernel\":", 10) == 0; }

static double accesses(const struct json *j, const char *what)
{
    static const char *const kinds[] = {"load", "store", "atomic"};
    double sum = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char key[32];
        snprintf(key, sizeof key, "%s_%s", kinds[i], what);
        sum += json_member_number(j, key, 0);
    }
    return sum;
}

bool counts_read(struct arena *a, const char *path, const char *text, size_t n, struct counts *out)
{
    long line = 0;
    for (const char *s = text, *end; s < text + n; s = end + 1) {
        end = memchr(s, '\n', (size_t)(text + n - s));
        end = end ? end : text + n;
        struct json_error e = {0};
        line++;
        if (end == s)
            continue;
        const struct json *j = json_parse(a, s, (size_t)(end - s), &e);
        const char *file = j ? json_member_text(j, "file") : NULL,
                   *function = j ? json_member_text(j, "function") : NULL;
        double launches = j ? json_member_number(j, "launches", 0) : 0;
        double read = j ? json_member_number(j, "distinct_read_bytes", -1) : -1;
        if (!file || !function || launches < 1 || read < 0) {
            fprintf(
                stderr,
                "gantry: error: %s:%ld: these are no counts of this version (GANTRY_EMULATED_COUNTS=FILE.json, of a "
                "program linked with --count)\n",
                path, line);
            return false;
        }
        struct count c = {.file = file, .function = function, .line = (int)json_member_number(j, "line", 0)};
        c.bytes = (read + json_member_number(j, "distinct_written_bytes", 0)) / launches;
        c.floats = json_member_number(j, "float_operations", 0) / launches;
        c.doubles = json_member_number(j, "double_operations", 0) / launches;
        c.sectors = accesses(j, "sectors") / launches;
        c.requests = accesses(j, "requests") / launches;
        c.instructions = json_member_number(j, "warp_instructions", 0) / launches;
        c.lanes = json_member_number(j, "lanes", 0) / launches;
        vec_push(a, &out->v, c);
    }
    return true;
}

const struct count *count_of(const struct counts *counts, const struct row *r)
{
    for (size_t i = 0; i < counts->v.n; i++) {
        const struct count *c = &counts->v.v[i];
        if (r->file && c->line == r->line && strcmp(path_last(c->file), path_last(r->file)) == 0 &&
            (!r->function || strcmp(c->function, r->function) == 0))
            return c;
    }
    return NULL;
}

/* ---- limits: lines of `device<TAB>quantity<TAB>value` (src/driver/devices/measure.c) ---- */
struct limits {
    double memory, floats, doubles; /* bytes and operations a second; 0: not measured */
};

static const char *limits_text(struct arena *a)
{
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    size_t n = 0;
    if (xdg && *xdg == '/')
        return file_read(a, arena_printf(a, "%s/gantry/limits", xdg), &n);
    return home ? file_read(a, arena_printf(a, "%s/.cache/gantry/limits", home), &n) : NULL;
}

static void take_limit(struct limits *l, const char *quantity, double value)
{
    static const char *const of_memory[] = {"read\t", "copy\t", "triad\t"};
    for (size_t i = 0; i < sizeof of_memory / sizeof *of_memory; i++)
        if (str_starts(quantity, of_memory[i]) && value > l->memory)
            l->memory = value;
    if (str_starts(quantity, "fma_float\t"))
        l->floats = value;
    if (str_starts(quantity, "fma_double\t"))
        l->doubles = value;
}

static struct limits limits_of(const char *text, const char *device)
{
    struct limits l = {0};
    size_t n = strlen(device);
    for (const char *s = text; s && *s; s += strcspn(s, "\n"), s += *s == '\n') {
        const char *tab = strchr(s, '\t'), *value = tab ? strchr(tab + 1, '\t') : NULL;
        if (value && str_starts(s, device) && (s[n] == '\t' || strcmp(device, "CPU: ") == 0))
            take_limit(&l, tab + 1, strtod(value, NULL));
    }
    return l;
}

static const char *name_of_device(struct arena *a, const struct run *r, int number)
{
    for (size_t i = 0; i < r->devices.n; i++) {
        const struct device *d = &r->devices.v[i];
        if (d->number == number)
            return arena_printf(a, "%s (%s)%s%s", d->name, d->arch, d->driver && *d->driver ? ", " : "",
                                d->driver ? d->driver : "");
    }
    return "CPU: ";
}

/* ---- a region's place ---- */

static bool is_emulated(const struct run *r, int number)
{
    for (size_t i = 0; i < r->devices.n; i++)
        if (r->devices.v[i].number == number)
            return r->devices.v[i].kind && strcmp(r->devices.v[i].kind, "emulated") == 0;
    return false;
}

bool count_by_formula(const struct row *r, struct count *out)
{
    if (r->needed <= 0)
        return false;
    *out =
        (struct count){.bytes = r->needed / r->calls, .floats = r->floats / r->calls, .doubles = r->doubles / r->calls};
    return true;
}

/* the operations a second that a mix of both widths could reach, which takes the time of each; 0: not measured */
static double limit_of(const struct limits *l, const struct count *c)
{
    double operations = c->floats + c->doubles;
    double least = (l->floats > 0 ? c->floats / l->floats : 0) + (l->doubles > 0 ? c->doubles / l->doubles : 0);
    return operations > 0 && least > 0 ? operations / least : l->doubles;
}

static bool place(struct arena *a, const struct run *r, const struct counts *counts, const char *text,
                  const struct row *row, struct roof *out)
{
    struct count formula;
    const struct count *counted = row_is(row, "region") ? count_of(counts, row) : NULL, *c = counted;
    if (!row_is(row, "region") || row->calls < 1 || row->total <= 0)
        return false;
    if (!c && count_by_formula(row, &formula))
        c = &formula;
    if (!c || c->bytes <= 0)
        return false;
    double seconds = fmax(row->total / row->calls * 1e-6, 1e-12); /* no clock says less, but a damaged profile */
    struct limits l = limits_of(text, name_of_device(a, r, row->device));
    *out = (struct roof){.row = row, .bytes = c->bytes, .counted = counted, .operations = c->floats + c->doubles};
    out->emulated = row->device >= 0 && is_emulated(r, row->device);
    out->share = r->wall > 0 ? 100 * row->total / r->wall : 0;
    out->a_point = row->points > 0 ? c->bytes * row->calls / row->points : 0;
    out->bytes_rate = c->bytes / seconds;
    out->operations_rate = out->operations / seconds;
    out->intensity = out->operations / c->bytes;
    out->memory = l.memory;
    out->arithmetic = limit_of(&l, c);
    double of_memory = l.memory > 0 ? 100 * out->bytes_rate / l.memory : 0;
    double of_arithmetic = out->arithmetic > 0 ? 100 * out->operations_rate / out->arithmetic : 0;
    out->percent = of_memory > of_arithmetic ? of_memory : of_arithmetic;
    out->by = l.memory <= 0               ? "not measured"
              : out->percent < FEW        ? "neither"
              : of_memory > of_arithmetic ? "memory"
                                          : "arithmetic";
    return true;
}

void roofs_place(struct arena *a, const struct run *r, const struct counts *counts, struct roofs *out)
{
    const char *text = limits_text(a);
    struct roof x;
    for (size_t i = 0; i < r->rows.n; i++)
        if (place(a, r, counts, text, &r->rows.v[i], &x))
            vec_push(a, &out->v, x);
}

/* ---- as text ---- */
enum way { COUNTED, BY_FORMULA, EMULATED, WAYS };

static bool any_is(const struct roofs *all, enum way w)
{
    for (size_t i = 0; i < all->v.n; i++) {
        const struct roof *x = &all->v.v[i];
        if (w == EMULATED ? x->emulated : x->counted == (w == COUNTED))
            return true;
    }
    return false;
}

/* what stands below text and page */
static void put_notes(FILE *f, const struct roofs *all)
{
    static const char *const notes[WAYS] = {
        [COUNTED] = "; counted",
        [BY_FORMULA] = "; by formula, as gantry explain has it",
        [EMULATED] = ".\nThe emulated device takes the time of a CPU that plays a GPU",
    };
    fputs("Bytes: different ones that a call must read and write", f);
    if (any_is(all, COUNTED) && any_is(all, BY_FORMULA))
        fputs("; counted, and with * by formula, as gantry explain has it", f);
    else
        fputs(notes[any_is(all, BY_FORMULA) ? BY_FORMULA : COUNTED], f);
    fputs(any_is(all, EMULATED) ? notes[EMULATED] : "", f);
    fputs(".\nNeither: below 20 % of both limits. Above 100 %: they came out of a cache.\n"
          "Limits: gantry devices --measure\n",
          f);
}

static const char *rate_text(char *out, double v, const char *format)
{
    snprintf(out, UNIT_SIZE, v < 0 ? "-" : format, v);
    return out;
}

static struct grid roofs_grid(struct arena *a, const struct roofs *all)
{
    static const struct column columns[] = {{"", "", 0, COLUMN_PAGE},
                                            {"roofline: a call of", "region", 23, COLUMN_NAME},
                                            {"time", "time of a call", 8, 0},
                                            {"%", "% of the time", 5, 0},
                                            {"bytes", NULL, 8, 0},
                                            {"a point", "bytes a point", 7, 0},
                                            {"GB/s", NULL, 6, 0},
                                            {"GFLOP/s", NULL, 7, 0},
                                            {"flop/B", "operations a byte", 6, 0},
                                            {"of limit", "of the limit", 8, 0},
                                            {"bound by", NULL, 0, COLUMN_LAST}};
    struct grid g = {.columns = columns, .ncolumns = sizeof columns / sizeof *columns};
    bool mixed = any_is(all, COUNTED) && any_is(all, BY_FORMULA);
    for (size_t i = 0; i < all->v.n; i++) {
        const struct roof *x = &all->v.v[i];
        char t[UNIT_SIZE];
        const char **cell = grid_row(a, &g, x->share);
        *cell++ = arena_printf(a, "%zu", i + 1);
        *cell++ = row_title(a, x->row);
        *cell++ = arena_strdup(a, unit_time(t, x->row->total / x->row->calls));
        *cell++ = arena_printf(a, "%.1f", x->share);
        *cell++ = arena_printf(a, "%s%s", unit_bytes(t, x->bytes), mixed ? x->counted ? " " : "*" : "");
        *cell++ = arena_strdup(a, rate_text(t, x->a_point > 0 ? x->a_point : -1, "%.1f"));
        *cell++ = arena_printf(a, "%.2f", x->bytes_rate * 1e-9);
        *cell++ = arena_strdup(a, rate_text(t, x->operations_rate * 1e-9, "%.2f"));
        *cell++ = arena_strdup(a, rate_text(t, x->intensity, "%.3f"));
        *cell++ = x->memory > 0 ? arena_printf(a, "%.0f %%", x->percent) : "-";
        *cell++ = x->by;
    }
    return g;
}

void roofs_text(struct arena *a, FILE *f, const struct run *r, const struct roofs *all)
{
    const struct grid g = roofs_grid(a, all);
    grid_text(f, r, &g);
    if (all->v.n)
        put_notes(f, all);
}

/* ---- as a picture: operations a byte against operations a second, both logarithmic ---- */
enum { WIDE = 640, HIGH = 360, LEFT = 72, BELOW = 48, TOP = 12, RIGHT = 16 };
struct frame {
    double x0, x1, y0, y1; /* powers of ten */
};

static double across(const struct frame *m, double v)
{
    return LEFT + (log10(v) - m->x0) / (m->x1 - m->x0) * (WIDE - LEFT - RIGHT);
}

static double down(const struct frame *m, double v)
{
    return HIGH - BELOW - (log10(v) - m->y0) / (m->y1 - m->y0) * (HIGH - BELOW - TOP);
}

/* the power of ten of x, which a damaged profile may have beyond all that a plot can show */
static double decade(double x) { return fmin(fmax(log10(x), -30), 30); }

static struct frame frame_of(const struct roofs *all)
{
    struct frame m = {-2, 2, 99, -99};
    for (size_t i = 0; i < all->v.n; i++) {
        const struct roof *x = &all->v.v[i];
        const double rates[] = {x->operations_rate, x->arithmetic};
        for (int k = 0; k < 2; k++) {
            if (rates[k] <= 0)
                continue;
            double p = decade(rates[k] * 1e-9);
            m.y0 = floor(p) < m.y0 ? floor(p) : m.y0;
            m.y1 = ceil(p + 0.05) > m.y1 ? ceil(p + 0.05) : m.y1;
        }
        if (x->intensity > 0) {
            m.x0 = fmin(m.x0, floor(decade(x->intensity)));
            m.x1 = fmax(m.x1, ceil(decade(x->intensity)));
        }
    }
    return m;
}

static void put_axes(FILE *f, const struct frame *m)
{
    for (double p = m->x0; p <= m->x1; p++)
        fprintf(f,
                "<line class=\"grid\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/><text x=\"%.1f\" y=\"%d\" "
                "text-anchor=\"middle\">%g</text>\n",
                across(m, pow(10, p)), TOP, across(m, pow(10, p)), HIGH - BELOW, across(m, pow(10, p)),
                HIGH - BELOW + 19, pow(10, p));
    for (double p = m->y0; p <= m->y1; p++)
        fprintf(f,
                "<line class=\"grid\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/><text x=\"%d\" y=\"%.1f\" "
                "text-anchor=\"end\">%g</text>\n",
                LEFT, down(m, pow(10, p)), WIDE - RIGHT, down(m, pow(10, p)), LEFT - 6, down(m, pow(10, p)) + 4,
                pow(10, p));
    fprintf(f, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">operations a byte</text>\n", (LEFT + WIDE - RIGHT) / 2,
            HIGH - 8);
    fprintf(f, "<text transform=\"translate(14,%d) rotate(-90)\" text-anchor=\"middle\">GFLOP/s</text>\n",
            (TOP + HIGH - BELOW) / 2);
}

static void put_roof(FILE *f, const struct frame *m, const struct roof *x)
{
    double memory = x->memory * 1e-9, arithmetic = x->arithmetic * 1e-9, left = pow(10, m->x0), right = pow(10, m->x1);
    if (memory <= 0 || arithmetic <= 0)
        return;
    double ridge = arithmetic / memory, bottom = pow(10, m->y0);
    double from = left * memory < bottom ? bottom / memory : left;
    if (ridge > left && ridge < right)
        fprintf(f, "<polyline class=\"roof\" points=\"%.1f,%.1f %.1f,%.1f %.1f,%.1f\"/>\n", across(m, from),
                down(m, from * memory), across(m, ridge), down(m, arithmetic), across(m, right), down(m, arithmetic));
}

static bool same_roof(const struct roof *a, const struct roof *b)
{
    return fabs(a->memory - b->memory) < 1 && fabs(a->arithmetic - b->arithmetic) < 1;
}

/* Numbers beside circles; of those that would hide each other the first, whose region takes most. */
static bool has_room(const struct frame *m, const struct roofs *all, size_t i)
{
    enum { ABOVE = 12, BESIDE = 24 };
    const struct roof *x = &all->v.v[i];
    for (size_t k = 0; k < i; k++) {
        const struct roof *y = &all->v.v[k];
        if (y->operations_rate > 0 && fabs(across(m, x->intensity) - across(m, y->intensity)) < BESIDE &&
            fabs(down(m, x->operations_rate * 1e-9) - down(m, y->operations_rate * 1e-9)) < ABOVE)
            return false;
    }
    return true;
}

/* Of many regions those that take most: more circles than that hide each other. */
static void put_picture(struct arena *a, FILE *f, const struct roofs *all)
{
    enum { DRAWN = 20 };
    struct roofs few = *all;
    few.v.n = few.v.n > DRAWN ? DRAWN : few.v.n;
    struct frame m = frame_of(&few);
    if (m.y0 >= m.y1)
        return;
    bool measured = false;
    for (size_t i = 0; i < few.v.n; i++)
        measured |= few.v.v[i].memory > 0;
    fprintf(f, "<figure class=\"roofline\"><figcaption>Roofline: each region %s",
            measured ? "below what its device can do"
                     : "as it ran; gantry devices --measure adds what its device can do");
    if (few.v.n < all->v.n)
        fprintf(f, "; the %zu of %zu that take most time", few.v.n, all->v.n);
    fprintf(f, "</figcaption><svg viewBox=\"0 0 %d %d\" role=\"img\">\n", WIDE, HIGH);
    put_axes(f, &m);
    for (size_t i = 0; i < few.v.n; i++) {
        bool drawn = false;
        for (size_t k = 0; k < i; k++)
            drawn = drawn || same_roof(&few.v.v[i], &few.v.v[k]);
        if (!drawn)
            put_roof(f, &m, &few.v.v[i]);
    }
    for (size_t i = 0; i < few.v.n; i++) {
        const struct roof *x = &few.v.v[i];
        if (x->operations_rate <= 0)
            continue;
        fprintf(f, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"6\"><title>", html_class(x->row->operation),
                across(&m, x->intensity), down(&m, x->operations_rate * 1e-9));
        html_text(f, row_title(a, x->row));
        fputs("</title></circle>\n", f);
        if (has_room(&m, &few, i))
            fprintf(f, "<text x=\"%.1f\" y=\"%.1f\">%zu</text>\n", across(&m, x->intensity) + 9,
                    down(&m, x->operations_rate * 1e-9) + 4, i + 1);
    }
    fputs("</svg></figure>\n", f);
}

void roofs_html(struct arena *a, FILE *f, const struct roofs *all)
{
    const struct grid g = roofs_grid(a, all);
    if (all->v.n == 0)
        return;
    fputs("<h2 id=\"roofline\">How far from the limit</h2>\n", f);
    put_picture(a, f, all);
    grid_html(f, &g);
    fputs("<p class=\"meta\">", f);
    put_notes(f, all);
    fputs("</p>\n", f);
}
