/* advice.c: what to change so that less moves: for each list item and each way to waste, the directive to write. What
 * the program does with the data is not known here, only the bytes of one run: that is said with the page of each id.
 */
#define _GNU_SOURCE /* open_memstream */
#include <stdlib.h>
#include <string.h>

#include "profile.h"

struct advice {
    const char *id, *what, *action;
    const struct move_item *item;
    uint64_t times, of, bytes;
    double time;
    bool supposed;                  /* true only if the host does not look at what came back */
    char *directive, *where, *note; /* note: what the directive alone would break; may be empty */
};

static const struct {
    const char *id, *what;
} texts[WASTES] = {
#define ADVICE(ID, CLASS, TEXT) [WASTE_##CLASS] = {ID, TEXT},
#include "gantry_advice.def"
#undef ADVICE
};
static const struct kind {
    enum { COPIES_TO, COPIES_FROM, BLOCKS } of; /* what the times are counted of */
    bool hoists, supposed;
    uint64_t least_times, least_bytes;
} kinds[WASTES] = {
    [WASTE_SENT_AGAIN] = {COPIES_TO, true, false, 1, 0},
    [WASTE_ROUND_TRIP] = {COPIES_TO, true, false, 1, MOVES_SMALL},
    [WASTE_UNCHANGED] = {COPIES_FROM, false, false, 1, MOVES_SMALL},
    [WASTE_ALLOCATED_AGAIN] = {BLOCKS, true, false, 2, MOVES_SMALL},
    [WASTE_MEMORY_UNUSED] = {BLOCKS, false, false, 1, 0},
    [WASTE_COPY_UNUSED] = {COPIES_TO, false, false, 1, 0},
    [WASTE_OVERWRITTEN] = {COPIES_FROM, false, true, 3, MOVES_SMALL},
};

/* Told of some copies, if only these were compared. That all came back unchanged is only known if all were. */
static bool is_compared(enum waste w) { return w == WASTE_SENT_AGAIN || w == WASTE_ROUND_TRIP; }

static uint64_t number_of(const struct move_item *m, enum waste w)
{
    uint64_t n = kinds[w].of == COPIES_TO ? m->tos : kinds[w].of == COPIES_FROM ? m->froms : m->allocs;
    return is_compared(w) ? n - m->tos_not_compared : n;
}

/* Is it so each time? A map clause cannot be written for some of its copies. */
static bool always(const struct move_item *m, enum waste w)
{
    return m->waste[w].times >= number_of(m, w) || m->construct == GANTRY_UPDATE;
}

static bool is_told(const struct move_item *m, enum waste w)
{
    const struct kind *k = &kinds[w];
    uint64_t times = m->waste[w].times;
    if (times < k->least_times || m->largest < k->least_bytes)
        return false;
    if (w == WASTE_SENT_AGAIN && m->largest < MOVES_SMALL)
        return times > 1;
    if (w == WASTE_OVERWRITTEN)
        return times + 1 >= m->froms;
    return kinds[w].hoists || always(m, w);
}

/* ---- directives ---- */
static const char *map_type(bool to, bool from) { return to && from ? "tofrom" : to ? "to" : from ? "from" : "alloc"; }

static bool same_directive(const struct move_item *a, const struct move_item *b)
{
    return a->directive == b->directive && a->device == b->device && a->construct == b->construct &&
           strcmp(a->file, b->file) == 0;
}

static bool is_hoisted(const struct move_item *m)
{
    for (int w = 0; w < WASTES; w++)
        if (kinds[w].hoists && is_told(m, (enum waste)w))
            return true;
    return false;
}

/* " map(tofrom: a, b) map(to: c)": all items of the directive that stay on the device */
static void put_maps(FILE *f, const struct moves *all, const struct move_item *of)
{
    const bool enters = of->construct == GANTRY_ENTER_DATA && !of->data_region; /* what goes back its exit data says */
    for (int type = 3; type >= 0; type--) {
        bool to = type & 1, from = type & 2, any = false;
        for (const struct move_item *m = all->items; m; m = m->next) {
            if (!same_directive(m, of) || m->sent != to || m->returned != from || !is_hoisted(m))
                continue;
            if (!any)
                fprintf(f, " map(%s: ", map_type(to, from && !enters));
            fprintf(f, "%s%s", any ? ", " : "", m->name);
            any = true;
        }
        fputs(any ? ")" : "", f);
    }
}

