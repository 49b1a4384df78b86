/* summary.c: parses and merges the summary tables, propagates flags from callees to callers, decides the kernels'
 * modes, and prints all that (--dump=link). needs: the records.   sets: kernel.final_mode, needs_state, and what
 * crews.c sets.   breaks: nothing. */
#include "summary.h"
#include "../tables/tables.h"

#include <string.h>

#define GANTRY_ABI_NO_PROTOTYPES
#include "gantry_abi.h"
#include "gantry_numbers.h"

#define SUMMARY_VERSION "1"

static const struct {
    const char *name;
    unsigned bit;
} flag_names[] = {
#define FLAG(BIT, NAME, WORD) {WORD, 1u << BIT},
#include "gantry_summary.def"
#undef FLAG
};
enum { NFLAGS = sizeof flag_names / sizeof *flag_names };

/* ---- the table of names ---- */

struct summary *summary_new(struct arena *a, struct diag *d)
{
    struct summary *s = NEW(a, struct summary);
    s->a = a;
    s->d = d;
    return s;
}

static size_t slot(const struct summary *s, const char *name)
{
    size_t i = hash_bytes(0, name, strlen(name)) & (s->cap - 1);
    while (s->table[i] && strcmp(s->table[i]->name, name))
        i = (i + 1) & (s->cap - 1);
    return i;
}

struct node *summary_find(const struct summary *s, const char *name) { return s->cap ? s->table[slot(s, name)] : NULL; }

static struct node *node_of(struct summary *s, const char *name)
{
    if (s->nodes.n * 2 >= s->cap) {
        s->cap = s->cap ? s->cap * 2 : 256;
        s->table = arena_alloc(s->a, s->cap * sizeof *s->table);
        for (size_t i = 0; i < s->nodes.n; i++)
            s->table[slot(s, s->nodes.v[i]->name)] = s->nodes.v[i];
    }
    size_t i = slot(s, name);
    if (!s->table[i]) {
        struct node *n = NEW(s->a, struct node);
        n->name = name;
        n->last_call = &n->calls;
        s->table[i] = n;
        vec_push(s->a, &s->nodes, n);
    }
    return s->table[i];
}

struct kernel *summary_kernel(const struct summary *s, const char *name)
{
    for (size_t i = 0; i < s->kernels.n; i++)
        if (strcmp(s->kernels.v[i]->name, name) == 0)
            return s->kernels.v[i];
    return NULL;
}

/* ---- rows ---- */

enum { MAX_FIELDS = 32 };
struct row {
    struct summary *s;
    const char *origin;
    int number; /* of the line, for messages */
    char *field[MAX_FIELDS];
    int n;
    bool ok;
};

static void bad_row(struct row *r, const char *what, const char *which)
{
    if (r->ok)
        diag(r->s->d, DIAG_ERROR, (struct loc){.file = r->origin}, "GN0906", "line %d of its summary table: %s '%s'",
             r->number, what, which);
    r->ok = false;
}

static const char *text_of(const struct row *r, const char *key)
{
    size_t n = strlen(key);
    for (int i = 2; i < r->n; i++)
        if (strncmp(r->field[i], key, n) == 0 && r->field[i][n] == '=')
            return r->field[i] + n + 1;
    return "";
}

/* the field "file", with the escapes \t, \n and \\ replaced */
static const char *file_of(const struct row *r)
{
    const char *from = text_of(r, "file");
    if (!strchr(from, '\\'))
        return from;
    char *name = arena_strdup(r->s->a, from), *to = name;
    for (; *from; from++) {
        if (*from == '\\' && from[1])
            *to++ = *++from == 't' ? '\t' : *from == 'n' ? '\n' : *from;
        else
            *to++ = *from;
    }
    *to = 0;
    return name;
}

static uint64_t number_of(struct row *r, const char *key, uint64_t max)
{
    const char *s = text_of(r, key);
    uint64_t v = 0;
    for (const char *p = s; *p; p++) {
        if (*p < '0' || *p > '9' || v > (max - (uint64_t)(*p - '0')) / 10) {
            bad_row(r, "not a number in the right range:", arena_printf(r->s->a, "%s=%s", key, s));
            return 0;
        }
        v = v * 10 + (uint64_t)(*p - '0');
    }
    return v;
}