/* What the directive alone would break: the host's own stores and loads between the launches would meet old data. */
static bool put_update(FILE *f, const struct moves *all, const struct move_item *of, const char *before, bool to)
{
    bool any = false;
    for (const struct move_item *m = all->items; m; m = m->next) {
        if (!same_directive(m, of) || !is_hoisted(m) || !(to ? m->host_changes : m->came_changed))
            continue;
        fprintf(f, "%s%s", any ? ", " : before, m->name);
        any = true;
    }
    fputs(any ? ")" : "", f);
    return any;
}

static void put_updates(FILE *f, const struct moves *all, const struct move_item *m)
{
    bool any = put_update(f, all, m, "the host changes it in between: #pragma omp target update to(", true);
    put_update(f, all, m,
               any ? "\nif it reads it: #pragma omp target update from("
                   : "if the host reads it in between: #pragma omp target update from(",
               false);
}

static bool is_value(const struct move_item *m)
{
    return m->construct == GANTRY_TARGET && m->froms == 0 && m->largest <= 2 * sizeof(void *) &&
           !strpbrk(m->name, "[.>");
}

static void put_clause(FILE *f, const struct move_item *m)
{
    bool update = m->construct == GANTRY_UPDATE, to = m->flags & GANTRY_MAP_TO, from = m->flags & GANTRY_MAP_FROM;
    if (!m->known)
        fprintf(f, "%s", m->name);
    else if (update)
        fprintf(f, "%s(%s)", to ? "to" : "from", m->name);
    else
        fprintf(f, "map(%s%s: %s)", m->flags & GANTRY_MAP_ALWAYS ? "always, " : "", map_type(to, from), m->name);
}

/* The item says which folder. */
static const char *base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

static void put_instead(FILE *f, const struct move_item *m)
{
    fprintf(f, "%s:%d", base(m->file), m->line);
    if (m->known && !(m->flags & GANTRY_MAP_IMPLICIT)) {
        fputs(", in place of ", f);
        put_clause(f, m);
    }
}

struct answer {
    const char *action; /* "hoist", "write", "leave out" */
    FILE *directive;    /* "#pragma omp …", or the clause */
    FILE *where;        /* "around the loop that runs heat.c:88" */
    FILE *note;
};

static void leave_out(struct answer *a, const struct move_item *m)
{
    a->action = "leave out";
    put_clause(a->directive, m);
    fprintf(a->where, "%s:%d", base(m->file), m->line);
}

static void hoist(struct answer *a, const struct moves *all, const struct move_item *m)
{
    bool enters = m->construct == GANTRY_ENTER_DATA && !m->data_region;
    if (m->construct == GANTRY_UPDATE) {
        leave_out(a, m);
        return;
    }
    a->action = "hoist";
    fputs(enters ? "#pragma omp target enter data" : "#pragma omp target data", a->directive);
    put_maps(a->directive, all, m);
    if (m->before) {
        fprintf(a->where, "around both %s:%d and %s:%d (%s)", base(m->before->file), m->before->directive,
                base(m->file), m->directive, m->func);
        put_updates(a->note, all, m);
        return;
    }
    fprintf(a->where,
            enters ? "in front of the loop that runs %s:%d, its exit data behind it"
                   : "around the loop that runs %s:%d",
            base(m->file), m->directive);
    fprintf(a->where, " (%s)", m->func);
    put_updates(a->note, all, m);
}

static void write_clause(struct answer *a, const struct move_item *m, const char *type)
{
    a->action = "write";
    fprintf(a->directive, "map(%s: %s)", type, m->name);
    put_instead(a->where, m);
}

static void answer(struct answer *a, const struct moves *all, const struct move_item *m, enum waste w)
{
    bool from = m->flags & GANTRY_MAP_FROM;
    if (w == WASTE_MEMORY_UNUSED || (m->construct == GANTRY_UPDATE && !kinds[w].hoists)) {
        leave_out(a, m);
    } else if (w == WASTE_SENT_AGAIN && is_value(m)) {
        a->action = "write";
        fprintf(a->directive, "firstprivate(%s)", m->name);
        put_instead(a->where, m);
    } else if (kinds[w].hoists) {
        hoist(a, all, m);
    } else if (w == WASTE_COPY_UNUSED) {
        write_clause(a, m, from ? "from" : "alloc");
    } else {
        write_clause(a, m, m->construct == GANTRY_EXIT_DATA && !m->data_region ? "release" : "to");
    }
}

/* ---- the list ---- */
/* false: no memory */
static bool fill(struct advice *a, const struct moves *all, const struct move_item *m, enum waste w)
{
    size_t n[3];
    struct answer text = {"", open_memstream(&a->directive, &n[0]), open_memstream(&a->where, &n[1]),
                          open_memstream(&a->note, &n[2])};
    a->id = texts[w].id, a->what = texts[w].what, a->supposed = kinds[w].supposed, a->item = m;
    a->times = m->waste[w].times, a->bytes = m->waste[w].bytes, a->time = m->waste[w].time;
    a->of = number_of(m, w);
    if (text.directive && text.where && text.note)
        answer(&text, all, m, w);
    FILE *const files[] = {text.directive, text.where, text.note};
    for (size_t i = 0; i < COUNT_OF(files); i++)
        if (files[i])
            fclose(files[i]);
    a->action = text.action;
    return a->directive && a->where && a->note;
}

static int by_cost(const void *a, const void *b)
{
    const struct advice *x = a, *y = b;
    if (x->supposed != y->supposed)
        return x->supposed ? 1 : -1;
    return x->time < y->time ? 1 : x->time > y->time ? -1 : 0;
}

/* what costs most first; NULL: nothing, or no memory */
static struct advice *find(const struct moves *all, size_t *n)
{
    struct advice *list = NULL;
    *n = 0;
    for (int fill_in = 0; fill_in < 2; fill_in++) {
        size_t k = 0;
        for (const struct move_item *m = all->items; m; m = m->next)
            for (int w = 0; w < WASTES; w++) {
                if (!is_told(m, (enum waste)w))
                    continue;
                if (!fill_in || fill(&list[k], all, m, (enum waste)w))
                    k++;
            }
        if (!fill_in && (k == 0 || !(list = calloc(k, sizeof *list))))
            return NULL;
        *n = k;
    }
    qsort(list, *n, sizeof *list, by_cost);
    return list;
}

static void free_all(struct advice *a, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        free(a[i].directive);
        free(a[i].where);
        free(a[i].note);
    }
    free(a);
}

/* ---- text ---- */
enum { MOST_SHOWN = 30, MOST_WORDS = 60 };

static bool told_before(const struct advice *a, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(a[k].directive, a[i].directive) == 0 && strcmp(a[k].where, a[i].where) == 0)
            return true;
    return false;
}

static void print_one(FILE *f, const struct advice *a, size_t i, double wall)
{
    const struct advice *x = &a[i];
    char t[2][TEXT_SIZE];
    bool is_long = strlen(x->item->file) + strlen(x->item->name) + strlen(x->what) > MOST_WORDS;
    fprintf(f, "%s:%d %s: %s%s, %llu", is_long ? base(x->item->file) : x->item->file, x->item->line, x->item->name,
            x->supposed ? "perhaps: " : "", x->what, (unsigned long long)x->times);
    if (x->of)
        fprintf(f, " of %llu", (unsigned long long)x->of);
    fprintf(f, " time%s [%s]\n    costs %s", x->of == 1 || (!x->of && x->times == 1) ? "" : "s", x->id,
            text_time(t[0], x->time));
    if (wall > 0)
        fprintf(f, " (%.1f %%)", 100 * x->time / wall);
    fprintf(f, ", %s\n", text_bytes(t[1], (double)x->bytes));
    if (told_before(a, i))
        fprintf(f, "    %s: as above\n", x->action);
    else
        fprintf(f, "    %s: %s\n      %s\n", x->action, x->directive, x->where);
    for (const char *line = told_before(a, i) ? "" : x->note; *line; line += strcspn(line, "\n"), line += *line == '\n')
        fprintf(f, "      %.*s\n", (int)strcspn(line, "\n"), line);
}