static unsigned flags_of(struct row *r)
{
    unsigned set = 0;
    const char *s = text_of(r, "flags");
    while (*s) {
        size_t n = strcspn(s, ","), i = 0;
        while (i < NFLAGS && (strlen(flag_names[i].name) != n || strncmp(s, flag_names[i].name, n)))
            i++;
        if (i < NFLAGS)
            set |= flag_names[i].bit;
        else if (n != 1 || *s != '-')
            bad_row(r, "unknown flags", s);
        s += n + (s[n] == ',');
    }
    return set;
}

static void take_version(struct row *r)
{
    if (strcmp(r->field[1], SUMMARY_VERSION))
        bad_row(r, "this Gantry reads version " SUMMARY_VERSION ", not", r->field[1]);
}

static uint32_t tighter(uint32_t a, uint32_t b) { return a && (!b || a < b) ? a : b; }
static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

static void take_func(struct row *r)
{
    struct node *n = node_of(r->s, r->field[1]);
    n->flags |= flags_of(r);
    n->group = larger(n->group, (uint32_t)number_of(r, "group", 64));
    n->limit = tighter(n->limit, (uint32_t)number_of(r, "limit", INT32_MAX));
    n->lane_stack = larger(n->lane_stack, (uint32_t)number_of(r, "lane_stack", INT32_MAX));
    if (n->has_row)
        return;
    n->has_row = true;
    n->file = file_of(r);
    n->line = (int)number_of(r, "line", INT32_MAX);
}

static void duplicate_kernel(struct row *r, const struct kernel *k, const struct kernel *old)
{
    diag(r->s->d, DIAG_ERROR, (struct loc){.file = k->file, .line = k->line}, "GN0907",
         "two objects define the kernel of this construct, '%s': %s and %s", k->name, old->origin, k->origin);
    diag(r->s->d, DIAG_NOTE, (struct loc){.file = old->file, .line = old->line}, "GN0907",
         "the other one; is one file compiled twice, or two files of the same name and path?");
    r->ok = false;
}

static void take_kernel(struct row *r)
{
    struct kernel *k = NEW(r->s->a, struct kernel);
    const char *mode = text_of(r, "mode");
    k->name = r->field[1];
    k->file = file_of(r);
    k->func = text_of(r, "func");
    k->why = text_of(r, "why");
    k->origin = r->origin;
    k->line = (int)number_of(r, "line", INT32_MAX);
    k->mode = strcmp(mode, "spmd") == 0 ? GANTRY_MODE_SPMD : GANTRY_MODE_GENERIC;
    if (k->mode == GANTRY_MODE_GENERIC && strcmp(mode, "generic"))
        bad_row(r, "unknown mode", mode);
    k->threads = (uint32_t)number_of(r, "threads", 1 << 20);
    k->max_threads = (uint32_t)number_of(r, "max_threads", GANTRY_ANY_THREADS);
    k->registers = (uint32_t)number_of(r, "registers", MOST_REGISTERS);
    k->one_team = (uint32_t)number_of(r, "one_team", 1);
    k->scratch = (uint32_t)number_of(r, "scratch", INT32_MAX);
    k->nparams = (uint32_t)number_of(r, "nparams", 1 << 20);
    struct node *n = node_of(r->s, k->name);
    if (n->is_kernel) {
        duplicate_kernel(r, k, summary_kernel(r->s, k->name));
        return;
    }
    take_func(r);
    n->is_kernel = true;
    k->node = n;
    vec_push(r->s->a, &r->s->kernels, k);
}

static bool double_region(struct row *r, const struct parallel *p)
{
    for (size_t i = 0; i < r->s->regions.n; i++) {
        const struct parallel *old = r->s->regions.v[i];
        if (strcmp(old->name, p->name))
            continue;
        diag(r->s->d, DIAG_ERROR, (struct loc){.file = p->file, .line = p->line}, "GN0916",
             "two objects define this parallel region, '%s': %s and %s", p->name, old->origin, p->origin);
        diag(r->s->d, DIAG_NOTE, (struct loc){.file = old->file, .line = old->line}, "GN0916",
             "the other one; is one file compiled twice, or two files of the same name and path?");
        r->ok = false;
        return true;
    }
    return false;
}