static void print_all(FILE *f, const struct advice *a, size_t n, double wall)
{
    if (n == 0)
        return;
    fputs("\nwhat moved though it need not (gantry explain GP101 says what is meant, and what to make sure of)\n", f);
    for (size_t i = 0; i < n && i < MOST_SHOWN; i++)
        print_one(f, a, i, wall);
    if (n > MOST_SHOWN)
        fprintf(f, "… and %zu more: GANTRY_PROFILE=FILE.json has all\n", n - MOST_SHOWN);
}

/* ---- JSON ---- */
static void number(struct json *o, const char *key, uint64_t v)
{
    json_text(o, ",\"");
    json_text(o, key);
    json_text(o, "\":");
    json_count(o, v);
}

static void put_item(struct json *o, const struct move_item *m)
{
    json_text(o, "{\"name\":");
    json_quoted(o, m->name);
    json_field(o, "file", m->file);
    number(o, "line", m->line > 0 ? (uint64_t)m->line : 0);
    number(o, "column", m->col > 0 ? (uint64_t)m->col : 0);
    json_field(o, "function", m->func);
    number(o, "device", (uint64_t)m->device);
}

static void put_sums(struct json *o, const struct move_item *m)
{
    put_item(o, m);
    number(o, "to_bytes", m->to);
    number(o, "to_calls", m->tos);
    number(o, "from_bytes", m->from);
    number(o, "from_calls", m->froms);
    number(o, "allocs", m->allocs);
    json_text(o, "}");
}

static void put_advice(struct json *o, const struct advice *a)
{
    put_item(o, a->item);
    json_field(o, "finding", a->id);
    json_field(o, "severity", a->supposed ? "perhaps" : "advice");
    json_field(o, "text", a->what);
    number(o, "times", a->times);
    number(o, "of", a->of);
    number(o, "bytes", a->bytes);
    json_text(o, ",\"time\":");
    json_micro(o, a->time);
    json_field(o, "action", a->action);
    json_field(o, "directive", a->directive);
    json_field(o, "where", a->where);
    json_field(o, "note", *a->note ? a->note : NULL);
    json_text(o, "}");
}

static void put_all(struct json *o, const struct moves *all, const struct advice *a, size_t n)
{
    json_text(o, ",\n\"moves\":{\"to_bytes\":");
    json_count(o, all->to);
    number(o, "from_bytes", all->from);
    number(o, "other_to_bytes", all->other_to);
    number(o, "other_from_bytes", all->other_from);
    number(o, "lost_bytes", all->lost);
    if (all->not_compared) {
        number(o, "not_compared", all->not_compared);
        number(o, "not_compared_bytes", all->bytes_not_compared);
    }
    json_text(o, ",\"cost\":");
    json_micro(o, all->spent);
    json_text(o, ",\"items\":[");
    for (const struct move_item *m = all->items; m; m = m->next) {
        json_text(o, m == all->items ? "\n" : ",\n");
        put_sums(o, m);
    }
    json_text(o, "]},\n\"findings\":[");
    for (size_t i = 0; i < n; i++) {
        json_text(o, i ? ",\n" : "\n");
        put_advice(o, &a[i]);
    }
    json_text(o, "]");
}

/* ---- for whom ---- */
void advice_table(FILE *f, double wall)
{
    char t[TEXT_SIZE];
    size_t n;
    const struct moves *all = moves_sum();
    if (!all)
        return;
    struct advice *a = find(all, &n);
    fprintf(f, "comparing what moved: %s", text_time(t, all->spent));
    if (all->lost)
        fprintf(f, "; %s in too many pieces were not compared", text_bytes(t, (double)all->lost));
    if (all->not_compared)
        fprintf(f, "; %llu copies of %s were left out, to take no more of the time",
                (unsigned long long)all->not_compared, text_bytes(t, (double)all->bytes_not_compared));
    fputc('\n', f);
    print_all(f, a, n, wall);
    free_all(a, n);
}

void advice_summary(struct json *o)
{
    size_t n;
    const struct moves *all = moves_sum();
    if (!all)
        return;
    struct advice *a = find(all, &n);
    put_all(o, all, a, n);
    free_all(a, n);
}