/* Whether its owner exists is checked after all rows have been read. */
static void take_parallel(struct row *r)
{
    struct parallel *p = NEW(r->s->a, struct parallel);
    const char *of = text_of(r, "of");
    *p = (struct parallel){.name = r->field[1],
                           .file = file_of(r),
                           .origin = r->origin,
                           .line = (int)number_of(r, "line", INT32_MAX),
                           .row = r->number,
                           .simd = (uint32_t)number_of(r, "simd", INT32_MAX),
                           .group = (uint32_t)number_of(r, "group", 64),
                           .limit = (uint32_t)number_of(r, "limit", INT32_MAX),
                           .leaders = (uint32_t)number_of(r, "leaders", 1),
                           .is_inline = (uint32_t)number_of(r, "inline", 1),
                           .space = (uint32_t)number_of(r, "space", INT32_MAX)};
    if (p->group == 0 && p->simd)
        p->group = 1;
    if (p->group & (p->group - 1))
        bad_row(r, "the group size is no power of two:", text_of(r, "group"));
    if (!*of)
        bad_row(r, "no owner ('of') of the parallel region", p->name);
    if (!*of || double_region(r, p))
        return;
    p->owner = node_of(r->s, of);
    p->next = p->owner->regions;
    p->owner->regions = p;
    if (!p->is_inline) /* it needs workers, even if only the initial thread reaches it */
        p->owner->flags |= FLAG_PARALLEL;
    vec_push(r->s->a, &r->s->regions, p);
}

/* a row `within`: a call in the region, whose own row comes before it */
static void take_within(struct row *r)
{
    const char *callee = text_of(r, "callee");
    struct parallel *p = NULL;
    for (size_t i = r->s->regions.n; i-- > 0 && !p;)
        if (!strcmp(r->s->regions.v[i]->name, r->field[1]))
            p = r->s->regions.v[i];
    if (!p || !*callee) {
        bad_row(r, p ? "a call without callee in" : "a call in a parallel region that has no row:", r->field[1]);
        return;
    }
    struct call *c = NEW(r->s->a, struct call);
    *c = (struct call){.callee = node_of(r->s, callee), .next = p->calls};
    p->calls = c;
}

static void take_call(struct row *r)
{
    const char *callee = text_of(r, "callee");
    if (!*callee) {
        bad_row(r, "a call without callee in", r->field[1]);
        return;
    }
    struct node *from = node_of(r->s, r->field[1]);
    struct call *c = NEW(r->s->a, struct call);
    *c = (struct call){
        .callee = node_of(r->s, callee), .file = file_of(r), .line = (int)number_of(r, "line", INT32_MAX)};
    *from->last_call = c;
    from->last_call = &c->next;
}

static uint64_t size_of(struct row *r)
{
    if (strcmp(text_of(r, "size"), "-1") == 0) /* extern double table[]; */
        return 0;
    return number_of(r, "size", INT64_MAX);
}

/* Every file that declares the variable has a row; whether one of them defines it can be seen in the bitcode only. */
static void take_var(struct row *r)
{
    struct device_var *v = NEW(r->s->a, struct device_var), *old = NULL;
    *v = (struct device_var){.name = r->field[1],
                             .file = file_of(r),
                             .origin = r->origin,
                             .line = (int)number_of(r, "line", INT32_MAX),
                             .size = size_of(r)};
    for (size_t i = 0; i < r->s->vars.n && !old; i++)
        if (strcmp(r->s->vars.v[i]->name, v->name) == 0)
            old = r->s->vars.v[i];
    if (!old) {
        vec_push(r->s->a, &r->s->vars, v);
        return;
    }
    if (old->size && v->size && old->size != v->size) {
        diag(r->s->d, DIAG_ERROR, (struct loc){.file = v->file, .line = v->line}, "GN0908",
             "declare target variable '%s' has %llu bytes in %s and %llu in %s", v->name, (unsigned long long)v->size,
             v->origin, (unsigned long long)old->size, old->origin);
        diag(r->s->d, DIAG_NOTE, (struct loc){.file = old->file, .line = old->line}, "GN0908", "the other declaration");
        r->ok = false;
    }
    if (!old->size)
        *old = *v;
}

static const struct {
    const char *word;
    void (*take)(struct row *r);
} rows[] = {
    {"version", take_version}, {"kernel", take_kernel}, {"parallel", take_parallel}, {"func", take_func},
    {"call", take_call},       {"var", take_var},       {"within", take_within},
};

static bool take_row(struct summary *s, const char *origin, char *line, int number)
{
    struct row r = {.s = s, .origin = origin, .number = number, .ok = true};
    for (char *p = line; p && r.n < MAX_FIELDS; r.n++) {
        r.field[r.n] = p;
        p = strchr(p, '\t');
        if (p)
            *p++ = 0;
    }
    if (r.n < 2 || !*r.field[1]) {
        bad_row(&r, "a row without a name:", line);
        return false;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].word, r.field[0]) == 0) {
            rows[i].take(&r);
            return r.ok;
        }
    bad_row(&r, "unknown row", r.field[0]);
    return false;
}

bool summary_add(struct summary *s, const struct record *rec)
{
    char *p = arena_strndup(s->a, rec->payload, rec->size); /* rows point into it */
    bool ok = true;
    int number = 0;
    while (p && *p) {
        char *end = strchr(p, '\n');
        if (end)
            *end++ = 0;
        number++;
        if (number == 1 && strncmp(p, "version\t", 8)) {
            struct row r = {.s = s, .origin = rec->origin, .number = 1, .ok = true};
            bad_row(&r, "it must begin with its version, not with", p);
            return false;
        }
        if (*p && !take_row(s, rec->origin, p, number))
            ok = false;
        p = end;
    }
    return ok;
}

/* ---- decisions ---- */

/* the flags of a function of the device library, which has no row */
static unsigned library_flags(const char *name)
{
    const struct library_row *row = library_find(name);
    return row && row->traits & LIBRARY_STATE ? FLAG_QUERY : 0;
}

/* Own flags of a node; a name without a row is the library's, or unknown and taken to do anything. */
static void begin_node(struct node *n, bool (*in_library)(void *, const char *), void *ctx)
{
    n->reach = n->flags;
    if (!n->has_row)
        n->reach |= in_library(ctx, n->name) ? library_flags(n->name) : FLAG_PARALLEL | FLAG_QUERY;
    if (n->flags & FLAG_INDIRECT)
        n->reach |= FLAG_PARALLEL | FLAG_QUERY;
}

static bool spread(struct node *n)
{
    static const unsigned told[2] = {FLAG_PARALLEL, FLAG_QUERY};
    unsigned before = n->reach;
    for (const struct call *c = n->calls; c; c = c->next) {
        unsigned gain = c->callee->reach & ~n->reach;
        for (int i = 0; i < 2; i++)
            if (gain & told[i])
                n->through[i] = c->callee->name;
        n->reach |= gain;
    }
    return n->reach != before;
}

/* "calls helper, which calls …": the chain of calls to the function that has the flag itself; a long one is shortened
 * in the middle */
static const char *chain(const struct summary *s, const struct node *n, int which, const char *what)
{
    enum { NAMED = 6 };
    struct sb b = {0};
    unsigned between = 0;
    for (unsigned steps = 0; n && n->through[which]; steps++) {
        n = summary_find(s, n->through[which]);
        if (steps < NAMED)
            sb_printf(&b, "%s %s", b.n ? ", which calls" : "calls", n->name);
        else
            between++;
    }
    if (between > 1)
        sb_printf(&b, ", which leads over %u more functions to %s", between - 1, n->name);
    else if (between)
        sb_printf(&b, ", which calls %s", n->name);
    if (n && !n->has_row && !(library_flags(n->name) & FLAG_QUERY))
        sb_add(&b, ", which no file describes");
    else if (n && (n->flags & FLAG_INDIRECT))
        sb_printf(&b, "%s through a pointer", b.n ? ", which calls" : "calls");
    else
        sb_printf(&b, "%s %s", b.n ? ", which" : "it", what);
    return sb_take(&b, s->a);
}

static void decide(struct summary *s, struct kernel *k)
{
    unsigned reach = k->node->reach;
    k->needs_state = (reach & (FLAG_QUERY | FLAG_PARALLEL)) != 0;
    k->final_mode = k->mode;
    if (k->mode == GANTRY_MODE_GENERIC && !(reach & FLAG_PARALLEL)) {
        k->final_mode = GANTRY_MODE_SERIAL;
        k->reason = "no parallel region can be reached";
    } else if (reach & FLAG_PARALLEL) {
        k->reason = chain(s, k->node, 0, "opens a parallel region");
    } else if (reach & FLAG_QUERY) {
        k->reason = chain(s, k->node, 1, "asks for thread or team numbers");
    }
}

bool summary_unified(const struct summary *s)
{
    bool any = false;
    for (size_t i = 0; i < s->kernels.n && !any; i++)
        any = s->kernels.v[i]->node->flags & FLAG_UNIFIED;
    return any;
}

bool summary_frames(const struct summary *s)
{
    bool any = false;
    for (size_t i = 0; i < s->nodes.n; i++)
        any |= !s->nodes.v[i]->is_kernel && (s->nodes.v[i]->flags & FLAG_PARALLEL);
    return any;
}

/* Functions read the team's state to find the place of their variables (frames) and the lanes for their simd loops
 * (lane stacks): kernels that reach such functions need the state. */
static void decide_state(struct summary *s)
{
    unsigned asks = (crews_have_lane_stacks(s) ? FLAG_SIMD | FLAG_FRAME : 0) | (summary_frames(s) ? FLAG_FRAME : 0);
    for (size_t i = 0; i < s->kernels.n; i++)
        s->kernels.v[i]->needs_state |= (s->kernels.v[i]->node->reach & asks) != 0;
}

bool summary_decide(struct summary *s, const struct link_options *o, bool (*in_library)(void *ctx, const char *name),
                    void *ctx)
{
    for (size_t i = 0; i < s->nodes.n; i++)
        begin_node(s->nodes.v[i], in_library, ctx);
    for (bool more = true; more;) {
        more = false;
        for (size_t i = s->nodes.n; i-- > 0;)
            more |= spread(s->nodes.v[i]);
    }
    for (size_t i = 0; i < s->kernels.n; i++) {
        decide(s, s->kernels.v[i]);
        if (!s->kernels.v[i]->registers)
            s->kernels.v[i]->registers = o->registers;
    }
    if (!crews_decide(s, o))
        return false;
    decide_state(s);
    return true;
}

uint32_t kernel_mode_word(const struct kernel *k) { return k->final_mode | (k->needs_state ? __GD_NEEDS_STATE : 0); }

static const char *mode_name(uint32_t mode)
{
    static const char *const names[] = {"generic", "spmd", "serial"};
    return mode < 3 ? names[mode] : "?";
}

/* ---- --dump=link ---- */

static void print_flags(FILE *f, unsigned set)
{
    const char *sep = "";
    for (int i = 0; i < NFLAGS; i++)
        if (set & flag_names[i].bit) {
            fprintf(f, "%s%s", sep, flag_names[i].name);
            sep = ",";
        }
    fputs(*sep ? "" : "-", f);
}

static void print_kernel(FILE *f, const struct kernel *k)
{
    fprintf(f, "kernel %s  %s:%d in %s\n", k->name, k->file, k->line, k->func);
    fprintf(f, "  mode %s%s", mode_name(k->final_mode), k->needs_state ? ", keeps team state" : "");
    if (k->final_mode != k->mode)
        fprintf(f, " (was %s)", mode_name(k->mode));
    if (k->reason)
        fprintf(f, ": %s", k->reason);
    if (*k->why)
        fprintf(f, " [%s]", k->why);
    fprintf(f, "\n  group %u, ", kernel_group(k, __GD_WARP_EMULATED));
    if (kernel_space(k, __GD_WARP_EMULATED))
        fprintf(f, "%u bytes of group space per lane, ", kernel_space(k, __GD_WARP_EMULATED));
    fputs("threads ", f);
    if (k->threads)
        fprintf(f, "%u", k->threads);
    else
        fputs("by the runtime", f);
    if (k->max_threads && k->max_threads < GANTRY_ANY_THREADS)
        fprintf(f, " (at most %u)", k->max_threads);
    if (k->registers)
        fprintf(f, ", at most %u registers a lane", k->registers);
    fprintf(f, "%s, scratch %u bytes, %u parameters\n", k->one_team ? ", one team" : "", k->scratch, k->nparams);
    fputs("  can reach: ", f);
    print_flags(f, k->node->reach);
    fputc('\n', f);
}

void summary_print(const struct summary *s, FILE *f)
{
    for (size_t i = 0; i < s->kernels.n; i++)
        print_kernel(f, s->kernels.v[i]);
    for (size_t i = 0; i < s->regions.n; i++)
        crew_print(s->regions.v[i], f);
    for (size_t i = 0; i < s->nodes.n; i++) {
        const struct node *n = s->nodes.v[i];
        if (n->is_kernel)
            continue;
        fprintf(f, "function %s  ", n->name);
        if (n->has_row)
            fprintf(f, "%s:%d  ", n->file, n->line);
        else
            fputs("(not described)  ", f);
        print_flags(f, n->reach);
        fputc('\n', f);
    }
    for (size_t i = 0; i < s->vars.n; i++)
        fprintf(f, "variable %s  %s:%d  %llu bytes\n", s->vars.v[i]->name, s->vars.v[i]->file, s->vars.v[i]->line,
                (unsigned long long)s->vars.v[i]->size);
}
